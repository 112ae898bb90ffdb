import { RESULT_TEXT_FIELDS } from '../../shared/interface/payment-result.ts';
import { decodeResultInfo } from '../../shared/interface/result-info.ts';
import type { GatewayContext } from './context.ts';
import { verifyDigest } from './digest.ts';
import { recipeOf, type GatewayProfile } from './profile.ts';

/** The fields of a notification, as text. */
export type NotificationFields = Record<string, string>;

/** Whether a notification's digest was made with one of our sign keys over the result recipe. */
export function verifyNotification(context: GatewayContext, fields: NotificationFields): boolean {
  const given = fields['encryption_data'];
  if (given === undefined || given === '' || context.profile.verification === 'off') return false;
  return verifyDigest(given, recipeOf(context.profile, 'result'), pickResultFields(fields), context.signKeys);
}

/**
 * What a report's order_status says came of a payment. Undefined where its result code says otherwise, and for a
 * status that the profile does not know: such a report moves nothing.
 */
export function statusOfNotification(
  profile: GatewayProfile,
  fields: NotificationFields,
): GatewayProfile['order_status'][string] | undefined {
  const said = fields['order_status'] ?? '';
  const meaning = Object.hasOwn(profile.order_status, said) ? profile.order_status[said] : undefined;
  const code = decodeResultInfo(fields['result_info'] ?? '')?.code;
  const isSuccess = code !== undefined && profile.success_codes.includes(code);
  if (meaning === 'paid') return isSuccess ? 'paid' : undefined;
  if (meaning === 'declined') return isSuccess ? undefined : 'declined';
  return meaning;
}

/** Those fields of a notification that a payment result has. */
export function pickResultFields(fields: NotificationFields): NotificationFields {
  return Object.fromEntries(
    RESULT_TEXT_FIELDS.flatMap((name) => {
      const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
