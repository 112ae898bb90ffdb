import * as z from 'zod/mini';
import { Country, Currency, filled, text } from '../identifiers.ts';
import {
  IssuingAmount,
  IssuingId,
  RequestId,
  decisive,
  informational,
  informationalList,
  signedFields,
} from './formats.ts';

/** `POST /api/group/create` (interface 4.9). */
export const CreateGroupRequest = z.strictObject({
  group_name: filled(100),
  currency: z.optional(Currency),
  recharge_amount: z.optional(IssuingAmount),
  country_code: z.optional(Country),
  rule_id: z.optional(text(64)),
  bin_channel_code: z.optional(text(64)),
  bin_list: z.optional(z.array(filled(32)).check(z.maxLength(100))),
  request_id: RequestId,
  ...signedFields,
});
export type CreateGroupRequest = z.infer<typeof CreateGroupRequest>;

/** A group as it was created (interface 2.5). */
export const Group = z.looseObject({
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
export type Group = z.infer<typeof Group>;

/** `POST /api/group/recharge` (interface 4.9). */
export const RechargeGroupRequest = z.strictObject({
  group_id: IssuingId,
  recharge_amount: IssuingAmount.check(z.gt(0)),
  request_id: RequestId,
  ...signedFields,
});
export type RechargeGroupRequest = z.infer<typeof RechargeGroupRequest>;

export const GroupRecharge = z.looseObject({
  status: decisive.text,
  order_id: decisive.text,
  recharge_time: informational.text,
  recharge_amount: decisive.number,
  fee: informational.number,
});
export type GroupRecharge = z.infer<typeof GroupRecharge>;

/** `POST /api/group/status` (interface 4.9): 1 Active, 0 Inactive (interface-gaps, "Statuses"). */
export const UpdateGroupStatusRequest = z.strictObject({
  group_id: IssuingId,
  status: filled(20),
  request_id: RequestId,
  ...signedFields,
});
export type UpdateGroupStatusRequest = z.infer<typeof UpdateGroupStatusRequest>;

export const GroupStatus = z.looseObject({ status: decisive.text, group_status: informational.text });
export type GroupStatus = z.infer<typeof GroupStatus>;
