import * as z from 'zod/mini';
import { text } from '../identifiers.ts';
import {
  IssuingAmount,
  IssuingDate,
  IssuingId,
  OrderId,
  RequestId,
  answered,
  beside,
  signedFields,
} from './formats.ts';

/** `POST /api/card/create` (interface 4.9). */
export const CreateCardRequest = z.strictObject({
  card_bin_id: z.int().check(z.gte(0)),
  cardholder_id: z.optional(IssuingId),
  recharge_amount: z.optional(IssuingAmount),
  card_alias: z.optional(text(100)),
  start_date: z.optional(IssuingDate),
  end_date: z.optional(IssuingDate),
  enable_multi_use: z.optional(z.boolean()),
  card_type: z.optional(text(50)),
  group_id: z.optional(IssuingId),
  request_id: RequestId,
  ...signedFields,
});
export type CreateCardRequest = z.infer<typeof CreateCardRequest>;

/**
 * A card as it was created (interface 2.5). card_number and cvv come this once, so no odd value beside them makes the card
 * unreadable; a status that is odd counts as missing.
 */
export const CreatedCard = z.looseObject({
  status: beside.text,
  order_id: beside.text,
  card_id: beside.text,
  group_id: beside.text,
  cardholder_id: beside.text,
  card_number: beside.text,
  cvv: beside.text,
  expire_year: beside.text,
  expire_month: beside.text,
  card_limit: beside.number,
  currency: beside.text,
  card_alias: beside.text,
  card_type: beside.text,
  multi_use: beside.boolean,
  card_status: beside.text,
  created_time: beside.text,
  valid_start_date: beside.text,
  valid_end_date: beside.text,
  recharge_amount: beside.number,
  fee: beside.number,
});
export type CreatedCard = z.infer<typeof CreatedCard>;

/** A list, or one card without a list around it; what is no card in it says nothing. */
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
export const QueryOperationRequest = z.strictObject({
  /** Empty where only the request is known: a create whose answer was lost. */
  order_id: z.optional(z.union([OrderId, z.literal('')])),
  request_id: z.optional(RequestId),
  ...signedFields,
});
export type QueryOperationRequest = z.infer<typeof QueryOperationRequest>;

/** An operation on a card: creation, withdrawal, recharge, cancellation (interface 2.5). */
export const CardOperation = z.looseObject({
  status: answered.text,
  currency: answered.text,
  amount: answered.number,
  type: answered.text,
  order_id: answered.text,
  card_id: answered.text,
  fee: beside.number,
  created_time: beside.text,
});
export type CardOperation = z.infer<typeof CardOperation>;
