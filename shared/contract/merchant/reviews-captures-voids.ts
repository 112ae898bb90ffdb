import * as z from '../../zod.ts';
import { PositiveAmount, refuseUnsupportedDecimals } from '../../interface/formats.ts';
import {
  batchOf,
  externalTransactionFields,
  requireOneTransactionReference,
  transactionReferenceFields,
} from './batches.ts';
import { Payment } from './payments.ts';

/**
 * One review of a held payment. A payment of this companion is named by payment_id or transaction_id; a transaction
 * made elsewhere by transaction_id with order_no, currency and amount.
 */
export const ReviewEntry = z
  .strictObject({
    ...transactionReferenceFields,
    ...externalTransactionFields,
    amount: z.optional(PositiveAmount),
    decision: z.enum(['approve', 'reject']),
  })
  .check(requireOneTransactionReference);
export type ReviewEntry = z.infer<typeof ReviewEntry>;

/** The body of `POST /v1/reviews`. */
export const CreateReviews = z.strictObject({ reviews: batchOf(ReviewEntry) });
export type CreateReviews = z.infer<typeof CreateReviews>;

/** One capture, named as a review is. */
export const CaptureEntry = z
  .strictObject({
    ...transactionReferenceFields,
    ...externalTransactionFields,
    /** The amount to capture: the whole, or less if the gateway profile allows it (`partial_capture`). */
    amount: z.optional(PositiveAmount),
  })
  .check(requireOneTransactionReference, refuseUnsupportedDecimals('currency', ['amount']));
export type CaptureEntry = z.infer<typeof CaptureEntry>;

/** The body of `POST /v1/captures`. */
export const CreateCaptures = z.strictObject({ captures: batchOf(CaptureEntry) });
export type CreateCaptures = z.infer<typeof CreateCaptures>;

/** The body of `POST /v1/payments/{id}/capture`. */
export const CapturePayment = z.strictObject({ amount: CaptureEntry.def.shape.amount });
export type CapturePayment = z.infer<typeof CapturePayment>;

/** One cancellation, named as a review is. */
export const CancelEntry = z
  .strictObject({ ...transactionReferenceFields, ...externalTransactionFields, amount: z.optional(PositiveAmount) })
  .check(requireOneTransactionReference);
export type CancelEntry = z.infer<typeof CancelEntry>;

/** The body of `POST /v1/cancellations`. */
export const CreateCancellations = z.strictObject({ cancellations: batchOf(CancelEntry) });
export type CreateCancellations = z.infer<typeof CreateCancellations>;

/** The result of a review, a capture or a cancellation. */
export const PaymentActionResultBody = z.object({
  payment_id: z.nullable(z.string()),
  transaction_id: z.nullable(z.string()),
  /** `unknown`: it is not known yet whether the gateway accepted it; the payment is queried. */
  status: z.enum(['accepted', 'refused', 'in_progress', 'unknown', 'not_sent']),
  error: z.nullable(z.object({ code: z.string(), detail: z.string() })),
  payment: z.nullable(Payment),
});
export type PaymentActionResultBody = z.infer<typeof PaymentActionResultBody>;
