import * as z from 'zod/mini';
import { IssuingId, decisive, informational, signedFields } from './formats.ts';
import { RequestId, textUpTo } from '../identifiers.ts';

/** `POST /api/cardholder/query` (interface 4.9): by id, or by email with the id empty. */
export const QueryCardholderRequest = z
  .strictObject({
    cardholder_id: z.optional(z.union([IssuingId, z.literal('')])),
    email: z.optional(textUpTo(100)),
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
  remark: informational.text,
  cardholder_id: decisive.text,
  first_name: informational.text,
  last_name: informational.text,
  email: informational.text,
  mobile_prefix: informational.text,
  mobile: informational.text,
  /** YYYY-MM-DD */
  birth_date: informational.text,
  billing_country_code: informational.text,
  billing_state: informational.text,
  billing_city: informational.text,
  billing_address: informational.text,
  billing_postal: informational.text,
  cardholder_status: informational.text,
});
export type Cardholder = z.infer<typeof Cardholder>;

/** `POST /api/cardholder/delete` (interface 4.9). */
export const DeleteCardholderRequest = z.strictObject({
  cardholder_id: IssuingId,
  request_id: RequestId,
  ...signedFields,
});
export type DeleteCardholderRequest = z.infer<typeof DeleteCardholderRequest>;

export const DeletedCardholder = z.looseObject({ status: decisive.text, deleted_time: informational.text });
export type DeletedCardholder = z.infer<typeof DeletedCardholder>;
