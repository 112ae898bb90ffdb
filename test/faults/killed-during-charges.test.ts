import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { CreatedPayment } from '../../server/index.ts';
import { expectLedgerToMatch } from '../support/audit-ledger.ts';
import { forkCompanion, type CompanionProcess, type CompanionProcessOptions } from '../support/companion-process.ts';
import { startLedgerGateway } from '../support/ledger-gateway.ts';
import { API_KEY, nextOrderNo, TEST_SESSION_FIELDS, createCardSubmit } from '../support/system.ts';

const folder = mkdtempSync(join(tmpdir(), 'tillgate-charges-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Longer than a claim of an Idempotency-Key whose process ended, and than the first queries of an unknown payment. */
const STEP = 300_000;
const SHOPPER = { ...TEST_SESSION_FIELDS.shopper, id: 'killed-1' };

type End = NonNullable<CompanionProcessOptions['dieAt']>;

const ENDS: readonly End[] = (['before', 'after'] as const).flatMap((when) =>
  (['createSession', 'beginPayment', 'updatePayment', 'finishIdempotentRequest'] as const).map((method) => ({
    method,
    when,
    count: 1,
  })),
);

async function post(
  companion: CompanionProcess,
  path: string,
  token: string,
  body: unknown,
  key: string = crypto.randomUUID(),
): Promise<Response> {
  return fetch(`${companion.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  });
}

test('a companion killed at each step of a charge sends it once, and the same key then returns its result', async () => {
  const gateway = await startLedgerGateway();
  const database = { dataDir: folder };
  gateway.responseChanges = () => ({ token_id: 'token-of-killed-1' });
  let round = 0;
  const start = async (dieAt?: End): Promise<CompanionProcess> => {
    const companion = await forkCompanion();
    await companion.start({ ...database, gatewayUrl: gateway.url, ahead: round * STEP, dieAt });
    round += 1;
    return companion;
  };
  const first = await start();
  const session = await post(first, '/v1/sessions', API_KEY, {
    ...TEST_SESSION_FIELDS,
    order_no: nextOrderNo(),
    saved_cards: true,
    shopper: SHOPPER,
  });
  const { token } = (await session.json()) as { token: string };
  await post(first, '/checkout/payments', token, { ...createCardSubmit(), save_card: true });
  await first.kill();
  const results: string[] = [];
  for (const end of ENDS) {
    const { items, ...order } = {
      ...TEST_SESSION_FIELDS,
      order_no: nextOrderNo(),
      shopper: SHOPPER,
      shopper_ip: '203.0.113.9',
    };
    const key = crypto.randomUUID();
    const dying = await start(end);
    await expect(post(dying, '/v1/payments', API_KEY, { ...order, items }, key)).rejects.toThrow(TypeError);
    await dying.gone;
    const next = await start();
    await next.drain();
    const answer = await post(next, '/v1/payments', API_KEY, { ...order, items }, key);
    const { status, payment } = (await answer.json()) as CreatedPayment;
    results.push(`${end.method} ${end.when}: ${String(answer.status)} ${status}`);
    expect(gateway.calls.get(order.order_no) ?? 0, JSON.stringify(end)).toBeLessThanOrEqual(1);
    expect(payment.kind).toBe('merchant_initiated');
    await next.drain();
    await next.kill();
  }
  expect(results.filter((line) => !/: 201 (paid|unknown|pending)$/.test(line))).toEqual([]);
  expect(results.filter((line) => line.endsWith('paid')).length).toBeGreaterThanOrEqual(ENDS.length - 1);
  const last = await start();
  await last.drain();
  await expectLedgerToMatch(gateway, database);
  await last.kill();
  await gateway.close();
}, 240_000);
