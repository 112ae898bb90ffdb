import type { DeclineCode } from '../../shared/contract/index.ts';
import type { VelocityResult, VelocityLimit } from './risk-types.ts';
import type { PaymentResult } from '../../shared/interface/payment-result.ts';
import type { AccountFilter, NewWebhookEvent } from './back-office-types.ts';
import type { AuditEntryRecord, DisputeRecord, SavedCardRecord, SubscriptionRecord } from './back-office-tables.ts';
import type { PaymentStatus } from '../../shared/contract/merchant/payments.ts';
import type { TimelineRecord, PaymentRecord, SessionRecord } from './payment-tables.ts';

export type NewPayment = Pick<
  PaymentRecord,
  | 'id'
  | 'session_id'
  | 'account'
  | 'attempt_id'
  | 'fingerprint'
  | 'method'
  | 'order_no'
  | 'currency'
  | 'amount'
  | 'shopper_email'
  | 'card_brand'
  | 'card_bin'
  | 'card_last4'
  | 'card_expiry'
  | 'card_holder'
  | 'page_origin'
  | 'account_id'
  | 'notify_hash'
> &
  Partial<Pick<PaymentRecord, 'network' | 'kind'>>;

export type BeginPaymentResult =
  /** The intent is committed; only this caller may send. */
  | { kind: 'started'; payment: PaymentRecord; crowded: VelocityResult['crowded'] }
  /** This attempt exists already. */
  | { kind: 'exists'; payment: PaymentRecord }
  /** Another payment of the session, or of another session of its order, is in progress. */
  | { kind: 'busy' }
  /** The session has no attempts left. */
  | { kind: 'exhausted' }
  /** The order was changed; the session as it is now. */
  | { kind: 'changed'; session: SessionRecord }
  /** Too many submits of this kind; the session is unchanged. */
  | { kind: 'limited'; by: VelocityLimit['kind'] }
  /** Another session of the order is paid; this one is over. */
  | { kind: 'order_paid' }
  /** The session is paid, expired or gone. */
  | { kind: 'closed'; status: 'paid' | 'expired' };

/** The columns that an update may set. */
export type PaymentChanges = Partial<
  Pick<
    PaymentRecord,
    | 'status'
    | 'transaction_id'
    | 'card_brand'
    | 'card_bin'
    | 'card_last4'
    | 'card_expiry'
    | 'card_holder'
    | 'action'
    | 'decline_code'
    | 'result'
    | 'alerts'
    | 'returned_at'
    | 'recurring_id'
    | 'captured'
    | 'review_status'
    | 'dispute_status'
    | 'pending_operation'
    | 'pending_operation_at'
    | 'requests_in_flight'
  >
>;

export interface PaymentUpdate {
  id: string;
  /** The version that the caller read; a payment with another version is not changed. */
  version: number;
  /** The payment as the caller read it, which saves a read. */
  seen?: PaymentRecord | undefined;
  changes: PaymentChanges;
  /**
   * `pay`: the session is paid by this payment. If the session, or the same order in another session, was paid before,
   * the payment is a duplicate with an alert. `release`: the session may take another payment. `restore`: as
   * `release`, and this attempt does not count, since nothing was sent. `close`: the session takes no further
   * payment; if it was paid twice, the duplicate takes the payment's place.
   */
  session: 'keep' | 'pay' | 'release' | 'restore' | 'close';
  /** Orders are paid in one session only: a payment in another session makes this one a duplicate. */
  oncePerOrder?: boolean | undefined;
  event: Pick<TimelineRecord, 'kind' | 'detail'>;
  at: number;
  /** When to query the gateway about it; replaces the planned time. null: no further query. undefined: unchanged. */
  reconcileAt?: number | null;
  /** When to report the payment's outcome to the gateway's risk product. */
  tellRiskAt?: number | undefined;
  /** When to void a payment that only saved a card. */
  voidAt?: number | undefined;
  /** A subscription that came with the payment, and a dispute about it. */
  subscription?: SubscriptionRecord | undefined;
  dispute?: DisputeRecord | undefined;
  /** A card to save. */
  savedCard?: SavedCardRecord | undefined;
  /** Webhook events about the change, made from the updated payment, and about a payment that takes its place. */
  events?: ((after: PaymentRecord) => readonly NewWebhookEvent[]) | undefined;
}

/** A recurring renewal as the gateway reported it. */
export interface NewRenewal {
  id: string;
  /** The initial payment of the subscription. */
  first: PaymentRecord;
  status: 'paid' | 'declined';
  amount: string;
  result: PaymentResult;
  transactionId: string;
  recurringId: string;
  declineCode: DeclineCode | null;
  source: 'notification' | 'query';
  at: number;
  /** The time of the next renewal, as the gateway writes it. */
  deductionTime: string | null;
  events?: ((after: PaymentRecord) => readonly NewWebhookEvent[]) | undefined;
}

export interface PaymentFilter extends AccountFilter {
  status?: PaymentStatus | undefined;
  orderNo?: string | undefined;
  email?: string | undefined;
  transactionId?: string | undefined;
  recurringId?: string | undefined;
  /**
   * Part of an order number or email in any case, a whole transaction ID, the last four digits of a card, or an amount.
   * If the text is exactly an order number, transaction ID or email, only those payments are returned.
   */
  search?: string | undefined;
  /** Only payments that need a person. */
  attention?: boolean | undefined;
  /** Only payments with a dispute in this status. */
  disputeStatus?: DisputeRecord['status'] | undefined;
  /** Only payments of which the gateway accepted a refund. */
  isRefunded?: boolean | undefined;
  /** Created at or after, in ms. */
  from?: number | undefined;
  /** Created before, in ms. */
  to?: number | undefined;
  /** Opaque; from the previous page. */
  cursor?: string | undefined;
  /** 1 to 100. */
  limit: number;
}

/** The holder of an Idempotency-Key: the key and the time of its claim. */
export interface IdempotencyClaim {
  key: string;
  at: number;
}

/** A call that claims an Idempotency-Key. */
export interface IdempotencyRequest {
  key: string;
  /** Digest of the call; shows whether a repeated key has the same call. */
  fingerprint: string;
  now: number;
  lapseMs: number;
  audit?: AuditEntryRecord | undefined;
}

/** A response stored for a repeated Idempotency-Key. */
export type IdempotencyClaimResult =
  | { kind: 'started'; claim: IdempotencyClaim }
  | { kind: 'in_flight' }
  | { kind: 'mismatch' }
  | { kind: 'replay'; status: number; body: string };
