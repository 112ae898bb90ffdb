import { CheckoutError } from '../../shared/errors.ts';
import { FIELD_LIMITS } from '../../shared/interface/formats.ts';
import type { RefundSearchResultItem } from '../../shared/interface/refunds.ts';
import { applyRefundSearchResults } from './query-refunds.ts';
import { type PaymentDeps, toBatches, toGatewayReadError } from '../context/index.ts';

export interface RefundSearchFilter {
  orders?: readonly string[] | undefined;
  references?: readonly string[] | undefined;
  merchant_references?: readonly string[] | undefined;
}

/**
 * Searches the gateway's refunds, at most 100 values a request (interface 4.6), and applies the
 * results to the refunds made here.
 * @throws CheckoutError `invalid_request`, `gateway_no_answer`, `gateway_refused`
 */
export async function searchRefunds(deps: PaymentDeps, search: RefundSearchFilter): Promise<RefundSearchResultItem[]> {
  const fields = { orders: 'orders', references: 'references', merchant_references: 'merchantReferences' } as const;
  const values = (Object.keys(fields) as (keyof typeof fields)[]).flatMap((name) =>
    (search[name] ?? []).map((value) => ({ field: fields[name], value })),
  );
  if (values.length === 0) {
    throw new CheckoutError('invalid_request', undefined, {
      fields: [{ path: 'orders', code: 'too_few', rule: 'at least one order number or reference' }],
    });
  }
  const found: RefundSearchResultItem[] = [];
  for (const chunk of toBatches(values, FIELD_LIMITS.search_refunds)) {
    const pick = (field: string): string[] =>
      chunk.filter((entry) => entry.field === field).map((entry) => entry.value);
    const answer = await deps.gateway.searchRefunds({
      orders: pick('orders'),
      references: pick('references'),
      merchantReferences: pick('merchantReferences'),
    });
    if (answer.kind !== 'completed') throw toGatewayReadError(answer);
    found.push(...answer.refunds.map((entry) => entry.refund));
    for (const orderNo of new Set(answer.refunds.map((entry) => entry.refund.order_no))) {
      if (orderNo === undefined) continue;
      const { entries } = await deps.store.listRefunds({ orderNo, limit: 100 });
      await applyRefundSearchResults(deps, entries, answer.refunds);
    }
  }
  return found;
}
