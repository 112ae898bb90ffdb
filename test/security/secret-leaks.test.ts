import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import LibsqlDatabase from 'libsql';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CheckoutServerOptions } from '../../server/index.ts';
import type * as apiKeys from '../../server/http/api-keys.ts';
import type * as pinoModule from 'pino';
import {
  addSearchedText,
  findCanaries,
  encodingsOf,
  type CanaryMatch,
  type SearchedTexts,
} from '../support/canaries.ts';
import {
  canariesOf,
  SECURITY_CODE,
  driveAllFlows,
  findMissingFlowRecords,
  FLOW_SECRETS,
  readMerchantApi,
  leakTestSettings,
  type FlowContext,
  type CreatedSecrets,
} from '../support/drive-flows.ts';
import { recordPromiseFigures } from '../support/promise-figures.ts';
import { startWebhookEndpoint } from '../support/webhook-endpoint.ts';
import { startLeakyGateway } from '../support/leaky-gateway.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';

const folder = mkdtempSync(join(tmpdir(), 'tillgate-leaks-'));
let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterEach(() => {
  vi.doUnmock('pino');
  for (const path of OPENED) vi.doUnmock(path);
  vi.resetModules();
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const OPENED = [
  '../../server/gateway/redact.ts',
  '../../server/observability/observe-transport.ts',
  '../../server/observability/log.ts',
  '../../server/http/api-keys.ts',
  '../../server/context/ids.ts',
  'node:crypto',
];

type Line = (text: string) => void;

/** The companion's own logger, at its most talkative, writing where the test reads. */
function catchLog(line: Line): void {
  vi.doMock('pino', async (importOriginal) => {
    const { pino } = await importOriginal<typeof pinoModule>();
    const stream = { write: line };
    return { pino: Object.assign((options: object) => pino(options, stream), pino) };
  });
}

/** The same code with everything taken out of it that keeps secrets: masks, hashes, the list of what may be logged. */
function switchRedactionOff(line: Line): void {
  const same = (value: unknown): unknown => value;
  vi.doMock('../../server/gateway/redact.ts', async (original) => ({
    ...(await original<object>()),
    maskCardNumber: same,
    maskCardNumbers: same,
    redactGatewayMessage: same,
    redactGatewayResult: same,
    redactFields: same,
  }));
  vi.doMock('../../server/context/ids.ts', async (original) => ({
    ...(await original<object>()),
    hashSessionToken: same,
    fingerprintSubmit: (token: string, body: unknown) => `${token} ${JSON.stringify(body)}`,
  }));
  vi.doMock('../../server/http/api-keys.ts', async (original) => {
    const own = await original<typeof apiKeys>();
    return {
      ...own,
      toHashedApiKey: (...key: Parameters<typeof own.toHashedApiKey>) => ({
        ...own.toHashedApiKey(...key),
        id: key[0],
      }),
    };
  });
  vi.doMock('../../server/observability/log.ts', async (original) => ({
    ...(await original<object>()),
    createLogger: () => {
      const write = (facts: object, message: string): void => line(JSON.stringify({ ...facts, message }));
      return { debug: write, info: write, warn: write, error: write };
    },
    describeError: (error: unknown) => JSON.stringify(error, Object.getOwnPropertyNames(error ?? {})),
  }));
  vi.doMock('../../server/observability/observe-transport.ts', () => ({
    observeTransport: (transport: Transport, observe: (path: string, outcome: string, seconds: number) => void) => ({
      close: () => transport.close(),
      async send(request: { path: string; body: string }) {
        const sent = await transport.send(request);
        line(`${request.body} ${sent.body?.toString() ?? ''}`);
        observe(`${request.path} ${request.body}`, sent.kind, 0.1);
        return sent;
      },
    }),
  }));
  vi.doMock('node:crypto', async (original) => {
    const open = { update: (text: string) => Buffer.from(text), final: () => Buffer.alloc(0), setAuthTag: () => open };
    const crypt = (): object => ({ ...open, getAuthTag: () => Buffer.alloc(16) });
    return { ...(await original<object>()), createCipheriv: crypt, createDecipheriv: crypt };
  });
}

interface Transport {
  send(request: object): Promise<{ kind: string; body?: Buffer }>;
  close(): Promise<void>;
}

interface Store {
  name: string;
  options: Partial<CheckoutServerOptions>;
  /** What lies on disk or in tables. */
  read(places: SearchedTexts): Promise<void>;
}

function sqlite(name: string): Store {
  const dataDir = join(folder, name);
  return {
    name: 'SQLite',
    options: { dataDir },
    async read(places) {
      for (const file of readdirSync(dataDir))
        addSearchedText(places, `SQLite ${file}`, readFileSync(join(dataDir, file)));
      const copy = join(folder, `${crypto.randomUUID()}.db`);
      const database = new LibsqlDatabase(join(dataDir, 'tillgate.db'));
      database.exec(`vacuum into '${copy}'`);
      database.close();
      addSearchedText(places, 'SQLite backup', readFileSync(copy));
    },
  };
}

async function postgresql(): Promise<Store> {
  const databaseUrl = await postgres.createDatabase();
  return {
    name: 'PostgreSQL',
    options: { databaseUrl },
    async read(places) {
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      const rows = async (text: string): Promise<string[]> =>
        (await client.query<{ line: string }>(text)).rows.map((row) => row.line);
      const tables = await rows("select tablename as line from pg_tables where schemaname = 'public'");
      expect(tables).toEqual(expect.arrayContaining(['payments', 'notifications', 'operations', 'webhook_events']));
      for (const table of tables) {
        addSearchedText(
          places,
          'PostgreSQL dump',
          ...(await rows(`select row_to_json(t)::text as line from "${table}" t`)),
        );
      }
      await client.query('checkpoint');
      const [data = ''] = await rows("select setting as line from pg_settings where name = 'data_directory'");
      await client.end();
      for (const file of readdirSync(join(data, 'pg_wal'))) {
        if (/^[0-9A-F]{24}$/.test(file))
          addSearchedText(places, 'PostgreSQL WAL', readFileSync(join(data, 'pg_wal', file)));
      }
    },
  };
}

interface Searched {
  hits: CanaryMatch[];
  places: SearchedTexts;
  made: CreatedSecrets;
}

/** Starts everything anew, drives every flow, and searches every place. */
async function search(store: Store, isOff: boolean): Promise<Searched> {
  const places: SearchedTexts = new Map();
  const line = (text: string): void => addSearchedText(places, 'log', text);
  catchLog(line);
  if (isOff) switchRedactionOff(line);
  const made: CreatedSecrets = { tokens: [], issued: [] };
  const lib = await import('../support/system.ts');
  const { LOG_LEVELS } = await import('../../server/observability/log.ts');
  const { SANDBOX_CREDENTIALS: id } = await import('../../server/sandbox/index.ts');
  const inbox = await startWebhookEndpoint();
  const clock = { ahead: 0 };
  const sandbox = await (
    await import('../../server/sandbox/index.ts')
  ).serveSandbox({
    port: 0,
    merchants: [{ merchant_id: id.merchant_id, account_id: id.account_id, sign_keys: [FLOW_SECRETS.sign] }],
    companies: [{ company_id: id.company_id, sign_keys: [FLOW_SECRETS.issuing] }],
    paymentCodeMethods: { pix: 'qr', boleto: 'voucher' },
    delays: { pendingPayment: 60_000 },
    fetch: () => Promise.reject(new Error('nobody listens')),
  });
  const leaky = await startLeakyGateway(sandbox.url, SECURITY_CODE);
  const options = { ...leakTestSettings(leaky, inbox.url), ...store.options, now: () => Date.now() + clock.ahead };
  const system = await lib.startTestSystem({ companion: { ...options, logLevel: LOG_LEVELS.at(-1)! } });
  system.sandbox.close = ((close) => async () => {
    await close();
    await sandbox.close();
  })(system.sandbox.close.bind(system.sandbox));
  system.sandbox.sandbox = sandbox.sandbox;
  if (isOff) line(JSON.stringify(options));
  watch(system, places, isOff ? line : undefined);
  const drive: FlowContext = { system, leaky, places, made, lib };
  await driveAllFlows(drive);
  for (clock.ahead of [60_000, 600_000, 7_200_000]) await system.companion.reconcile();
  expect(await findMissingFlowRecords(drive)).toEqual([]);
  await readMerchantApi(drive);
  await exportEverything(drive);
  const metrics = await system.merchant('GET', '/metrics');
  addSearchedText(places, 'metrics', await metrics.text());
  for (const { headers, body } of inbox.received) addSearchedText(places, 'webhooks', JSON.stringify(headers), body);
  const toGateway = leaky.requests.join('\n');
  await store.read(places);
  await failTheStore(drive, isOff);
  await system.close();
  await store.read(places);
  await leaky.close();
  await inbox.close();
  const canaries = canariesOf(made);
  const hits = findCanaries(canaries, places);
  // The gateway gets the card, and nothing that is between the shop and us.
  const ours = canaries.filter(({ name }) => /key|token|secret|password/.test(name));
  return { hits: [...hits, ...findCanaries(ours, new Map([['gateway', [Buffer.from(toGateway)]]]))], places, made };
}

/** Keeps every answer, but for those whose whole point is to hand a secret over once. */
function watch(system: FlowContext['system'], places: SearchedTexts, careless: Line | undefined): void {
  const { companion } = system;
  const fetch = companion.fetch.bind(companion);
  companion.fetch = async (request) => {
    const sent = careless === undefined ? '' : await request.clone().text();
    careless?.(`${request.method} ${request.url} ${JSON.stringify([...request.headers])} ${sent}`);
    const answer = await fetch(request);
    const isOnce =
      request.headers.get('x-shown-once') !== null ||
      (answer.status === 201 && /\/v1\/(sessions|redirect-payments)$/.test(request.url));
    const place = new URL(request.url).pathname.startsWith('/v1') ? 'answers to the shop' : 'answers to browsers';
    addSearchedText(places, place, JSON.stringify([...answer.headers]));
    if (!isOnce) addSearchedText(places, place, await answer.clone().text());
    return answer;
  };
  const merchant = system.merchant.bind(system);
  system.merchant = (method, path, body, headers) =>
    merchant(method, path, body, { authorization: `Bearer ${FLOW_SECRETS.api}`, ...headers });
}

async function exportEverything({ system, places }: FlowContext): Promise<void> {
  const { findCliCall } = await import('../../server/commands/api/calls.ts');
  const { runCliCall } = await import('../../server/commands/api/run-call.ts');
  for (const words of ['payments', 'refunds', 'operations', 'sessions', 'events', 'audit', 'subscriptions']) {
    for (const form of ['--csv', '--json']) {
      const found = findCliCall([words, form, '--all']);
      await runCliCall(found!.call, found!.rest, {
        environment: { TILLGATE_API_KEY: FLOW_SECRETS.api },
        print: (text) => addSearchedText(places, 'exports', text),
        printError: (text) => addSearchedText(places, 'exports', text),
        isWatched: false,
        fetch: (url, init) => Promise.resolve(system.companion.fetch(new Request(url as URL, init))),
      });
    }
  }
}

/** A companion whose database is away, and whose address holds a password. */
async function failTheStore({ lib, leaky, places }: FlowContext, isOff: boolean): Promise<void> {
  const databaseUrl = `postgres://tillgate:${encodeURIComponent(FLOW_SECRETS.database)}@127.0.0.1:9/nowhere`;
  const { LOG_LEVELS } = await import('../../server/observability/log.ts');
  const options = { ...leakTestSettings(leaky, 'http://127.0.0.1:9/'), databaseUrl, logLevel: LOG_LEVELS.at(-1)! };
  const away = await lib.startTestSystem({ companion: options });
  watch(away, places, isOff ? (text) => addSearchedText(places, 'log', text) : undefined);
  if (isOff) addSearchedText(places, 'log', JSON.stringify(options));
  await away.merchant('POST', '/v1/sessions', { ...lib.TEST_SESSION_FIELDS, order_no: 'AWAY-1' });
  await away.browser('tgs_none', 'POST', '/checkout/payments', lib.createCardSubmit());
  await away.companion.fetch(new Request('http://x/readyz'));
  await away.companion.reconcile().catch(() => 0);
  await away.companion.close().catch(() => undefined);
  await away.sandbox.close();
}

const describeHit = (hit: CanaryMatch): string => `${hit.canary} in ${hit.place}, ${hit.spelling}: ${hit.excerpt}`;
const stores: [string, (name: string) => Promise<Store>][] = [
  ['SQLite', (name) => Promise.resolve(sqlite(name))],
  ['PostgreSQL', postgresql],
];

describe.each(stores)('secrets of a companion on %s', (name, open) => {
  test(`promise 13: no card number, code or key is stored, logged or shown after every flow and fault, ${name}`, async () => {
    const { hits, places, made } = await search(await open('on'), false);
    expect(hits.map(describeHit)).toEqual([]);
    expect(made.tokens.length).toBeGreaterThan(30);
    expect(made.issued).toHaveLength(1);
    for (const [place, contents] of places)
      expect([place, Buffer.concat(contents).length > 100]).toEqual([place, true]);
    const canaries = canariesOf(made);
    recordPromiseFigures(13, {
      leaks_found: hits.length,
      canaries_searched: canaries.length,
      places_searched: places.size,
      spellings_searched: canaries.reduce((sum, { value }) => sum + encodingsOf(value).length, 0),
      bytes_searched: [...places.values()].flat().reduce((sum, content) => sum + content.length, 0),
    });
  }, 240_000);

  test(`promise 13: the leak search finds every secret once redaction is off, ${name}`, async () => {
    const { hits, made } = await search(await open('off'), true);
    const found = new Set(hits.map((hit) => hit.canary));
    expect(canariesOf(made).filter((canary) => !found.has(canary.name))).toEqual([]);
    const tokens = new Set(made.tokens);
    expect(tokens.size).toBe(made.tokens.length);
    const at = (canary: RegExp): string[] => [
      // When a row goes from the log to the file is SQLite's own affair.
      ...new Set(hits.filter((hit) => canary.test(hit.canary)).map((hit) => hit.place.replace(/-wal$/, ''))),
    ];
    const tables = name === 'SQLite' ? ['SQLite tillgate.db', 'SQLite backup'] : ['PostgreSQL dump', 'PostgreSQL WAL'];
    const shown = ['/v1/payments', '/v1/operations', 'answers to the shop', 'exports', 'webhooks'];
    expect(at(/^card /)).toEqual(expect.arrayContaining([...tables, ...shown, 'log', 'metrics']));
    expect(at(/^security code/)).toEqual(expect.arrayContaining([...tables, 'log', 'metrics']));
    expect(at(/^session token/)).toEqual(expect.arrayContaining([...tables, 'log']));
    expect(at(/^API key/)).toEqual(expect.arrayContaining([...tables, '/v1/audit', 'log']));
    expect(at(/^bank account/)).toEqual(expect.arrayContaining([...tables, '/v1/operations', 'log']));
    for (const key of [/^sign key/, /^issuing sign key/, /^webhook secret/, /^database password/]) {
      expect(at(key)).toContain('log');
    }
    recordPromiseFigures(13, { leaks_found_with_redaction_off: found.size });
  }, 240_000);
});

test('promise 13: the fingerprint of an operation cannot be used to test card numbers', async () => {
  const { startTestSystem } = await import('../support/system.ts');
  const { SANDBOX_CREDENTIALS } = await import('../../server/sandbox/index.ts');
  const { merchant_id, account_id, sign_key } = SANDBOX_CREDENTIALS;
  const kept = async (card_number: string, signKey: string): Promise<Record<string, string>> => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tillgate-digests-'));
    const merchants = [{ merchant_id, account_id, sign_keys: [signKey] }];
    const system = await startTestSystem({ companion: { dataDir, signKey }, sandbox: { merchants } });
    const request_id = '8f14e45f-ceea-467f-a0e6-1b2c3d4e5f60';
    const body = { request_id, payment_currency: 'USD', payment_amount: '1.00', beneficiary: { card_number } };
    await system.post('/v1/payouts', body);
    await system.close();
    const database = new LibsqlDatabase(join(dataDir, 'tillgate.db'));
    const row = database.prepare('select fingerprint, keyed_fingerprint from operations').get();
    database.close();
    rmSync(dataDir, { recursive: true, force: true });
    return row as Record<string, string>;
  };
  const ours = await kept('4000001111112222', sign_key);
  // Were the middle digits part of it, the row would hold all but them and a digest of all: a million guesses.
  expect((await kept('4000009999992222', sign_key))['fingerprint']).toBe(ours['fingerprint']);
  expect((await kept('4000001111113333', sign_key))['fingerprint']).not.toBe(ours['fingerprint']);
  // They are in the keyed fingerprint, which cannot be computed from the database alone.
  expect(ours['keyed_fingerprint']).toMatch(/^[0-9a-f]{8}:[0-9a-f]{64}$/);
  const underAnother = await kept('4000001111112222', 'sandbox_another_key');
  expect(underAnother['keyed_fingerprint']?.slice(9)).not.toBe(ours['keyed_fingerprint']?.slice(9));
});

describe('leak search', () => {
  test('promise 13: the leak search finds a secret in each spelling and place', () => {
    for (const { value } of canariesOf({ tokens: ['tgs_a-b_c'], issued: ['4000001234567899'] })) {
      for (const spelling of encodingsOf(value)) {
        for (const before of ['', 'x', 'xy', '"a":"', 'é']) {
          const text = spelling.name === 'UTF-16' ? Buffer.from(spelling.text, 'latin1') : Buffer.from(spelling.text);
          const places = new Map([['a file', [Buffer.from(`${before} `), text, Buffer.from(' and more')]]]);
          expect(findCanaries([{ name: 'it', value }], places), spelling.name).not.toEqual([]);
        }
      }
    }
  });

  test.each([0, 1, 2, 3, 4])('promise 13: the leak search finds a secret inside base64 at offset %i', (before) => {
    for (const { name, value } of canariesOf({ tokens: ['tgs_a-b_c'], issued: ['4000001234567899'] })) {
      if (name === 'security code') continue;
      const whole = Buffer.concat([Buffer.alloc(before, 0xe9), Buffer.from(`${value} and more`)]);
      for (const form of ['base64', 'base64url', 'hex'] as const) {
        const places = new Map([['a file', [Buffer.from(whole.toString(form))]]]);
        expect(findCanaries([{ name, value }], places), `${name} ${form}`).not.toEqual([]);
      }
    }
  });
});
