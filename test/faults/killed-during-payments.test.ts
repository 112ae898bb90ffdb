import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectLedgerToMatch } from '../support/audit-ledger.ts';
import { forkCompanion, type CompanionProcess, type CompanionProcessOptions } from '../support/companion-process.ts';
import { recordPromiseFigures } from '../support/promise-figures.ts';
import { pickRunSize } from '../support/full-size.ts';
import { startLedgerGateway, type LedgerGateway, type GatewayReaction } from '../support/ledger-gateway.ts';
import { useDatabases } from '../support/databases.ts';
import { API_KEY, nextOrderNo, TEST_SESSION_FIELDS, createCardSubmit } from '../support/system.ts';
import { sleep } from '../support/wait.ts';
import type { SubmitPayment } from '../../shared/contract/index.ts';

/** Payments in flight when the process is killed. */
const PAYMENTS = 10;
/** Each companion's clock is this far ahead of the one before: job leases have expired and queries are due. */
const STEP = 300_000;
/** Long enough for a busy machine. Lost responses are cut connections, not timeouts. */
const DEADLINES = { connect: 5_000, headers: 10_000, total: 20_000 };

const { folder, createDatabase } = useDatabases('kill');

interface Order {
  orderNo: string;
  token: string;
  submit: SubmitPayment;
  /** The status that the shopper received before the kill. */
  status?: string;
}

/** When a round kills the companion: at a store call, at a stage of the gateway request, or after a random time. */
type End = Pick<CompanionProcessOptions, 'dieAt'> & { stage?: 'arrived' | 'booked' | 'half_sent'; after?: number };

/** Every step between the stored intent and the response, and of the jobs after a restart. */
const ENDS: ((nth: number) => End)[] = [
  (nth) => ({ dieAt: { method: 'beginPayment', when: 'before', count: nth } }),
  (nth) => ({ dieAt: { method: 'beginPayment', when: 'after', count: nth } }),
  () => ({ stage: 'arrived' }),
  () => ({ stage: 'booked' }),
  () => ({ stage: 'half_sent' }),
  (nth) => ({ dieAt: { method: 'updatePayment', when: 'before', count: nth } }),
  (nth) => ({ dieAt: { method: 'updatePayment', when: 'after', count: nth } }),
  () => ({ after: Math.random() * 40 }),
  () => ({ dieAt: { method: 'claimJobs', when: 'after', count: 1 } }),
  () => ({ dieAt: { method: 'finishOrRescheduleJob', when: 'before', count: 2 } }),
  () => ({ after: Math.random() * 15 }),
];

const REACTIONS: readonly GatewayReaction[] = [
  'pay',
  'pay',
  'pay',
  'pay',
  'pay_then_drop',
  'decline',
  'decline_then_drop',
];

function reactionOf(gateway: LedgerGateway, end: End, stageAt: number): LedgerGateway['react'] {
  return () => {
    if (end.stage === 'half_sent' && gateway.calls.size % PAYMENTS === stageAt) return 'pay_then_half';
    const random = Math.random();
    return random < 0.04 ? 'drop' : REACTIONS[Math.floor(random * REACTIONS.length)]!;
  };
}

async function post(companion: CompanionProcess, path: string, token: string, body: unknown): Promise<Response> {
  return fetch(`${companion.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function openOrders(companion: CompanionProcess): Promise<Order[]> {
  return Promise.all(
    Array.from({ length: PAYMENTS }, async () => {
      const orderNo = nextOrderNo();
      const session = await post(companion, '/v1/sessions', API_KEY, { ...TEST_SESSION_FIELDS, order_no: orderNo });
      return { orderNo, token: ((await session.json()) as { token: string }).token, submit: createCardSubmit() };
    }),
  );
}

/** Submits all orders at once and ignores cut-off responses. */
async function payAll(companion: CompanionProcess, orders: readonly Order[]): Promise<void> {
  await Promise.all(
    orders.map(async (order) => {
      const answer = await post(companion, '/checkout/payments', order.token, order.submit).catch(() => undefined);
      const body = (await answer?.json().catch(() => undefined)) as { status?: string } | undefined;
      if (answer?.status === 200 && body?.status !== undefined) order.status = body.status;
    }),
  );
}

/** Lets a companion work until the round kills it or all payments are done. */
async function workUntilKilled(
  gateway: LedgerGateway,
  companion: CompanionProcess,
  { end, orders }: { end: End; orders: Order[] },
): Promise<void> {
  let stages = 0;
  const stageAt = 1 + Math.floor(Math.random() * (PAYMENTS - 1));
  gateway.react = reactionOf(gateway, end, stageAt);
  gateway.onStage = (stage) => {
    if (stage !== end.stage) return;
    stages += 1;
    if (stages >= (stage === 'half_sent' ? 1 : stageAt)) process.kill(companion.pid, 'SIGKILL');
  };
  try {
    orders.push(...(await openOrders(companion)));
    const paying = payAll(companion, orders);
    if (end.after !== undefined) {
      await sleep(end.after);
      process.kill(companion.pid, 'SIGKILL');
    }
    await paying;
  } catch (error) {
    // The companion was killed while it opened sessions.
    if (!(error instanceof TypeError)) throw error;
  } finally {
    gateway.onStage = () => undefined;
    await companion.kill();
  }
}

/** Repeats every submit: outcomes that shoppers received stay the same, and no shopper is charged twice. */
async function tryAgain(companion: CompanionProcess, orders: readonly Order[]): Promise<void> {
  const again = orders.map((order) => ({ ...order }));
  await payAll(companion, again);
  for (const [index, order] of orders.entries()) {
    const now = again[index]?.status;
    // No response: this companion was killed as well.
    const isFinal = order.status === 'paid' || order.status === 'declined';
    if (isFinal && now !== undefined) expect([order.orderNo, now]).toEqual([order.orderNo, order.status]);
  }
}

async function killInRounds(
  database: { databaseUrl?: string; dataDir?: string },
  rounds: number,
): Promise<Record<string, number>> {
  const gateway = await startLedgerGateway();
  let killed = 0;
  let cutOff = 0;
  let before: Order[] = [];
  // The next process starts while this one works.
  let next = forkCompanion();
  const start = async (round: number, dieAt?: CompanionProcessOptions['dieAt']): Promise<CompanionProcess> => {
    const companion = await next;
    next = forkCompanion();
    await companion.start({ ...database, gatewayUrl: gateway.url, ahead: round * STEP, deadlines: DEADLINES, dieAt });
    return companion;
  };
  for (let round = 0; round <= rounds; round += 1) {
    const nth = 1 + Math.floor(Math.random() * PAYMENTS);
    const end = round === rounds ? {} : ENDS[round % ENDS.length]!(nth);
    const companion = await start(round, end.dieAt);
    gateway.react = () => 'pay';
    gateway.delay = () => Math.random() * 10;
    // Some are killed while they reconcile payments of an earlier round. The next companion continues.
    const isDrained = await companion.drain().then(
      () => true,
      () => false,
    );
    if (isDrained) {
      await expectLedgerToMatch(gateway, database, new Set(before.map((order) => order.orderNo)));
      await tryAgain(companion, before);
      before = [];
    }
    const orders: Order[] = [];
    if (isDrained && round < rounds) await workUntilKilled(gateway, companion, { end, orders });
    else await companion.kill();
    if (round < rounds) killed += 1;
    cutOff += orders.filter((order) => order.status === undefined).length;
    before.push(...orders);
  }
  const companion = await start(rounds + 1);
  await companion.drain();
  const audit = await expectLedgerToMatch(gateway, database);
  await companion.kill();
  await (await next).kill();
  await gateway.close();
  expect(cutOff, 'answers that were cut off').toBeGreaterThan(rounds);
  return { kills: killed, payments: audit.payments, 'cut-off answers': cutOff, lost: 0, doubled: 0 };
}

test(
  'promise 7: a companion on SQLite killed at every step of a payment loses no payment and doubles none',
  async () => {
    recordPromiseFigures(7, await killInRounds({ dataDir: join(folder, 'sqlite') }, pickRunSize(22, 600)));
  },
  pickRunSize(120_000, 3_600_000),
);

test(
  'promise 7: a companion on PostgreSQL killed at every step of a payment loses no payment and doubles none',
  async () => {
    recordPromiseFigures(7, await killInRounds({ databaseUrl: await createDatabase() }, pickRunSize(11, 400)));
  },
  pickRunSize(120_000, 3_600_000),
);
