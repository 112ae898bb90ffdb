import { CheckoutError } from '../../../shared/errors.ts';
import { OrderNoOfAnySystem, TransactionIdOfAnySystem } from '../../../shared/interface/formats.ts';
import {
  TransactionQueryRequest,
  TransactionQueryResponseBody,
  type QueriedTransactionWithToken,
} from '../../../shared/interface/transaction-query.ts';
import { type AcquiringCallResult, callAcquiringOperation } from '../call-operation.ts';
import type { GatewayCallContext } from '../context.ts';
import { joinValuesOfField } from '../join-values.ts';
import { statusOfQueriedTransaction, type QueriedTransactionStatus } from '../profile/index.ts';

/** The orders and transactions to query; 1 to 100 in total. */
export interface TransactionQueryInput {
  orders?: readonly string[];
  trades?: readonly string[];
}

export type TransactionQueryCallResult =
  | {
      kind: 'completed';
      response: TransactionQueryResponseBody;
      transactions: { status: QueriedTransactionStatus; transaction: QueriedTransactionWithToken }[];
    }
  /** The query was inconclusive. `outcome`: what became of the request. `reason`: the gateway's code, or the cause. */
  | { kind: 'failed'; outcome: Exclude<AcquiringCallResult<never>['kind'], 'completed'>; reason: string };

/**
 * Queries transactions by order number or transaction ID: `POST /v1/retrievalTrans`, form-encoded (interface 4.10; path
 * and payload are the profile's defaults). Reads only, so it can be repeated.
 * @throws CheckoutError `gateway_invalid_request` before anything is sent
 */
export async function queryTransactions(
  context: GatewayCallContext,
  { orders = [], trades = [] }: TransactionQueryInput,
): Promise<TransactionQueryCallResult> {
  const count = orders.length + trades.length;
  const { batch_limits: limits, list_separator: separator } = context.profile;
  if (count < 1 || count > limits.query) {
    const code = count < 1 ? 'too_few' : 'too_many';
    const rule = `1 to ${String(limits.query)} orders and transactions together`;
    throw new CheckoutError('gateway_invalid_request', undefined, { fields: [{ path: 'orders', code, rule }] });
  }
  const answer = await callAcquiringOperation(context, {
    operation: 'retrievalTrans',
    request: TransactionQueryRequest,
    response: TransactionQueryResponseBody,
    list: 'orders_list',
    isUndocumented: true,
    fields: {
      ...(orders.length > 0 ? { orders: joinValuesOfField('orders', orders, OrderNoOfAnySystem, separator) } : {}),
      ...(trades.length > 0
        ? { trades: joinValuesOfField('trades', trades, TransactionIdOfAnySystem, separator) }
        : {}),
    },
  });
  if (answer.kind !== 'completed') {
    const reason = answer.kind === 'refused' ? (answer.code ?? 'refused') : answer.reason;
    return { kind: 'failed', outcome: answer.kind, reason };
  }
  const { response } = answer;
  return {
    kind: 'completed',
    response,
    transactions: (response.orders_list ?? []).map((transaction) => ({
      status: statusOfQueriedTransaction(context.profile, transaction),
      transaction,
    })),
  };
}
