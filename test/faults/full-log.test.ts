import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findFreePort } from '../support/free-port.ts';
import { SERVE_API_KEY, serveEnvironment } from '../support/serve-process.ts';
import { nextOrderNo, TEST_SESSION_FIELDS } from '../support/system.ts';

/** A companion whose log is on a full disk. */

let folder: string;
let log: string;
let child: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillgate-log-'));
  log = join(folder, 'log');
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function start(path: string, port: string): Promise<number | null> {
  const output = openSync(path, 'a');
  const settings = { PORT: port, TILLGATE_DATA_DIR: ':memory:', TILLGATE_DRAIN_DELAY: '0' };
  const started = spawn(process.execPath, [CLI, 'serve'], {
    env: serveEnvironment(settings),
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  child = started;
  return new Promise((resolve) => started.once('exit', (code) => resolve(code)));
}

const CLI = new URL('../../dist/server/cli.js', import.meta.url).pathname;
const LATE = { timeout: 20_000 };

/** Returns the HTTP status. */
async function openSession(url: string): Promise<number> {
  const answer = await fetch(`${url}/v1/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SERVE_API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...TEST_SESSION_FIELDS, order_no: nextOrderNo() }),
    signal: AbortSignal.timeout(5_000),
  });
  return answer.status;
}

const linesOf = (path: string): string[] => readFileSync(path, 'utf8').trimEnd().split('\n');
const requestsIn = (path: string): number => linesOf(path).filter((line) => line.includes('"msg":"request"')).length;

test('a companion whose log is full keeps serving, writes the waiting lines once there is room, and stops on SIGTERM', async () => {
  const ended = start(log, '0');
  await expect.poll(() => readFileSync(log, 'utf8'), LATE).toMatch(/companion on \S+,/);
  const url = /companion on (\S+),/.exec(readFileSync(log, 'utf8'))?.[1]?.replace('localhost', '127.0.0.1') ?? '';
  const limit = (bytes: string): void =>
    void execFileSync('prlimit', ['--pid', String(child?.pid), `--fsize=${bytes}:unlimited`]);
  // Room for part of a line.
  limit(String(statSync(log).size + 40));
  for (let count = 0; count < 5; count += 1) expect(await openSession(url)).toBe(201);
  expect(requestsIn(log)).toBe(0);
  limit('unlimited');
  expect(await openSession(url)).toBe(201);
  await expect.poll(() => requestsIn(log), LATE).toBe(6);
  for (const line of linesOf(log).filter((text) => text.startsWith('{')))
    expect(() => void JSON.parse(line)).not.toThrow();
  limit(String(statSync(log).size));
  expect(await openSession(url)).toBe(201);
  child?.kill('SIGTERM');
  expect(await ended).toBe(0);
}, 60_000);

test('a companion that cannot write its log starts, serves and stops on SIGTERM', async () => {
  const port = await findFreePort();
  const ended = start('/dev/full', String(port));
  const url = `http://127.0.0.1:${String(port)}`;
  await expect.poll(() => openSession(url).catch(() => 0), LATE).toBe(201);
  child?.kill('SIGTERM');
  expect(await ended).toBe(0);
}, 60_000);

test('lines logged before a crash are written even if the reader is slow', async () => {
  const script = `
    import { writeSync } from 'node:fs';
    import { createLogger } from '${new URL('../../dist/server/observability/log.js', import.meta.url).href}';
    process.once('exit', () => writeSync(2, 'the process ends'));
    const log = createLogger('info');
    for (let count = 1; count <= 8000; count += 1) log.info({ count }, 'before the crash');
    throw new Error('the crash');`;
  const crashed = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'pipe' });
  child = crashed;
  const chunks: Buffer[] = [];
  const ended = new Promise((resolve) => crashed.once('close', resolve));
  let said = '';
  crashed.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  // Nothing is read until the process is at its end.
  await expect.poll(() => said, LATE).toContain('the process ends');
  crashed.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  expect(await ended).toBe(1);
  const counts = Buffer.concat(chunks).toString().trimEnd().split('\n');
  expect(counts.map((line) => (JSON.parse(line) as { count: number }).count)).toHaveLength(8_000);
});
