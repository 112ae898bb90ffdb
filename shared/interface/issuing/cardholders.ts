import * as z from '../../zod.ts';
import { IssuingId, decisiveIssuingValues, informationalIssuingValue, issuingAuthenticationFields } from './formats.ts';
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
  remark: informationalIssuingValue.text,
  cardholder_id: decisiveIssuingValues.text,
  first_name: informationalIssuingValue.text,
  last_name: informationalIssuingValue.text,
  email: informationalIssuingValue.text,
  mobile_prefix: informationalIssuingValue.text,
  mobile: informationalIssuingValue.text,
  /** YYYY-MM-DD */
  birth_date: informationalIssuingValue.text,
  billing_country_code: informationalIssuingValue.text,
  billing_state: informationalIssuingValue.text,
  billing_city: informationalIssuingValue.text,
  billing_address: informationalIssuingValue.text,
  billing_postal: informationalIssuingValue.text,
  cardholder_status: informationalIssuingValue.text,
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
  status: decisiveIssuingValues.text,
  deleted_time: informationalIssuingValue.text,
});
export type DeletedCardholder = z.infer<typeof DeletedCardholder>;
