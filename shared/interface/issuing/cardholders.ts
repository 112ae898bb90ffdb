import * as z from 'zod/mini';
import { IssuingId, RequestId, answered, beside, signedFields } from './formats.ts';
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
  remark: beside.text,
  cardholder_id: answered.text,
  first_name: beside.text,
  last_name: beside.text,
  email: beside.text,
  mobile_prefix: beside.text,
  mobile: beside.text,
  /** YYYY-MM-DD */
  birth_date: beside.text,
  billing_country_code: beside.text,
  billing_state: beside.text,
  billing_city: beside.text,
  billing_address: beside.text,
  billing_postal: beside.text,
  cardholder_status: beside.text,
});
export type Cardholder = z.infer<typeof Cardholder>;

/** `POST /api/cardholder/delete` (interface 4.9). */
export const DeleteCardholderRequest = z.strictObject({
  cardholder_id: IssuingId,
  request_id: RequestId,
  ...signedFields,
});
export type DeleteCardholderRequest = z.infer<typeof DeleteCardholderRequest>;

export const DeletedCardholder = z.looseObject({ status: answered.text, deleted_time: beside.text });
export type DeletedCardholder = z.infer<typeof DeletedCardholder>;
