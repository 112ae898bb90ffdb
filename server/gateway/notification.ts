import { RESULT_TEXT_FIELDS } from '../../shared/interface/payment-result.ts';
import { decodeResultInfo } from '../../shared/interface/result-info.ts';
import type { GatewayContext } from './context.ts';
import { decodeText, UnreadableAnswer } from './decode-body.ts';
import { verifyDigest } from './digest.ts';
import type { GatewayProfile } from './profile.ts';
import { readPaymentResult } from './xml.ts';

/** The fields of a notification, as text. */
export type NotificationFields = Record<string, string>;

const FIELDS_MAX = 200;
const VALUE_MAX_LENGTH = 4000;

/**
 * Reads what came to a notify_url: form-encoded pairs as the interface's family sends them, JSON or XML as well
 * (interface 6; interface-gaps, "Notifications"). A pair that stands twice makes the whole unreadable.
 * @throws UnreadableAnswer
 */
export function readNotification(body: Buffer, contentType: string | undefined): NotificationFields {
  const text = decodeText(body, contentType).trim();
  if (text.startsWith('<')) return textFields(readPaymentResult(text));
  if (text.startsWith('{')) return textFields(parseObject(text));
  return readPairs(text);
}

/** Whether a notification's digest was made with one of our sign keys over the result recipe. */
export function verifyNotification(context: GatewayContext, fields: NotificationFields): boolean {
  const given = fields['encryption_data'];
  if (given === undefined || given === '' || context.profile.verification === 'off') return false;
  return verifyDigest(given, context.profile.recipes.result, pickResult(fields), context.signKeys);
}

/**
 * What a report's order_status says came of a payment. Undefined where its result code says otherwise, and for a
 * status that the profile does not know: such a report moves nothing.
 */
export function meaningOfReport(
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
export function pickResult(fields: NotificationFields): NotificationFields {
  return Object.fromEntries(
    RESULT_TEXT_FIELDS.flatMap((name) => {
      const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function readPairs(text: string): NotificationFields {
  const fields: NotificationFields = {};
  let count = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    count += 1;
    if (Object.hasOwn(fields, name)) throw new UnreadableAnswer('a pair stands twice');
    if (count > FIELDS_MAX) throw new UnreadableAnswer('too many pairs');
    setField(fields, name, value);
  }
  if (count === 0) throw new UnreadableAnswer('no pairs');
  return fields;
}

function parseObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UnreadableAnswer('not JSON', { cause });
  }
}

function textFields(value: unknown): NotificationFields {
  if (typeof value !== 'object' || value === null) throw new UnreadableAnswer('no object');
  const fields: NotificationFields = {};
  for (const [name, part] of Object.entries(value).slice(0, FIELDS_MAX)) {
    if (typeof part === 'string' || typeof part === 'number') setField(fields, name, String(part));
  }
  return fields;
}

function setField(fields: NotificationFields, name: string, value: string): void {
  if (!/^\w{1,64}$/.test(name) || value.length > VALUE_MAX_LENGTH || /[\u0000-\u0008\u000e-\u001f\ufffd]/.test(value)) {
    throw new UnreadableAnswer('a damaged pair');
  }
  // defineProperty, so that a field called __proto__ is data like any other.
  Object.defineProperty(fields, name, { value, enumerable: true, writable: true, configurable: true });
}
