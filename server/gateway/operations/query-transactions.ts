import { CheckoutError } from '../../../shared/errors.ts';
import { KnownOrderNo, KnownTransactionId } from '../../../shared/interface/identifiers.ts';
import {
  TransactionQueryRequest,
  TransactionQueryResponseBody,
  type BookedTransaction,
  type QueriedTransaction,
} from '../../../shared/interface/transaction-query.ts';
import { callOperation } from '../call.ts';
import type { GatewayContext } from '../context.ts';
import { joinValues } from '../join-values.ts';
import type { GatewayProfile } from '../profile.ts';

/** Which orders and transactions to report on; together 1 to 100. */
export interface TransactionQueryInput {
  orders?: readonly string[];
  trades?: readonly string[];
}

/** What a transaction's status means; `unknown` where the profile has no word for it, `not_found` where there is none. */
export type QueriedStatus = 'paid' | 'declined' | 'pending' | 'refunded' | 'cancelled' | 'not_found' | 'unknown';

export type TransactionQueryResponse =
  | {
      kind: 'answered';
      response: TransactionQueryResponseBody;
      transactions: { meaning: QueriedStatus; transaction: BookedTransaction }[];
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
  { orders = [], trades = [] }: TransactionQueryInput,
): Promise<TransactionQueryResponse> {
  const count = orders.length + trades.length;
  const { batch_limits: limits, list_separator: separator } = context.profile;
  if (count < 1 || count > limits.query) {
    const code = count < 1 ? 'too_few' : 'too_many';
    const rule = `1 to ${String(limits.query)} orders and transactions together`;
    throw new CheckoutError('gateway_invalid_request', undefined, { fields: [{ path: 'orders', code, rule }] });
  }
  const answer = await callOperation(context, {
    operation: 'retrievalTrans',
    request: TransactionQueryRequest,
    response: TransactionQueryResponseBody,
    isUndocumented: true,
    fields: {
      ...(orders.length > 0 ? { orders: joinValues('orders', orders, KnownOrderNo, separator) } : {}),
      ...(trades.length > 0 ? { trades: joinValues('trades', trades, KnownTransactionId, separator) } : {}),
    },
  });
  if (answer.kind !== 'answered') {
    return { kind: 'failed', reason: answer.kind === 'refused' ? 'refused' : answer.reason };
  }
  const { response } = answer;
  return {
    kind: 'answered',
    response,
    transactions: (response.orders_list ?? []).map((transaction) => ({
      meaning: statusOfTransaction(context.profile, transaction),
      transaction,
    })),
  };
}

function statusOfTransaction(profile: GatewayProfile, transaction: QueriedTransaction): QueriedStatus {
  const found = transaction.query_result ?? '';
  const result = Object.hasOwn(profile.query_result, found) ? profile.query_result[found] : undefined;
  if (result === 'not_found') return 'not_found';
  if (found !== '' && result === undefined) return 'unknown';
  const status = transaction.payment_status ?? '';
  return (Object.hasOwn(profile.payment_status, status) ? profile.payment_status[status] : undefined) ?? 'unknown';
}
