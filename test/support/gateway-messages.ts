import { computeDigest, DEFAULT_PROFILE } from '../../server/gateway/index.ts';
import { SANDBOX_CREDENTIALS } from '../../server/sandbox/index.ts';
import type { TestSystem } from './system.ts';

/** The next answer of an operation of the sandbox is this one, whatever was asked. */
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

/** How often an alert was raised, by its code; NaN for one that no metric knows. */
export async function countAlerts(system: TestSystem, code: string): Promise<number> {
  const text = await (await system.merchant('GET', '/metrics')).text();
  const line = text.split('\n').find((one) => one.startsWith(`tillgate_alerts_total{alert="${code}"} `));
  return Number(line?.split(' ').at(-1));
}

/** The gateway's own word about a transaction of 24.00 EUR: that it is paid, or whatever `changes` make of it. */
export function signedResult(
  order_no: string,
  transaction_id: string,
  changes: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const { merchant_id, account_id, sign_key } = SANDBOX_CREDENTIALS;
  const subject = { merchant_id, account_id, order_no, currency: 'EUR', amount: '24.00', transaction_id };
  const fields = { ...subject, order_status: '1', result_info: '0000:Success', ...changes };
  return { ...fields, encryption_data: computeDigest(DEFAULT_PROFILE.recipes.result, fields, sign_key) };
}

/** The notify_url of a payment that only the sandbox was told; the public one where it was told none. */
export function notifyUrlOf(system: TestSystem, paymentId: string): string {
  const secret = system.sandbox.sandbox.state.ledger
    .all()
    .map((transaction) => transaction.notify_url)
    .find((address) => address.includes(`/gateway/notify/${paymentId}/`));
  return secret ?? publicNotifyUrlOf(paymentId);
}

/** The notify_url of a payment that any browser may have seen. */
export function publicNotifyUrlOf(paymentId: string): string {
  return `http://pay.localhost:4001/gateway/notify/${paymentId}`;
}
