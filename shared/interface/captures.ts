import * as z from '../zod.ts';
import {
  batchItemsSchemaOf,
  batchResponseFields,
  acquiringAuthenticationFields,
  informationalResponseText,
  decisiveResponseText,
} from './batch.ts';
import { Amount, Currency, FIELD_LIMITS, OrderNoOfAnySystem, TransactionIdOfAnySystem } from './formats.ts';

/** A transaction to capture or to cancel (interface 4.10; the shape is the profile's: gateway-profile.md). */
export const CaptureOrCancelItem = z.strictObject({
  transaction_id: TransactionIdOfAnySystem,
  order_no: OrderNoOfAnySystem,
  currency: Currency,
  amount: Amount,
});
export type CaptureOrCancelItem = z.infer<typeof CaptureOrCancelItem>;

/** `POST /v1/capture`. */
export const CaptureRequest = z.strictObject({
  ...acquiringAuthenticationFields,
  capture_orders: z.array(CaptureOrCancelItem).check(z.minLength(1), z.maxLength(FIELD_LIMITS.batch)),
});
export type CaptureRequest = z.infer<typeof CaptureRequest>;

/** `POST /v1/cancel`. */
export const CancelRequest = z.strictObject({
  ...acquiringAuthenticationFields,
  cancel_orders: z.array(CaptureOrCancelItem).check(z.minLength(1), z.maxLength(FIELD_LIMITS.batch)),
});
export type CancelRequest = z.infer<typeof CancelRequest>;

const result = {
  transaction_id: decisiveResponseText,
  order_no: decisiveResponseText,
  currency: decisiveResponseText,
  amount: decisiveResponseText,
  error_message: informationalResponseText,
};

/** The result of one capture. */
export const CaptureResultItem = z.object({ ...result, capture_status: decisiveResponseText });

export const CaptureResponseBody = z.object({
  ...batchResponseFields,
  capture_orders: batchItemsSchemaOf(CaptureResultItem),
});
export type CaptureResponseBody = z.infer<typeof CaptureResponseBody>;

/** The result of one cancellation. */
export const CancelResultItem = z.object({ ...result, cancel_status: decisiveResponseText });

export const CancelResponseBody = z.object({
  ...batchResponseFields,
  cancel_orders: batchItemsSchemaOf(CancelResultItem),
});
export type CancelResponseBody = z.infer<typeof CancelResponseBody>;
