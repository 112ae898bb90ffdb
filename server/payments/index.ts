/**
 * Payments: submits, results and their transitions, queries, reviews, captures, voids and resolutions.
 * Every result for a payment goes through `applyPaymentResult`, which stores what the pure `transition` returns.
 */
export { type AbandonDeps, abandonPayment } from './abandon.ts';
export type { SubmitDeps } from './admit-submit.ts';
export { applyPaymentResult } from './apply-result.ts';
export { createUnconfirmedPayments } from './commit-intent.ts';
export { endSessionsAndFindUnrecordedPayments, type UnrecordedPayment } from './find-unrecorded-payments.ts';
export { chargeSavedCard } from './charge-saved-card.ts';
export { hasFileField } from './find-submit-errors.ts';
export {
  EXTERNAL_TRANSACTION_RULE_TEXT,
  findTargetPayment,
  type BatchItemError,
  refuseMismatchedBatchItem,
  toBatchItemError,
} from './find-target-payment.ts';
export { handleShopperReturn } from './handle-shopper-return.ts';
export { queryMissingTransactionId } from './query-missing-transaction-id.ts';
export { notifyUrlKindOf } from './notify-url.ts';
export { openRedirectPayment } from './open-redirect-payment.ts';
export { runPaymentActions, type PaymentActionResult } from './run-payment-actions.ts';
export { omitFieldsOfOtherPayments } from './omit-fields-of-other-payments.ts';
export { submitPayment } from './submit-payment.ts';
export { toApiCard, toApiPaymentNote, toApiPayment, toApiPaymentDetails } from './api-payment.ts';
export { createPaymentWebhookEvents } from './webhook-events.ts';
export { fullDaysBetween, spendNotificationQueryBudget } from './query-budget.ts';
export { rowConsistencyValuesOf, queryIfNewlyContradicted, queryPayment } from './query-payment.ts';
export { raisePaymentAlert } from './raise-payment-alert.ts';
export { runPaymentQueryJob } from './payment-query-job.ts';
export { resolvePayment, ResolvePaymentInput } from './resolve.ts';
export { nextQueryAt, nextDailyQueryAt } from './query-schedule.ts';
export { voidCardVerification } from './void-card-verification.ts';
export { mayBeTransactionIdOfOrder } from './transaction-id.ts';
export type { ReportedResult } from './transition-table.ts';
