import * as z from '../zod.ts';
import type { FieldError } from '../errors.ts';
import { batchResponseFields, isUndamagedText } from './batch.ts';
import {
  Country,
  Currency,
  email,
  MAX_PROFILE_FIELD_LENGTHS,
  PositiveAmount,
  RequestId,
  HttpUrl,
  requiredText,
  textOrEmpty,
  refuseUnsupportedDecimals,
} from './formats.ts';

/**
 * Operations that the interface names without a payload (interface 4.10). Their fields are sent as given; those in
 * gateway-profile.md are checked.
 */

/** Any JSON value. */
const anything = z.unknown();

/** Fields of an unknown shape: names as the wire accepts them, values as received. */
export const UndocumentedFields = z.record(
  z.string().check(z.regex(/^[A-Za-z_]\w{0,63}$/, 'the name of a field')),
  anything,
);
export type UndocumentedFields = z.infer<typeof UndocumentedFields>;

/** A value that identifies a response's payout, or its result. */
const decisive = z.optional(
  z.unknown().check(z.refine((value) => typeof value !== 'string' || isUndamagedText(value))),
);

/** A response of an unknown shape: the head is parsed, the other fields are kept as received. */
export const UndocumentedResponseBody = z.looseObject({
  ...batchResponseFields,
  request_id: decisive,
  payment_currency: decisive,
  payment_amount: decisive,
  payout_status: decisive,
});
export type UndocumentedResponseBody = z.infer<typeof UndocumentedResponseBody>;

/** The fault of a request_id that must be a UUID by the gateway profile and is none (gateway-profile.md). */
export function findRequestIdErrors(requestId: string, shape: 'uuid' | 'text'): FieldError[] {
  if (shape === 'text' || /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(requestId)) return [];
  return [{ path: 'request_id', code: 'format', rule: 'a UUID' }];
}

const payoutFields = {
  /** An equal request_id is the same payout. */
  request_id: RequestId,
  payment_currency: Currency,
  payment_amount: PositiveAmount,
  reason: z.optional(textOrEmpty()),
  reference: z.optional(textOrEmpty()),
  fund_source: z.optional(textOrEmpty()),
  beneficiary: z.optional(UndocumentedFields),
  payer: z.optional(UndocumentedFields),
  /** Such as SWIFT. */
  payment_method: z.optional(textOrEmpty()),
  payment_date: z.optional(textOrEmpty()),
  notify_url: z.optional(HttpUrl),
};
const refusePayoutDecimals = refuseUnsupportedDecimals('payment_currency', ['payment_amount']);

/** Create a payout: `POST /v1/payout`. */
export const PayoutRequest = z.looseObject(payoutFields).check(refusePayoutDecimals);
export type PayoutRequest = z.infer<typeof PayoutRequest>;

/** A payout whose request_id may be left out. */
export const PayoutRequestWithOptionalId = z
  .looseObject({ ...payoutFields, request_id: z.optional(payoutFields.request_id) })
  .check(refusePayoutDecimals);

const optimiseFields = {
  request_id: RequestId,
  currency: Currency,
  amount: PositiveAmount,
  shopper_id: z.optional(requiredText(MAX_PROFILE_FIELD_LENGTHS.shopper_id)),
  shopper_email: email(MAX_PROFILE_FIELD_LENGTHS.shopper_email),
  shopper_country: z.optional(Country),
  platform: z.optional(textOrEmpty()),
};
const wholeSum = refuseUnsupportedDecimals('currency', ['amount']);

/** Optimise payment methods: `POST /v1/optimise`. */
export const OptimiseMethodsRequest = z.looseObject(optimiseFields).check(wholeSum);
export type OptimiseMethodsRequest = z.infer<typeof OptimiseMethodsRequest>;

/** The same, whose request_id may be left out. */
export const OptimiseMethodsRequestWithOptionalId = z
  .looseObject({ ...optimiseFields, request_id: z.optional(optimiseFields.request_id) })
  .check(wholeSum);
