import { cancelSubscription } from './subscriptions.ts';
import { cancelTransactions, captureTransactions, reviewTransactions, updateOrders } from './reviews-captures-voids.ts';
import {
  optimisePaymentMethods,
  createPayout,
  queryPayoutBalance,
  queryPayouts,
  queryUnsettledAmount,
  uploadLogistics,
} from './payouts.ts';
import { answerTransactionQuery } from './query-transactions.ts';
import { refundTransactions, searchRefunds } from './refunds.ts';
import type { SandboxState } from '../state.ts';

/** An acquiring operation with a JSON response: its path and its handler. */
interface JsonResponseOperation {
  path: string;
  /** The encoding of its body. */
  encoding: 'json' | 'form';
  /** One line for the documentation. */
  description: string;
  run: (state: SandboxState, fields: Record<string, unknown>) => Record<string, unknown>;
}

/** Every acquiring operation except the payment itself and the gateway's own page (interface 4.3 to 4.7, 4.10). */
export const JSON_RESPONSE_OPERATIONS = {
  updateOrders: {
    path: '/v1/updateOrders',
    encoding: 'json',
    run: updateOrders,
    description: 'keeps status and 3-D Secure flag; refuses the batch where it did not score an order',
  },
  refund: {
    path: '/v1/refund',
    encoding: 'json',
    run: refundTransactions,
    description:
      'records refunds up to the paid amount, processes them on its clock, sends a notification of each step',
  },
  review: {
    path: '/v1/review',
    encoding: 'json',
    run: reviewTransactions,
    description: 'approves or rejects a held transaction, and sends the result',
  },
  retrievalRefund: {
    path: '/v1/retrievalRefund',
    encoding: 'form',
    run: searchRefunds,
    description: 'finds refunds by order, by its own reference, by the merchant’s',
  },
  cancelsubscription: {
    path: '/v1/cancelsubscription',
    encoding: 'json',
    run: cancelSubscription,
    description: 'ends the subscription at once, without further renewals',
  },
  capture: {
    path: '/v1/capture',
    encoding: 'json',
    run: captureTransactions,
    description: 'confirms a held transaction for its whole amount',
  },
  cancel: {
    path: '/v1/cancel',
    encoding: 'json',
    run: cancelTransactions,
    description: 'undoes a transaction of which nothing was refunded',
  },
  retrievalTrans: {
    path: '/v1/retrievalTrans',
    encoding: 'form',
    run: answerTransactionQuery,
    description: 'returns the status of orders and transactions, and the unknown ones',
  },
  payout: {
    path: '/v1/payout',
    encoding: 'json',
    run: createPayout,
    description: 'takes money off the balance, once for each request_id',
  },
  payoutQuery: {
    path: '/v1/payoutQuery',
    encoding: 'json',
    run: queryPayouts,
    description: 'returns payouts by request_id',
  },
  payoutBalance: {
    path: '/v1/payoutBalance',
    encoding: 'json',
    run: queryPayoutBalance,
    description: 'returns the settled balance that is not paid out, by currency',
  },
  unsettledAmount: {
    path: '/v1/unsettledAmount',
    encoding: 'json',
    run: queryUnsettledAmount,
    description: 'returns the sum of payments within the last day, by currency',
  },
  optimise: {
    path: '/v1/optimise',
    encoding: 'json',
    run: optimisePaymentMethods,
    description: 'orders the methods by the shopper’s country',
  },
  uploadLogistics: {
    path: '/v1/uploadLogistics',
    encoding: 'json',
    run: uploadLogistics,
    description: 'keeps what it is given',
  },
} as const satisfies Record<string, JsonResponseOperation>;

export type JsonResponseOperationName = keyof typeof JSON_RESPONSE_OPERATIONS;

/** The operations without a JSON response: the payment itself and the gateway's own page. */
export const NON_JSON_RESPONSE_OPERATIONS = {
  authorise: {
    path: '/v1/authorise',
    description: 'pays, declines, holds or challenges by its test cards; redirects APM shoppers to its bank',
  },
  checkout: {
    path: '/v1/checkout',
    description: 'shows its own card page, in a frame or alone, and pays by its test cards',
  },
} as const;
