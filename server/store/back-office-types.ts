import type { RefundStatus } from '../../shared/contract/merchant/refunds.ts';
import type { IssuingOrPayoutStatus } from '../../shared/contract/merchant/operations.ts';
import type {
  AuditEntryRecord,
  DisputeRecord,
  IssuingOrPayoutOperationRecord,
  RefundRecord,
  SubscriptionRecord,
  SubscriptionStatus,
  WebhookEventRecord,
} from './back-office-tables.ts';
import type { TimelineRecord, PaymentRecord } from './payment-tables.ts';

export * from './back-office-tables.ts';

type AskedRefund =
  'id' | 'account' | 'payment_id' | 'transaction_id' | 'order_no' | 'currency' | 'amount' | 'refund_amount';
/** `captured`: the captured amount, if less than the authorised one. */
export type NewRefund = Pick<RefundRecord, AskedRefund | 'reason' | 'reference'> & { captured?: string };

/**
 * Why a refund was not begun: it exceeds the paid amount; its reference is taken; its key belongs to another refund;
 * the paid amount differs; its payment is being cancelled, or is no longer paid.
 */
export type RefundRefusalReason =
  'exceeds' | 'reference_taken' | 'key_reused' | 'amount_differs' | 'being_cancelled' | 'not_paid';

/** `exists`: this refund was begun before, so it must not be sent again. */
export interface BeginRefundResult {
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

/** The accounts whose records are read; without them, all. */
export interface AccountFilter {
  account?: string | undefined;
  /** Those that the caller may see. */
  accounts?: readonly string[] | undefined;
}

/** The part of a list that is read: its accounts, its times, and the page. */
export interface ListFilter extends AccountFilter {
  /** The time of an entry, ms since the epoch: from, and before. */
  from?: number | undefined;
  to?: number | undefined;
  cursor?: string | undefined;
  /** 1 to 100. */
  limit: number;
}

export interface RefundFilter extends ListFilter {
  status?: RefundStatus | undefined;
  paymentId?: string | undefined;
  orderNo?: string | undefined;
}

/** The changes to a subscription. */
export type SubscriptionChanges = Partial<Pick<SubscriptionRecord, 'status' | 'cancel_unknown' | 'deduction_time'>>;

export type NewIssuingOrPayoutOperation = Pick<
  IssuingOrPayoutOperationRecord,
  'id' | 'account' | 'name' | 'request_id' | 'fingerprint' | 'keyed_fingerprint' | 'request'
>;

export interface IssuingOrPayoutOperationUpdate {
  id: string;
  version: number;
  changes: Partial<
    Pick<IssuingOrPayoutOperationRecord, 'status' | 'order_id' | 'result' | 'code' | 'message' | 'alerts' | 'sent_at'>
  >;
  at: number;
  checkAt: number | null;
}

export interface IssuingOrPayoutOperationFilter extends ListFilter {
  name?: string | undefined;
  status?: IssuingOrPayoutStatus | undefined;
}

export type NewWebhookEvent = Pick<WebhookEventRecord, 'id' | 'account' | 'type' | 'ref' | 'data'> & {
  /** Null without a webhook address. */
  deliver_at: number | null;
};

/** An event in a list, with its latest and its next delivery. */
export interface ListedWebhookEvent extends WebhookEventRecord {
  /** The HTTP status of the latest response, of an endpoint that has not accepted it if there is one; null without a response. */
  last_status: number | null;
  /** When it is delivered next, in ms since the epoch; null if no delivery is planned. */
  next_delivery_at: number | null;
}

export interface WebhookEventFilter extends ListFilter {
  type?: string | undefined;
  state?: WebhookEventRecord['state'] | undefined;
  ref?: string | undefined;
}

export interface SubscriptionFilter extends ListFilter {
  status?: SubscriptionStatus | undefined;
  email?: string | undefined;
}

export interface SavedCardFilter extends ListFilter {
  shopperId: string;
}

export interface AuditFilter extends Omit<ListFilter, keyof AccountFilter> {
  /** The accounts whose order numbers are shown; without them, all. */
  ordersOf?: readonly string[] | undefined;
  keyId?: string | undefined;
  via?: AuditEntryRecord['via'] | undefined;
  action?: string | undefined;
  target?: string | undefined;
}

export interface DisputeFilter extends ListFilter {
  status?: DisputeRecord['status'] | undefined;
}
