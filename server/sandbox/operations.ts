import { cancelSubscription } from './acquiring/subscriptions.ts';
import { cancel, capture, review, updateOrders } from './acquiring/decisions.ts';
import { optimise, payout, payoutBalance, payoutQuery, unsettledAmount, uploadLogistics } from './acquiring/payouts.ts';
import { queryTransactions } from './acquiring/query-transactions.ts';
import { refund, searchRefunds } from './acquiring/refunds.ts';
import type { World } from './world.ts';

/** An acquiring operation that answers in JSON: where it is reached and what it does. */
interface JsonOperation {
  path: string;
  /** How its body has to be written. */
  encoding: 'json' | 'form';
  work: (world: World, fields: Record<string, unknown>) => Record<string, unknown>;
}

/** Every acquiring operation but the payment itself and the gateway's own page (interface 4.3 to 4.7, 4.10). */
export const JSON_OPERATIONS = {
  updateOrders: { path: '/v1/updateOrders', encoding: 'json', work: updateOrders },
  refund: { path: '/v1/refund', encoding: 'json', work: refund },
  review: { path: '/v1/review', encoding: 'json', work: review },
  retrievalRefund: { path: '/v1/retrievalRefund', encoding: 'form', work: searchRefunds },
  cancelsubscription: { path: '/v1/cancelsubscription', encoding: 'json', work: cancelSubscription },
  capture: { path: '/v1/capture', encoding: 'json', work: capture },
  cancel: { path: '/v1/cancel', encoding: 'json', work: cancel },
  retrievalTrans: { path: '/v1/retrievalTrans', encoding: 'form', work: queryTransactions },
  payout: { path: '/v1/payout', encoding: 'json', work: payout },
  payoutQuery: { path: '/v1/payoutQuery', encoding: 'json', work: payoutQuery },
  payoutBalance: { path: '/v1/payoutBalance', encoding: 'json', work: payoutBalance },
  unsettledAmount: { path: '/v1/unsettledAmount', encoding: 'json', work: unsettledAmount },
  optimise: { path: '/v1/optimise', encoding: 'json', work: optimise },
  uploadLogistics: { path: '/v1/uploadLogistics', encoding: 'json', work: uploadLogistics },
} as const satisfies Record<string, JsonOperation>;

export type JsonOperationName = keyof typeof JSON_OPERATIONS;
