/**
 * Payments: submits, results and their transitions, queries, reviews, captures, voids and resolutions.
 * Every result for a payment goes through `applyResult`, which stores what the pure `transition` returns.
 */
export { type AbandonDeps, abandonPayment } from './abandon.ts';
export type { SubmitDeps } from './admit-submit.ts';
export { applyResult } from './apply-result.ts';
export {
  type EvidencedNotification,
  fieldsWithEvidence,
  hasEvidenceForAll,
  notificationTopicOf,
} from './notification-evidence.ts';
export { findLostPayments, type LostPayment } from './find-lost-payments.ts';
export { acceptsFile } from './find-submit-errors.ts';
export { EXTERNAL_TRANSACTION_RULE, findTarget, type ItemError, refuseMismatch, toItemError } from './find-target.ts';
export { handleReturn } from './handle-return.ts';
export { queryMissingTransactionId } from './query-missing-transaction-id.ts';
export { notifyAddressKind } from './notify-address.ts';
export { openRedirectPayment } from './open-redirect-payment.ts';
export { operateOnPayments, type PaymentOperationOutcome } from './operate.ts';
export { ownedFieldsOf } from './owned-fields.ts';
export { pay } from './pay.ts';
export { toNoteBody, toPaymentBody, toPaymentDetails } from './payment-body.ts';
export { paymentEvents } from './webhook-events.ts';
export { daysSince, takeNotificationQuery } from './query-budget.ts';
export { comparableOf, queryContradicted, queryPayment } from './query-payment.ts';
export { raisePaymentAlert } from './raise-payment-alert.ts';
export { reconcilePayment } from './reconcile.ts';
export { resolvePayment, ResolvePayment } from './resolve.ts';
export { nextQueryAt, nextQueryWithinMonth } from './schedule.ts';
export { isOwnTransactionId } from './transaction-id.ts';
export type { Result } from './transition-table.ts';
