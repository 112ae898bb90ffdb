import { CheckoutError } from '../../../shared/errors.ts';
import {
  MAX_PROFILE_FIELD_LENGTHS,
  FIELD_LIMITS,
  OrderNoOfAnySystem,
  requiredText,
} from '../../../shared/interface/formats.ts';
import {
  RefundRequest,
  RefundResponseBody,
  RefundSearchRequest,
  RefundSearchResponseBody,
  type RefundRequestItem,
  type RefundResultItem,
  type RefundSearchResultItem,
} from '../../../shared/interface/refunds.ts';
import { callAcquiringOperation, type AcquiringCallResult } from '../call-operation.ts';
import type { GatewayCallContext } from '../context.ts';
import { findOverlongTexts, statusOfWireValue } from '../profile/index.ts';
import { joinValuesOfField } from '../join-values.ts';
import { matchBatchResults, type MatchedBatchItem, type BatchItemStatus } from '../match-items.ts';

/** The result of a batch: as a whole, and per item in the order of the request. */
export type BatchCallResult<Item, Result, Response> =
  | { kind: 'completed'; response: Response; configurationCode?: string; items: MatchedBatchItem<Item, Result>[] }
  | Exclude<AcquiringCallResult<Response>, { kind: 'completed' }>;

export type RefundCallResult = BatchCallResult<RefundRequestItem, RefundResultItem, RefundResponseBody>;

/**
 * Refunds transactions, in full or in part: `POST /v1/refund` (interface 4.4), 1 to 50 at a time. Sent once; an item
 * without a result in the response is `unknown`.
 * @throws CheckoutError `gateway_invalid_request` before anything is sent
 */
export async function refund(
  context: GatewayCallContext,
  items: readonly RefundRequestItem[],
): Promise<RefundCallResult> {
  refuseLongReferences(context, items);
  const answer = await callAcquiringOperation(context, {
    operation: 'refund',
    request: RefundRequest,
    response: RefundResponseBody,
    fields: { refund_orders: items },
    digestValues: { transaction_ids: items.map((item) => item.transaction_id) },
    list: 'refund_orders',
    isBatch: true,
  });
  if (answer.kind !== 'completed') return answer;
  return {
    ...answer,
    items: matchBatchResults(context, items, answer.response.refund_orders ?? [], 'refund_status'),
  };
}

/** @throws CheckoutError `gateway_invalid_request` for a reference that is longer than the profile allows */
function refuseLongReferences({ profile }: GatewayCallContext, items: readonly RefundRequestItem[]): void {
  const fields = items.flatMap(({ refund_reference: reference }, index) => {
    const path = `refund_orders.${String(index)}.refund_reference`;
    return findOverlongTexts(profile, { [path]: ['refund_reference', reference] });
  });
  if (fields.length > 0) throw new CheckoutError('gateway_invalid_request', undefined, { fields });
}

/** The values to search by; 1 to 100 in total. */
export interface RefundSearchInput {
  /** Order numbers. */
  orders?: readonly string[];
  /** The service's references, refund_reference_id. */
  references?: readonly string[];
  /** The merchant's own references, refund_reference. */
  merchantReferences?: readonly string[];
}

export type RefundSearchCallResult =
  | {
      kind: 'completed';
      response: RefundSearchResponseBody;
      refunds: { status: BatchItemStatus; refund: RefundSearchResultItem }[];
    }
  | Exclude<AcquiringCallResult<RefundSearchResponseBody>, { kind: 'completed' }>;

/**
 * Searches refunds: `POST /v1/retrievalRefund`, form-encoded (interface 4.6). Reads only. The interface shows one value
 * per field; several are joined by commas, as the profile (gateway-profile.md) reads the transaction query.
 * @throws CheckoutError `gateway_invalid_request` before anything is sent
 */
export async function searchRefunds(
  context: GatewayCallContext,
  input: RefundSearchInput,
): Promise<RefundSearchCallResult> {
  const lists = [input.orders ?? [], input.references ?? [], input.merchantReferences ?? []] as const;
  const count = lists.reduce((sum, list) => sum + list.length, 0);
  if (count < 1 || count > FIELD_LIMITS.search_refunds) {
    const code = count < 1 ? 'too_few' : 'too_many';
    throw new CheckoutError('gateway_invalid_request', undefined, {
      fields: [{ path: 'refund_orders', code, rule: '1 to 100 orders and references together' }],
    });
  }
  const { list_separator: separator } = context.profile;
  const answer = await callAcquiringOperation(context, {
    operation: 'retrievalRefund',
    request: RefundSearchRequest,
    response: RefundSearchResponseBody,
    list: 'refund_orders',
    fields: {
      refund_orders: joinValuesOfField('refund_orders', lists[0], OrderNoOfAnySystem, separator),
      refund_references: joinValuesOfField(
        'refund_references',
        lists[1],
        requiredText(FIELD_LIMITS.transaction_id + 8),
        separator,
      ),
      merchant_refunds: joinValuesOfField(
        'merchant_refunds',
        lists[2],
        requiredText(MAX_PROFILE_FIELD_LENGTHS.refund_reference),
        separator,
      ),
    },
  });
  if (answer.kind !== 'completed') return answer;
  const refunds = (answer.response.refund_orders ?? []).map((found) => ({
    status: statusOfWireValue(context.profile, 'item_status', found.refund_status) ?? ('unknown' as const),
    refund: found,
  }));
  return { ...answer, refunds };
}
