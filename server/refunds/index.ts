/**
 * Refunds: request, search, queries, and the results of each.
 * Amounts are reserved on the payment before a refund is sent; every result goes through `applyRefundResult`.
 */
export { applyRefundResult } from './apply-refund-result.ts';
export { queryRefundsOfPayment, runRefundQueryJob } from './query-refunds.ts';
export { toApiRefund } from './api-refund.ts';
export { refundPayments } from './refund-payments.ts';
export { spendRefundQueryBudget } from './refund-query-budget.ts';
export { searchRefunds } from './search-refunds.ts';
