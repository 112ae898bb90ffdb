import * as z from '../zod.ts';
import { acquiringAuthenticationFields, informationalResponseText, decisiveResponseText } from './batch.ts';
import { requiredText, textOrEmpty } from './formats.ts';

/** The state of a cancelled subscription, as the interface spells it (interface 3). */
export const SUBSCRIPTION_STATUS_INACTIVE = 'Inactived';

/** The ID of a subscription. */
export const RecurringId = requiredText(100).check(
  z.regex(/^[\x21-\x7e]*$/, 'letters, digits and signs without spaces'),
);

/** `POST /v1/cancelsubscription` (interface 4.7). */
export const CancelSubscriptionRequest = z.strictObject({
  merchant_id: acquiringAuthenticationFields.merchant_id,
  account_id: acquiringAuthenticationFields.account_id,
  recurring_id: RecurringId,
  contract_name: textOrEmpty(),
  encryption_data: acquiringAuthenticationFields.encryption_data,
});
export type CancelSubscriptionRequest = z.infer<typeof CancelSubscriptionRequest>;

/** The response (interface 4.7): cancel_status and error_message replace return_status and return_message. */
export const CancelSubscriptionResponseBody = z.object({
  merchant_id: decisiveResponseText,
  account_id: decisiveResponseText,
  recurring_id: decisiveResponseText,
  contract_name: informationalResponseText,
  cancel_status: decisiveResponseText,
  error_message: informationalResponseText,
  encryption_data: decisiveResponseText,
});
export type CancelSubscriptionResponseBody = z.infer<typeof CancelSubscriptionResponseBody>;
