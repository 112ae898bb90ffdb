import * as z from 'zod/mini';
import { IssuingId, RequestId, answered, signedFields } from './formats.ts';
import { text } from '../identifiers.ts';

/** `POST /api/cardholder/query` (interface 4.9): by id, or by email with the id empty. */
export const QueryCardholderRequest = z
  .strictObject({
    cardholder_id: z.optional(z.union([IssuingId, z.literal('')])),
    email: z.optional(text(100)),
    ...signedFields,
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
  remark: answered.text,
  cardholder_id: answered.text,
  first_name: answered.text,
  last_name: answered.text,
  email: answered.text,
  mobile_prefix: answered.text,
  mobile: answered.text,
  /** YYYY-MM-DD */
  birth_date: answered.text,
  billing_country_code: answered.text,
  billing_state: answered.text,
  billing_city: answered.text,
  billing_address: answered.text,
  billing_postal: answered.text,
  cardholder_status: answered.text,
});
export type Cardholder = z.infer<typeof Cardholder>;

/** `POST /api/cardholder/delete` (interface 4.9). */
export const DeleteCardholderRequest = z.strictObject({
  cardholder_id: IssuingId,
  request_id: RequestId,
  ...signedFields,
});
export type DeleteCardholderRequest = z.infer<typeof DeleteCardholderRequest>;

export const DeletedCardholder = z.looseObject({ status: answered.text, deleted_time: answered.text });
export type DeletedCardholder = z.infer<typeof DeletedCardholder>;
