import * as z from '../../zod.ts';
import { RequestId, textOrEmpty } from '../formats.ts';
import {
  IssuingAmount,
  IssuingDate,
  IssuingId,
  IssuingOperationId,
  decisiveIssuingValues,
  informationalIssuingValue,
  issuingAuthenticationFields,
} from './formats.ts';

/** `POST /api/card/create` (interface 4.9). */
export const CreateCardRequest = z.strictObject({
  card_bin_id: z.int().check(z.gte(0)),
  cardholder_id: z.optional(IssuingId),
  recharge_amount: z.optional(IssuingAmount),
  card_alias: z.optional(textOrEmpty(100)),
  start_date: z.optional(IssuingDate),
  end_date: z.optional(IssuingDate),
  enable_multi_use: z.optional(z.boolean()),
  card_type: z.optional(textOrEmpty(50)),
  group_id: z.optional(IssuingId),
  request_id: RequestId,
  ...issuingAuthenticationFields,
});
export type CreateCardRequest = z.infer<typeof CreateCardRequest>;

/**
 * A created card (interface 2.5). card_number and cvv come only once, so an invalid informational value does not make
 * the card unreadable. An invalid status counts as missing.
 */
export const CreatedCard = z.looseObject({
  status: informationalIssuingValue.text,
  order_id: informationalIssuingValue.text,
  card_id: informationalIssuingValue.text,
  group_id: informationalIssuingValue.text,
  cardholder_id: informationalIssuingValue.text,
  card_number: informationalIssuingValue.text,
  cvv: informationalIssuingValue.text,
  expire_year: informationalIssuingValue.text,
  expire_month: informationalIssuingValue.text,
  card_limit: informationalIssuingValue.number,
  currency: informationalIssuingValue.text,
  card_alias: informationalIssuingValue.text,
  card_type: informationalIssuingValue.text,
  multi_use: informationalIssuingValue.boolean,
  card_status: informationalIssuingValue.text,
  created_time: informationalIssuingValue.text,
  valid_start_date: informationalIssuingValue.text,
  valid_end_date: informationalIssuingValue.text,
  recharge_amount: informationalIssuingValue.number,
  fee: informationalIssuingValue.number,
});
export type CreatedCard = z.infer<typeof CreatedCard>;

/** A list of cards, or one card without a list; entries that are not cards are ignored. */
export const CreateCardResult = z.looseObject({
  create_result_list: z.pipe(
    z.union([z.array(z.unknown()), z.looseObject({})]),
    z.transform((list): CreatedCard[] =>
      [list].flat().map((entry) => {
        const read = CreatedCard.safeParse(entry);
        return read.success ? read.data : {};
      }),
    ),
  ),
});
export type CreateCardResult = z.infer<typeof CreateCardResult>;

/** `POST /api/card/query_operate_result` (interface 4.9). */
export const QueryCardOperationRequest = z.strictObject({
  /** Empty if only the request is known: a create whose response was lost. */
  order_id: z.optional(z.union([IssuingOperationId, z.literal('')])),
  request_id: z.optional(RequestId),
  ...issuingAuthenticationFields,
});
export type QueryCardOperationRequest = z.infer<typeof QueryCardOperationRequest>;

/** An operation on a card: creation, withdrawal, recharge, cancellation (interface 2.5). */
export const CardOperationRecord = z.looseObject({
  status: decisiveIssuingValues.text,
  currency: decisiveIssuingValues.text,
  amount: decisiveIssuingValues.number,
  type: decisiveIssuingValues.text,
  order_id: decisiveIssuingValues.text,
  card_id: decisiveIssuingValues.text,
  fee: informationalIssuingValue.number,
  created_time: informationalIssuingValue.text,
});
export type CardOperationRecord = z.infer<typeof CardOperationRecord>;
