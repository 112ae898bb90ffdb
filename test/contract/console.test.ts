import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AttentionBody, GrossVolume } from '../../shared/contract/merchant/reports.ts';
import { refuseUndeclaredError } from '../support/declared-errors.ts';
import { API_KEY, startTestSystem, TEST_SESSION_FIELDS, type TestSystem } from '../support/system.ts';
import { testApiKey } from '../support/test-keys.ts';

const BASE = 'http://pay.localhost:4001/console';
const READER = testApiKey('reader');
const OURS = { 'x-tillgate-console': '1', 'sec-fetch-site': 'same-origin' };
const MINUTE = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'tillgate-console-'));
let system: TestSystem;
let clock = Date.now();

beforeAll(async () => {
  mkdirSync(join(folder, 'chunks'));
  for (const name of ['console.js', 'console.css', 'chunks/page-12345678.js'])
    writeFileSync(join(folder, name), `/* ${name} */`);
  system = await startTestSystem({
    companion: {
      apiKeys: `${API_KEY}:pay+refund+payout+resolve+issue+users+read,${READER}:read:Support desk`,
      consoleDir: folder,
      trustProxy: 1,
      now: () => clock,
    },
  });
});
afterAll(async () => {
  await system.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  // Each test has an address and a time of its own.
  clock += 24 * 60 * MINUTE;
});

let addresses = 0;

async function send(path: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Response> {
  const response = await system.companion.fetch(new Request(`${BASE}${path}`, init));
  await refuseUndeclaredError(init.method ?? 'GET', `/console${path}`, response.clone());
  return response;
}

const tryKey = (key: string, headers: Record<string, string> = {}): Promise<Response> =>
  send('/session', {
    method: 'POST',
    headers: { ...OURS, 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1', ...headers },
    body: JSON.stringify({ key }),
  });

async function signIn(key = API_KEY): Promise<string> {
  addresses += 1;
  const response = await tryKey(key, { 'x-forwarded-for': `198.51.100.${String(addresses)}` });
  expect(response.status).toBe(201);
  return /tillgate_console=[^;]+/.exec(response.headers.get('set-cookie') ?? '')![0];
}

describe('console page', () => {
  test('the console page holds no data, runs only its own scripts and cannot be framed', async () => {
    const response = await send('');
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https:|\*/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const page = await response.text();
    expect(page).toMatch(/src="console\/files\/console\.js" integrity="sha384-[^"]{64}"/);
    expect(page).toMatch(/href="console\/files\/console\.css" integrity="sha384-[^"]{64}"/);
    expect(page).not.toMatch(/<script(?![^>]*src=)| style=| on\w+="/);
  });

  test('a console address with a trailing slash redirects', async () => {
    const { status, headers } = await send('/');
    expect([status, headers.get('location')]).toEqual([308, '../console']);
  });

  test('console files are revalidated, and files with a hash in their name are immutable', async () => {
    expect((await send('/files/console.js')).headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect((await send('/files/chunks/page-12345678.js')).headers.get('cache-control')).toContain('immutable');
    expect((await send('/files/../../package.json')).status).toBe(404);
  });

  test('a companion without the console returns 404 for its pages', async () => {
    const without = await startTestSystem({ companion: { console: false } });
    for (const path of ['', '/session', '/v1/payments', '/files/console.js']) {
      const response = await without.companion.fetch(new Request(`${BASE}${path}`, { headers: OURS }));
      expect(response.status, path).toBe(404);
    }
    await without.close();
  });
});

describe('console sign-in', () => {
  test('an API key with a name shows it in the console and the audit log', async () => {
    const cookie = await signIn(READER);
    const session = await send('/session', { headers: { ...OURS, cookie } });
    expect(await session.json()).toMatchObject({ key_name: 'Support desk', user_name: null });
    const { entries } = await system.get<{ entries: object[] }>('/v1/audit?limit=1');
    expect(entries).toMatchObject([{ user_name: 'Support desk', action: 'POST /console/session' }]);
  });

  test('a sign-in sets an HttpOnly SameSite cookie for /console', async () => {
    const response = await tryKey(API_KEY);
    expect(response.headers.get('set-cookie')).toMatch(
      /^tillgate_console=[\w-]+; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    );
    expect(await response.json()).toMatchObject({
      scopes: ['pay', 'refund', 'payout', 'resolve', 'issue', 'users', 'read'],
      sandbox: true,
    });
    const secure = await startTestSystem({
      companion: {
        publicUrl: 'https://pay.shop.example',
        signKey: 'a_key_of_its_own',
        issuingUrl: undefined,
        companyId: undefined,
        issuingSignKey: undefined,
      },
    });
    const safe = await secure.companion.fetch(
      new Request(`${BASE}/session`, {
        method: 'POST',
        headers: { ...OURS, 'content-type': 'application/json' },
        body: JSON.stringify({ key: API_KEY }),
      }),
    );
    expect(safe.headers.get('set-cookie')).toMatch(
      /^__Secure-tillgate_console=[\w-]+; Max-Age=\d+; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(await safe.json()).toMatchObject({ sandbox: false });
    await secure.close();
  });

  test('a network with 20 wrong keys is throttled, and the right key still signs in from it', async () => {
    const wrong = await tryKey('a_key_that_nobody_has');
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get('set-cookie')).toBeNull();
    for (let count = 1; count < 20; count += 1) expect((await tryKey(`guess-${String(count)}`)).status).toBe(401);
    expect((await tryKey('guess-20')).status).toBe(429);
    expect((await tryKey(API_KEY)).status).toBe(201);
    expect((await tryKey('guess-21', { 'x-forwarded-for': '192.0.2.2' })).status).toBe(401);
    clock += 11 * MINUTE;
    expect((await tryKey('guess-22')).status).toBe(401);
  });

  test('requests without a key, without a body or from another page do not count as sign-ins', async () => {
    const attempts: [{ headers: Record<string, string>; body?: string }, number][] = [
      [{ headers: { ...OURS, 'content-type': 'application/json' }, body: '{}' }, 400],
      [{ headers: { ...OURS, 'content-type': 'application/json' }, body: '{' }, 400],
      [{ headers: { ...OURS } }, 415],
      [{ headers: { 'content-type': 'application/json' }, body: JSON.stringify({ key: 'x' }) }, 403],
      [{ headers: { ...OURS, 'sec-fetch-site': 'cross-site' }, body: JSON.stringify({ key: 'x' }) }, 403],
    ];
    for (const [init, status] of attempts) {
      for (let count = 0; count < 25; count += 1) {
        const headers = { ...init.headers, 'x-forwarded-for': '192.0.2.7' };
        expect((await send('/session', { method: 'POST', ...init, headers })).status).toBe(status);
      }
    }
    expect((await tryKey('a_key_that_nobody_has', { 'x-forwarded-for': '192.0.2.7' })).status).toBe(401);
  });

  test('wrong keys from addresses of one IPv6 /64 count as one network', async () => {
    const from = (end: string): Record<string, string> => ({ 'x-forwarded-for': `2001:db8:5:5::${end}` });
    for (let count = 0; count < 20; count += 1) {
      expect((await tryKey('a_key_that_nobody_has', from(count.toString(16)))).status).toBe(401);
    }
    expect((await tryKey('a_key_that_nobody_has', from('ffff'))).status).toBe(429);
    expect((await tryKey('a_key_that_nobody_has', { 'x-forwarded-for': '2001:db8:5:6::1' })).status).toBe(401);
  });

  test('a console session authorises the console’s requests and none of another page', async () => {
    const cookie = await signIn();
    expect((await send('/v1/payments', { headers: { ...OURS, cookie } })).status).toBe(200);
    expect((await send('/v1/payments', { headers: OURS })).status).toBe(401);
    // The shop's own page is of the same site: the browser adds the cookie there, but not the header.
    for (const headers of [
      { cookie },
      { ...OURS, cookie, 'sec-fetch-site': 'same-site' },
      { ...OURS, cookie, 'sec-fetch-site': 'cross-site' },
    ]) {
      expect((await send('/v1/payments', { headers: headers as Record<string, string> })).status).toBe(403);
    }
    const preflight = await send('/v1/payments', {
      method: 'OPTIONS',
      headers: { origin: 'http://shop.localhost:4000' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
    const elsewhere = await system.companion.fetch(
      new Request('http://pay.localhost:4001/v1/payments', { headers: { ...OURS, cookie } }),
    );
    expect(elsewhere.status).toBe(401);
  });

  test('a console session ends after half an hour without use and after twelve hours', async () => {
    const cookie = await signIn();
    const alive = async (): Promise<boolean> =>
      (await send('/session', { headers: { ...OURS, cookie } })).status === 200;
    for (let round = 0; round < 24; round += 1) {
      clock += 29 * MINUTE;
      expect(await alive(), String(round)).toBe(true);
    }
    clock += 26 * MINUTE;
    expect(await alive()).toBe(false);
    const idle = await signIn();
    clock += 31 * MINUTE;
    expect((await send('/v1/payments', { headers: { ...OURS, cookie: idle } })).status).toBe(401);
  });

  test('a signed-out session ends for every copy of its cookie', async () => {
    const cookie = await signIn();
    expect((await send('/session', { method: 'DELETE', headers: { ...OURS, cookie } })).status).toBe(204);
    expect((await send('/v1/payments', { headers: { ...OURS, cookie } })).status).toBe(401);
    expect((await send('/session', { headers: { ...OURS, cookie } })).status).toBe(204);
  });

  test('a console session has the scopes of its key and is in the audit log', async () => {
    const cookie = await signIn(READER);
    const denied = await send('/v1/refunds', {
      method: 'POST',
      headers: { ...OURS, cookie, 'content-type': 'application/json', 'idempotency-key': 'a' },
      body: '{"refunds":[]}',
    });
    expect(denied.status).toBe(403);
    const { entries } = await system.get<{ entries: { action: string; key_id: string }[] }>('/v1/audit?limit=2');
    const who = await send('/session', { headers: { ...OURS, cookie } });
    const { key_id } = (await who.json()) as { key_id: string };
    expect(entries).toHaveLength(2);
    expect(entries).toContainEqual(expect.objectContaining({ action: 'POST /console/session', key_id }));
    expect(entries).toContainEqual(expect.objectContaining({ action: 'POST /v1/refunds', key_id, status: 403 }));
  });
});

describe('audit log of the console', () => {
  interface AuditPage {
    entries: { action: string; via: string }[];
    next_cursor: string | null;
  }

  test('calls of the console are told from those of the shop’s server, though both use one API key', async () => {
    const cookie = await signIn();
    const headers = { ...OURS, cookie, 'content-type': 'application/json' };
    for (const order_no of ['via-console-1', 'via-console-2']) {
      const body = JSON.stringify({ ...TEST_SESSION_FIELDS, order_no });
      await system.openSession();
      expect((await send('/v1/sessions', { method: 'POST', headers, body })).status).toBe(201);
    }
    const action = `action=${encodeURIComponent('POST /v1/sessions')}`;
    const both = await system.get<AuditPage>(`/v1/audit?${action}&limit=4`);
    // Calls of one millisecond have no order of their own.
    expect(both.entries.map(({ via }) => via).sort()).toEqual(['api', 'api', 'console', 'console']);
    const first = await system.get<AuditPage>('/v1/audit?via=console&limit=1');
    const rest = await system.get<AuditPage>(`/v1/audit?via=console&limit=2&cursor=${String(first.next_cursor)}`);
    const ofConsole = [...first.entries, ...rest.entries];
    expect(ofConsole.map(({ via }) => via)).toEqual(['console', 'console', 'console']);
    expect(ofConsole.map(({ action: name }) => name).sort()).toEqual([
      'POST /console/session',
      'POST /v1/sessions',
      'POST /v1/sessions',
    ]);
    const servers = await system.get<AuditPage>('/v1/audit?via=api&limit=2');
    expect(servers.entries.map(({ via }) => via)).toEqual(['api', 'api']);
  });
});

describe('CSV export of payments', () => {
  test('the CSV export contains the filtered payments of all pages and escapes spreadsheet formulas', async () => {
    const odd = await system.paid({ order_no: '@odd', shopper: { email: '=cmd()@example.com' } });
    const list = await system.paid({ order_no: 'semicolons', shopper: { email: 'a;＝cmd()@example.com' } });
    for (let count = 0; count < 101; count += 1) await system.paid({ shopper: { email: 'many@example.com' } });
    const cookie = await signIn();
    const read = async (query: string): Promise<string[]> => {
      const response = await send(`/payments.csv${query}`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
      expect(response.headers.get('content-disposition')).toBe('attachment; filename="payments.csv"');
      return (await response.text()).trim().split('\r\n');
    };
    expect(await read('?email=many%40example.com')).toHaveLength(102);
    const [, line] = await read('?order_no=%40odd');
    expect(line).toContain(odd.id);
    expect(line).toContain(`,"'@odd","EUR","24.00","0.00","card","visa","4242","'=cmd()@example.com",`);
    const [, other] = await read('?order_no=semicolons');
    expect(other).toContain(list.id);
    expect(other).toContain(`,"a;'＝cmd()@example.com",`);
    const twin = await system.paid({ order_no: '@odd' });
    const [head, ...twins] = await read('?order_no=%40odd');
    expect(head).toMatch(/^\ufeff?"id",.*,"alerts","duplicate"$/);
    expect(twins.find((row) => row.includes(odd.id))).toMatch(/,"false"$/);
    expect(twins.find((row) => row.includes(twin.id))).toMatch(/,"true"$/);
    expect(await read('?status=declined')).toHaveLength(1);
    expect((await send('/payments.csv', { headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(401);
    expect((await send('/payments.csv', { headers: { cookie, 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
    expect((await send('/payments.csv?nonsense=1', { headers: { cookie } })).status).toBe(400);
  });
});

describe('CSV export of other lists', () => {
  test('a list is exported with the filter of its API call, one row for each entry', async () => {
    const payment = await system.paid({ order_no: 'export-1', shopper: { email: '=cmd()@example.com' } });
    await system.post('/v1/refunds', {
      refunds: [{ payment_id: payment.id, refund_amount: '4.00', refund_reason: '=1+1' }],
    });
    const cookie = await signIn();
    const read = async (path: string): Promise<string[]> => {
      const response = await send(path, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
      expect(response.status, path).toBe(200);
      return (await response.text()).trim().split('\r\n');
    };
    const refunds = await read('/refunds.csv?order_no=export-1');
    expect(refunds).toHaveLength(2);
    expect(refunds[1]).toContain(`,"EUR","24.00","4.00","'=1+1","'=cmd()@example.com",`);
    expect(await read('/refunds.csv?order_no=export-1&created_to=2001-01-01')).toHaveLength(1);
    const audit = await read('/audit.csv?action=POST%20%2Fv1%2Frefunds');
    expect(audit.some((line) => line.includes(payment.id) && line.includes('"export-1"'))).toBe(true);
    const sessions = await read('/sessions.csv?order_no=export-1');
    expect(sessions).toHaveLength(2);
    expect(sessions[1]).toContain(`"export-1","EUR","24.00","'=cmd()@example.com","${payment.id}",`);
    expect(await read('/sessions.csv?order_no=export-1&created_to=2001-01-01')).toHaveLength(1);
    for (const list of ['disputes', 'subscriptions', 'operations']) {
      expect((await read(`/${list}.csv`))[0], list).toContain('"account","created_at"');
    }
    expect((await send('/refunds.csv', { headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(401);
    expect((await send('/refunds.csv?nonsense=1', { headers: { cookie } })).status).toBe(400);
  });
});

describe('reports', () => {
  test('the gross volume counts payments, cancellations and refunds on the day they happen', async () => {
    const grossVolume = async (): Promise<GrossVolume['days'][number] | undefined> => {
      const { days } = await system.get<GrossVolume>('/v1/reports/gross-volume?days=1');
      return days.find(({ currency }) => currency === 'CHF');
    };
    expect(await grossVolume()).toBeUndefined();
    const [one, two] = [await system.paid({ currency: 'CHF' }), await system.paid({ currency: 'CHF' })];
    await system.paid({ currency: 'CHF' }, '4000000000000002');
    await system.post('/v1/refunds', {
      refunds: [{ payment_id: one.id, refund_amount: '4.50', refund_reason: 'broken' }],
    });
    await system.post(`/v1/payments/${two.id}/cancel`);
    expect(await grossVolume()).toMatchObject({
      paid_amount: '48.00',
      paid_count: 2,
      cancelled_amount: '24.00',
      cancelled_count: 1,
      refunded_amount: '4.50',
      refund_count: 1,
    });
    // A day later it is another day's, read from what is remembered.
    clock += 24 * 60 * MINUTE;
    expect(await grossVolume()).toBeUndefined();
    const { days } = await system.get<GrossVolume>('/v1/reports/gross-volume?days=2&time_zone=UTC');
    expect(days.find(({ currency }) => currency === 'CHF')).toMatchObject({ paid_amount: '48.00', refund_count: 1 });
    const wrong = await system.merchant('GET', '/v1/reports/gross-volume?time_zone=Mars/Crater');
    expect(wrong.status).toBe(400);
  });

  test('payments that need attention are counted and listed', async () => {
    const before = await system.get<AttentionBody>('/v1/reports/attention');
    system.sandbox.sandbox.state.scenarios.arm({
      operation: 'authorise',
      fault: 'reset',
      times: 1,
      after_charge: true,
    });
    const lost = await system.paid();
    await system.paid({}, '4000000000009235');
    const after = await system.get<AttentionBody>('/v1/reports/attention');
    expect(after.payments).toMatchObject({
      unknown: before.payments.unknown + 1,
      held: before.payments.held + 1,
      alerted: before.payments.alerted + 1,
      oldest_unknown_at: lost.created_at,
    });
    const { payments } = await system.get<{ payments: { id: string }[] }>('/v1/payments?attention=true');
    expect(payments.map(({ id }) => id)).toContain(lost.id);
  });

  test('a payment with a contradicting result needs attention until it is resolved', async () => {
    const odd = await system.paid();
    const { ledger } = system.sandbox.sandbox.state;
    ledger.all().find((entry) => entry.transaction_id === odd.transaction_id)!.state = 'declined';
    await system.post(`/v1/payments/${odd.id}/sync`);
    expect(await system.get(`/v1/payments/${odd.id}`)).toMatchObject({
      status: 'paid',
      alerts: [{ code: 'contradicting_result', detail: { source: 'query', reported: 'declined', status: 'paid' } }],
    });
    const word = { status: 'paid', reason: 'Seen in the portal' };
    expect(await system.post(`/v1/payments/${odd.id}/resolve`, word)).toMatchObject({ status: 'paid', alerts: [] });
    const { payments } = await system.get<{ payments: { id: string }[] }>('/v1/payments?attention=true');
    expect(payments.map(({ id }) => id)).not.toContain(odd.id);
    const { timeline } = await system.get<{ timeline: object[] }>(`/v1/payments/${odd.id}`);
    expect(timeline.at(-1)).toMatchObject({ kind: 'resolved', detail: { reason: 'Seen in the portal' } });
  });
});
