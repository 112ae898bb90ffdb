import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAcquiringClient } from '../../server/gateway/index.ts';
import { endSessionsAndFindUnrecordedPayments } from '../../server/payments/find-unrecorded-payments.ts';
import { SANDBOX_CREDENTIALS } from '../../server/sandbox/index.ts';
import { backUpSqlite, restoreSqlite } from '../../server/store/backup.ts';
import { openStore } from '../../server/store/open-store.ts';
import { startTestSystem, untilDefined, type TestPaymentDetails, type TestSystem } from '../support/system.ts';

/** Renewals after a backup are in the gateway's records only. */

const DAY = 86_400_000;
let folder: string;
let system: TestSystem;
let ahead: number;

beforeEach(async () => {
  ahead = 0;
  folder = mkdtempSync(join(tmpdir(), 'tillgate-contracts-'));
  const companion = { dataDir: join(folder, 'live'), now: () => Date.now() + ahead };
  system = await startTestSystem({ companion, notifications: true });
});
afterEach(async () => {
  await system.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Renews a daily subscription `times` times; returns its transaction IDs once all are recorded. */
async function deduct(days: number): Promise<string[]> {
  for (let day = 0; day < days; day += 1) {
    ahead += DAY;
    system.sandbox.sandbox.state.clock.advance(DAY);
  }
  const numbers = system.sandbox.sandbox.state.ledger.all().map(({ transaction_id }) => transaction_id);
  for (const number of numbers) {
    await untilDefined(async () => {
      const path = `/v1/payments?transaction_id=${number}`;
      return (await system.get<{ payments: TestPaymentDetails[] }>(path)).payments[0];
    });
  }
  return numbers;
}

/** What `tillgate recover` finds for a companion whose database was replaced by a copy. */
async function recover(copy: string): Promise<string[]> {
  const dataDir = join(folder, 'restored');
  restoreSqlite(dataDir, copy, new Date());
  const { merchant_id: merchantId, account_id: accountId, sign_key } = SANDBOX_CREDENTIALS;
  const gateway = createAcquiringClient({ baseUrl: system.sandbox.url, merchantId, accountId, signKeys: [sign_key] });
  const store = openStore({ dataDir });
  try {
    const { lost } = await endSessionsAndFindUnrecordedPayments({ store, gateway, now: () => Date.now() + ahead });
    return lost.map(({ transactionId }) => transactionId);
  } finally {
    await store.close();
    await gateway.close();
  }
}

test('the recovery report lists every renewal that a restored backup lacks, and none that it holds', async () => {
  await system.paid({ subscription: { contract_name: 'Gold', interval: 'day' } });
  expect(await deduct(101)).toHaveLength(102);
  const copy = join(folder, 'copy.db');
  backUpSqlite(join(folder, 'live'), copy);
  const [missing] = (await deduct(1)).slice(-1);
  expect(await recover(copy)).toEqual([missing]);
}, 60_000);
