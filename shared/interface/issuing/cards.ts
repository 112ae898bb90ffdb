import * as z from 'zod/mini';
import { text } from '../identifiers.ts';
import { IssuingAmount, IssuingDate, IssuingId, OrderId, RequestId, answered, signedFields } from './formats.ts';

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

/** A card as it was created (interface 2.5). card_number and cvv come this once. */
export const CreatedCard = z.looseObject({
  status: answered.text,
  order_id: answered.text,
  card_id: answered.text,
  group_id: answered.text,
  cardholder_id: answered.text,
  card_number: answered.text,
  cvv: answered.text,
  expire_year: answered.text,
  expire_month: answered.text,
  card_limit: answered.number,
  currency: answered.text,
  card_alias: answered.text,
  card_type: answered.text,
  multi_use: answered.boolean,
  card_status: answered.text,
  created_time: answered.text,
  valid_start_date: answered.text,
  valid_end_date: answered.text,
  recharge_amount: answered.number,
  fee: answered.number,
});
export type CreatedCard = z.infer<typeof CreatedCard>;

export const CreateCardResult = z.looseObject({ create_result_list: z.array(CreatedCard) });
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
  fee: answered.number,
  created_time: answered.text,
});
export type CardOperation = z.infer<typeof CardOperation>;
