import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SANDBOX_CREDENTIALS, serveSandbox, type RunningSandbox } from '../../server/sandbox/index.ts';
import { openStore } from '../../server/store/open-store.ts';
import { GATEWAY_ACCEPTED_REFUND_STATES } from '../../server/store/back-office-types.ts';
import { forkCompanion, type CompanionProcess, type CompanionProcessOptions } from '../support/companion-process.ts';
import { recordPromiseFigures } from '../support/promise-figures.ts';
import { pickRunSize } from '../support/full-size.ts';
import { API_KEY, nextOrderNo, TEST_SESSION_FIELDS, createCardSubmit } from '../support/system.ts';
import { sleep } from '../support/wait.ts';

/** Refunds and card creations in flight when the process is killed. */

/** Refunds of one batch. */
const REFUNDS = 3;
/** Each companion's clock is this far ahead of the one before: job leases have expired and queries are due. */
const STEP = 300_000;
/** A process that is still alive so long after its kill, in ms, was not killed. */
const DEATH_PATIENCE = 5_000;

const folder = mkdtempSync(join(tmpdir(), 'tillgate-kill-refunds-'));
let sandbox: RunningSandbox;

beforeAll(async () => {
  sandbox = await serveSandbox({ port: 0, fetch: () => Promise.reject(new Error('nobody listens')) });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

/** When a round kills the companion: at a store call or after a random time. */
type End = Pick<CompanionProcessOptions, 'dieAt'> & { after?: number };

const ENDS: ((nth: number) => End)[] = [
  () => ({ dieAt: { method: 'beginRefunds', when: 'before', count: 1 } }),
  () => ({ dieAt: { method: 'beginRefunds', when: 'after', count: 1 } }),
  (nth) => ({ dieAt: { method: 'updateRefund', when: 'before', count: nth } }),
  (nth) => ({ dieAt: { method: 'updateRefund', when: 'after', count: nth } }),
  () => ({ dieAt: { method: 'beginIssuingOrPayoutOperation', when: 'before', count: 1 } }),
  () => ({ dieAt: { method: 'beginIssuingOrPayoutOperation', when: 'after', count: 1 } }),
  () => ({ dieAt: { method: 'updateIssuingOrPayoutOperation', when: 'before', count: 1 } }),
  () => ({ dieAt: { method: 'updateIssuingOrPayoutOperation', when: 'after', count: 1 } }),
  () => ({ after: Math.random() * 30 }),
];

/** A shop's requests, which it repeats with the same idempotency keys. */
interface ShopRequests {
  key: string;
  refunds: object[];
  requestId: string;
}

async function post<T>(companion: CompanionProcess, path: string, body: unknown, key: string, token = API_KEY) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return (await (await fetch(`${companion.url}${path}`, init)).json()) as T;
}

async function prepareRequests(companion: CompanionProcess): Promise<ShopRequests> {
  const refunds = await Promise.all(
    Array.from({ length: REFUNDS }, async () => {
      const order = { ...TEST_SESSION_FIELDS, order_no: nextOrderNo() };
      const { token } = await post<{ token: string }>(companion, '/v1/sessions', order, crypto.randomUUID());
      const paid = await post<{ payment_id: string }>(companion, '/checkout/payments', createCardSubmit(), '', token);
      // A partial refund, so that the gateway would accept it twice.
      return { payment_id: paid.payment_id, refund_amount: '4.00', refund_reason: 'broken' };
    }),
  );
  return { key: crypto.randomUUID(), refunds, requestId: crypto.randomUUID() };
}

/** Sends the refunds and the card creation and ignores cut-off responses. */
async function sendRequests(companion: CompanionProcess, { key, refunds, requestId }: ShopRequests): Promise<void> {
  const card = { request_id: requestId, card_bin_id: 806, recharge_amount: 5 };
  await Promise.allSettled([
    post(companion, '/v1/refunds', { refunds }, key),
    post(companion, '/v1/issuing/cards', card, `card-${key}`),
  ]);
}

interface LedgerComparison {
  refunds: number;
  cards: number;
  lost: string[];
  doubled: string[];
  invented: string[];
}

/** Compares what the gateway recorded with what we know, both ways. */
async function compare(asked: ReadonlyMap<string, number>): Promise<LedgerComparison> {
  const store = openStore({ dataDir: folder });
  const { records: records } = sandbox.sandbox.state;
  const recorded = records.refunds.map((entry) => entry.refund_reference);
  const known: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.listRefunds({ limit: 100, cursor });
    known.push(
      ...page.entries
        .filter(({ status }) => GATEWAY_ACCEPTED_REFUND_STATES.includes(status))
        .map(({ reference }) => reference),
    );
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  const made: string[] = [];
  do {
    const page = await store.listIssuingOrPayoutOperations({ limit: 100, cursor });
    made.push(
      ...page.entries.filter(({ status }) => status === 'succeeded').map(({ request_id: requestId }) => requestId),
    );
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  await store.close();
  const cards = [...asked.keys()];
  return {
    refunds: recorded.length,
    cards: cards.length,
    lost: [...recorded.filter((name) => !known.includes(name)), ...cards.filter((name) => !made.includes(name))],
    doubled: [
      ...recorded.filter((name, index) => recorded.indexOf(name) !== index),
      ...cards.filter((name) => (asked.get(name) ?? 0) > 1),
    ],
    invented: [...known.filter((name) => !recorded.includes(name)), ...made.filter((name) => !asked.has(name))],
  };
}

/** Counts card creations that reached the gateway since the last call. The gateway rejects a repeated request_id. */
function countCards(asked: Map<string, number>): void {
  const { requests } = sandbox.sandbox.state;
  for (const { operation, fields } of requests) {
    if (operation !== '/api/card/create') continue;
    const name = String(fields['request_id']);
    asked.set(name, (asked.get(name) ?? 0) + 1);
  }
  requests.length = 0;
}

async function start(round: number, dieAt?: CompanionProcessOptions['dieAt']): Promise<CompanionProcess> {
  const companion = await forkCompanion();
  const { company_id: companyId, issuing_sign_key: issuingSignKey } = SANDBOX_CREDENTIALS;
  await companion.start({
    dataDir: folder,
    gatewayUrl: sandbox.url,
    issuingUrl: sandbox.url,
    companyId,
    issuingSignKey,
    apiKeys: `${API_KEY}:pay+refund+payout+resolve+issue+users+read`,
    ahead: round * STEP,
    dieAt,
  });
  return companion;
}

test(
  'promise 10: a companion killed during refunds and card creation loses none and doubles none',
  async () => {
    const rounds = pickRunSize(ENDS.length, 45);
    const asked = new Map<string, number>();
    let before: ShopRequests | undefined;
    let killed = 0;
    for (let round = 0; round < rounds; round += 1) {
      // This companion reconciles, repeats the requests and prepares those of the next round.
      const healthy = await start(2 * round);
      await healthy.drain();
      countCards(asked);
      const agree = { lost: [], doubled: [], invented: [] };
      expect(await compare(asked)).toMatchObject(agree);
      if (before !== undefined) await sendRequests(healthy, before);
      countCards(asked);
      expect(await compare(asked)).toMatchObject(agree);
      const next = await prepareRequests(healthy);
      await healthy.kill();
      const end = ENDS[round % ENDS.length]!(1 + Math.floor(Math.random() * REFUNDS));
      const dying = await start(2 * round + 1, end.dieAt);
      const asking = sendRequests(dying, next);
      if (end.after !== undefined) {
        await sleep(end.after);
        await dying.kill();
      }
      await asking;
      const patience = sleep(DEATH_PATIENCE).then(() => 'alive');
      expect(await Promise.race([dying.gone, patience]), JSON.stringify(end)).toBeUndefined();
      killed += 1;
      before = next;
    }
    const last = await start(2 * rounds);
    await last.drain();
    await last.kill();
    countCards(asked);
    const { refunds, cards, lost, doubled, invented } = await compare(asked);
    expect({ lost, doubled, invented }).toEqual({ lost: [], doubled: [], invented: [] });
    // Some requests never leave the companion. At least these do.
    expect(refunds).toBeGreaterThan(rounds / 2);
    expect(cards).toBeGreaterThan(rounds / 5);
    recordPromiseFigures(10, { refund_kills: killed, refunds, cards, lost: lost.length, doubled: doubled.length });
  },
  pickRunSize(180_000, 3_600_000),
);
