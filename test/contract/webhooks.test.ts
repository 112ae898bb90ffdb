import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CheckoutServerOptions } from '../../server/index.ts';
import { createSignedWebhook, verifyWebhook, type WebhookMessage } from '../../server/webhooks/index.ts';
import { startTestSystem, untilDefined, type TestPaymentDetails, type TestSystem } from '../support/system.ts';

const SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
const NEXT_SECRET = `whsec_${Buffer.from('fedcba9876543210fedcba9876543210').toString('base64')}`;

interface Received {
  headers: IncomingMessage['headers'];
  body: string;
}

/** A webhook endpoint whose responses a test sets. */
async function startShop(): Promise<{
  url: string;
  received: Received[];
  status: (count: number) => number;
  close(): void;
}> {
  const received: Received[] = [];
  const shop = { url: '', received, status: (_count: number) => 200, close: () => void server.close() };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(shop.status(received.length), { location: 'http://127.0.0.1:1/' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  shop.url = `http://127.0.0.1:${String(typeof address === 'object' ? address?.port : 0)}/events`;
  return shop;
}

let shop: Awaited<ReturnType<typeof startShop>>;
let system: TestSystem;
let ahead = 0;

beforeAll(async () => {
  shop = await startShop();
  system = await startTestSystem({
    companion: { webhookUrl: shop.url, webhookSecret: `${SECRET},${NEXT_SECRET}`, now: () => Date.now() + ahead },
  });
});
afterAll(async () => {
  await system.close();
  shop.close();
});

const deliver = (): Promise<number> => system.companion.reconcile();
const read = (entry: Received): WebhookMessage => verifyWebhook(entry.body, entry.headers, SECRET);
const eventsAbout = (
  ref: string,
): Promise<{
  events: { id: string; type: string; state: string; attempts: number; next_delivery_at: string | null }[];
}> => system.get(`/v1/events?ref=${ref}`);

describe('webhook events', () => {
  test('each event of a payment is delivered once and signed', async () => {
    const before = shop.received.length;
    const paid = await system.paid();
    const declined = await system.paid({}, '4000000000000002');
    const held = await system.paid({}, '4000000000009235');
    await deliver();
    const messages = shop.received.slice(before).map(read);
    expect(messages.map((message) => [message.type, (message.data as TestPaymentDetails).id]).sort()).toEqual(
      [
        ['payment.paid', paid.id],
        ['payment.declined', declined.id],
        ['payment.held', held.id],
      ].sort(),
    );
    expect(messages.find((message) => message.type === 'payment.paid')?.data).toMatchObject({
      order_no: paid.order_no,
      amount: '24.00',
      status: 'paid',
      card: { bin: '424242', last4: '4242' },
    });
    expect(JSON.stringify(messages)).not.toContain('4242424242424242');
    await deliver();
    expect(shop.received).toHaveLength(before + 3);
    expect((await eventsAbout(paid.id)).events).toMatchObject([
      { type: 'payment.paid', state: 'delivered', attempts: 1 },
    ]);
  });

  test('events of refunds, reviews, disputes and subscriptions are delivered', async () => {
    const held = await system.paid({}, '4000000000009235');
    await system.post('/v1/reviews', { reviews: [{ payment_id: held.id, decision: 'approve' }] });
    const refund = { payment_id: held.id, refund_amount: '1.00', refund_reason: '' };
    await system.post('/v1/refunds', { refunds: [refund] });
    const contract = await system.paid({ subscription: { contract_name: 'Gold', interval: 'month' } });
    await system.post(`/v1/subscriptions/${contract.recurring_id!}/cancel`);
    const before = shop.received.length;
    await deliver();
    const types = shop.received.slice(before).map((entry) => read(entry).type);
    for (const type of [
      'payment.held',
      'payment.paid',
      'review.updated',
      'refund.updated',
      'payment.refunded',
      'subscription.created',
      'subscription.cancelled',
    ]) {
      expect(types).toContain(type);
    }
  });

  test('an event that the endpoint rejects is retried on the schedule with jitter', async () => {
    await deliver();
    shop.status = () => 500;
    const paid = await system.paid();
    const before = shop.received.length;
    await deliver();
    await deliver();
    expect(shop.received).toHaveLength(before + 1);
    ahead += 7_000;
    await deliver();
    expect(shop.received).toHaveLength(before + 2);
    ahead += 55_000;
    await deliver();
    // A shop that was deployed anew is back within a minute.
    expect(shop.received).toHaveLength(before + 3);
    ahead += 200_000;
    await deliver();
    // The third pause is five minutes, give or take a fifth.
    expect(shop.received).toHaveLength(before + 3);
    const [waiting] = (await eventsAbout(paid.id)).events;
    expect(waiting).toMatchObject({ state: 'waiting', last_status: 500 });
    const pause = Date.parse(waiting!.next_delivery_at!) - (Date.now() + ahead - 200_000);
    expect(pause).toBeGreaterThan(230_000);
    expect(pause).toBeLessThan(361_000);
    shop.status = () => 200;
    ahead += 161_000;
    await deliver();
    const [first, , , fourth] = shop.received.slice(before);
    expect(shop.received).toHaveLength(before + 4);
    expect(fourth!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(fourth!.headers['webhook-signature']).not.toBe(first!.headers['webhook-signature']);
    const [event] = (await eventsAbout(paid.id)).events;
    expect(event).toMatchObject({ state: 'delivered', last_status: 200, next_delivery_at: null });
    expect(await system.get(`/v1/events/${event!.id}`)).toMatchObject({
      state: 'delivered',
      deliveries: [{ status: 500 }, { status: 500 }, { status: 500 }, { status: 200 }],
    });
    ahead = 0;
  });

  test('an event is given up after three days or a 410 response, and can be redelivered', async () => {
    shop.status = () => 410;
    const paid = await system.paid();
    await deliver();
    const [event] = (await eventsAbout(paid.id)).events;
    expect(event).toMatchObject({ state: 'given_up', attempts: 1 });
    shop.status = () => 302;
    await system.post(`/v1/events/${event!.id}/redeliver`);
    for (let round = 0; round < 12; round += 1) {
      ahead += 30 * 3_600_000;
      await deliver();
    }
    expect((await eventsAbout(paid.id)).events).toMatchObject([{ state: 'given_up', attempts: 12 }]);
    shop.status = () => 200;
    expect(await system.post(`/v1/events/${event!.id}/redeliver`)).toMatchObject({ state: 'waiting' });
    await deliver();
    expect((await eventsAbout(paid.id)).events).toMatchObject([{ state: 'delivered', attempts: 13 }]);
    ahead = 0;
    expect((await system.merchant('POST', '/v1/events/evt_none/redeliver')).status).toBe(404);
  });

  test('events wait while the endpoint’s URL is removed for a while, and are delivered later', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tillgate-webhooks-'));
    let later = 0;
    const start = (companion: Partial<CheckoutServerOptions> = {}): Promise<TestSystem> =>
      startTestSystem({ companion: { dataDir, now: () => Date.now() + later, ...companion } });
    const own = { webhookUrl: shop.url, webhookSecret: SECRET };
    const first = await start(own);
    const paid = await first.paid();
    await first.close();
    const plain = await start();
    for (let round = 0; round < 12; round += 1) {
      await plain.companion.reconcile();
      later += 600_000;
    }
    const waiting = { events: [{ state: 'waiting', attempts: 0 }] };
    expect(await plain.get(`/v1/events?ref=${paid.id}`)).toMatchObject(waiting);
    await plain.close();
    const again = await start(own);
    const before = shop.received.length;
    shop.status = (count) => (count === before + 1 ? 500 : 200);
    await again.companion.reconcile();
    expect(await again.get(`/v1/events?ref=${paid.id}`)).toMatchObject({ events: [{ state: 'waiting', attempts: 1 }] });
    later += 60_000;
    await again.companion.reconcile();
    shop.status = () => 200;
    const told = { events: [{ state: 'delivered', attempts: 2 }] };
    expect(await again.get(`/v1/events?ref=${paid.id}`)).toMatchObject(told);
    expect(shop.received.slice(before).map(({ body }) => body.includes(paid.id))).toEqual([true, true]);
    await again.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('events are stored for reading if no endpoint is set', async () => {
    const plain = await startTestSystem();
    const paid = await plain.paid();
    await plain.companion.reconcile();
    expect(await plain.get(`/v1/events?ref=${paid.id}`)).toMatchObject({ events: [{ state: 'none', attempts: 0 }] });
    await plain.close();
  });
});

describe('verifyWebhook', () => {
  const example = createSignedWebhook('payment.paid', { id: 'pay_1' } as never, SECRET);

  test('verifyWebhook accepts a signature by any of its secrets, from either kind of headers', () => {
    const message = verifyWebhook(example.body, { ...example.headers }, [NEXT_SECRET, SECRET]);
    expect(message).toMatchObject({ type: 'payment.paid', data: { id: 'pay_1' }, id: example.headers['webhook-id'] });
    expect(verifyWebhook(Buffer.from(example.body), new Headers({ ...example.headers }), SECRET).type).toBe(
      'payment.paid',
    );
  });

  test.each<[string, () => unknown]>([
    ['another body', () => verifyWebhook(example.body.replace('pay_1', 'pay_2'), { ...example.headers }, SECRET)],
    ['another secret', () => verifyWebhook(example.body, { ...example.headers }, NEXT_SECRET)],
    ['another id', () => verifyWebhook(example.body, { ...example.headers, 'webhook-id': 'evt_2' }, SECRET)],
    ['no signature', () => verifyWebhook(example.body, { ...example.headers, 'webhook-signature': undefined }, SECRET)],
    [
      'an event of six minutes ago',
      () => {
        const old = createSignedWebhook('payment.paid', { id: 'pay_1' } as never, SECRET, {
          at: new Date(Date.now() - 360_000),
        });
        return verifyWebhook(old.body, { ...old.headers }, SECRET);
      },
    ],
  ])('verifyWebhook rejects %s', (_name, act) => {
    expect(act).toThrow(expect.objectContaining({ code: 'unauthenticated' }));
  });

  const without = (name: string): Record<string, string> =>
    Object.fromEntries(Object.entries(example.headers).filter(([key]) => key !== name));

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'verifyWebhook names the header %s if it is missing',
    (name) => {
      expect(() => verifyWebhook(example.body, without(name), SECRET)).toThrow(
        expect.objectContaining({ code: 'unauthenticated', message: `The header ${name} of the webhook is missing.` }),
      );
    },
  );

  test('verifyWebhook accepts header names in any case and an ArrayBuffer body', () => {
    const headers = Object.fromEntries(
      Object.entries(example.headers).map(([key, value]) => [key.toUpperCase(), value]),
    );
    const bytes = new Uint8Array(Buffer.from(example.body)).buffer;
    expect(verifyWebhook(bytes, headers, SECRET)).toMatchObject({ type: 'payment.paid', data: { id: 'pay_1' } });
  });

  const loose = verifyWebhook as (...words: unknown[]) => unknown;
  const sign = createSignedWebhook as (...words: unknown[]) => unknown;
  test.each<[string, () => unknown, RegExp]>([
    ['no secret', () => loose(example.body, example.headers, undefined), /secret: no secret was given: .*whsec_/],
    ['an empty secret', () => loose(example.body, example.headers, ''), /secret: no secret was given: .*whsec_/],
    [
      'an empty list of secrets',
      () => loose(example.body, example.headers, []),
      /secret: no secret was given: .*whsec_/,
    ],
    [
      'a list that lacks a secret',
      () => loose(example.body, example.headers, [SECRET, undefined]),
      /no secret was given/,
    ],
    ['no secret to sign with', () => sign('payment.paid', {}, undefined), /secret: no secret was given: .*whsec_/],
    ['a parsed body', () => loose(JSON.parse(example.body), example.headers, SECRET), /a parsed body .*express\.raw/],
    ['no body', () => loose(undefined, example.headers, SECRET), /no body was given: .*request\.text\(\)/],
    ['a body that is still awaited', () => loose(Promise.resolve(''), example.headers, SECRET), /a Promise .*await/],
    ['no headers', () => loose(example.body, undefined, SECRET), /no headers were given/],
  ])('verifyWebhook reports %s as a programming error, not as a signature error', (_name, act, words) => {
    expect(act).toThrow(
      expect.objectContaining({
        name: 'CheckoutError',
        code: 'configuration_invalid',
        message: expect.stringMatching(words),
      }),
    );
  });

  test('verifyWebhook rejects a secret in another format', () => {
    expect(() => verifyWebhook('{}', {}, 'short')).toThrow(expect.objectContaining({ code: 'configuration_invalid' }));
  });
});

test('a webhook URL without a secret and a secret without a URL stop the start', async () => {
  await expect(startTestSystem({ companion: { webhookUrl: 'http://127.0.0.1:1/' } })).rejects.toMatchObject({
    message: expect.stringContaining('TILLGATE_WEBHOOK_SECRET') as string,
  });
  await expect(startTestSystem({ companion: { webhookSecret: SECRET } })).rejects.toMatchObject({
    message: expect.stringContaining('TILLGATE_WEBHOOK_URL') as string,
  });
  await untilDefined(() => true);
});
