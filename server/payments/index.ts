/**
 * Payments: submits, results and their transitions, queries, reviews, captures, voids and resolutions.
 * Every result for a payment goes through `applyPaymentResult`, which stores what the pure `transition` returns.
 */
export { type AbandonDeps, abandonPayment } from './abandon.ts';
export type { SubmitDeps } from './admit-submit.ts';
export { applyPaymentResult } from './apply-result.ts';
export { endSessionsAndFindUnrecordedPayments, type UnrecordedPayment } from './find-unrecorded-payments.ts';
export { chargeSavedCard } from './charge-saved-card.ts';
export { acceptsFile } from './find-submit-errors.ts';
export {
  EXTERNAL_TRANSACTION_RULE_TEXT,
  findTargetPayment,
  type ItemError,
  refuseMismatchedItem,
  toBatchItemError,
} from './find-target-payment.ts';
export { handleReturn } from './handle-return.ts';
export { queryMissingTransactionId } from './query-missing-transaction-id.ts';
export { notifyUrlKindOf } from './notify-url.ts';
export { openRedirectPayment } from './open-redirect-payment.ts';
export { runPaymentOperations, type PaymentOperationOutcome } from './run-payment-operations.ts';
export { keepFieldsOwnedByPayment } from './own-notification-fields.ts';
export { submitPayment } from './pay.ts';
export { toApiCard, toApiPaymentNote, toApiPayment, toPaymentDetails } from './api-payment.ts';
export { createPaymentWebhookEvents } from './webhook-events.ts';
export { fullDaysBetween, spendNotificationQueryBudget } from './query-budget.ts';
export { rowConsistencyValuesOf, queryAfterContradiction, queryPayment } from './query-payment.ts';
export { raisePaymentAlert } from './raise-payment-alert.ts';
export { runPaymentQueryJob } from './reconcile.ts';
export { resolvePayment, ResolvePaymentInput } from './resolve.ts';
export { nextQueryAt, nextDailyQueryAt } from './schedule.ts';
export { voidVerification } from './void-verification.ts';
export { isTransactionIdOfOrder } from './transaction-id.ts';
export type { ReportedResult } from './transition-table.ts';
