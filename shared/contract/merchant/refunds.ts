import * as z from '../../zod.ts';
import {
  Amount,
  Currency,
  MAX_PROFILE_FIELD_LENGTHS,
  FIELD_LIMITS,
  PositiveAmount,
  RefundReference,
  textOrEmpty,
} from '../../interface/formats.ts';
import { refuseUnsupportedRefundDecimals } from '../../interface/refunds.ts';
import { Alert } from './alerts.ts';
import {
  batchOf,
  externalTransactionFields,
  optionalIdList,
  requireOneTransactionReference,
  transactionReferenceFields,
} from './batches.ts';
import { Payment } from './payments.ts';
import { UtcTime } from './utc-time.ts';

/**
 * One refund. A payment of this companion is named by payment_id or transaction_id; a transaction made elsewhere by
 * transaction_id with order_no, currency and amount.
 */
export const RefundEntry = z
  .strictObject({
    ...transactionReferenceFields,
    ...externalTransactionFields,
    /** The paid amount. */
    amount: z.optional(PositiveAmount),
    refund_amount: PositiveAmount,
    refund_reason: textOrEmpty(),
    /** The shop's own reference; unique per transaction. */
    refund_reference: z.optional(RefundReference),
  })
  .check(requireOneTransactionReference, refuseUnsupportedRefundDecimals);
export type RefundEntry = z.infer<typeof RefundEntry>;

/** The body of `POST /v1/refunds`. */
export const CreateRefunds = z.strictObject({ refunds: batchOf(RefundEntry) });
export type CreateRefunds = z.infer<typeof CreateRefunds>;

/**
 * The state of a refund:
 * - `submitting`: stored; the request may or may not have left. `not_sent`: no byte left; final, nothing is reserved.
 * - `unknown`: it is unknown whether the gateway accepted it. `in_progress`, `accepted`: the gateway accepted it.
 * - `refunded`: the money is back. `refused`: the gateway refused it, at once or later; nothing is reserved.
 */
export const RefundStatus = z.enum([
  'submitting',
  'not_sent',
  'unknown',
  'in_progress',
  'accepted',
  'refunded',
  'refused',
]);
export type RefundStatus = z.infer<typeof RefundStatus>;

export const Refund = z.object({
  id: z.string(),
  /** The account of the gateway; `default` is that of the environment. */
  account: z.string(),
  payment_id: z.nullable(z.string()),
  transaction_id: z.string(),
  order_no: z.string(),
  currency: Currency,
  amount: Amount,
  refund_amount: Amount,
  refund_reason: z.string(),
  refund_reference: z.string(),
  /** The gateway's refund ID: transaction_id, hyphen, sequence. */
  refund_reference_id: z.nullable(z.string()),
  status: RefundStatus,
  /** The gateway's code and message. */
  code: z.nullable(z.string()),
  message: z.nullable(z.string()),
  /** Alerts that need a person; empty without any. */
  alerts: z.array(Alert),
  created_at: UtcTime,
  updated_at: UtcTime,
});
export type Refund = z.infer<typeof Refund>;

/** A refund in a list. */
export const ListedRefund = z.extend(Refund, {
  /** The email of the payment's shopper; null without one, and for a transaction made elsewhere. */
  shopper_email: z.nullable(z.string()),
  /** Method and card of the payment; null for a transaction made elsewhere. */
  method: z.nullable(z.string()),
  card: Payment.def.shape.card,
});
export type ListedRefund = z.infer<typeof ListedRefund>;

/** The result of one entry; without a refund nothing was sent for it. */
export const RefundEntryResult = z.object({
  refund: z.nullable(Refund),
  error: z.nullable(z.object({ code: z.string(), detail: z.string() })),
});
export type RefundEntryResult = z.infer<typeof RefundEntryResult>;

/** The body of `POST /v1/refunds/search`. */
export const SearchRefunds = z.strictObject({
  /** Order numbers. */
  orders: optionalIdList(MAX_PROFILE_FIELD_LENGTHS.order_no),
  /** The gateway's refund IDs, refund_reference_id. */
  references: optionalIdList(FIELD_LIMITS.transaction_id + 8),
  /** The shop's own references, refund_reference. */
  merchant_references: optionalIdList(MAX_PROFILE_FIELD_LENGTHS.refund_reference),
});
export type SearchRefunds = z.infer<typeof SearchRefunds>;
