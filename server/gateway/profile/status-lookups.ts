import type { DeclineCode } from '../../../shared/contract/outcome.ts';
import type { PaymentResult } from '../../../shared/interface/payment-result.ts';
import { decodeResultInfo } from '../../../shared/interface/result-info.ts';
import type { QueriedTransaction } from '../../../shared/interface/transaction-query.ts';
import type { GatewayProfile, NotificationKind } from './schema.ts';

/** The tables of a profile that give the status for a value on the wire. */
type StatusTable =
  | 'order_status'
  | 'payment_status'
  | 'query_result'
  | 'item_status'
  | 'dispute_status'
  | 'operation_type'
  | 'webhooks_type';

/** The status of a payment as responses and notifications report it in `order_status` (interface 2.3). */
type ResultStatus = GatewayProfile['order_status'][string];

/** The status of a queried transaction; `unknown` if the profile does not know the value (interface 4.10). */
export type QueriedTransactionStatus = GatewayProfile['payment_status'][string] | 'not_found' | 'unknown';

/** The profile's status for a value on the wire; undefined if the value is absent or unknown to the profile. */
export function statusOfWireValue<Table extends StatusTable>(
  profile: GatewayProfile,
  table: Table,
  value: unknown,
): GatewayProfile[Table][string] | undefined {
  const statuses = profile[table] as Readonly<Record<string, GatewayProfile[Table][string]>>;
  return typeof value === 'string' && Object.hasOwn(statuses, value) ? statuses[value] : undefined;
}

/** The event that a notification reports. Default: a payment's. Undefined if the profile does not know it. */
export function notificationKindOf(
  profile: GatewayProfile,
  { webhooks_type: type }: Readonly<Record<string, string | undefined>>,
): NotificationKind | undefined {
  return type === undefined ? 'payment' : statusOfWireValue(profile, 'webhooks_type', type);
}

/** The `result_info` code that each payment status requires: a success code, any other code, or either. */
const REQUIRED_CODE: Readonly<Record<ResultStatus, 'success' | 'no success' | 'any'>> = {
  paid: 'success',
  declined: 'no success',
  pending: 'any',
  held: 'any',
};

/**
 * The status of a payment by `order_status` and `result_info` (interface 2.3), for responses and notifications. If they
 * contradict each other about success, or the profile does not know the status, there is a `fault` and no status.
 */
export function statusOfPaymentResult(
  profile: GatewayProfile,
  result: Readonly<Pick<PaymentResult, 'order_status' | 'result_info'>>,
): { status: ResultStatus; fault?: undefined } | { status?: undefined; fault: string } {
  const status = statusOfWireValue(profile, 'order_status', result.order_status);
  if (status === undefined) return { fault: 'an order_status that the profile does not know' };
  const isSuccess = isSuccessCode(profile, decodeResultInfo(result.result_info ?? '')?.code);
  const required = REQUIRED_CODE[status];
  if (required === 'any' || isSuccess === (required === 'success')) return { status };
  return { fault: `${status} ${isSuccess ? 'with' : 'without'} success` };
}

/**
 * The status of a queried transaction (interface 4.10): `query_result` shows whether the gateway found it,
 * `payment_status` its outcome.
 */
export function statusOfQueriedTransaction(
  profile: GatewayProfile,
  transaction: QueriedTransaction,
): QueriedTransactionStatus {
  const { query_result: found = '', payment_status: value } = transaction;
  const result = statusOfWireValue(profile, 'query_result', found);
  if (result === 'not_found') return 'not_found';
  if (found !== '' && result === undefined) return 'unknown';
  return statusOfWireValue(profile, 'payment_status', value) ?? 'unknown';
}

/** Whether a `result_info` code is one of the profile's success codes. */
export function isSuccessCode(profile: GatewayProfile, code: string | undefined): boolean {
  return code !== undefined && profile.success_codes.includes(code);
}

/** Whether a `result_info` code says that the gateway refuses the merchant's credentials. */
export function isCredentialErrorCode(profile: GatewayProfile, code: string | undefined): code is string {
  return code !== undefined && profile.configuration_codes.includes(code);
}

/** The checkout API's decline code for a `result_info` code; `declined` where the profile has none. */
export function declineCodeOf(profile: GatewayProfile, code: string | undefined): DeclineCode {
  const known = code !== undefined && Object.hasOwn(profile.decline_codes, code);
  return (known ? profile.decline_codes[code] : undefined) ?? 'declined';
}
