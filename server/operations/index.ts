/**
 * Gateway operations other than payments: payouts, card issuing, risk updates and transaction queries. Writes are
 * stored before they are sent, and queried by `request_id` while their outcome is unknown.
 */
export { toOperationBody } from './operation-body.ts';
export { reconcileOperation } from './operation-jobs.ts';
export { callReadOnlyOperation, payOut, type ReadOnlyOperation } from './payouts.ts';
export { queryTransactions } from './query-transactions.ts';
export { type IssuingDeps, queryIssuing, runIssuing } from './run-issuing.ts';
export type { OperationOutcome } from './run-operation.ts';
export { reportToRiskProduct, updateOrders } from './update-orders.ts';
