import * as z from 'zod/mini';
import { identityFields, saidBeside, saidOrNot } from './batch.ts';
import { filled, text } from './identifiers.ts';

/** The state of a cancelled subscription, as the interface spells it (interface 3). */
export const INACTIVED = 'Inactived';

/** A recurring contract's number. */
export const RecurringId = filled(100).check(z.regex(/^[\x21-\x7e]*$/, 'letters, digits and signs without spaces'));

/** `POST /v1/cancelsubscription` (interface 4.7). */
export const CancelSubscriptionRequest = z.strictObject({
  merchant_id: identityFields.merchant_id,
  account_id: identityFields.account_id,
  recurring_id: RecurringId,
  contract_name: text(),
  encryption_data: identityFields.encryption_data,
});
export type CancelSubscriptionRequest = z.infer<typeof CancelSubscriptionRequest>;

/** The answer (interface 4.7): cancel_status and error_message stand in the place of return_status and return_message. */
export const CancelSubscriptionResponseBody = z.object({
  merchant_id: saidOrNot,
  account_id: saidOrNot,
  recurring_id: saidOrNot,
  contract_name: saidBeside,
  cancel_status: saidOrNot,
  error_message: saidBeside,
  encryption_data: saidOrNot,
});
export type CancelSubscriptionResponseBody = z.infer<typeof CancelSubscriptionResponseBody>;
