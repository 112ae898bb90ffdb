import { omitUndefined } from '../../shared/without-undefined.ts';
import type { GatewayProfile, AcquiringOperationName } from './profile/index.ts';

/** A payment's nested records keep the interface's names; batch items have their own names. */
const OPERATIONS_WITHOUT_ITEMS: readonly AcquiringOperationName[] = ['authorise', 'checkout'];

type Fields = Readonly<Record<string, unknown>>;

/** A request under the gateway's own names. */
export function toWireNames(profile: GatewayProfile, operation: AcquiringOperationName, request: Fields): Fields {
  const names = profile.field_names[operation];
  if (names === undefined) return request;
  // By the profile another field may have the name of an absent one.
  return rename(omitUndefined(request), names, !OPERATIONS_WITHOUT_ITEMS.includes(operation)) as Fields;
}

/** A response under the interface's names, or under the defaults where the interface shows none. */
export function fromWireNames(profile: GatewayProfile, operation: AcquiringOperationName, answer: unknown): unknown {
  const names = profile.field_names[operation];
  if (names === undefined) return answer;
  const turned = Object.fromEntries(Object.entries(names).map(([ours, wire]) => [wire, ours]));
  return rename(answer, turned, true);
}

function rename(value: unknown, names: Readonly<Record<string, string>>, items: boolean): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      Object.hasOwn(names, name) ? (names[name] ?? name) : name,
      items && Array.isArray(part) ? part.map((item) => rename(item, names, false)) : part,
    ]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The values of a payment that the profile spells otherwise. */
export function toWirePaymentValues(profile: GatewayProfile, fields: Fields): Fields {
  const { open3d, token_flag: flag, expiration_month: month, expiration_year: year, checkout_time: time } = fields;
  const { card_expiry: expiry } = profile;
  const spelled: Record<string, unknown> = {};
  if (typeof open3d === 'string' && Object.hasOwn(profile.open3d, open3d))
    spelled['open3d'] = profile.open3d[open3d as keyof GatewayProfile['open3d']];
  if (typeof flag === 'string' && Object.hasOwn(profile.token_flag, flag))
    spelled['token_flag'] = profile.token_flag[flag as keyof GatewayProfile['token_flag']];
  if (typeof month === 'string' && expiry.month === 'M') spelled['expiration_month'] = month.replace(/^0/, '');
  if (typeof year === 'string' && expiry.year === 'YY') spelled['expiration_year'] = year.slice(-2);
  if (typeof time === 'number' && profile.checkout_time === 'milliseconds') spelled['checkout_time'] = time * 1_000;
  return spelled;
}

/** Our field name for each name in a payment response or a notification. */
export function createWireNameDecoder(names: Readonly<Record<string, string>> = {}): (wire: string) => string {
  const ours = new Map(Object.entries(names).map(([name, wire]) => [wire, name]));
  return (wire) => ours.get(wire) ?? wire;
}
