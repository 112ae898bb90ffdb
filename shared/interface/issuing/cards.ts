import * as z from 'zod/mini';
import { RequestId, textUpTo } from '../identifiers.ts';
import { IssuingAmount, IssuingDate, IssuingId, OrderId, decisive, informational, signedFields } from './formats.ts';

/** `POST /api/card/create` (interface 4.9). */
export const CreateCardRequest = z.strictObject({
  card_bin_id: z.int().check(z.gte(0)),
  cardholder_id: z.optional(IssuingId),
  recharge_amount: z.optional(IssuingAmount),
  card_alias: z.optional(textUpTo(100)),
  start_date: z.optional(IssuingDate),
  end_date: z.optional(IssuingDate),
  enable_multi_use: z.optional(z.boolean()),
  card_type: z.optional(textUpTo(50)),
  group_id: z.optional(IssuingId),
  request_id: RequestId,
  ...signedFields,
});
export type CreateCardRequest = z.infer<typeof CreateCardRequest>;

/**
 * A created card (interface 2.5). card_number and cvv come only once, so an invalid informational value does not make
 * the card unreadable. An invalid status counts as missing.
 */
export const CreatedCard = z.looseObject({
  status: informational.text,
  order_id: informational.text,
  card_id: informational.text,
  group_id: informational.text,
  cardholder_id: informational.text,
  card_number: informational.text,
  cvv: informational.text,
  expire_year: informational.text,
  expire_month: informational.text,
  card_limit: informational.number,
  currency: informational.text,
  card_alias: informational.text,
  card_type: informational.text,
  multi_use: informational.boolean,
  card_status: informational.text,
  created_time: informational.text,
  valid_start_date: informational.text,
  valid_end_date: informational.text,
  recharge_amount: informational.number,
  fee: informational.number,
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
export const QueryOperationRequest = z.strictObject({
  /** Empty if only the request is known: a create whose response was lost. */
  order_id: z.optional(z.union([OrderId, z.literal('')])),
  request_id: z.optional(RequestId),
  ...signedFields,
});
export type QueryOperationRequest = z.infer<typeof QueryOperationRequest>;

/** An operation on a card: creation, withdrawal, recharge, cancellation (interface 2.5). */
export const CardOperation = z.looseObject({
  status: decisive.text,
  currency: decisive.text,
  amount: decisive.number,
  type: decisive.text,
  order_id: decisive.text,
  card_id: decisive.text,
  fee: informational.number,
  created_time: informational.text,
});
export type CardOperation = z.infer<typeof CardOperation>;
