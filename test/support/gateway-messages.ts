import { computeDigest, DEFAULT_PROFILE } from '../../server/gateway/index.ts';
import { SANDBOX_CREDENTIALS } from '../../server/sandbox/index.ts';
import type { TestSystem } from './system.ts';

/** Sets the sandbox's next response to an operation. */
export function setNextResponse(system: TestSystem, operation: string, body: unknown, status = 200): void {
  system.sandbox.sandbox.state.scenarios.arm({
    operation,
    fault: 'status',
    status,
    body: JSON.stringify(body),
    content_type: 'application/json',
    times: 1,
    after_charge: false,
  });
}

/** How often an alert was raised, from the metrics; NaN for an unknown code. */
export async function countAlerts(system: TestSystem, code: string): Promise<number> {
  const text = await (await system.merchant('GET', '/metrics')).text();
  const line = text.split('\n').find((one) => one.startsWith(`tillgate_alerts_total{alert="${code}"} `));
  return Number(line?.split(' ').at(-1));
}

/** The credentials of an account at the sandbox. */
export interface AccountCredentials {
  merchant_id: string;
  account_id: string;
  sign_key: string;
}

/** A paid result of a transaction of 24.00 EUR, signed by an account, with `changes` to its fields. */
export function signedPaidResult(
  order_no: string,
  transaction_id: string,
  changes: Readonly<Record<string, string>> = {},
  { merchant_id, account_id, sign_key }: AccountCredentials = SANDBOX_CREDENTIALS,
): Record<string, string> {
  const subject = { merchant_id, account_id, order_no, currency: 'EUR', amount: '24.00', transaction_id };
  const fields = { ...subject, order_status: '1', result_info: '0000:Success', ...changes };
  return { ...fields, encryption_data: computeDigest(DEFAULT_PROFILE.recipes.result, fields, sign_key) };
}

/** The secret notify_url that the sandbox received for a payment; the public one if it received none. */
export function receivedNotifyUrlOf(system: TestSystem, paymentId: string): string {
  const secret = system.sandbox.sandbox.state.ledger
    .all()
    .map((transaction) => transaction.notify_url)
    .find((address) => address.includes(`/gateway/notify/${paymentId}/`));
  return secret ?? publicNotifyUrlOf(paymentId);
}

/** The public notify_url of a payment, which a browser may see. */
export function publicNotifyUrlOf(paymentId: string): string {
  return `http://pay.localhost:4001/gateway/notify/${paymentId}`;
}
