import * as z from 'zod/mini';
import { identityFields, informationalText, decisiveText } from './batch.ts';
import { requiredText, textUpTo } from './identifiers.ts';

/** The state of a cancelled subscription, as the interface spells it (interface 3). */
export const STATUS_INACTIVED = 'Inactived';

/** The ID of a subscription. */
export const RecurringId = requiredText(100).check(
  z.regex(/^[\x21-\x7e]*$/, 'letters, digits and signs without spaces'),
);

/** `POST /v1/cancelsubscription` (interface 4.7). */
export const CancelSubscriptionRequest = z.strictObject({
  merchant_id: identityFields.merchant_id,
  account_id: identityFields.account_id,
  recurring_id: RecurringId,
  contract_name: textUpTo(),
  encryption_data: identityFields.encryption_data,
});
export type CancelSubscriptionRequest = z.infer<typeof CancelSubscriptionRequest>;

/** The response (interface 4.7): cancel_status and error_message replace return_status and return_message. */
export const CancelSubscriptionResponseBody = z.object({
  merchant_id: decisiveText,
  account_id: decisiveText,
  recurring_id: decisiveText,
  contract_name: informationalText,
  cancel_status: decisiveText,
  error_message: informationalText,
  encryption_data: decisiveText,
});
export type CancelSubscriptionResponseBody = z.infer<typeof CancelSubscriptionResponseBody>;
