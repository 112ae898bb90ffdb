import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SANDBOX_CREDENTIALS, serveSandbox, type RunningSandbox } from '../../server/sandbox/index.ts';
import { findFreePort } from '../support/free-port.ts';
import { nextOrderNo, TEST_SESSION_FIELDS, createCardSubmit, untilDefined } from '../support/system.ts';
import { appFolderOf } from './support/shop-window.ts';
import { testApiKey } from '../support/test-keys.ts';

/**
 * What the image does, without Docker: the package alone, installed by one user and started by another user without
 * rights who may write to the data folder alone, with every secret in a file. Only root can take another user's place.
 */
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
const KEY = testApiKey('container');
const root = new URL('../../', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'tillgate-container-'));
const app = join(folder, 'app');
const data = join(folder, 'data');
let sandbox: RunningSandbox;
let child: ChildProcess;
let url: string;
let output = '';

beforeAll(async () => {
  sandbox = await serveSandbox({ port: 0 });
  chmodSync(folder, 0o755);
  cpSync(appFolderOf('plain'), app, { recursive: true });
  mkdirSync(data, { mode: 0o700 });
  const secrets = { sign_key: SANDBOX_CREDENTIALS.sign_key, api_keys: `${KEY}:pay+read` };
  for (const [name, value] of Object.entries(secrets)) writeFileSync(join(folder, name), `${value}\n`, { mode: 0o400 });
  if (isRoot)
    for (const path of [data, ...Object.keys(secrets).map((name) => join(folder, name))])
      chownSync(path, NOBODY, NOBODY);
  else execFileSync('chmod', ['-R', 'a-w', app]);
  const port = await findFreePort();
  child = spawn(process.execPath, [join(app, 'node_modules/tillgate/dist/server/cli.js'), 'serve'], {
    cwd: '/',
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      TILLGATE_DATA_DIR: data,
      TILLGATE_GATEWAY_URL: sandbox.url,
      TILLGATE_MERCHANT_ID: SANDBOX_CREDENTIALS.merchant_id,
      TILLGATE_ACCOUNT_ID: SANDBOX_CREDENTIALS.account_id,
      TILLGATE_SIGN_KEY_FILE: join(folder, 'sign_key'),
      TILLGATE_API_KEYS_FILE: join(folder, 'api_keys'),
      TILLGATE_DRAIN_DELAY: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  url = await untilDefined(
    () => (output.includes('companion on') ? `http://127.0.0.1:${String(port)}` : undefined),
    30_000,
  );
});

afterAll(async () => {
  child.kill('SIGKILL');
  await sandbox.close();
  if (!isRoot) execFileSync('chmod', ['-R', 'u+w', app]);
  rmSync(folder, { recursive: true, force: true });
});

const post = (path: string, token: string, body: unknown): Promise<Response> =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  });

test('the container takes a payment, writes only to its data folder and logs one line about missing traces', async () => {
  const session = (await (
    await post('/v1/sessions', KEY, { ...TEST_SESSION_FIELDS, order_no: nextOrderNo() })
  ).json()) as {
    token: string;
  };
  expect(await (await post('/checkout/payments', session.token, createCardSubmit())).json()).toMatchObject({
    status: 'paid',
  });
  expect(readdirSync(data)).toContain('tillgate.db');
  expect(output.split('\n').filter((line) => line.includes('no traces'))).toEqual([
    expect.stringMatching(/^no traces: OTEL_EXPORTER_OTLP_ENDPOINT is set, .*@opentelemetry\/sdk-trace-node/),
  ]);
  expect(output).not.toContain(KEY);
  expect(output).not.toContain(SANDBOX_CREDENTIALS.sign_key);
});

test('the image’s health check passes for a running companion and fails otherwise', () => {
  const [, command] = /HEALTHCHECK .* CMD (\[.*\])/.exec(readFileSync(join(root, 'server/Dockerfile'), 'utf8'))!;
  const [program, ...words] = JSON.parse(command!) as [string, ...string[]];
  const ask = (port: string): void => {
    execFileSync(program, words, { env: { PATH: process.env['PATH'], PORT: port }, stdio: 'ignore' });
  };
  expect(() => ask(new URL(url).port)).not.toThrow();
  expect(() => ask('1')).toThrow();
});

test('the container ends with 0 on SIGTERM', async () => {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});
