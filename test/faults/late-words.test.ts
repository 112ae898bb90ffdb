import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RefundOutcome } from '../../shared/contract/merchant/batches.ts';
import { computeDigest, DEFAULT_PROFILE } from '../../server/gateway/index.ts';
import { SANDBOX_CREDENTIALS } from '../../server/sandbox/index.ts';
import { alarmsOf, answerWith } from '../support/gateway-words.ts';
import { startSystem, type PaidPayment, type TestSystem } from '../support/system.ts';

/** What the gateway says, signed, after its books or a person had said something else. */

let system: TestSystem;

beforeEach(async () => {
  system = await startSystem();
});
afterEach(() => system.close());

async function notify(of: PaidPayment, changes: Record<string, string>): Promise<void> {
  const { merchant_id, account_id, sign_key } = SANDBOX_CREDENTIALS;
  const fields: Record<string, string> = {
    merchant_id,
    account_id,
    order_no: of.order_no,
    currency: 'EUR',
    amount: '24.00',
    transaction_id: of.transaction_id ?? '',
    order_status: '1',
    result_info: '0000:Success',
    ...changes,
  };
  const encryption_data = computeDigest(DEFAULT_PROFILE.recipes.result, fields, sign_key);
  const body = new URLSearchParams({ ...fields, encryption_data }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const url = `http://pay.localhost:4001/gateway/notify/${of.id}`;
  await system.companion.fetch(new Request(url, { method: 'POST', headers, body }));
  await new Promise((resolve) => setTimeout(resolve, 100));
}

async function refund({ id: payment_id }: PaidPayment): Promise<string> {
  const refunds = [{ payment_id, refund_amount: '10.00', refund_reason: 'x' }];
  const [outcome] = (await system.post<{ refunds: RefundOutcome[] }>('/v1/refunds', { refunds })).refunds;
  return outcome!.refund!.id;
}

test('a refund that a person called refused, and the gateway has made, calls a person', async () => {
  const paid = await system.paid();
  system.sandbox.sandbox.world.scenarios.arm({ operation: 'refund', fault: 'reset', times: 1, after_charge: true });
  const id = await refund(paid);
  await system.post(`/v1/refunds/${id}/resolve`, { status: 'refused', reason: 'nothing in the portal yet' });
  await notify(paid, { webhooks_type: 'REFUND RESULT' });
  expect(await alarmsOf(system, 'contradicting words about a refund')).toBe(1);
  expect(await system.get(`/v1/refunds/${id}`)).toMatchObject({
    status: 'refused',
    alarm: 'query says in_progress after refused',
  });
  const known = { status: 'refunded', reason: 'it is in the portal by now' };
  expect(await system.post(`/v1/refunds/${id}/resolve`, known)).toMatchObject({ status: 'refunded', alarm: null });
});

test('a refund that the gateway refused and made after all calls a person, once', async () => {
  const paid = await system.paid();
  const { transaction_id, order_no } = paid;
  const row = { transaction_id, order_no, currency: 'EUR', amount: '24.00' };
  answerWith(system, 'refund', { return_status: '1', refund_orders: [{ ...row, refund_status: '0' }] });
  const id = await refund(paid);
  const { refund_reference } = await system.get(`/v1/refunds/${id}`);
  const made = { ...row, refund_status: '1', refund_amount: '10.00', refund_reference };
  for (const webhooks_type of ['REFUND ACCEPTED', 'REFUND RESULT']) {
    answerWith(system, 'retrievalRefund', { return_status: '1', refund_orders: [made] });
    await notify(paid, { webhooks_type });
  }
  expect(await alarmsOf(system, 'contradicting words about a refund')).toBe(1);
  const looked = { status: 'refused', reason: 'the gateway took its word back' };
  expect(await system.post(`/v1/refunds/${id}/resolve`, looked)).toMatchObject({ status: 'refused', alarm: null });
});
