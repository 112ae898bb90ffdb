import * as z from 'zod/mini';
import { Alert } from './alerts.ts';
import {
  Amount,
  Currency,
  FIELD_LENGTH_BOUNDS,
  FIELD_LIMITS,
  KnownOrderNo,
  KnownTransactionId,
  PositiveAmount,
  RefundReference,
  filled,
  text,
  wholeUnits,
} from '../../interface/identifiers.ts';
import { refuseRefundDecimals } from '../../interface/refunds.ts';
import { Moment } from './payments.ts';

/** Requests that speak of many payments at once; the companion splits what is more than the interface takes. */

/** The most entries of one request. */
export const BATCH_MAX = 500;

const PaymentId = filled(64);
const batch = <T extends z.ZodMiniType>(item: T) => z.array(item).check(z.minLength(1), z.maxLength(BATCH_MAX));

const named = { payment_id: z.optional(PaymentId), transaction_id: z.optional(KnownTransactionId) };
/** With these a transaction that was not made here is named whole. */
const elsewhere = { order_no: z.optional(KnownOrderNo), currency: z.optional(Currency) };
const isNamed = z.refine<{ payment_id?: string | undefined; transaction_id?: string | undefined }>(
  (item) => (item.payment_id === undefined) !== (item.transaction_id === undefined),
  { error: 'either payment_id or transaction_id', path: ['payment_id'] },
);

/**
 * One refund. A payment of ours is named by payment_id or transaction_id; a transaction made elsewhere by
 * transaction_id with order_no, currency and amount.
 */
export const RefundItem = z
  .strictObject({
    ...named,
    ...elsewhere,
    /** What was paid. */
    amount: z.optional(PositiveAmount),
    refund_amount: PositiveAmount,
    refund_reason: text(),
    /** The shop's own number; once for each transaction. */
    refund_reference: z.optional(RefundReference),
  })
  .check(isNamed, refuseRefundDecimals);
export type RefundItem = z.infer<typeof RefundItem>;

/** The body of `POST /v1/refunds`. */
export const CreateRefunds = z.strictObject({ refunds: batch(RefundItem) });
export type CreateRefunds = z.infer<typeof CreateRefunds>;

export const RefundStatusName = z.enum([
  'submitting',
  'not_sent',
  'unknown',
  'in_progress',
  'accepted',
  'refunded',
  'refused',
]);
export type RefundStatusName = z.infer<typeof RefundStatusName>;

export const Refund = z.object({
  id: z.string(),
  payment_id: z.nullable(z.string()),
  transaction_id: z.string(),
  order_no: z.string(),
  currency: Currency,
  amount: Amount,
  refund_amount: Amount,
  refund_reason: z.string(),
  refund_reference: z.string(),
  /** The gateway's number: transaction_id, hyphen, sequence. */
  refund_reference_id: z.nullable(z.string()),
  status: RefundStatusName,
  /** The gateway's code and words. */
  code: z.nullable(z.string()),
  message: z.nullable(z.string()),
  /** What a person should look at; empty where all is well. */
  alerts: z.array(Alert),
  created_at: Moment,
  updated_at: Moment,
});
export type Refund = z.infer<typeof Refund>;

/** What became of one entry; without a refund nothing was sent for it. */
export const RefundOutcome = z.object({
  refund: z.nullable(Refund),
  error: z.nullable(z.object({ code: z.string(), detail: z.string() })),
});
export type RefundOutcome = z.infer<typeof RefundOutcome>;

const list = (max: number) => z.optional(z.array(filled(max)).check(z.maxLength(BATCH_MAX)));

/** The body of `POST /v1/refunds/search`. */
export const SearchRefunds = z.strictObject({
  /** Order numbers. */
  orders: list(FIELD_LENGTH_BOUNDS.order_no),
  /** The gateway's numbers, refund_reference_id. */
  references: list(FIELD_LIMITS.transaction_id + 8),
  /** The shop's own numbers, refund_reference. */
  merchant_references: list(FIELD_LENGTH_BOUNDS.refund_reference),
});
export type SearchRefunds = z.infer<typeof SearchRefunds>;

/**
 * One decision about a held payment. A payment of ours is named by payment_id or transaction_id; a transaction made
 * elsewhere by transaction_id with order_no, currency and amount.
 */
export const ReviewItem = z
  .strictObject({
    ...named,
    ...elsewhere,
    amount: z.optional(PositiveAmount),
    decision: z.enum(['approve', 'reject']),
  })
  .check(isNamed);
export type ReviewItem = z.infer<typeof ReviewItem>;

/** The body of `POST /v1/reviews`. */
export const CreateReviews = z.strictObject({ reviews: batch(ReviewItem) });
export type CreateReviews = z.infer<typeof CreateReviews>;

/** One capture, named as a review is. */
export const CaptureItem = z
  .strictObject({
    ...named,
    ...elsewhere,
    /** What is captured: the whole, or less where the gateway profile allows it (`partial_capture`). */
    amount: z.optional(PositiveAmount),
  })
  .check(isNamed, wholeUnits('currency', ['amount']));
export type CaptureItem = z.infer<typeof CaptureItem>;

/** The body of `POST /v1/captures`. */
export const CreateCaptures = z.strictObject({ captures: batch(CaptureItem) });

/** The body of `POST /v1/payments/{id}/capture`. */
export const CapturePayment = z.strictObject({ amount: CaptureItem.def.shape.amount });

/** One cancellation, named as a review is. */
export const CancelItem = z.strictObject({ ...named, ...elsewhere, amount: z.optional(PositiveAmount) }).check(isNamed);
export type CancelItem = z.infer<typeof CancelItem>;

/** The body of `POST /v1/cancellations`. */
export const CreateCancellations = z.strictObject({ cancellations: batch(CancelItem) });

const flag = z.enum(['0', '1']);

/** How a risk-scored payment ended, for the gateway's risk product. */
export const OrderUpdateItem = z
  .strictObject({
    ...named,
    /** 0: fail, 1: success. */
    status: flag,
    /** 0: without 3-D Secure, 1: with it. */
    ispass3d: flag,
  })
  .check(isNamed);
export type OrderUpdateItem = z.infer<typeof OrderUpdateItem>;

/** The body of `POST /v1/orders/update`. */
export const UpdateOrders = z.strictObject({ orders: batch(OrderUpdateItem) });
export type UpdateOrders = z.infer<typeof UpdateOrders>;

/** The body of `POST /v1/transactions/query`. */
export const QueryTransactions = z.strictObject({
  orders: list(FIELD_LENGTH_BOUNDS.order_no),
  transactions: list(FIELD_LIMITS.transaction_id),
});
export type QueryTransactions = z.infer<typeof QueryTransactions>;

/** The body of `POST /v1/subscriptions/{recurring_id}/cancel`; contract_name only for a contract made elsewhere. */
export const CancelSubscription = z.strictObject({ contract_name: z.optional(text()) });
export type CancelSubscription = z.infer<typeof CancelSubscription>;

/** A contract that deducts again and again. */
export const Subscription = z.object({
  recurring_id: z.string(),
  contract_name: z.string(),
  session_id: z.string(),
  payment_id: z.string(),
  shopper_email: z.nullable(z.string()),
  currency: Currency,
  amount: Amount,
  recurring_deduction_period: z.nullable(z.string()),
  recurring_deduction_time: z.nullable(z.string()),
  status: z.enum(['Active', 'Inactived']),
  /** A cancellation was sent, and nobody can say whether it arrived; cancel again, or resolve it. */
  cancel_unknown: z.boolean(),
  created_at: Moment,
  updated_at: Moment,
});
export type Subscription = z.infer<typeof Subscription>;
