import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CheckoutServerOptions } from '../../server/index.ts';
import { readServeSettings } from '../../server/settings/index.ts';
import { verifyWebhook } from '../../server/webhooks/index.ts';
import { startTestSystem, type TestSystem } from '../support/system.ts';
import { startTwoAccountSystem } from '../support/two-accounts.ts';
import { testApiKey } from '../support/test-keys.ts';
import { startWebhookEndpoint, type TestWebhookEndpoint } from '../support/webhook-endpoint.ts';

const secretOf = (byte: number): string => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
const [SHOP, ERP, MAIL] = [secretOf(1), secretOf(2), secretOf(3)] as const;

let shop: TestWebhookEndpoint;
let erp: TestWebhookEndpoint;
let system: TestSystem | undefined;

beforeAll(async () => {
  [shop, erp] = await Promise.all([startWebhookEndpoint(), startWebhookEndpoint()]);
});
afterAll(() => Promise.all([shop.close(), erp.close()]));
afterEach(async () => {
  await system?.close();
  system = undefined;
  shop.received.length = 0;
  erp.received.length = 0;
});

interface EventAtEndpoints {
  id: string;
  state: string;
  attempts: number;
  endpoints: { name: string; state: string; attempts: number; delivered_at: string | null }[];
  deliveries: { endpoint: string; status: number | null }[];
}

async function eventAbout(from: TestSystem, ref: string): Promise<EventAtEndpoints> {
  const [event] = (await from.get<{ events: { id: string }[] }>(`/v1/events?ref=${ref}`)).events;
  return from.get<EventAtEndpoints>(`/v1/events/${event!.id}`);
}

const typesOf = ({ received }: TestWebhookEndpoint, secret: string): string[] =>
  received.map(({ body, headers }) => verifyWebhook(body, headers, secret).type).sort();

describe('several webhook endpoints', () => {
  const both = (): Partial<CheckoutServerOptions> => ({
    webhookUrl: shop.url,
    webhookSecret: SHOP,
    webhooks: { erp: { url: erp.url, secret: ERP, events: ['payment.paid', 'payment.refunded'] } },
  });

  test('each endpoint receives the events of its filter, signed with its own secret', async () => {
    system = await startTestSystem({ companion: both() });
    const paid = await system.paid();
    const declined = await system.paid({}, '4000000000000002');
    await system.companion.reconcile();
    expect(typesOf(shop, SHOP)).toEqual(['payment.declined', 'payment.paid']);
    expect(typesOf(erp, ERP)).toEqual(['payment.paid']);
    const [first] = erp.received;
    expect(() => verifyWebhook(first!.body, first!.headers, SHOP)).toThrow(/signature/);
    expect(await eventAbout(system, paid.id)).toMatchObject({
      state: 'delivered',
      attempts: 2,
      endpoints: [
        { name: 'default', state: 'delivered', attempts: 1, delivered_at: expect.any(String) as string },
        { name: 'erp', state: 'delivered', attempts: 1, delivered_at: expect.any(String) as string },
      ],
    });
    expect((await eventAbout(system, declined.id)).endpoints.map(({ name }) => name)).toEqual(['default']);
    await system.companion.reconcile();
    expect([shop.received.length, erp.received.length]).toEqual([2, 1]);
  });

  test('an endpoint that accepts events gets up to 16 at once, and one that fails gets one', async () => {
    const [busy, failing] = await Promise.all([
      startWebhookEndpoint({ delay: 50 }),
      startWebhookEndpoint({ delay: 50, status: 500 }),
    ]);
    const start = Date.now();
    system = await startTestSystem({
      companion: {
        // No time passes, so a refused event is not sent again, however slow the machine is.
        now: () => start,
        webhookUrl: busy.url,
        webhookSecret: SHOP,
        webhooks: { failing: { url: failing.url, secret: ERP } },
      },
    });
    for (let payment = 0; payment < 40; payment += 1) await system.paid();
    await system.companion.reconcile();
    await Promise.all([busy.close(), failing.close()]);
    expect([busy.received.length, failing.received.length]).toEqual([40, 40]);
    expect(busy.mostAtOnce).toBeGreaterThan(8);
    expect(busy.mostAtOnce).toBeLessThanOrEqual(16);
    expect(failing.mostAtOnce).toBe(1);
  });

  test('an event that no endpoint receives is kept for reading', async () => {
    system = await startTestSystem({
      companion: { webhooks: { erp: { url: erp.url, secret: ERP, events: ['dispute.received'] } } },
    });
    const { id } = await system.paid();
    await system.companion.reconcile();
    expect(await eventAbout(system, id)).toMatchObject({ state: 'none', endpoints: [] });
    expect(erp.received).toEqual([]);
  });

  test('an endpoint receives the events of its accounts only', async () => {
    system = await startTwoAccountSystem({
      companion: {
        webhooks: {
          uk: { url: erp.url, secret: ERP, accounts: ['uk'] },
          all: { url: shop.url, secret: SHOP },
        },
      },
    });
    const own = await system.paid({ currency: 'GBP' });
    await system.paid();
    await system.companion.reconcile();
    expect(erp.received.map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id)).toEqual([own.id]);
    expect(shop.received).toHaveLength(2);
  });

  test('an event is delivered again to one endpoint, or to all', async () => {
    system = await startTestSystem({ companion: both() });
    const { id: payment } = await system.paid();
    await system.companion.reconcile();
    const { id } = await eventAbout(system, payment);
    await system.post(`/v1/events/${id}/redeliver`, { endpoint: 'erp' });
    expect(await eventAbout(system, payment)).toMatchObject({
      state: 'waiting',
      endpoints: [{ state: 'delivered' }, { state: 'waiting' }],
    });
    await system.companion.reconcile();
    expect([shop.received.length, erp.received.length]).toEqual([1, 2]);
    await system.post(`/v1/events/${id}/redeliver`);
    await system.companion.reconcile();
    expect([shop.received.length, erp.received.length]).toEqual([2, 3]);
    const refused = await system.merchant('POST', `/v1/events/${id}/redeliver`, { endpoint: 'mail' });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      code: 'invalid_request',
      fields: [{ path: 'endpoint', code: 'not_allowed', rule: 'one of default, erp' }],
    });
  });

  test('an event that one endpoint gives up is given up, though another accepted it', async () => {
    let later = 0;
    const down = await startWebhookEndpoint();
    await down.close();
    system = await startTestSystem({
      companion: {
        ...both(),
        webhooks: { erp: { url: down.url, secret: ERP } },
        now: () => Date.now() + later,
      },
    });
    const { id } = await system.paid();
    for (let attempt = 0; attempt < 11; attempt += 1) {
      await system.companion.reconcile();
      later += 30 * 3_600_000;
    }
    expect(await eventAbout(system, id)).toMatchObject({
      state: 'given_up',
      endpoints: [
        { name: 'default', state: 'delivered', attempts: 1 },
        { name: 'erp', state: 'given_up', attempts: 11 },
      ],
    });
    expect(shop.received).toHaveLength(1);
    const { events } = await system.get<{ events: { id: string }[] }>('/v1/events?state=given_up');
    expect(events).toHaveLength(1);
    const { deliveries } = await system.get<{ deliveries: object[] }>(`/v1/events/${events[0]!.id}`);
    expect(deliveries).toContainEqual(
      expect.objectContaining({ endpoint: 'erp', error: 'nothing listens at its host and port (ECONNREFUSED)' }),
    );
  });

  test('an endpoint receives 40 events while another one never responds', async () => {
    const silent = await startWebhookEndpoint({ responds: false });
    system = await startTestSystem({
      companion: {
        webhookUrl: silent.url,
        webhookSecret: SHOP,
        webhooks: { erp: { url: erp.url, secret: ERP } },
        reconcileEvery: 20,
      },
    });
    for (let count = 0; count < 40; count += 1) await system.paid();
    await expect.poll(() => erp.received.length, { timeout: 20_000 }).toBe(40);
    expect(silent.received).toHaveLength(1);
    const metrics = await (await system.merchant('GET', '/metrics')).text();
    expect(metrics).toContain('tillgate_events_waiting{endpoint="erp"} 0');
    expect(metrics).toContain('tillgate_events_waiting{endpoint="default"} 40');
    // Its first attempt has not ended: it waits for 15 seconds.
    expect(metrics).toContain('tillgate_event_deliveries_total{endpoint="default",outcome="waiting"} 0');
    await silent.close();
  });
});

describe('the file of webhook endpoints', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-webhooks-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let files = 0;
  const write = (content: unknown): string => {
    const file = join(folder, `${String((files += 1))}.json`);
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });
    return file;
  };
  const ENVIRONMENT = {
    TILLGATE_PUBLIC_URL: 'http://localhost:4001',
    TILLGATE_GATEWAY_URL: 'http://localhost:4002',
    TILLGATE_MERCHANT_ID: '1234567',
    TILLGATE_ACCOUNT_ID: '984747105',
    TILLGATE_SIGN_KEY: 'a-sign-key-that-nobody-knows',
    TILLGATE_API_KEYS: `${testApiKey('own')}:pay`,
  };
  const ERP_ENTRY = { url: 'https://erp.example/hooks', secret: ERP };
  const read = (content: unknown): ReturnType<typeof readServeSettings> =>
    readServeSettings({ ...ENVIRONMENT, TILLGATE_WEBHOOKS: write(content) });

  test('names endpoints with their secrets, events and accounts', () => {
    const secretFile = write(MAIL);
    const { options } = read({
      erp: { ...ERP_ENTRY, events: ['payment.paid'], accounts: ['default'] },
      mail: { url: 'https://mail.example/', secret_file: secretFile },
    });
    expect(options.webhooks).toEqual({
      erp: { ...ERP_ENTRY, events: ['payment.paid'], accounts: ['default'] },
      mail: { url: 'https://mail.example/', secret: MAIL },
    });
  });

  test.each<[string, unknown, RegExp]>([
    ['no JSON', 'erp', /^TILLGATE_WEBHOOKS: a file that holds JSON/],
    ['an unknown field', { erp: { ...ERP_ENTRY, secrets: [] } }, /^TILLGATE_WEBHOOKS\.erp\.secrets: no such field/m],
    ['no address', { erp: { secret: ERP } }, /^TILLGATE_WEBHOOKS\.erp\.url: must be given/m],
    ['plain http', { erp: { ...ERP_ENTRY, url: 'http://erp.example/' } }, /^TILLGATE_WEBHOOKS\.erp\.url: https/m],
    ['no secret', { erp: { url: ERP_ENTRY.url } }, /^TILLGATE_WEBHOOKS\.erp\.secret: a secret/m],
    ['a short secret', { erp: { ...ERP_ENTRY, secret: 'whsec_AAAA' } }, /^TILLGATE_WEBHOOKS\.erp\.secret: whsec_/m],
    ['an unknown event', { erp: { ...ERP_ENTRY, events: ['paid'] } }, /^TILLGATE_WEBHOOKS\.erp\.events: a list of/m],
    ['no event', { erp: { ...ERP_ENTRY, events: [] } }, /^TILLGATE_WEBHOOKS\.erp\.events: at least one/m],
    ['an unknown account', { erp: { ...ERP_ENTRY, accounts: ['uk'] } }, /^TILLGATE_WEBHOOKS\.erp\.accounts: a list/m],
    ['no account', { erp: { ...ERP_ENTRY, accounts: [] } }, /^TILLGATE_WEBHOOKS\.erp\.accounts: at least one/m],
    ['the name default', { default: ERP_ENTRY }, /^TILLGATE_WEBHOOKS\.default: a name/m],
    ['a wrong name', { 'The ERP': ERP_ENTRY }, /^TILLGATE_WEBHOOKS\.The ERP: a name/m],
    [
      'too many',
      Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`e${String(index)}`, ERP_ENTRY])),
      /^TILLGATE_WEBHOOKS: at most 10/m,
    ],
  ])('is refused with %s', (_case, content, message) => {
    expect(() => read(content)).toThrow(message);
  });

  test('is named if others on the machine can read it', () => {
    const file = join(folder, 'open.json');
    writeFileSync(file, JSON.stringify({ erp: ERP_ENTRY }), { mode: 0o644 });
    expect(readServeSettings({ ...ENVIRONMENT, TILLGATE_WEBHOOKS: file }).warnings).toEqual([
      expect.stringMatching(/^TILLGATE_WEBHOOKS: others on this machine can use /),
    ]);
  });
});
