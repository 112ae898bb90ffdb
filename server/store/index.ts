/**
 * The companion's records and the statements on them, for SQLite and PostgreSQL. `open-store.ts` opens a database. It
 * is separate, so types and rules load no driver.
 */
export { type AlertRecord, hasAlert, unknownOutcomeAlert, withAlert, withoutAlert } from './alerts.ts';
export { MAX_CLOCK_SKEW_MS, DECLINES_UNRELATED_TO_CARD, MAX_BREAKER_PAUSE_MS } from './breakers.ts';
export type { QuarterHourGrossVolume } from './gross-volume.ts';
export {
  type AuditEntryRecord,
  type DisputeWithOrder,
  type DisputeRecord,
  type NewRefund,
  type NewWebhookEvent,
  type IssuingOrPayoutOperationRecord,
  type IssuingOrPayoutOperationUpdate,
  type PaymentNoteRecord,
  GATEWAY_ACCEPTED_REFUND_STATES,
  type RefundRecord,
  type RefundUpdate,
  type CardsSessionRecord,
  type SavedCardRecord,
  type SubscriptionRecord,
  REFUND_STATES_WITHOUT_RESERVATION,
  type DeliveryAttemptRecord,
  type EndpointDeliveryRecord,
  type ListedWebhookEvent,
  type WebhookEventRecord,
} from './back-office-types.ts';
export type { ConsoleSessionRecord, PasskeyRecord, UserRecord } from './user-tables.ts';
export { type PrunedRecordKind, PRUNED_RECORD_KINDS } from './prune.ts';
export type {
  Backlog,
  BeginPaymentResult,
  BreakerRecord,
  TriedCardCounts,
  IdempotencyClaim,
  Job,
  JobKind,
  NewNotification,
  NewPayment,
  PaymentChanges,
  TimelineRecord,
  PaymentFilter,
  PostAuthorisationAction,
  PaymentRecord,
  PaymentUpdate,
  RequestInFlight,
  SessionRecord,
  SessionRequest,
  Store,
  VelocityLimit,
  HeldNotification,
} from './store.ts';
export { webhookEndpointOfJobKind, JOB_KINDS, jobKindOfWebhookEndpoint } from './payment-tables.ts';
export { GatewayIdTakenError } from './store-errors.ts';
export { restrictStoreToAccounts } from './restrict-store-to-accounts.ts';
