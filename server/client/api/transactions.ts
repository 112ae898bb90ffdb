// Made from the routes of the merchant API by test/architecture/client.test.ts. Do not edit.
import type { QueryTransactions } from '../../../shared/contract/merchant/transaction-query.ts';
import type { TransactionQueryResponseSummary } from '../../../shared/interface/transaction-query.ts';
import type { ApiCallDefinition, CallOptions } from '../call.ts';

export type { QueryTransactions } from '../../../shared/contract/merchant/transaction-query.ts';
export type { TransactionQueryResponseSummary } from '../../../shared/interface/transaction-query.ts';

export interface QueryTransactionsResponse {
  transactions: {
    amount: string | number | null | undefined;
    currency: string | number | null | undefined;
    order_no: string | number | null | undefined;
    payment_status: string | number | null | undefined;
    query_result: string | number | null | undefined;
    reference_no: unknown;
    transaction_date: unknown;
    transaction_id: string | number | null | undefined;
    website: unknown;
    meaning: string;
  }[];
  answers: TransactionQueryResponseSummary[];
}

/** `tillgate.transactions` */
export interface TransactionsApi {
  /**
   * Query the gateway for orders and transactions.
   *
   * `POST /v1/transactions/query`, scope `read`.
   * @throws TillgateError `gateway_no_answer`, `gateway_invalid_request`, or a code of each call
   * @example
   * await tillgate.transactions.query({ orders: [ '...' ] });
   */
  query(body?: QueryTransactions, options?: CallOptions): Promise<QueryTransactionsResponse>;
}

export const transactionsEndpoints = {
  query: { method: 'POST', path: '/transactions/query', input: 'body', isRead: true },
} as const satisfies Record<keyof TransactionsApi, ApiCallDefinition>;
