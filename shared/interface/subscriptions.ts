import * as z from 'zod/mini';
import { acquiringAuthenticationFields, responseText, requestText } from './batch.ts';
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
  merchant_id: requestText,
  account_id: requestText,
  recurring_id: requestText,
  contract_name: responseText,
  cancel_status: requestText,
  error_message: responseText,
  encryption_data: requestText,
});
export type CancelSubscriptionResponseBody = z.infer<typeof CancelSubscriptionResponseBody>;
