/**
 * The companion's records and the statements on them, for SQLite and PostgreSQL. `open-store.ts` opens a database. It
 * is separate, so types and rules load no driver.
 */
export { type AlertRecord, hasAlert, unknownOutcome, withAlert, withoutAlert } from './alerts.ts';
export { CLOCK_SKEW, DECLINES_UNRELATED_TO_CARD, MAX_BREAKER_TIME } from './breakers.ts';
export type { GrossVolumeRow } from './gross-volume.ts';
export {
  type AuditEntry,
  type DisputeOfOrder,
  type DisputeRecord,
  type NewRefund,
  type NewWebhookEvent,
  type OperationRecord,
  type OperationStatus,
  type OperationUpdate,
  type PaymentNoteRecord,
  REFUNDED_STATES,
  type RefundRecord,
  type RefundStatus,
  type RefundUpdate,
  type SavedCardRecord,
  type SubscriptionRecord,
  UNRESERVED_STATES,
  type WebhookDelivery,
  type WebhookEvent,
} from './back-office-store.ts';
export type { ConsoleSession } from './back-office-tables.ts';
export { type Pruned, PRUNED_TABLES } from './prune.ts';
export type {
  Backlog,
  BreakerRecord,
  CardTries,
  IdempotencyClaim,
  Job,
  JobKind,
  NewNotification,
  NewPayment,
  PaymentChanges,
  PaymentEvent,
  PaymentFilter,
  PaymentOperation,
  PaymentRecord,
  PaymentStatus,
  PaymentUpdate,
  RequestInFlight,
  SessionRecord,
  Store,
  VelocityLimit,
  WaitingNotification,
} from './store.ts';
export { JOB_KINDS } from './tables.ts';
export { TakenError } from './taken-error.ts';
