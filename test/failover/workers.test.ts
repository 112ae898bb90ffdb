import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { runServeToExit, SERVE_API_KEY, startServeProcess, type ServeProcess } from '../support/serve-process.ts';
import { authoriseResponse, sendXml, startStubGateway, type StubGateway } from '../support/stub-gateway.ts';
import { createCardSubmit, nextOrderNo, TEST_SESSION_FIELDS, untilDefined } from '../support/system.ts';

let postgres: TestPostgres;
let gateway: StubGateway;
let databaseUrl: string;
let companion: ServeProcess | undefined;

beforeAll(async () => {
  [postgres, gateway] = await Promise.all([startPostgres(), startStubGateway()]);
});
beforeEach(async () => {
  gateway.charges.splice(0);
  databaseUrl = await postgres.createDatabase();
});
afterEach(async () => {
  companion?.process.kill('SIGKILL');
  await companion?.ended;
  companion = undefined;
});
afterAll(async () => {
  await gateway.close();
  await postgres.stop();
});

async function start(workers: number): Promise<ServeProcess> {
  companion = await startServeProcess(
    {
      DATABASE_URL: databaseUrl,
      TILLGATE_GATEWAY_URL: gateway.url,
      TILLGATE_DRAIN_DELAY: '0',
      // The tests pay more often than one shopper may.
      TILLGATE_LIMITS: 'off',
    },
    ['--workers', String(workers)],
  );
  const started = companion;
  await untilDefined(() => (started.output().includes('all workers listen') ? true : undefined));
  return started;
}

/** A POST on a connection of its own, so that the first process hands it to the next worker. */
function post(served: ServeProcess, path: string, token: string, body: unknown): Promise<Response> {
  return served.request(path, { method: 'POST', token, body, headers: { connection: 'close' } });
}

async function openSession(served: ServeProcess): Promise<string> {
  const response = await post(served, '/v1/sessions', SERVE_API_KEY, {
    ...TEST_SESSION_FIELDS,
    order_no: nextOrderNo(),
  });
  return ((await response.json()) as { token: string }).token;
}

async function pay(served: ServeProcess, token: string, submit = createCardSubmit()): Promise<string> {
  const response = await post(served, '/checkout/payments', token, submit);
  return ((await response.json()) as { status: string }).status;
}

async function payNewOrder(served: ServeProcess): Promise<string> {
  return pay(served, await openSession(served));
}

function respondAfter(ms: number): void {
  gateway.respond = (fields, response) => void setTimeout(() => sendXml(response, authoriseResponse(fields)), ms);
}

/** The IDs of the processes that a process has started. */
function childrenOf(pid: number): number[] {
  const list = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8');
  return list.split(' ').filter(Boolean).map(Number);
}

async function readMetric(served: ServeProcess, name: string): Promise<number> {
  const text = await (await served.request('/metrics', { token: SERVE_API_KEY })).text();
  const lines = text.split('\n').filter((line) => line.startsWith(name));
  expect(lines, text).not.toEqual([]);
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

test('three workers share the payments of one port, and any of them reports the metrics of all', async () => {
  respondAfter(0);
  const served = await start(3);
  const statuses = await Promise.all(Array.from({ length: 30 }, () => payNewOrder(served)));
  expect(statuses).toEqual(Array.from({ length: 30 }, () => 'paid'));
  // Each worker in turn.
  for (let scrape = 0; scrape < 3; scrape += 1) {
    expect(await readMetric(served, 'tillgate_payments_total{status="paid",source="response"}')).toBe(30);
    expect(await readMetric(served, 'tillgate_store_up')).toBe(1);
  }
  const charged = new Set(gateway.charges.map(({ order_no }) => order_no));
  expect(charged.size).toBe(30);
  expect(served.output().match(/companion on /g)).toHaveLength(1);
});

test('a submit sent again to another worker is charged once', async () => {
  respondAfter(300);
  const served = await start(2);
  const token = await openSession(served);
  const submit = createCardSubmit();
  const send = (): Promise<string> => pay(served, token, submit);
  await Promise.all(Array.from({ length: 6 }, send));
  expect(gateway.charges).toHaveLength(1);
  await untilDefined(async () => ((await send()) === 'paid' ? true : undefined));
  expect(gateway.charges).toHaveLength(1);
});

test('a worker that is killed is replaced and raises an alert, and payments go on', async () => {
  respondAfter(0);
  const served = await start(2);
  const first = served.process.pid ?? 0;
  const [killed = 0] = childrenOf(first);
  process.kill(killed, 'SIGKILL');
  await untilDefined(() => served.lines().find(({ alert }) => alert === 'worker_exited'));
  expect(await payNewOrder(served)).toBe('paid');
  await untilDefined(() => (childrenOf(first).length === 2 ? true : undefined));
  expect(childrenOf(first)).not.toContain(killed);
  const statuses = await Promise.all(Array.from({ length: 10 }, () => payNewOrder(served)));
  expect(statuses).toEqual(Array.from({ length: 10 }, () => 'paid'));
});

test('promise 23: SIGTERM to the first process and its workers lets every payment end, and the exit code is 0', async () => {
  respondAfter(1_200);
  const served = await start(2);
  const tokens = await Promise.all(Array.from({ length: 8 }, () => openSession(served)));
  const replies = tokens.map((token) => pay(served, token));
  await untilDefined(() => (gateway.charges.length === 8 ? true : undefined));
  // A service manager signals the whole group.
  for (const worker of childrenOf(served.process.pid ?? 0)) process.kill(worker, 'SIGTERM');
  served.process.kill('SIGTERM');
  expect(await Promise.all(replies)).toEqual(Array.from({ length: 8 }, () => 'paid'));
  expect(await served.ended).toBe(0);
  expect(served.lines().filter(({ msg }) => msg === 'drained')).toHaveLength(2);
});

test('a second SIGTERM ends the first process and its workers at once', async () => {
  respondAfter(5_000);
  const served = await start(2);
  const workers = childrenOf(served.process.pid ?? 0);
  const reply = pay(served, await openSession(served)).catch(() => 'cut');
  await untilDefined(() => (gateway.charges.length === 1 ? true : undefined));
  served.process.kill('SIGTERM');
  await untilDefined(() => (served.output().includes('draining') ? true : undefined));
  served.process.kill('SIGTERM');
  expect(await served.ended).toBe(1);
  expect(await reply).toBe('cut');
  await untilDefined(() => (workers.every((pid) => !isRunning(pid)) ? true : undefined));
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test.each([
  ['several workers on SQLite', ['--workers', '2'], /--workers: several workers need PostgreSQL/],
  ['a number that is none', ['--workers', 'many'], /--workers: must be a whole number from 1 to 64, or auto/],
  ['no workers', ['--workers', '0'], /--workers: must be a whole number from 1 to 64, or auto/],
])('%s: the command is refused before anything listens', async (_name, words, message) => {
  const { code, stderr } = await runServeToExit({}, words);
  expect(code).toBe(1);
  expect(stderr).toMatch(message);
});

test('workers whose port is taken end the first process with an error that names it', async () => {
  const port = new URL(gateway.url).port;
  const { code, stderr, stdout } = await runServeToExit({ DATABASE_URL: databaseUrl, PORT: port }, ['--workers', '2']);
  expect(code).toBe(1);
  expect(stderr).toContain(`PORT: ${port} is taken by another program`);
  expect(stdout).not.toContain('companion on');
});
