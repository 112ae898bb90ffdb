import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SANDBOX_CREDENTIALS } from '../../server/sandbox/index.ts';
import { startTestSystem, type TestSystem } from '../support/system.ts';

const { merchant_id, account_id, sign_key } = SANDBOX_CREDENTIALS;
const NEW = 'sandbox_key_of_this_year';
const ACCOUNT = '1111222233334444';
/** Ends in the same four digits, which is all that is kept. */
const CORRECTED = '9999888877774444';

let system: TestSystem;
let folder: string;
const later: TestSystem[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillgate-payouts-'));
  const merchants = [{ merchant_id, account_id, sign_keys: [sign_key, NEW] }];
  system = await startTestSystem({ companion: { dataDir: folder }, sandbox: { merchants } });
});
afterEach(async () => {
  for (const one of [...later.splice(0), system]) await one.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Another companion on the same database. */
async function companionWith(signKey: string): Promise<TestSystem> {
  const { url } = system.sandbox;
  const other = await startTestSystem({ companion: { dataDir: folder, gatewayUrl: url, issuingUrl: url, signKey } });
  later.push(other);
  return other;
}

interface Told {
  http: number;
  code?: string;
  operation?: { id: string };
}

async function payOut(at: TestSystem, request_id: string, account_number: string, amount = '9.00'): Promise<Told> {
  const beneficiary = { name: 'Ana', account_number };
  const body = { request_id, payment_currency: 'EUR', payment_amount: amount, beneficiary };
  const answer = await at.merchant('POST', '/v1/payouts', body);
  return { http: answer.status, ...((await answer.json()) as object) };
}

const sent = (): number =>
  system.sandbox.sandbox.state.requests.filter((request) => request.operation === 'payout').length;

describe('promise 10: request_id of a payout', () => {
  test('a payout’s request_id is rejected for another account, also if the accounts differ in masked digits', async () => {
    const id = crypto.randomUUID();
    const first = await payOut(system, id, ACCOUNT);
    expect(await payOut(system, id, CORRECTED)).toMatchObject({ http: 422, code: 'idempotency_key_reused' });
    const again = await payOut(system, id, ACCOUNT);
    expect(again.operation?.id).toBe(first.operation?.id);
    expect(sent()).toBe(1);
  });

  test('a payout’s request_id is recognised by every companion of the database during a key rotation', async () => {
    const id = crypto.randomUUID();
    const first = await payOut(system, id, ACCOUNT);
    for (const keys of [sign_key, `${sign_key},${NEW}`, `${NEW},${sign_key}`]) {
      const other = await companionWith(keys);
      expect((await payOut(other, id, ACCOUNT)).operation?.id, keys).toBe(first.operation?.id);
      expect((await payOut(other, id, CORRECTED)).http, keys).toBe(422);
    }
    // The key is gone: a repeated request is still recognised, and another amount is still rejected.
    const after = await companionWith(NEW);
    expect((await payOut(after, id, ACCOUNT)).operation?.id).toBe(first.operation?.id);
    expect((await payOut(after, id, ACCOUNT, '8.00')).http).toBe(422);
    expect(sent()).toBe(1);
  });

  test('a payout’s request_id stored by an older version is recognised by its stored fingerprint', async () => {
    const id = crypto.randomUUID();
    const first = await payOut(system, id, ACCOUNT);
    const database = new Database(join(folder, 'tillgate.db'));
    database.exec('update operations set keyed_fingerprint = null');
    database.close();
    expect((await payOut(system, id, ACCOUNT)).operation?.id).toBe(first.operation?.id);
    expect((await payOut(system, id, ACCOUNT, '8.00')).http).toBe(422);
  });

  test('a payout leaves no account number on disk', async () => {
    await payOut(system, crypto.randomUUID(), ACCOUNT);
    const disk = readdirSync(folder)
      .map((file) => readFileSync(join(folder, file)).toString('latin1'))
      .join('');
    expect(disk).toContain('******4444');
    expect(disk).not.toContain(ACCOUNT);
  });
});

test('promise 10: an issuing request_id is rejected for another request, also if they differ in masked digits', async () => {
  const request_id = crypto.randomUUID();
  const make = async (account_number: string): Promise<number> => {
    const body = { request_id, first_name: 'Ana', last_name: 'Souza', email: 'ana@example.com', account_number };
    return (await system.merchant('POST', '/v1/issuing/cardholders', body)).status;
  };
  expect(await make(ACCOUNT)).toBe(201);
  expect(await make(CORRECTED)).toBe(422);
  expect(await make(ACCOUNT)).toBe(201);
});
