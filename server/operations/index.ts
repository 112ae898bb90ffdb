/**
 * Gateway operations other than payments: payouts, card issuing, risk updates and transaction queries. Writes are
 * stored before they are sent, and queried by `request_id` while their outcome is unknown.
 */
export { toApiIssuingOrPayoutOperation } from './api-operation.ts';
export { runIssuingOrPayoutQueryJob } from './operation-jobs.ts';
export { callPassThroughOperation, createPayout, type PassThroughOperation } from './payouts.ts';
export { queryTransactionsInBatches } from './query-transactions.ts';
export { type IssuingDeps, callIssuingRead, runIssuingWrite } from './run-issuing-write.ts';
export type { IssuingOrPayoutOperationWithResult } from './run-operation.ts';
export { reportDuePaymentsToRiskProduct, reportRiskOutcomes } from './risk-reports.ts';
