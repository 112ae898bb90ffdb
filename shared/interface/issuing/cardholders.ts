import * as z from 'zod/mini';
import { IssuingId, strictField, lenientField, issuingAuthenticationFields } from './formats.ts';
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
  remark: lenientField.text,
  cardholder_id: strictField.text,
  first_name: lenientField.text,
  last_name: lenientField.text,
  email: lenientField.text,
  mobile_prefix: lenientField.text,
  mobile: lenientField.text,
  /** YYYY-MM-DD */
  birth_date: lenientField.text,
  billing_country_code: lenientField.text,
  billing_state: lenientField.text,
  billing_city: lenientField.text,
  billing_address: lenientField.text,
  billing_postal: lenientField.text,
  cardholder_status: lenientField.text,
});
export type Cardholder = z.infer<typeof Cardholder>;

/** `POST /api/cardholder/delete` (interface 4.9). */
export const DeleteCardholderRequest = z.strictObject({
  cardholder_id: IssuingId,
  request_id: RequestId,
  ...issuingAuthenticationFields,
});
export type DeleteCardholderRequest = z.infer<typeof DeleteCardholderRequest>;

export const DeletedCardholder = z.looseObject({ status: strictField.text, deleted_time: lenientField.text });
export type DeletedCardholder = z.infer<typeof DeletedCardholder>;
