import * as z from 'zod/mini';
import { RequestId, Country, Currency, requiredText, textUpTo } from '../identifiers.ts';
import { IssuingAmount, IssuingId, decisive, informational, informationalList, signedFields } from './formats.ts';

/** `POST /api/group/create` (interface 4.9). */
export const CreateCardGroupRequest = z.strictObject({
  group_name: requiredText(100),
  currency: z.optional(Currency),
  recharge_amount: z.optional(IssuingAmount),
  country_code: z.optional(Country),
  rule_id: z.optional(textUpTo(64)),
  bin_channel_code: z.optional(textUpTo(64)),
  bin_list: z.optional(z.array(requiredText(32)).check(z.maxLength(100))),
  request_id: RequestId,
  ...signedFields,
});
export type CreateCardGroupRequest = z.infer<typeof CreateCardGroupRequest>;

/** A group as it was created (interface 2.5). */
export const CardGroup = z.looseObject({
  status: decisive.text,
  order_id: decisive.text,
  group_id: decisive.text,
  group_status: informational.text,
  group_name: informational.text,
  recharge_amount: decisive.number,
  created_time: informational.text,
  bin_list: informationalList(z.looseObject({ bin: informational.text, bin_id: informational.text })),
  fee: informational.number,
});
export type CardGroup = z.infer<typeof CardGroup>;

/** `POST /api/group/recharge` (interface 4.9). */
export const RechargeCardGroupRequest = z.strictObject({
  group_id: IssuingId,
  recharge_amount: IssuingAmount.check(z.gt(0)),
  request_id: RequestId,
  ...signedFields,
});
export type RechargeCardGroupRequest = z.infer<typeof RechargeCardGroupRequest>;

export const CardGroupRecharge = z.looseObject({
  status: decisive.text,
  order_id: decisive.text,
  recharge_time: informational.text,
  recharge_amount: decisive.number,
  fee: informational.number,
});
export type CardGroupRecharge = z.infer<typeof CardGroupRecharge>;

/** `POST /api/group/status` (interface 4.9): 1 Active, 0 Inactive (interface-gaps, "Statuses"). */
export const UpdateCardGroupStatusRequest = z.strictObject({
  group_id: IssuingId,
  status: requiredText(20),
  request_id: RequestId,
  ...signedFields,
});
export type UpdateCardGroupStatusRequest = z.infer<typeof UpdateCardGroupStatusRequest>;

export const CardGroupStatus = z.looseObject({ status: decisive.text, group_status: informational.text });
export type CardGroupStatus = z.infer<typeof CardGroupStatus>;
