import type {
  AuditEntry,
  DisputeOfOrder,
  DisputeRecord,
  OperationRecord,
  OperationStatus,
  PaymentNoteRecord,
  RefundRecord,
  RefundStatus,
  SavedCardRecord,
  SubscriptionRecord,
  SubscriptionStatus,
  WebhookDelivery,
  WebhookEvent,
} from './back-office-tables.ts';
import type { PaymentEvent, PaymentRecord } from './tables.ts';

export * from './back-office-tables.ts';

/**
 * What the companion remembers of everything that follows a payment, and of cards it had issued. Times are
 * milliseconds since the epoch; methods reject with CheckoutError `store_unavailable`.
 */

type AskedRefund = 'id' | 'payment_id' | 'transaction_id' | 'order_no' | 'currency' | 'amount' | 'refund_amount';
/** `captured`: what was captured, where that is less than the amount. */
export type NewRefund = Pick<RefundRecord, AskedRefund | 'reason' | 'reference'> & { captured?: string };

/**
 * Why a refund was not begun: it would give back more than was paid; its reference is taken; its key named another
 * refund; another sum was paid; its payment is being cancelled, or is not paid any more.
 */
export type RefundObstacle =
  'exceeds' | 'reference_taken' | 'key_reused' | 'amount_differs' | 'being_cancelled' | 'not_paid';

/** `exists`: this very refund was begun before; it must not be sent again. */
export interface BegunRefund {
  kind: 'started' | 'exists';
  refund: RefundRecord;
}

export interface RefundUpdate {
  id: string;
  version: number;
  changes: Partial<Pick<RefundRecord, 'status' | 'reference_id' | 'code' | 'message' | 'alerts'>>;
  at: number;
  /** When to look it up next; null: not any more. */
  checkAt: number | null;
  /** A line for the timeline of the refund's payment. */
  note?: Pick<PaymentEvent, 'kind' | 'detail'> | undefined;
  /** Webhook events about the change, made of the refund and its payment as they are then. */
  events?: ((after: RefundRecord, payment: PaymentRecord | undefined) => readonly NewWebhookEvent[]) | undefined;
}

export interface Page<T> {
  entries: T[];
  nextCursor: string | null;
}

export interface RefundFilter {
  status?: RefundStatus | undefined;
  paymentId?: string | undefined;
  orderNo?: string | undefined;
  cursor?: string | undefined;
  /** 1 to 100. */
  limit: number;
}

/** What of a subscription changes. */
export type SubscriptionChanges = Partial<Pick<SubscriptionRecord, 'status' | 'cancel_unknown' | 'deduction_time'>>;

export type NewOperation = Pick<
  OperationRecord,
  'id' | 'name' | 'request_id' | 'fingerprint' | 'keyed_fingerprint' | 'request'
>;

export interface OperationUpdate {
  id: string;
  version: number;
  changes: Partial<Pick<OperationRecord, 'status' | 'order_id' | 'result' | 'code' | 'message' | 'alerts' | 'sent_at'>>;
  at: number;
  checkAt: number | null;
}

export interface OperationFilter {
  name?: string | undefined;
  status?: OperationStatus | undefined;
  cursor?: string | undefined;
  limit: number;
}

export type NewWebhookEvent = Pick<WebhookEvent, 'id' | 'type' | 'ref' | 'data'> & {
  /** Null where the shop has no address for events. */
  deliver_at: number | null;
};

export interface WebhookEventFilter {
  type?: string | undefined;
  state?: WebhookEvent['state'] | undefined;
  ref?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

export interface BackOfficeStore {
  /**
   * Writes the intent of refunds in one transaction, each as `submitting`, and binds their sums: whatever comes at the
   * same time, the refunds of a transaction never exceed what was paid, and no payment is refunded that is being
   * cancelled. Answers for each in order.
   */
  beginRefunds(refunds: readonly NewRefund[], at: number, checkAt: number): Promise<(BegunRefund | RefundObstacle)[]>;
  /** Undefined where the version moved on. */
  updateRefund(update: RefundUpdate): Promise<RefundRecord | undefined>;
  findRefund(id: string): Promise<RefundRecord | undefined>;
  listRefunds(filter: RefundFilter): Promise<Page<RefundRecord>>;

  findSubscription(recurringId: string): Promise<SubscriptionRecord | undefined>;
  listSubscriptions(filter: {
    status?: SubscriptionStatus | undefined;
    email?: string | undefined;
    cursor?: string | undefined;
    limit: number;
  }): Promise<Page<SubscriptionRecord>>;
  /** Undefined where there is no such subscription. */
  updateSubscription(
    recurringId: string,
    changes: SubscriptionChanges,
    at: number,
    events?: (after: SubscriptionRecord) => readonly NewWebhookEvent[],
  ): Promise<SubscriptionRecord | undefined>;

  /** A shopper's cards, newest first. */
  listSavedCards(filter: {
    shopperId: string;
    cursor?: string | undefined;
    /** 1 to 100. */
    limit: number;
  }): Promise<Page<SavedCardRecord>>;
  /** Undefined where there is none of that name, or it is another shopper's. */
  findSavedCard(id: string, shopperId: string): Promise<SavedCardRecord | undefined>;
  /** The oldest saved card of another shopper by the same token of the account. */
  findTokenOwner(
    card: Pick<SavedCardRecord, 'token' | 'account_id' | 'shopper_id'>,
  ): Promise<SavedCardRecord | undefined>;
  /** Forgets a card; false where there was none. With `shopperId` only a card of that shopper. */
  deleteSavedCard(id: string, shopperId?: string): Promise<boolean>;

  listDisputes(paymentId: string): Promise<DisputeRecord[]>;
  /** Records the deadline of a dispute, in ms; null removes it. Undefined where there is no such dispute. */
  setDisputeDeadline(id: string, dueAt: number | null, at: number): Promise<DisputeOfOrder | undefined>;
  addPaymentNote(note: PaymentNoteRecord): Promise<void>;
  /** Oldest first. */
  listPaymentNotes(paymentId: string): Promise<PaymentNoteRecord[]>;

  /** Writes the intent of an operation; the one that is there where the request_id was used before. */
  beginOperation(
    operation: NewOperation,
    at: number,
    checkAt: number,
  ): Promise<{ kind: 'started' | 'exists'; operation: OperationRecord }>;
  updateOperation(update: OperationUpdate): Promise<OperationRecord | undefined>;
  findOperation(id: string): Promise<OperationRecord | undefined>;
  listOperations(filter: OperationFilter): Promise<Page<OperationRecord>>;

  findWebhookEvent(id: string): Promise<WebhookEvent | undefined>;
  listWebhookEvents(filter: WebhookEventFilter): Promise<Page<WebhookEvent>>;
  listDeliveries(eventId: string): Promise<WebhookDelivery[]>;
  /** Notes a try and what it makes of the event. */
  recordDelivery(eventId: string, delivery: WebhookDelivery, state: WebhookEvent['state']): Promise<void>;
  /** Has an event delivered again; false where there is none. */
  redeliver(eventId: string, at: number): Promise<boolean>;

  recordAudit(entry: AuditEntry): Promise<void>;
  finishAudit(id: string, status: number): Promise<void>;
  listAudit(filter: {
    keyId?: string | undefined;
    action?: string | undefined;
    target?: string | undefined;
    cursor?: string | undefined;
    limit: number;
  }): Promise<Page<AuditEntry>>;
}
