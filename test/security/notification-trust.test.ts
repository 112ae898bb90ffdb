import { readdirSync, readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Logger } from '../../server/observability/log.ts';
import type { DetailedPayment } from '../../shared/contract/merchant/payments.ts';
import type * as z from 'zod/mini';
import { hashNotifySecret } from '../../server/payments/notify-url.ts';
import { receivedNotifyUrlOf, publicNotifyUrlOf, signedPaidResult } from '../support/gateway-messages.ts';
import {
  nextOrderNo,
  startTestSystem,
  createCardSubmit,
  untilDefined,
  type TestPaymentDetails,
  type TestSystem,
} from '../support/system.ts';

const TERMS = { contract_name: 'Gold', contract_amount: '24.00', interval: 'month' } as const;
const CHALLENGE = '4000000000003220';
const MONTH = 31 * 86_400_000;
const WAITS = { code: 'notification_waits', detail: {} };

type Details = z.infer<typeof DetailedPayment>;

let system: TestSystem;
let folder: string;
let logged: string[];
let ahead: number;
let isStopped: boolean;

const logger: Logger = {
  debug: (...line) => void logged.push(JSON.stringify(line)),
  info: (...line) => void logged.push(JSON.stringify(line)),
  warn: (...line) => void logged.push(JSON.stringify(line)),
  error: (...line) => void logged.push(JSON.stringify(line)),
};

async function start(notifyAddress: 'request' | 'issuer_url' = 'request'): Promise<void> {
  system = await startTestSystem({
    notifications: true,
    sandbox: { notifyAddress },
    companion: { dataDir: folder, logger, now: () => Date.now() + ahead },
  });
}

beforeEach(() => {
  ahead = 0;
  isStopped = false;
  logged = [];
  folder = mkdtempSync(join(tmpdir(), 'tillgate-trust-'));
});
afterEach(async () => {
  await (isStopped ? system.sandbox.close() : system.close());
  rmSync(folder, { recursive: true, force: true });
});

/** Ends the companion once all that it began is done. */
async function stop(): Promise<void> {
  isStopped = true;
  await system.companion.close();
}

const payment = (id: string) => system.get<Details>(`/v1/payments/${id}`);
const world = () => system.sandbox.sandbox.state;
const cardsOf = async (shopper: string): Promise<{ id: string }[]> =>
  (await system.get<{ saved_cards: { id: string }[] }>(`/v1/saved-cards?shopper_id=${shopper}`)).saved_cards;

async function send(url: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(fields).toString();
  await system.companion.fetch(new Request(url, { method: 'POST', headers, body }));
}

/** A payment by a card whose issuer asks for a challenge; `url` is what the browser is sent to. */
async function challenge(shopper: string): Promise<{ id: string; url: string }> {
  const { token } = await system.openSession({
    order_no: nextOrderNo(),
    shopper: { id: shopper, email: `${shopper}@example.com`, first_name: 'Ana', last_name: 'Souza' },
    saved_cards: true,
    subscription: TERMS,
  });
  const outcome = await system.pay(token, { ...createCardSubmit(CHALLENGE), save_card: true });
  return { id: String(outcome.payment_id), url: String(outcome.action?.url) };
}

/** The shopper passes the challenge at an address that they may have changed. */
async function approve(url: string): Promise<void> {
  const page = await (await fetch(url, { method: 'POST' })).text();
  const action = /action="([^"]*\/decide\?visit=[\w%-]+)"/.exec(page)?.[1] ?? '';
  const body = new URLSearchParams({ decision: 'approve', code: '123456' });
  await fetch(new URL(action, system.sandbox.url), { method: 'POST', redirect: 'manual', body });
}

const untilPaid = (id: string): Promise<Details> =>
  untilDefined(async () => {
    const found = await payment(id);
    return found.status === 'paid' ? found : undefined;
  });

/** What the sandbox sent about a payment's transaction, the latest last. */
const sentTo = (id: string): Record<string, string>[] =>
  world()
    .notifier.deliveries()
    .filter(({ url }) => url.includes(id))
    .map(({ fields }) => fields);

describe('gateway that uses the request’s notify_url', () => {
  beforeEach(() => start('request'));

  test('a notification at the secret address after a challenge adds the saved card and the subscription', async () => {
    const { id, url } = await challenge('ana');
    await approve(url);
    const paid = await untilPaid(id);
    expect(paid).toMatchObject({ alerts: [], reported: [], recurring_id: expect.stringMatching(/\S/) as string });
    expect(await cardsOf('ana')).toHaveLength(1);
    const { subscriptions } = await system.get<{ subscriptions: unknown[] }>('/v1/subscriptions');
    expect(subscriptions).toMatchObject([{ recurring_id: paid.recurring_id, status: 'Active', payment_id: id }]);
  });

  test('a renewal, a dispute and its result at the secret address are applied', async () => {
    const { id, url } = await challenge('ana');
    await approve(url);
    const { order_no } = await untilPaid(id);
    world().clock.advance(MONTH);
    ahead += MONTH;
    const renewal = await untilDefined(async () => {
      const { payments } = await system.get<{ payments: TestPaymentDetails[] }>(`/v1/payments?order_no=${order_no}`);
      return payments.find((found) => found.id !== id && found.status === 'paid');
    });
    expect(renewal).toMatchObject({ amount: '24.00', alerts: [] });
    const { transaction_id: number } = await payment(id);
    const dispute = {
      ...signedPaidResult(order_no, number!),
      webhooks_type: 'DISPUTE RECIEVED',
      chargeback_reason: 'Fraud',
    };
    await send(receivedNotifyUrlOf(system, id), dispute);
    await untilDefined(async () => ((await payment(id)).dispute_status === 'received' ? true : undefined));
    const end = signedPaidResult(order_no, number!, { order_status: '0', result_info: 'B0001:Dispute lost' });
    await send(receivedNotifyUrlOf(system, id), { ...end, webhooks_type: 'DISPUTE RESULT' });
    await untilDefined(async () => ((await payment(id)).dispute_status === 'lost' ? true : undefined));
    expect(await payment(id)).toMatchObject({ status: 'paid', alerts: [], disputes: [{ reason: 'Fraud' }] });
  });

  test('the notify_url that a shopper writes into the challenge’s address is ignored', async () => {
    const { id, url } = await challenge('ana');
    const changed = new URL(url);
    changed.searchParams.set('notify_url', 'http://attacker.localhost/take');
    await approve(changed.href);
    await untilPaid(id);
    expect(
      world()
        .notifier.deliveries()
        .filter((sent) => sent.url.includes('attacker')),
    ).toEqual([]);
  });
});

describe('gateway that uses the notify_url of issuer_url', () => {
  beforeEach(() => start('issuer_url'));

  test('the covered fields pay the payment, and card and subscription wait until they are accepted', async () => {
    const { id, url } = await challenge('ana');
    await approve(url);
    await untilPaid(id);
    const waiting = await untilDefined(async () => {
      const found = await payment(id);
      return found.reported.length === 1 && found.alerts.length > 0 ? found : undefined;
    });
    expect(waiting).toMatchObject({
      recurring_id: null,
      alerts: [WAITS],
      reported: [{ type: 'PAYMENT', verified: true, address: 'public', reports: ['token_id', 'recurring_id'] }],
    });
    expect(JSON.stringify(waiting)).not.toContain('tok_');
    expect(await cardsOf('ana')).toEqual([]);

    const [report] = waiting.reported;
    const accepted = await system.post<Details>(`/v1/payments/${id}/accept`, { notification_id: report!.id });
    expect(accepted).toMatchObject({ recurring_id: report!.recurring_id, alerts: [], reported: [] });
    expect(await cardsOf('ana')).toHaveLength(1);
    const again = await system.merchant('POST', `/v1/payments/${id}/accept`, { notification_id: report!.id });
    expect([again.status, ((await again.json()) as { code: string }).code]).toEqual([404, 'not_found']);
  });

  test('another shopper’s token and subscription are never taken over, even if they are accepted', async () => {
    const victim = await challenge('victim');
    await approve(victim.url);
    await untilPaid(victim.id);
    const known = await untilDefined(async () => (await payment(victim.id)).reported[0]);
    await system.post(`/v1/payments/${victim.id}/accept`, { notification_id: known.id });
    const { token_id, recurring_id } = sentTo(victim.id).at(-1)!;

    const attack = await challenge('attacker');
    const changed = new URL(attack.url);
    changed.searchParams.set('notify_url', 'http://attacker.localhost/take');
    await approve(changed.href);
    const genuine = await untilDefined(() =>
      world()
        .notifier.deliveries()
        .find((sent) => sent.url.includes('attacker')),
    );
    await send(publicNotifyUrlOf(attack.id), { ...genuine.fields, token_id: token_id!, recurring_id: recurring_id! });
    const seen = await untilDefined(async () => {
      const found = await payment(attack.id);
      return found.reported.length === 1 && found.alerts.length > 0 ? found : undefined;
    });
    expect(seen).toMatchObject({ status: 'paid', recurring_id: null, alerts: [WAITS] });
    const notification_id = seen.reported[0]!.id;
    const refused = await system.merchant('POST', `/v1/payments/${attack.id}/accept`, { notification_id });
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([409, 'wrong_state']);
    const { alerts } = await payment(attack.id);
    const [card] = await cardsOf('victim');
    expect(alerts).toMatchObject([
      { code: 'recurring_id_taken', detail: { payment_id: victim.id } },
      { code: 'token_id_taken', detail: { saved_card_id: card!.id } },
      WAITS,
    ]);
    expect(await cardsOf('attacker')).toEqual([]);
    const { subscriptions } = await system.get<{ subscriptions: unknown[] }>('/v1/subscriptions');
    expect(subscriptions).toMatchObject([{ recurring_id, payment_id: victim.id }]);
  });
});

describe('genuine notification with altered uncovered fields', () => {
  beforeEach(() => start());

  test('a notification altered to DISPUTE RESULT at a public address ends no dispute, and the real one still applies', async () => {
    const { id, order_no, transaction_id } = await system.paid();
    const genuine = signedPaidResult(order_no, transaction_id!);
    await send(publicNotifyUrlOf(id), { ...genuine, webhooks_type: 'DISPUTE RESULT' });
    await untilDefined(async () => ((await payment(id)).alerts.length === 0 ? undefined : true));
    expect(await payment(id)).toMatchObject({ dispute_status: null, alerts: [WAITS], disputes: [] });
    await send(receivedNotifyUrlOf(system, id), { ...genuine, webhooks_type: 'DISPUTE RECIEVED' });
    await untilDefined(async () => ((await payment(id)).dispute_status === 'received' ? true : undefined));
  });

  test('promise 8: sixty variants as REFUND RESULT cause three queries for one refund, signed and at the secret address', async () => {
    const { id, order_no, transaction_id } = await system.paid();
    await system.post('/v1/refunds', { refunds: [{ payment_id: id, refund_amount: '4.00', refund_reason: 'x' }] });
    const queries = (): number =>
      world().requests.filter(({ operation }) => operation === 'retrievalRefund' || operation === 'retrievalTrans')
        .length;
    for (const url of [publicNotifyUrlOf(id), receivedNotifyUrlOf(system, id)]) {
      for (let n = 0; n < 60; n += 1) {
        const fields = {
          ...signedPaidResult(order_no, transaction_id!),
          webhooks_type: 'REFUND RESULT',
          note: String(n),
        };
        await send(url, fields);
      }
    }
    await untilDefined(() => (queries() >= 3 ? true : undefined));
    await stop();
    expect(queries()).toBe(3);
  });
});

test('promise 24: the secret of a notify_url is stored only as a hash, and is in no log, timeline, event or error', async () => {
  await start();
  const { id, url } = await challenge('ana');
  const secret = receivedNotifyUrlOf(system, id).split('/').at(-1)!;
  expect(secret).toMatch(/^[\w-]{22}$/);
  expect(url).not.toContain(secret);
  await approve(url);
  const { order_no, transaction_id, session_id } = await untilPaid(id);
  const address = receivedNotifyUrlOf(system, id);
  await send(address, { ...signedPaidResult(order_no, transaction_id!), webhooks_type: 'DISPUTE RESULT' });
  await send(address, { order_status: '1' });
  await send(`${address}/more`, {});
  const broken = await system.companion.fetch(new Request(address, { method: 'POST', body: 'x'.repeat(40_000) }));
  expect(broken.status).toBe(413);
  const shown = await Promise.all(
    [`/v1/payments/${id}`, `/v1/sessions/${session_id}`, `/v1/events`, `/v1/audit`, '/metrics'].map(async (path) =>
      (await system.merchant('GET', path)).text(),
    ),
  );
  expect([...shown, await broken.text(), ...logged].filter((text) => text.includes(secret))).toEqual([]);
  await stop();
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
  expect(files.some((bytes) => bytes.includes(secret))).toBe(false);
  expect(files.some((bytes) => bytes.includes(hashNotifySecret(secret)))).toBe(true);
});
