import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { CheckoutServerOptions } from '../../server/index.ts';
import { SANDBOX_CREDENTIALS } from '../../server/sandbox/index.ts';
import { verifyWebhook } from '../../server/webhooks/index.ts';
import { startWebhookEndpoint } from '../support/webhook-endpoint.ts';
import { recordPromiseFigures } from '../support/promise-figures.ts';
import {
  startTestSystem,
  createCardSubmit,
  untilDefined,
  type TestPaymentDetails,
  type TestSystem,
} from '../support/system.ts';
import { testApiKey } from '../support/test-keys.ts';

const folder = mkdtempSync(join(tmpdir(), 'tillgate-rotation-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OLD = 'sandbox_key_of_last_year';
const NEW = 'sandbox_key_of_this_year';
const OLD_SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const NEW_SECRET = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const { merchant_id, account_id, company_id } = SANDBOX_CREDENTIALS;
const PENDING_THEN_PAID = '4000000000005126';

/** What the gateway knows; it learns of the new key, and forgets the old one, while everything runs. */
const known = { merchant: [OLD], company: [OLD] };

let live: TestSystem;
type Timed = Omit<TestPaymentDetails, 'timeline'> & { timeline: { detail: { source?: string } }[] };

/** Shoppers whose requests a companion still has. */
const busy = new Map<TestSystem, number>();

/** A companion with these keys takes over from the one before, which ends what it began. */
async function restartWith(options: Partial<CheckoutServerOptions>, gatewayUrl: string): Promise<void> {
  const before = live;
  live = await startTestSystem({ companion: { dataDir: folder, gatewayUrl, issuingUrl: gatewayUrl, ...options } });
  await live.companion.ready;
  // As a proxy does: no new shopper, and an end once the last one is served.
  await untilDefined(() => ((busy.get(before) ?? 0) === 0 ? true : undefined));
  await before.close();
}

function serving(system: TestSystem, change: 1 | -1): void {
  busy.set(system, (busy.get(system) ?? 0) + change);
}

test('promise 13: sign keys and webhook secrets rotate under traffic, and nothing is rejected or left open', async () => {
  const gateway = await startTestSystem({
    sandbox: {
      merchants: [{ merchant_id, account_id, sign_keys: known.merchant }],
      companies: [{ company_id, sign_keys: known.company }],
      delays: { pendingPayment: 30 },
      notificationRetryDelay: 20,
      fetch: (url, init) => Promise.resolve(live.companion.fetch(new Request(url as string, init))),
    },
    companion: { signKey: OLD },
  });
  const { url } = gateway.sandbox;
  live = await startTestSystem({
    companion: { dataDir: folder, gatewayUrl: url, issuingUrl: url, signKey: OLD, issuingSignKey: OLD },
  });

  const paid: string[] = [];
  let running = true;
  const shop = async (number: string): Promise<void> => {
    while (running) {
      const system = live;
      serving(system, 1);
      const session = await system.openSession();
      const outcome = await system.pay(session.token, createCardSubmit(number));
      expect(outcome.status).toMatch(/^(paid|pending)$/);
      serving(system, -1);
      paid.push(String(outcome.payment_id));
    }
  };
  const traffic = Promise.all([shop('4242424242424242'), shop(PENDING_THEN_PAID), shop('4242424242424242')]);
  const some = async (): Promise<void> => {
    const goal = paid.length + 15;
    await Promise.race([untilDefined(() => (paid.length >= goal ? true : undefined), 20_000), traffic]);
  };

  await some();
  // The gateway takes the new key beside the old one and still signs with the old one.
  known.merchant.push(NEW);
  known.company.push(NEW);
  await restartWith({ signKey: `${NEW},${OLD}`, issuingSignKey: `${NEW},${OLD}` }, url);
  await some();
  // The gateway now signs with the new key only. Earlier notifications still have the old digest.
  known.merchant.splice(0, known.merchant.length, NEW);
  known.company.splice(0, known.company.length, NEW);
  await some();
  await restartWith({ signKey: NEW, issuingSignKey: NEW }, url);
  await some();
  running = false;
  await traffic;

  expect(await live.post('/v1/issuing/balance')).toHaveProperty('currency_details');
  let byNotification = 0;
  for (const id of paid) {
    const payment = await untilDefined(async () => {
      const read = await live.get<Timed>(`/v1/payments/${id}`);
      return read.status === 'paid' ? read : undefined;
    });
    expect(payment.alerts).toEqual([]);
    if (payment.timeline.some((entry) => entry.detail.source === 'notification')) byNotification += 1;
  }
  expect(byNotification, 'payments that a digest with either key settled').toBeGreaterThan(5);
  const charged = gateway.sandbox.sandbox.state.ledger.all().filter((entry) => entry.state === 'paid');
  expect(charged).toHaveLength(paid.length);
  recordPromiseFigures(13, { rotations: 2, payments_during_rotation: paid.length });
  await live.close();
  await gateway.close();
});

test('promise 13: a digest made with the removed key changes nothing, and one with the new key is applied', async () => {
  const system = await startTestSystem({
    sandbox: { merchants: [{ merchant_id, account_id, sign_keys: [NEW] }] },
    companion: { signKey: NEW },
  });
  const { token } = await system.openSession({ order_no: 'TAKEN-1' });
  const outcome = await system.pay(token, createCardSubmit(PENDING_THEN_PAID));
  const path = `/v1/payments/${String(outcome.payment_id)}`;
  const { transaction_id } = await system.get<TestPaymentDetails>(path);
  const fields = {
    merchant_id,
    account_id,
    order_no: 'TAKEN-1',
    currency: 'EUR',
    amount: '24.00',
    transaction_id: String(transaction_id),
    order_status: '1',
    result_info: '0000:Success',
    webhooks_type: 'PAYMENT',
  };
  const notify = async (key: string): Promise<string> => {
    const encryption_data = system.sandbox.sandbox.state.signer.sign('result', fields, key);
    const body = new URLSearchParams({ ...fields, encryption_data });
    const url = `http://x/gateway/notify/${String(outcome.payment_id)}`;
    expect((await system.companion.fetch(new Request(url, { method: 'POST', body }))).status).toBe(200);
    await system.settle();
    return (await system.get<TestPaymentDetails>(path)).status;
  };
  expect(await notify(OLD)).toBe('pending');
  expect(await notify(NEW)).toBe('paid');
  await system.close();
});

test('promise 13: events are signed with every secret, so that the shop can rotate its own', async () => {
  const inbox = await startWebhookEndpoint();
  const system = await startTestSystem({
    companion: { webhookUrl: inbox.url, webhookSecret: `${NEW_SECRET},${OLD_SECRET}` },
  });
  await system.paid();
  await system.companion.reconcile();
  const event = await untilDefined(() => inbox.received[0]);
  for (const secret of [OLD_SECRET, NEW_SECRET]) {
    expect(verifyWebhook(event.body, event.headers, secret)).toMatchObject({ type: 'payment.paid' });
  }
  await system.close();
  await inbox.close();
});

test('promise 22: an old API key works beside its successor and is rejected once it is removed', async () => {
  const keys = [testApiKey('last year'), testApiKey('this year')] as const;
  const place = mkdtempSync(join(folder, 'keys-'));
  const ask = async (system: TestSystem, key: string): Promise<number> => {
    const headers = { authorization: `Bearer ${key}` };
    return (await system.companion.fetch(new Request('http://x/v1/payments', { headers }))).status;
  };
  const both = await startTestSystem({
    companion: { dataDir: place, apiKeys: keys.map((key) => `${key}:read`).join(',') },
  });
  expect([await ask(both, keys[0]), await ask(both, keys[1])]).toEqual([200, 200]);
  await both.close();
  const next = await startTestSystem({ companion: { dataDir: place, apiKeys: `${keys[1]}:read` } });
  expect([await ask(next, keys[0]), await ask(next, keys[1])]).toEqual([401, 200]);
  await next.close();
});
