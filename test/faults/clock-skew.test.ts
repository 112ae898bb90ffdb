import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../server/store/open-store.ts';
import { addSession, beginPayment } from '../support/store-contract.ts';
import { startTestSystem, type TestSystem } from '../support/system.ts';

/** Two companions on one database; the clock of one is days behind. */

const SECOND = 1_000;
const HOUR = 3_600_000;
const BEHIND = 72 * HOUR;
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

let folder: string;
let clock: { at: number };
let shop: Server;
/** Times at which events reached the endpoint, which rejects them all. */
let tries: number[];
let right: TestSystem;
let behind: TestSystem;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillgate-clocks-'));
  clock = { at: Date.now() };
  tries = [];
  shop = createServer((request, response) => {
    request.resume();
    tries.push(clock.at);
    response.writeHead(503).end();
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const webhookUrl = `http://127.0.0.1:${String((shop.address() as AddressInfo).port)}/`;
  const start = (now: () => number): Promise<TestSystem> =>
    startTestSystem({ companion: { dataDir: folder, webhookUrl, webhookSecret: SECRET, now } });
  right = await start(() => clock.at);
  behind = await start(() => clock.at - BEHIND);
});
afterEach(async () => {
  await right.close();
  await behind.close();
  await new Promise((resolve) => {
    shop.close(resolve);
    shop.closeAllConnections();
  });
  rmSync(folder, { recursive: true, force: true });
});

/** Number of requests to the gateways. */
const asked = (): number =>
  [right, behind].reduce((count, { sandbox }) => count + sandbox.sandbox.state.requests.length, 0);

type Order = 'first' | 'last';

/** Runs the jobs of both companions `count` times, `pause` ms apart. */
async function rounds(count: number, pause: number, order: Order): Promise<void> {
  const both = order === 'first' ? [behind, right] : [right, behind];
  for (let round = 0; round < count; round += 1) {
    for (const { companion } of both) await companion.reconcile();
    clock.at += pause;
  }
}

describe.each<Order>(['first', 'last'])('promise 9: two companions with clock skew, the late one %s', (order) => {
  test('an event that the endpoint rejects gets eleven attempts over three days', async () => {
    const { id } = await right.paid();
    const [begun, state] = [clock.at, async () => (await right.get<Events>(`/v1/events?ref=${id}`)).events];
    await rounds(30, SECOND, order);
    expect(tries.length).toBeGreaterThan(0);
    expect(tries.length).toBeLessThanOrEqual(3);
    await rounds(60, 10 * SECOND, order);
    await rounds(84 * 3, HOUR / 3, order);
    expect(await state()).toMatchObject([{ state: 'given_up', attempts: 11 }]);
    expect(tries).toHaveLength(11);
    // The pauses add up to 75.6 hours, plus or minus a fifth.
    expect(tries.at(-1)! - begun).toBeGreaterThan(60 * HOUR);
  });

  test('a payment without a response keeps its timeout and is queried at the usual intervals', async () => {
    const store = openStore({ dataDir: folder });
    const begun = await beginPayment(store, await addSession(store, { expires_at: clock.at + HOUR }), {}, clock.at);
    await store.close();
    const { id } = begun.kind === 'started' ? begun.payment : { id: '' };
    const status = async (): Promise<string> => (await right.get<{ status: string }>(`/v1/payments/${id}`)).status;
    await rounds(30, SECOND, order);
    expect(await status()).toBe('submitting');
    await rounds(120, SECOND, order);
    expect(await status()).toBe('unknown');
    expect(asked()).toBeGreaterThan(0);
    expect(asked()).toBeLessThan(4);
    await rounds(120, 10 * SECOND, order);
    expect(asked()).toBeLessThan(16);
  });
});

interface Events {
  events: { state: string; attempts: number }[];
}

test('promise 9: an event planned by a clock far ahead is delivered after the clock is corrected', async () => {
  const store = openStore({ dataDir: folder });
  const { id } = await right.paid();
  const [event] = (await right.get<{ events: { id: string }[] }>(`/v1/events?ref=${id}`)).events;
  const ahead = clock.at + 300 * 24 * HOUR;
  await store.redeliverEvent(event!.id, ['default'], ahead);
  const [job] = await store.claimJobs('webhook:default', ahead, 3, 120 * SECOND);
  const delivery = { endpoint: 'default', at: ahead, status: 503, error: null, duration_ms: 1 };
  await store.recordDeliveryAttempt(event!.id, delivery, 'waiting');
  await store.finishOrRescheduleJob(job!, ahead + 5 * SECOND);
  await store.close();
  await rounds(8, SECOND, 'last');
  expect(tries).toHaveLength(1);
});
