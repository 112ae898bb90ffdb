import { CheckoutError } from '../../../shared/errors.ts';
import { toFieldErrors } from '../../../shared/field-errors.ts';
import { LIMITS, OrderNo, TransactionId } from '../../../shared/interface/identifiers.ts';
import { TransactionQueryResponse, type QueriedTransaction } from '../../../shared/interface/transaction-query.ts';
import type { GatewayContext } from '../context.ts';
import { UnreadableAnswer, decodeText } from '../decode-body.ts';
import { computeDigest, verifyDigest } from '../digest.ts';
import type { GatewayProfile } from '../profile.ts';

/** Which orders and transactions to report on; together 1 to 100. */
export interface TransactionQueryInput {
  orders?: readonly string[];
  trades?: readonly string[];
}

/** What a transaction's status means; `unknown` where the profile has no word for it, `not_found` where there is none. */
export type QueriedMeaning = 'paid' | 'declined' | 'pending' | 'refunded' | 'not_found' | 'unknown';

export type TransactionQueryAnswer =
  | {
      kind: 'answered';
      response: TransactionQueryResponse;
      transactions: { meaning: QueriedMeaning; transaction: QueriedTransaction }[];
    }
  /** Nothing was learnt. */
  | { kind: 'failed'; reason: string };

/**
 * Queries transactions by order number or transaction id: `POST /v1/retrievalTrans`, form-encoded (interface 4.10;
 * path and payload are interface-gaps' defaults). Reads only, so it may be sent any number of times.
 * @throws CheckoutError `gateway_invalid_request` before anything is sent.
 */
export async function queryTransactions(
  context: GatewayContext,
  input: TransactionQueryInput,
): Promise<TransactionQueryAnswer> {
  const request = buildQuery(context, input);
  const sent = await context.send('retrievalTrans', request, 'application/json');
  if (sent.kind !== 'answered') return { kind: 'failed', reason: sent.reason };
  if (sent.status !== 200) return { kind: 'failed', reason: `http ${String(sent.status)}` };
  return readAnswer(context, decodeOrEmpty(sent.body, sent.contentType), request['encryption_data'] ?? '');
}

function buildQuery(context: GatewayContext, input: TransactionQueryInput): Record<string, string> {
  const orders = input.orders ?? [];
  const trades = input.trades ?? [];
  const count = orders.length + trades.length;
  if (count < 1 || count > LIMITS.query_orders) {
    throw new CheckoutError('gateway_invalid_request', undefined, {
      fields: [
        { path: 'orders', code: count < 1 ? 'too_few' : 'too_many', rule: '1 to 100 orders and transactions together' },
      ],
    });
  }
  checkEach('orders', orders, OrderNo);
  checkEach('trades', trades, TransactionId);
  const values = { merchant_id: context.merchantId, account_id: context.accountId };
  return {
    ...values,
    ...(orders.length > 0 ? { orders: orders.join(',') } : {}),
    ...(trades.length > 0 ? { trades: trades.join(',') } : {}),
    encryption_data: computeDigest(context.profile.recipes.retrievalTrans, values, context.signKeys[0]),
  };
}

function checkEach(path: string, values: readonly string[], schema: typeof OrderNo): void {
  values.forEach((value, index) => {
    const checked = schema.safeParse(value);
    const fields = checked.success
      ? value.includes(',')
        ? [{ path: '', code: 'format' as const, rule: 'no comma, since commas separate the list' }]
        : []
      : toFieldErrors(checked.error, value);
    if (fields.length > 0) {
      throw new CheckoutError('gateway_invalid_request', undefined, {
        fields: fields.map((field) => ({ ...field, path: `${path}.${String(index)}` })),
      });
    }
  });
}

function decodeOrEmpty(body: Buffer, contentType: string | undefined): string {
  try {
    return decodeText(body, contentType);
  } catch (error) {
    if (error instanceof UnreadableAnswer) return '';
    throw error;
  }
}

function readAnswer(context: GatewayContext, text: string, ownDigest: string): TransactionQueryAnswer {
  const json = parseJson(text);
  const parsed = TransactionQueryResponse.safeParse(json);
  if (!parsed.success) return { kind: 'failed', reason: 'not the shape of an answer' };
  const response = parsed.data;
  if (response.merchant_id !== undefined && response.merchant_id !== context.merchantId) {
    return { kind: 'failed', reason: 'merchant_id differs' };
  }
  if (response.account_id !== undefined && response.account_id !== context.accountId) {
    return { kind: 'failed', reason: 'account_id differs' };
  }
  if (!isTrusted(context, response.encryption_data ?? '', ownDigest))
    return { kind: 'failed', reason: 'encryption_data differs' };
  if (response.return_status !== undefined && String(response.return_status) !== '1') {
    return { kind: 'failed', reason: 'refused' };
  }
  const list = response.orders_list ?? [];
  return {
    kind: 'answered',
    response,
    transactions: list.map((transaction) => ({ meaning: meaningOf(context.profile, transaction), transaction })),
  };
}

/** A batch answer repeats the request's digest; one made with another valid key is as good. */
function isTrusted(context: GatewayContext, given: string, ownDigest: string): boolean {
  const { verification, recipes } = context.profile;
  if (verification === 'off' || (verification === 'when-present' && given === '')) return true;
  if (given.toLowerCase() === ownDigest) return true;
  const values = { merchant_id: context.merchantId, account_id: context.accountId };
  return given !== '' && verifyDigest(given, recipes.retrievalTrans, values, context.signKeys);
}

function meaningOf(profile: GatewayProfile, transaction: QueriedTransaction): QueriedMeaning {
  if (String(transaction.query_result ?? '1') === '0') return 'not_found';
  const status = String(transaction.payment_status ?? '');
  return (Object.hasOwn(profile.payment_status, status) ? profile.payment_status[status] : undefined) ?? 'unknown';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Anything but JSON is an answer that says nothing.
    return undefined;
  }
}
