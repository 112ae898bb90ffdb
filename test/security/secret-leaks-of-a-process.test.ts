import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOG_LEVELS } from '../../server/observability/log.ts';
import { SANDBOX_CREDENTIALS, serveSandbox, type RunningSandbox } from '../../server/sandbox/index.ts';
import { addSearchedText, findCanaries, type SearchedTexts } from '../support/canaries.ts';
import { canariesOf, FLOW_CARDS, SECURITY_CODE, FLOW_SECRETS } from '../support/drive-flows.ts';
import { startLeakyGateway, type LeakyGateway } from '../support/leaky-gateway.ts';
import { nextOrderNo, TEST_SESSION_FIELDS, createCardSubmit, untilDefined } from '../support/system.ts';

const folder = mkdtempSync(join(tmpdir(), 'tillgate-process-'));
const CLI = new URL('../../dist/server/cli.js', import.meta.url).pathname;
const { merchant_id, account_id } = SANDBOX_CREDENTIALS;
const places: SearchedTexts = new Map();
const tokens: string[] = [];
let sandbox: RunningSandbox;
let leaky: LeakyGateway;

beforeAll(async () => {
  sandbox = await serveSandbox({ port: 0, merchants: [{ merchant_id, account_id, sign_keys: [FLOW_SECRETS.sign] }] });
  leaky = await startLeakyGateway(sandbox.url, SECURITY_CODE);
});
afterAll(async () => {
  await leaky.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Running {
  url: string;
  process: ChildProcess;
  ended: Promise<void>;
}

/** `tillgate serve` at its most talkative, with its secrets in files. */
async function start(): Promise<Running> {
  const file = (name: string, value: string): string => {
    writeFileSync(join(folder, name), `${value}\n`, { mode: 0o600 });
    return join(folder, name);
  };
  const child = spawn(process.execPath, [CLI, 'serve'], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      HOST: '127.0.0.1',
      TILLGATE_PUBLIC_URL: 'http://localhost:1',
      TILLGATE_GATEWAY_URL: leaky.url,
      TILLGATE_MERCHANT_ID: merchant_id,
      TILLGATE_ACCOUNT_ID: account_id,
      TILLGATE_SIGN_KEY_FILE: file('sign-key', FLOW_SECRETS.sign),
      TILLGATE_API_KEYS_FILE: file('api-keys', `${FLOW_SECRETS.api}:pay+refund+payout+resolve+issue+users+read`),
      TILLGATE_WEBHOOK_URL: 'http://127.0.0.1:9/',
      TILLGATE_WEBHOOK_SECRET_FILE: file('webhook-secret', `whsec_${FLOW_SECRETS.webhook}`),
      TILLGATE_DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: LOG_LEVELS.at(-1),
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      addSearchedText(places, 'stdout and stderr', chunk);
    });
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await untilDefined(() => /companion on (http:\S+),/.exec(output)?.[1], 20_000);
  return { url, process: child, ended };
}

async function send(url: string, path: string, token: string, body: unknown): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return fetch(`${url}${path}`, { method: 'POST', headers, body: text });
}

async function open(url: string): Promise<string> {
  const answer = await send(url, '/v1/sessions', FLOW_SECRETS.api, { ...TEST_SESSION_FIELDS, order_no: nextOrderNo() });
  const { token } = (await answer.json()) as { token: string };
  tokens.push(token);
  return token;
}

function submit(number: string): object {
  const body = createCardSubmit(number);
  return { ...body, card: { ...body.card!, security_code: SECURITY_CODE } };
}

test('promise 13: a process stopped or killed during payments leaves no secret in its output or on disk', async () => {
  for (const signal of ['SIGTERM', 'SIGKILL', 'SIGTERM'] as const) {
    const running = await start();
    const { url } = running;
    for (const number of [FLOW_CARDS.paid, FLOW_CARDS.declined, FLOW_CARDS.pending, FLOW_CARDS.mistyped]) {
      await send(url, '/checkout/payments', await open(url), submit(number));
    }
    const token = await open(url);
    await send(
      url,
      '/checkout/payments',
      token,
      `{"card":{"number":"${FLOW_CARDS.stray}","security_code":"${SECURITY_CODE}"`,
    );
    await send(url, '/checkout/payments', token, { ...submit(FLOW_CARDS.stray), [FLOW_CARDS.stray]: SECURITY_CODE });
    await send(url, `/v1/payments/${FLOW_CARDS.stray}/sync`, FLOW_SECRETS.api, {});
    await fetch(`${url}/v1/payments?email=${FLOW_CARDS.stray}`, {
      headers: { authorization: `Bearer ${FLOW_SECRETS.api}` },
    });
    await fetch(`${url}/pay/${FLOW_CARDS.stray}`);
    // Four payments are at the gateway when the signal comes.
    sandbox.sandbox.state.scenarios.arm({
      operation: 'authorise',
      fault: 'delay',
      ms: 400,
      times: 4,
      after_charge: true,
    });
    const under = await Promise.all(Array.from({ length: 4 }, () => open(url)));
    const asked = leaky.requests.length;
    const answers = under.map((each) =>
      send(url, '/checkout/payments', each, submit(FLOW_CARDS.disputed)).catch(() => null),
    );
    await untilDefined(() => (leaky.requests.length >= asked + 4 ? true : undefined));
    running.process.kill(signal);
    await running.ended;
    await Promise.all(answers);
    sandbox.sandbox.state.scenarios.clear();
    const data = join(folder, 'data');
    for (const file of readdirSync(data)) addSearchedText(places, `SQLite ${file}`, readFileSync(join(data, file)));
  }
  expect(tokens.length).toBe(27);
  const output = Buffer.concat(places.get('stdout and stderr')!).toString();
  expect(output).toContain('"to":"paid"');
  const canaries = canariesOf({ tokens, issued: [] });
  const hits = findCanaries(canaries, places);
  expect(hits.map((hit) => `${hit.canary} in ${hit.place}: ${hit.excerpt}`)).toEqual([]);
  expect([...places.keys()]).toEqual(expect.arrayContaining(['SQLite tillgate.db', 'SQLite tillgate.db-wal']));
}, 90_000);
