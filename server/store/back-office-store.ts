import type {
  AuditEntryRecord,
  AuditEntryWithOrder,
  DisputeWithOrder,
  DisputeRecord,
  OperationRecord,
  OperationStatus,
  PaymentNoteRecord,
  RefundRecord,
  RefundStatus,
  RefundWithShopper,
  SavedCardRecord,
  SubscriptionRecord,
  SubscriptionStatus,
  WebhookDelivery,
  WebhookEventRecord,
} from './back-office-tables.ts';
import type { TimelineRecord, PaymentRecord } from './tables.ts';

export * from './back-office-tables.ts';

/**
 * The records of what follows a payment: refunds, subscriptions, disputes, saved cards, operations, events. Times are
 * milliseconds since the epoch. Methods reject with CheckoutError `store_unavailable`.
 */

type AskedRefund = 'id' | 'payment_id' | 'transaction_id' | 'order_no' | 'currency' | 'amount' | 'refund_amount';
/** `captured`: the captured amount, if less than the authorised one. */
export type NewRefund = Pick<RefundRecord, AskedRefund | 'reason' | 'reference'> & { captured?: string };

/**
 * Why a refund was not begun: it exceeds the paid amount; its reference is taken; its key belongs to another refund;
 * the paid amount differs; its payment is being cancelled, or is no longer paid.
 */
export type RefundNotBegunReason =
  'exceeds' | 'reference_taken' | 'key_reused' | 'amount_differs' | 'being_cancelled' | 'not_paid';

/** `exists`: this refund was begun before, so it must not be sent again. */
export interface BegunRefund {
  kind: 'started' | 'exists';
  refund: RefundRecord;
}

export interface RefundUpdate {
  id: string;
  version: number;
  changes: Partial<Pick<RefundRecord, 'status' | 'reference_id' | 'code' | 'message' | 'alerts'>>;
  at: number;
  /** The time of the next query; null: no further query. */
  checkAt: number | null;
  /** A line for the timeline of the refund's payment. */
  note?: Pick<TimelineRecord, 'kind' | 'detail'> | undefined;
  /** Webhook events about the change, made from the updated refund and payment. */
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

/** The changes to a subscription. */
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

export type NewWebhookEvent = Pick<WebhookEventRecord, 'id' | 'type' | 'ref' | 'data'> & {
  /** Null without a webhook address. */
  deliver_at: number | null;
};

export interface WebhookEventFilter {
  type?: string | undefined;
  state?: WebhookEventRecord['state'] | undefined;
  ref?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

export interface BackOfficeStore {
  /**
   * Stores the intent of refunds in one transaction, each as `submitting`, and reserves their amounts. Under
   * concurrency the refunds of a transaction never exceed the paid amount, and a payment that is being cancelled is
   * not refunded. Returns one result per refund, in order.
   */
  beginRefunds(
    refunds: readonly NewRefund[],
    at: number,
    checkAt: number,
  ): Promise<(BegunRefund | RefundNotBegunReason)[]>;
  /** Undefined if the version has changed. */
  updateRefund(update: RefundUpdate): Promise<RefundRecord | undefined>;
  findRefund(id: string): Promise<RefundRecord | undefined>;
  listRefunds(filter: RefundFilter): Promise<Page<RefundWithShopper>>;

  findSubscription(recurringId: string): Promise<SubscriptionRecord | undefined>;
  listSubscriptions(filter: {
    status?: SubscriptionStatus | undefined;
    email?: string | undefined;
    cursor?: string | undefined;
    limit: number;
  }): Promise<Page<SubscriptionRecord>>;
  /** Undefined if there is no such subscription. */
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
  /** Undefined if no card has this ID, or it belongs to another shopper. */
  findSavedCard(id: string, shopperId: string): Promise<SavedCardRecord | undefined>;
  /** The oldest saved card of another shopper with the same token of the account. */
  findTokenOwner(
    card: Pick<SavedCardRecord, 'token' | 'account_id' | 'shopper_id'>,
  ): Promise<SavedCardRecord | undefined>;
  /** Deletes a card; false if there was none. With `shopperId` only a card of that shopper. */
  deleteSavedCard(id: string, shopperId?: string): Promise<boolean>;

  listDisputes(paymentId: string): Promise<DisputeRecord[]>;
  /** Records the deadline of a dispute, in ms; null removes it. Undefined if there is no such dispute. */
  setDisputeDeadline(id: string, dueAt: number | null, at: number): Promise<DisputeWithOrder | undefined>;
  addPaymentNote(note: PaymentNoteRecord): Promise<void>;
  /** Oldest first. */
  listPaymentNotes(paymentId: string): Promise<PaymentNoteRecord[]>;

  /** Stores the intent of an operation. Returns the existing one if its request_id was used before. */
  beginOperation(
    operation: NewOperation,
    at: number,
    checkAt: number,
  ): Promise<{ kind: 'started' | 'exists'; operation: OperationRecord }>;
  updateOperation(update: OperationUpdate): Promise<OperationRecord | undefined>;
  findOperation(id: string): Promise<OperationRecord | undefined>;
  listOperations(filter: OperationFilter): Promise<Page<OperationRecord>>;

  findWebhookEvent(id: string): Promise<WebhookEventRecord | undefined>;
  listWebhookEvents(filter: WebhookEventFilter): Promise<Page<WebhookEventRecord>>;
  listDeliveries(eventId: string): Promise<WebhookDelivery[]>;
  /** Records a try and its effect on the event. */
  recordDelivery(eventId: string, delivery: WebhookDelivery, state: WebhookEventRecord['state']): Promise<void>;
  /** Schedules an event for delivery again; false if there is no such event. */
  redeliver(eventId: string, at: number): Promise<boolean>;

  recordAudit(entry: AuditEntryRecord): Promise<void>;
  finishAudit(id: string, status: number, target: string | null): Promise<void>;
  listAudit(filter: {
    keyId?: string | undefined;
    action?: string | undefined;
    target?: string | undefined;
    /** `at`, ms since the epoch: from, and before. */
    from?: number | undefined;
    to?: number | undefined;
    cursor?: string | undefined;
    limit: number;
  }): Promise<Page<AuditEntryWithOrder>>;
}
