import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../server/store/open-store.ts';
import type { Store } from '../../server/store/store.ts';
import { addSession, beginPayment } from '../support/store-contract.ts';
import { TEST_SESSION_FIELDS, startTestSystem, type TestSystem } from '../support/system.ts';

/** Records of a companion whose clock was far ahead when it was killed; the clock is then corrected. */

const DAY = 86_400_000;

let folder: string;
let clock: { at: number };
let reads: number;
let ahead: number;
let store: Store;
let system: TestSystem;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillgate-clock-'));
  clock = { at: Date.now() };
  ahead = clock.at + 300 * DAY;
  store = openStore({ dataDir: folder });
  reads = 0;
  const now = (): number => {
    // An endless loop would keep the test's timeout from firing.
    if ((reads += 1) > 5_000) throw new Error('The work has no end.');
    return clock.at;
  };
  system = await startTestSystem({ companion: { dataDir: folder, now } });
});
afterEach(async () => {
  await system.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the due jobs; returns their number. */
const round = (): Promise<number> => system.companion.reconcile();

describe('promise 9: records written by a clock that was far ahead', () => {
  test('a payment sent by a clock far ahead becomes unknown after its timeout and is queried at the usual intervals', async () => {
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

  test('a refund sent by a clock far ahead becomes unknown after its timeout', async () => {
    const what = { transaction_id: 'T-1', order_no: 'O-1', currency: 'EUR', amount: '9.00', refund_amount: '9.00' };
    const refund = {
      id: 'ref_ahead',
      account: 'default',
      payment_id: null,
      ...what,
      reason: 'broken',
      reference: 'one',
    };
    await store.beginRefunds([refund], ahead, ahead + 10_000);
    expect(await round()).toBe(1);
    expect(await store.findRefund(refund.id)).toMatchObject({ status: 'submitting' });
    clock.at += 120_000;
    expect(await round()).toBe(1);
    expect(await store.findRefund(refund.id)).toMatchObject({ status: 'unknown' });
    expect(await round()).toBe(0);
  });

  test('an operation sent by a clock far ahead becomes unknown after its timeout', async () => {
    const prints = { fingerprint: 'f', keyed_fingerprint: null };
    const operation = { id: 'op_ahead', account: 'default', name: 'payout', request_id: 'one', ...prints, request: {} };
    await store.beginIssuingOrPayoutOperation(operation, ahead, ahead + 10_000);
    expect(await round()).toBe(1);
    expect(await store.findIssuingOrPayoutOperation(operation.id)).toMatchObject({ status: 'submitting' });
    clock.at += 120_000;
    expect(await round()).toBe(1);
    expect(await store.findIssuingOrPayoutOperation(operation.id)).toMatchObject({ status: 'unknown' });
    expect(await round()).toBe(0);
  });
});

test('promise 9: a clock far ahead prunes nothing that is needed and delays no job for good', async () => {
  const key = { 'idempotency-key': 'an-order' };
  const order = { ...TEST_SESSION_FIELDS, order_no: 'an-order' };
  const open = (): Promise<Response> => system.merchant('POST', '/v1/sessions', order, key);
  const opened = (await (await open()).json()) as { id: string };
  const wrong = await startTestSystem({ companion: { dataDir: folder, now: () => ahead } });
  await wrong.companion.reconcile();
  await wrong.companion.reconcile();
  await wrong.close();
  expect(await system.get(`/v1/sessions/${opened.id}`)).toMatchObject({ status: 'open' });
  expect(await (await open()).json()).toMatchObject({ id: opened.id });
  // Pruning that was planned by the wrong clock runs today, and every day after.
  await round();
  expect(await store.findPruned()).toBe(clock.at);
  clock.at += DAY;
  await round();
  expect(await store.findPruned()).toBe(clock.at);
});
