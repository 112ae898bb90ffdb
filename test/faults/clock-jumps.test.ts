import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../server/store/open-store.ts';
import type { Store } from '../../server/store/store.ts';
import { addSession, beginPayment } from '../support/store-contract.ts';
import { ORDER, startSystem, type TestSystem } from '../support/system.ts';

/** What a companion whose clock was far ahead left behind when it was killed, and its clock was put right. */

const DAY = 86_400_000;

let folder: string;
let clock: { at: number };
let looks: number;
let ahead: number;
let store: Store;
let system: TestSystem;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillgate-clock-'));
  clock = { at: Date.now() };
  ahead = clock.at + 300 * DAY;
  store = openStore({ dataDir: folder });
  looks = 0;
  const now = (): number => {
    // A loop without an end would let no timer end the test.
    if ((looks += 1) > 5_000) throw new Error('The work has no end.');
    return clock.at;
  };
  system = await startSystem({ companion: { dataDir: folder, now } });
});
afterEach(async () => {
  await system.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** One round of the jobs: how many there were to do. */
const round = (): Promise<number> => system.companion.reconcile();

describe('promise 9: what a clock far ahead has sent', () => {
  test('a payment waits for its answer once, is unknown then, and asked about now and then', async () => {
    const session = await addSession(store, { expires_at: ahead + DAY });
    const begun = await beginPayment(store, session, {}, ahead);
    const { id } = begun.kind === 'started' ? begun.payment : { id: '' };
    const status = async (): Promise<string> => (await system.get<{ status: string }>(`/v1/payments/${id}`)).status;
    expect(await round()).toBe(1);
    expect(await status()).toBe('submitting');
    expect(await round()).toBe(0);
    clock.at += 120_000;
    expect(await round()).toBe(1);
    expect(await status()).toBe('unknown');
    expect(await round()).toBe(0);
    clock.at += 300_000;
    expect(await round()).toBe(1);
  });

  test('a refund too', async () => {
    const what = { transaction_id: 'T-1', order_no: 'O-1', currency: 'EUR', amount: '9.00', refund_amount: '9.00' };
    const refund = { id: 'ref_ahead', payment_id: null, ...what, reason: 'broken', reference: 'one' };
    await store.beginRefunds([refund], ahead, ahead + 10_000);
    expect(await round()).toBe(1);
    expect(await store.findRefund(refund.id)).toMatchObject({ status: 'submitting' });
    clock.at += 120_000;
    expect(await round()).toBe(1);
    expect(await store.findRefund(refund.id)).toMatchObject({ status: 'unknown' });
    expect(await round()).toBe(0);
  });

  test('an operation too', async () => {
    const prints = { fingerprint: 'f', keyed_fingerprint: null };
    const operation = { id: 'op_ahead', name: 'payout', request_id: 'one', ...prints, request: {} };
    await store.beginOperation(operation, ahead, ahead + 10_000);
    expect(await round()).toBe(1);
    expect(await store.findOperation(operation.id)).toMatchObject({ status: 'submitting' });
    clock.at += 120_000;
    expect(await round()).toBe(1);
    expect(await store.findOperation(operation.id)).toMatchObject({ status: 'unknown' });
    expect(await round()).toBe(0);
  });
});

test('promise 9: a clock far ahead has nothing forgotten that is needed, and puts off nothing for good', async () => {
  const key = { 'idempotency-key': 'an-order' };
  const order = { ...ORDER, order_no: 'an-order' };
  const open = (): Promise<Response> => system.merchant('POST', '/v1/sessions', order, key);
  const opened = (await (await open()).json()) as { id: string };
  const wrong = await startSystem({ companion: { dataDir: folder, now: () => ahead } });
  await wrong.companion.reconcile();
  await wrong.companion.reconcile();
  await wrong.close();
  expect(await system.get(`/v1/sessions/${opened.id}`)).toMatchObject({ status: 'open' });
  expect(await (await open()).json()).toMatchObject({ id: opened.id });
  // What was planned for the day after that clock's is done today, and every day from then on.
  await round();
  expect(await store.findPruned()).toBe(clock.at);
  clock.at += DAY;
  await round();
  expect(await store.findPruned()).toBe(clock.at);
});
