import * as z from '../../zod.ts';
import { RequestId, Country, Currency, requiredText, textOrEmpty } from '../formats.ts';
import {
  IssuingAmount,
  IssuingId,
  decisiveIssuingValues,
  informationalIssuingValue,
  informationalIssuingList,
  issuingAuthenticationFields,
} from './formats.ts';

/** `POST /api/group/create` (interface 4.9). */
export const CreateCardGroupRequest = z.strictObject({
  group_name: requiredText(100),
  currency: z.optional(Currency),
  recharge_amount: z.optional(IssuingAmount),
  country_code: z.optional(Country),
  rule_id: z.optional(textOrEmpty(64)),
  bin_channel_code: z.optional(textOrEmpty(64)),
  bin_list: z.optional(z.array(requiredText(32)).check(z.maxLength(100))),
  request_id: RequestId,
  ...issuingAuthenticationFields,
});
export type CreateCardGroupRequest = z.infer<typeof CreateCardGroupRequest>;

/** A group as it was created (interface 2.5). */
export const CardGroup = z.looseObject({
  status: decisiveIssuingValues.text,
  order_id: decisiveIssuingValues.text,
  group_id: decisiveIssuingValues.text,
  group_status: informationalIssuingValue.text,
  group_name: informationalIssuingValue.text,
  recharge_amount: decisiveIssuingValues.number,
  created_time: informationalIssuingValue.text,
  bin_list: informationalIssuingList(
    z.looseObject({ bin: informationalIssuingValue.text, bin_id: informationalIssuingValue.text }),
  ),
  fee: informationalIssuingValue.number,
});
export type CardGroup = z.infer<typeof CardGroup>;

/** `POST /api/group/recharge` (interface 4.9). */
export const RechargeCardGroupRequest = z.strictObject({
  group_id: IssuingId,
  recharge_amount: IssuingAmount.check(z.gt(0)),
  request_id: RequestId,
  ...issuingAuthenticationFields,
});
export type RechargeCardGroupRequest = z.infer<typeof RechargeCardGroupRequest>;

export const CardGroupRecharge = z.looseObject({
  status: decisiveIssuingValues.text,
  order_id: decisiveIssuingValues.text,
  recharge_time: informationalIssuingValue.text,
  recharge_amount: decisiveIssuingValues.number,
  fee: informationalIssuingValue.number,
});
export type CardGroupRecharge = z.infer<typeof CardGroupRecharge>;

/** `POST /api/group/status` (interface 4.9): 1 Active, 0 Inactive (gateway-profile.md). */
export const UpdateCardGroupStatusRequest = z.strictObject({
  group_id: IssuingId,
  status: requiredText(20),
  request_id: RequestId,
  ...issuingAuthenticationFields,
});
export type UpdateCardGroupStatusRequest = z.infer<typeof UpdateCardGroupStatusRequest>;

export const UpdateCardGroupStatusResponseBody = z.looseObject({
  status: decisiveIssuingValues.text,
  group_status: informationalIssuingValue.text,
});
export type UpdateCardGroupStatusResponseBody = z.infer<typeof UpdateCardGroupStatusResponseBody>;
