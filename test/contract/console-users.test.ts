import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { User, UserWithEnrolmentLink } from '../../shared/contract/merchant/users.ts';
import { createAuthenticator, type Authenticator } from '../support/authenticator.ts';
import { refuseUndeclaredError } from '../support/declared-errors.ts';
import { API_KEY, TEST_SESSION_FIELDS, startTestSystem, type TestSystem } from '../support/system.ts';
import { testApiKey } from '../support/test-keys.ts';

const ORIGIN = 'http://pay.localhost:4001';
const BASE = `${ORIGIN}/console`;
const OURS = { 'x-tillgate-console': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
const ADMINISTRATOR = testApiKey('administrator without payout');
const DAY = 24 * 3_600_000;

let system: TestSystem;
let clock = Date.now();
let addresses = 0;

beforeAll(async () => {
  system = await startTestSystem({
    companion: {
      apiKeys: `${API_KEY}:pay+refund+payout+resolve+issue+users+read,${ADMINISTRATOR}:users+read`,
      trustProxy: 1,
      now: () => clock,
    },
  });
});
afterAll(() => system.close());
beforeEach(() => {
  clock += DAY;
  addresses += 1;
});

async function send(method: string, path: string, body?: unknown, cookie = ''): Promise<Response> {
  const address = { 'x-forwarded-for': `198.51.100.${String(addresses)}` };
  const init = { method, headers: { ...OURS, ...address, cookie } };
  const given = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await system.companion.fetch(new Request(`${BASE}${path}`, { ...init, ...given }));
  await refuseUndeclaredError(method, `/console${path}`, response.clone());
  return response;
}

const read = async <T>(response: Promise<Response>): Promise<T> => (await (await response).json()) as T;
const cookieOf = (response: Response): string =>
  /tillgate_console=[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? '';
const tokenOf = ({ enrolment_url: url }: UserWithEnrolmentLink): string => url.split('#/enrolment/')[1] ?? '';

let people = 0;
function invite(scopes = ['refund', 'read']): Promise<UserWithEnrolmentLink> {
  people += 1;
  return system.post<UserWithEnrolmentLink>('/v1/users', {
    name: 'Ana Prates',
    email: `Ana${String(people)}@shop.example`,
    scopes,
  });
}

type Options = Parameters<Authenticator['register']>[0];
type RequestOptions = Parameters<Authenticator['sign']>[0];

async function enrol(enrolment: UserWithEnrolmentLink, key: Authenticator): Promise<Response> {
  const token = tokenOf(enrolment);
  const { options } = await read<{ options: Options }>(send('POST', '/enrolment', { enrolment: token }));
  return send('POST', '/session', { enrolment: token, new_passkey: key.register(options) });
}

async function signIn(key: Authenticator): Promise<Response> {
  const options = await read<RequestOptions>(send('POST', '/passkey-options', {}));
  return send('POST', '/session', { passkey: key.sign(options) });
}

describe('users of the console', () => {
  test('an invited person registers a passkey, signs in with it, and acts under their name with their scopes', async () => {
    const enrolment = await invite();
    expect(enrolment.user).toMatchObject({ status: 'invited', source: 'local', passkeys: [], signed_in_at: null });
    const key = createAuthenticator(ORIGIN);
    const token = tokenOf(enrolment);
    const { name, options } = await read<{ name: string; options: Options & Record<string, unknown> }>(
      send('POST', '/enrolment', { enrolment: token }),
    );
    expect(name).toBe('Ana Prates');
    expect(options['authenticatorSelection']).toMatchObject({ residentKey: 'required', userVerification: 'required' });
    const enrolled = await send('POST', '/session', { enrolment: token, new_passkey: key.register(options) });
    expect([enrolled.status, cookieOf(enrolled) === '']).toEqual([201, false]);
    const signedIn = await signIn(key);
    expect(await signedIn.clone().json()).toMatchObject({ user_name: 'Ana Prates', scopes: ['refund', 'read'] });

    const payment = await system.paid();
    const note = { text: 'Called the customer' };
    const cookie = cookieOf(signedIn);
    clock += 1;
    expect((await send('POST', `/v1/payments/${payment.id}/notes`, note, cookie)).status).toBe(403);
    clock += 1;
    await system.post(`/v1/users/${enrolment.user.id}`, { scopes: ['resolve', 'read'] });
    expect((await send('POST', `/v1/payments/${payment.id}/notes`, note, cookie)).status).toBe(201);
    const { notes } = await system.get<{ notes: unknown[] }>(`/v1/payments/${payment.id}`);
    expect(notes).toMatchObject([{ author: enrolment.user.id, author_name: 'Ana Prates' }]);
    const { entries } = await system.get<{ entries: unknown[] }>(`/v1/audit?key_id=${enrolment.user.id}`);
    expect(entries).toMatchObject([
      { action: 'POST /v1/payments/:id/notes', status: 201, user_name: 'Ana Prates' },
      { action: 'POST /v1/payments/:id/notes', status: 403, user_name: 'Ana Prates' },
      { action: 'POST /console/session' },
      { action: 'POST /console/session' },
    ]);
  });

  test('an enrolment link works once, for three days, and not after a newer one or for a disabled user', async () => {
    const enrolment = await invite();
    const options = await read<{ options: Options }>(send('POST', '/enrolment', { enrolment: tokenOf(enrolment) }));
    expect((await enrol(enrolment, createAuthenticator(ORIGIN))).status).toBe(201);
    const again = { enrolment: tokenOf(enrolment), new_passkey: createAuthenticator(ORIGIN).register(options.options) };
    expect((await send('POST', '/session', again)).status).toBe(401);

    const expired = await invite();
    clock += 3 * DAY + 1;
    expect((await send('POST', '/enrolment', { enrolment: tokenOf(expired) })).status).toBe(401);

    const renewed = await system.post<UserWithEnrolmentLink>(`/v1/users/${expired.user.id}/enrolments`);
    const newest = await system.post<UserWithEnrolmentLink>(`/v1/users/${expired.user.id}/enrolments`);
    expect((await send('POST', '/enrolment', { enrolment: tokenOf(renewed) })).status).toBe(401);
    await system.post(`/v1/users/${expired.user.id}`, { status: 'disabled' });
    expect((await send('POST', '/enrolment', { enrolment: tokenOf(newest) })).status).toBe(401);
  });

  test('a disabled user is signed out, cannot sign in, and can again once enabled', async () => {
    const enrolment = await invite();
    const key = createAuthenticator(ORIGIN);
    const cookie = cookieOf(await enrol(enrolment, key));
    expect((await send('GET', '/session', undefined, cookie)).status).toBe(200);
    await system.post(`/v1/users/${enrolment.user.id}`, { status: 'disabled' });
    expect((await send('GET', '/session', undefined, cookie)).status).toBe(204);
    expect((await signIn(key)).status).toBe(401);
    expect(await system.post<User>(`/v1/users/${enrolment.user.id}`, { status: 'active' })).toMatchObject({
      status: 'active',
    });
    expect((await signIn(key)).status).toBe(201);
  });

  test('a lost passkey is replaced through a new link, and the lost one and its sign-ins end', async () => {
    const enrolment = await invite();
    const lost = createAuthenticator(ORIGIN);
    const cookie = cookieOf(await enrol(enrolment, lost));
    const link = await system.post<UserWithEnrolmentLink>(`/v1/users/${enrolment.user.id}/enrolments`, {
      remove_passkeys: true,
    });
    expect((await signIn(lost)).status).toBe(401);
    expect((await send('GET', '/session', undefined, cookie)).status).toBe(204);
    const found = createAuthenticator(ORIGIN);
    expect((await enrol(link, found)).status).toBe(201);
    expect((await signIn(found)).status).toBe(201);
  });

  test('a user adds and removes passkeys of their own, keeps one, and ends all their sign-ins', async () => {
    const first = createAuthenticator(ORIGIN);
    const cookie = cookieOf(await enrol(await invite(), first));
    const other = cookieOf(await signIn(first));
    const { passkeys } = await read<User>(send('GET', '/account', undefined, cookie));
    const only = passkeys[0]?.id ?? '';
    expect((await send('POST', '/removed-passkeys', { id: only }, cookie)).status).toBe(409);
    const options = await read<Options>(send('POST', '/new-passkey-options', {}, cookie));
    const second = createAuthenticator(ORIGIN);
    expect((await send('POST', '/passkeys', { new_passkey: second.register(options) }, cookie)).status).toBe(201);
    expect((await send('POST', '/removed-passkeys', { id: 'unknown' }, cookie)).status).toBe(404);
    expect((await send('POST', '/removed-passkeys', { id: only }, cookie)).status).toBe(201);
    expect((await signIn(first)).status).toBe(401);
    expect((await signIn(second)).status).toBe(201);
    expect((await send('DELETE', '/sessions', undefined, cookie)).status).toBe(204);
    for (const ended of [cookie, other]) expect((await send('GET', '/account', undefined, ended)).status).toBe(401);
  });

  test('an administrator cannot grant, or manage, more than they may do themselves', async () => {
    const asAdministrator = (path: string, body: unknown): Promise<Response> =>
      system.merchant('POST', path, body, { authorization: `Bearer ${ADMINISTRATOR}` });
    const person = { name: 'Bo', email: 'bo@shop.example' };
    expect((await asAdministrator('/v1/users', { ...person, scopes: ['payout'] })).status).toBe(403);
    expect((await asAdministrator('/v1/users', { ...person, scopes: ['users', 'read'] })).status).toBe(201);
    expect((await asAdministrator('/v1/users', { ...person, email: 'BO@shop.example', scopes: ['read'] })).status).toBe(
      409,
    );
    const { user } = await invite(['payout', 'read']);
    for (const [path, body] of [
      ['', { status: 'disabled' }],
      ['', { scopes: ['read'] }],
      ['/enrolments', {}],
      ['/sign-out', {}],
    ] as const) {
      expect((await asAdministrator(`/v1/users/${user.id}${path}`, body)).status, path).toBe(403);
    }
  });

  test('a user cannot change their own access, and an API key has no account', async () => {
    const enrolment = await invite(['users', 'read']);
    const cookie = cookieOf(await enrol(enrolment, createAuthenticator(ORIGIN)));
    const own = `/v1/users/${enrolment.user.id}`;
    expect((await send('POST', own, { status: 'disabled' }, cookie)).status).toBe(403);
    expect((await send('DELETE', own, undefined, cookie)).status).toBe(403);
    const key = cookieOf(await send('POST', '/session', { key: API_KEY }));
    for (const [method, path] of [
      ['GET', '/account'],
      ['DELETE', '/sessions'],
    ] as const)
      expect((await send(method, path, undefined, key)).status).toBe(403);
  });

  test('a deleted user is gone, and the audit log keeps the name', async () => {
    const enrolment = await invite();
    const key = createAuthenticator(ORIGIN);
    await enrol(enrolment, key);
    const path = `/v1/users/${enrolment.user.id}`;
    expect((await system.merchant('DELETE', path)).status).toBe(200);
    expect((await system.merchant('GET', path)).status).toBe(404);
    expect((await signIn(key)).status).toBe(401);
    const { entries } = await system.get<{ entries: unknown[] }>(`/v1/audit?key_id=${enrolment.user.id}`);
    expect(entries).toMatchObject([{ user_name: 'Ana Prates' }]);
  });

  test('a repeated call of a user gets the stored response, and another user’s equal key is another call', async () => {
    const [first, second] = [
      cookieOf(await enrol(await invite(['pay', 'read']), createAuthenticator(ORIGIN))),
      cookieOf(await enrol(await invite(['pay', 'read']), createAuthenticator(ORIGIN))),
    ];
    const order = { ...TEST_SESSION_FIELDS, order_no: 'USER-1' };
    const open = async (cookie: string): Promise<string> => {
      const headers = { ...OURS, cookie, 'idempotency-key': 'same-key' };
      const request = new Request(`${BASE}/v1/sessions`, { method: 'POST', headers, body: JSON.stringify(order) });
      const response = await system.companion.fetch(request);
      expect(response.status, await response.clone().text()).toBe(201);
      return ((await response.json()) as { id: string }).id;
    };
    const id = await open(first);
    expect(await open(first)).toBe(id);
    expect(await open(second)).not.toBe(id);
  });
});

describe('passkeys that are refused', () => {
  test('a challenge that is used, expired or for another purpose', async () => {
    const key = createAuthenticator(ORIGIN);
    await enrol(await invite(), key);
    const options = await read<RequestOptions>(send('POST', '/passkey-options', {}));
    expect((await send('POST', '/session', { passkey: key.sign(options) })).status).toBe(201);
    expect((await send('POST', '/session', { passkey: key.sign(options) })).status).toBe(401);
    const late = await read<RequestOptions>(send('POST', '/passkey-options', {}));
    clock += 10 * 60_000 + 1;
    expect((await send('POST', '/session', { passkey: key.sign(late) })).status).toBe(401);
    const other = await read<{ options: Options }>(send('POST', '/enrolment', { enrolment: tokenOf(await invite()) }));
    const misused = { challenge: other.options.challenge, rpId: 'pay.localhost' };
    expect((await send('POST', '/session', { passkey: key.sign(misused) })).status).toBe(401);
  });

  test('a challenge of another person’s registration', async () => {
    const [ana, eve] = [await invite(), await invite()];
    const { options } = await read<{ options: Options }>(send('POST', '/enrolment', { enrolment: tokenOf(eve) }));
    const crossed = { enrolment: tokenOf(ana), new_passkey: createAuthenticator(ORIGIN).register(options) };
    expect((await send('POST', '/session', crossed)).status).toBe(401);
  });

  test('another origin, another key’s signature, no user verification, an unknown key, and malformed parts', async () => {
    const enrolment = await invite();
    const key = createAuthenticator(ORIGIN);
    await enrol(enrolment, key);
    const options = (): Promise<RequestOptions> => read<RequestOptions>(send('POST', '/passkey-options', {}));
    const stranger = createAuthenticator(ORIGIN);
    const elsewhere = key.sign(await options(), 'https://pay.example.evil');
    const forged = {
      ...stranger.sign(await options()),
      id: key.sign(await options()).id,
      rawId: key.sign(await options()).id,
    };
    const unknown = stranger.sign(await options());
    const malformed = key.sign(await options());
    malformed.response['signature'] = 'AAAA';
    const unread = { ...key.sign(await options()), response: { clientDataJSON: 'AAAA' } };
    for (const passkey of [elsewhere, forged, unknown, malformed, unread])
      expect((await send('POST', '/session', { passkey })).status).toBe(401);
    expect((await send('POST', '/session', { passkey: {} })).status).toBe(400);
    const unverified = createAuthenticator(ORIGIN, { verifiesUser: false });
    expect((await enrol(await invite(), unverified)).status).toBe(401);
  });

  test('more than twenty tries within ten minutes from one network', async () => {
    const statuses = [];
    for (let count = 0; count < 21; count += 1)
      statuses.push((await send('POST', '/enrolment', { enrolment: `guess${String(count)}` })).status);
    expect(statuses.slice(0, 20).every((status) => status === 401)).toBe(true);
    expect(statuses[20]).toBe(429);
  });

  test('a request of another page', async () => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    for (const path of ['/passkey-options', '/enrolment', '/session', '/new-passkey-options', '/passkeys']) {
      const response = await system.companion.fetch(new Request(`${BASE}${path}`, init));
      expect(response.status, path).toBe(403);
    }
  });
});

test('with API keys off, only people sign in to the console, and programs keep their keys', async () => {
  const closed = await startTestSystem({ companion: { consoleKeys: false } });
  const request = new Request(`${BASE}/session`, {
    method: 'POST',
    headers: OURS,
    body: JSON.stringify({ key: API_KEY }),
  });
  expect((await closed.companion.fetch(request)).status).toBe(401);
  const ways = await closed.companion.fetch(new Request(`${BASE}/sign-in`, { headers: OURS }));
  expect(await ways.json()).toEqual({ api_key: false, passkey: true, oidc: null, sandbox: true });
  expect((await closed.merchant('GET', '/v1/users')).status).toBe(200);
  await closed.close();
});
