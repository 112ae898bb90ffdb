import * as z from 'zod/mini';
import { IssuingId, issuingRequestText, issuingResponseText, issuingAuthenticationFields } from './formats.ts';
import { RequestId, textOrEmpty } from '../formats.ts';

/** `POST /api/cardholder/query` (interface 4.9): by id, or by email with the id empty. */
export const QueryCardholderRequest = z
  .strictObject({
    cardholder_id: z.optional(z.union([IssuingId, z.literal('')])),
    email: z.optional(textOrEmpty(100)),
    ...issuingAuthenticationFields,
  })
  .check(
    z.refine((request) => Boolean(request.cardholder_id) || Boolean(request.email), {
      error: 'cardholder_id or email must be given',
      path: ['cardholder_id'],
    }),
  );
export type QueryCardholderRequest = z.infer<typeof QueryCardholderRequest>;

/** A cardholder; every field is text (interface 2.5). */
export const Cardholder = z.looseObject({
  remark: issuingResponseText.text,
  cardholder_id: issuingRequestText.text,
  first_name: issuingResponseText.text,
  last_name: issuingResponseText.text,
  email: issuingResponseText.text,
  mobile_prefix: issuingResponseText.text,
  mobile: issuingResponseText.text,
  /** YYYY-MM-DD */
  birth_date: issuingResponseText.text,
  billing_country_code: issuingResponseText.text,
  billing_state: issuingResponseText.text,
  billing_city: issuingResponseText.text,
  billing_address: issuingResponseText.text,
  billing_postal: issuingResponseText.text,
  cardholder_status: issuingResponseText.text,
});
export type Cardholder = z.infer<typeof Cardholder>;

/** `POST /api/cardholder/delete` (interface 4.9). */
export const DeleteCardholderRequest = z.strictObject({
  cardholder_id: IssuingId,
  request_id: RequestId,
  ...issuingAuthenticationFields,
});
export type DeleteCardholderRequest = z.infer<typeof DeleteCardholderRequest>;

export const DeletedCardholder = z.looseObject({
  status: issuingRequestText.text,
  deleted_time: issuingResponseText.text,
});
export type DeletedCardholder = z.infer<typeof DeletedCardholder>;
