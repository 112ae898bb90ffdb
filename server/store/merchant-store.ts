import type { DisputeRecord, PaymentEvent, PaymentRecord, SavedCardRecord } from './records.ts';

export type { DisputeRecord, SavedCardRecord } from './records.ts';

/**
 * What the companion remembers of everything that follows a payment, and of cards it had issued. Times are
 * milliseconds since the epoch; methods reject with CheckoutError `store_unavailable`.
 */

/**
 * Where a refund stands:
 * - `submitting`: on disk; the request may or may not have left. `not_sent`: no byte left; final, nothing is bound.
 * - `unknown`: nobody can say whether the gateway took it. `in_progress`, `accepted`: the gateway took it.
 * - `refunded`: the money is back. `refused`: the gateway said no, at once or later; nothing is bound.
 */
export type RefundStatus = 'submitting' | 'not_sent' | 'unknown' | 'in_progress' | 'accepted' | 'refunded' | 'refused';

/** States in which the money is on its way back or there. */
export const GIVEN_BACK: readonly RefundStatus[] = ['accepted', 'in_progress', 'refunded'];

/** States in which a refund binds nothing of what was paid. */
export const UNBOUND: readonly string[] = ['not_sent', 'refused'] satisfies RefundStatus[];

export interface RefundRecord {
  id: string;
  /** Null for a transaction that was not made through this companion. */
  paymentId: string | null;
  transactionId: string;
  orderNo: string;
  currency: string;
  /** What was paid. */
  amount: string;
  refundAmount: string;
  reason: string;
  /** The shop's own number; ours where it gave none. Tells refunds of one transaction apart. */
  reference: string;
  status: RefundStatus;
  /** The gateway's number: transaction_id, hyphen, sequence. */
  referenceId: string | null;
  /** The gateway's code and words. */
  code: string | null;
  message: string | null;
  /** What a person should look at; null where all is well. */
  alarm: string | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}

type AskedRefund = 'id' | 'paymentId' | 'transactionId' | 'orderNo' | 'currency' | 'amount' | 'refundAmount';
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
  changes: Partial<Pick<RefundRecord, 'status' | 'referenceId' | 'code' | 'message' | 'alarm'>>;
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

/** `Inactived` as the interface spells it. */
export type SubscriptionStatus = 'Active' | 'Inactived';

export interface SubscriptionRecord {
  /** recurring_id, the gateway's number of the contract. */
  recurringId: string;
  contractName: string;
  sessionId: string;
  /** The payment by which it was agreed. */
  paymentId: string;
  shopperEmail: string | null;
  currency: string;
  /** What each deduction takes, as the shop's terms say. */
  amount: string;
  /** recurring_deduction_period and recurring_deduction_time, as the gateway writes them. */
  deductionPeriod: string | null;
  deductionTime: string | null;
  status: SubscriptionStatus;
  /** A cancellation of which nobody can say whether it reached the gateway. */
  cancelUnknown: boolean;
  createdAt: number;
  updatedAt: number;
}

/** Where an operation at the gateway that is no payment stands: a payout, a card, a recharge. */
export type OperationStatus = 'submitting' | 'not_sent' | 'unknown' | 'in_progress' | 'succeeded' | 'refused';

export interface OperationRecord {
  id: string;
  /** The client's method: `createCard`, `payout` ... */
  name: string;
  /** What travels as request_id; the same one is the same operation. */
  requestId: string;
  /** Digest of the request as it is kept, to tell a repetition from another request. */
  fingerprint: string;
  /** The same of the whole request, under a key; null where an older version began it. */
  keyedFingerprint: string | null;
  status: OperationStatus;
  /** order_id of the service, once it is known. */
  orderId: string | null;
  /** The request's fields and the result's, card numbers cut down and codes gone. */
  request: Record<string, unknown>;
  result: Record<string, unknown> | null;
  code: string | null;
  message: string | null;
  alarm: string | null;
  version: number;
  /** When it was last about to leave. */
  sentAt: number;
  createdAt: number;
  updatedAt: number;
}

export type NewOperation = Pick<
  OperationRecord,
  'id' | 'name' | 'requestId' | 'fingerprint' | 'keyedFingerprint' | 'request'
>;

export interface OperationUpdate {
  id: string;
  version: number;
  changes: Partial<Pick<OperationRecord, 'status' | 'orderId' | 'result' | 'code' | 'message' | 'alarm' | 'sentAt'>>;
  at: number;
  checkAt: number | null;
}

export interface OperationFilter {
  name?: string | undefined;
  status?: OperationStatus | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** An event for the shop, written with the change that it tells of. */
export interface WebhookEvent {
  id: string;
  /** `payment.paid` ... */
  type: string;
  /** What it speaks of: the id of a payment, refund, dispute or subscription. */
  ref: string;
  data: Record<string, unknown>;
  /** `none`: the shop has no address for events. */
  state: 'waiting' | 'delivered' | 'given_up' | 'none';
  attempts: number;
  createdAt: number;
  deliveredAt: number | null;
}

export type NewWebhookEvent = Pick<WebhookEvent, 'id' | 'type' | 'ref' | 'data'> & {
  /** Null where the shop has no address for events. */
  deliverAt: number | null;
};

/** One try to deliver an event. */
export interface WebhookDelivery {
  at: number;
  /** The shop's answer; null where none came. */
  status: number | null;
  error: string | null;
  durationMs: number;
}

export interface WebhookEventFilter {
  type?: string | undefined;
  state?: WebhookEvent['state'] | undefined;
  ref?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** Who did what through the merchant API. */
export interface AuditEntry {
  id: string;
  at: number;
  /** Names the key without telling it. */
  keyId: string;
  /** Method and route, such as `POST /v1/payments/:id/resolve`. */
  action: string;
  /** The id in the address; null where there is none. */
  target: string | null;
  requestId: string;
  /** HTTP status of the answer; null while it is worked on, or where that was cut off. */
  status: number | null;
}

export interface MerchantStore {
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
    changes: Partial<Pick<SubscriptionRecord, 'status' | 'cancelUnknown' | 'deductionTime'>>,
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
    card: Pick<SavedCardRecord, 'token' | 'accountId' | 'shopperId'>,
  ): Promise<SavedCardRecord | undefined>;
  /** Forgets a card; false where there was none. With `shopperId` only a card of that shopper. */
  deleteSavedCard(id: string, shopperId?: string): Promise<boolean>;

  listDisputes(paymentId: string): Promise<DisputeRecord[]>;

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
