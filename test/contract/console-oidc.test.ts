import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type IdentityProvider, signInAtProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { startTestSystem, type TestSystem } from '../support/system.ts';

const PUBLIC_URL = 'http://pay.localhost:4001';
const CONSOLE = `${PUBLIC_URL}/console`;
const OURS = { 'x-tillgate-console': '1', 'sec-fetch-site': 'same-origin' };

describe.each([
  { place: 'the user information', claimsInIdToken: false },
  { place: 'the ID token', claimsInIdToken: true },
])('console sign-in by OpenID Connect with claims in $place', ({ claimsInIdToken }) => {
  let provider: IdentityProvider;
  let system: TestSystem;
  let clock = Date.now();

  beforeAll(async () => {
    provider = await startIdentityProvider(`${CONSOLE}/oidc-callback`, { claimsInIdToken });
    system = await startTestSystem({
      companion: {
        publicUrl: PUBLIC_URL,
        now: () => clock,
        trustProxy: 1,
        oidcIssuer: provider.issuer,
        oidcClientId: provider.clientId,
        oidcClientSecret: provider.clientSecret,
        oidcRoles: { support: 'read+refund', finance: 'read+payout' },
        oidcName: 'Nordwind',
      },
    });
  });
  afterAll(async () => {
    await system.close();
    await provider.close();
  });

  const fetchConsole = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    Promise.resolve(system.companion.fetch(new Request(`${CONSOLE}${path}`, { headers })));

  async function begin(): Promise<{ location: string; cookie: string }> {
    const response = await fetchConsole('/oidc');
    expect(response.status).toBe(303);
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^tillgate_oidc=[\w-]+; Max-Age=600; HttpOnly; SameSite=Lax$/);
    return { location: response.headers.get('location') ?? '', cookie: cookie.split(';')[0] ?? '' };
  }

  /** Signs in as a person; returns the companion's response to the callback. */
  async function signIn(login: string): Promise<Response> {
    const { location, cookie } = await begin();
    const callback = new URL(await signInAtProvider(location, login));
    return fetchConsole(callback.pathname.replace('/console', '') + callback.search, { cookie });
  }

  const sessionCookie = (response: Response): string =>
    /tillgate_console=[^;]+/.exec(response.headers.getSetCookie().join('\n'))?.[0] ?? '';
  const readSession = (cookie: string): Promise<Response> => fetchConsole('/session', { ...OURS, cookie });

  test('a person signs in with the scopes of their groups, and the audit log names them', async () => {
    provider.people.set('ana', { name: 'Ana Prates', email: 'ana@shop.example', groups: ['support', 'football'] });
    const response = await signIn('ana');
    expect([response.status, response.headers.get('location')]).toEqual([303, CONSOLE]);
    const cookie = sessionCookie(response);
    expect(await (await readSession(cookie)).json()).toMatchObject({
      user_name: 'Ana Prates',
      scopes: ['refund', 'read'],
    });
    const audit = await fetchConsole('/v1/audit', { ...OURS, cookie });
    expect(await audit.json()).toMatchObject({
      entries: [{ user_name: 'Ana Prates', action: 'POST /console/session' }],
    });
    expect((await fetchConsole('/v1/users', { ...OURS, cookie })).status).toBe(403);
  });

  test('a second sign-in takes the groups of that day, for the same user', async () => {
    provider.people.set('bo', { name: 'Bo', email: 'bo@shop.example', groups: ['support'] });
    const first = (await (await readSession(sessionCookie(await signIn('bo')))).json()) as { key_id: string };
    provider.people.set('bo', { name: 'Bo Larsen', email: 'bo@shop.example', groups: ['support', 'finance'] });
    const second = await (await readSession(sessionCookie(await signIn('bo')))).json();
    expect(second).toMatchObject({
      key_id: first.key_id,
      user_name: 'Bo Larsen',
      scopes: ['refund', 'payout', 'read'],
    });
  });

  test('a person without a role is refused, and loses the sign-ins that are left', async () => {
    provider.people.set('cy', { name: 'Cy', email: 'cy@shop.example', groups: 'support' });
    const cookie = sessionCookie(await signIn('cy'));
    expect((await readSession(cookie)).status).toBe(200);
    provider.people.set('cy', { name: 'Cy', email: 'cy@shop.example', groups: ['football'] });
    const refused = await signIn('cy');
    expect(refused.headers.get('location')).toBe(`${CONSOLE}#/?sign_in=no_role`);
    expect(sessionCookie(refused)).toBe('');
    expect((await readSession(cookie)).status).toBe(204);
  });

  test('a disabled person is signed out at once and cannot sign in', async () => {
    provider.people.set('di', { name: 'Di', email: 'di@shop.example', groups: ['support'] });
    const cookie = sessionCookie(await signIn('di'));
    const { key_id: id } = (await (await readSession(cookie)).json()) as { key_id: string };
    const disabled = await system.post(`/v1/users/${id}`, { status: 'disabled' });
    expect(disabled).toMatchObject({ status: 'disabled', source: 'oidc' });
    expect((await readSession(cookie)).status).toBe(204);
    expect((await signIn('di')).headers.get('location')).toBe(`${CONSOLE}#/?sign_in=disabled`);
    expect((await system.merchant('POST', `/v1/users/${id}/enrolments`, {})).status).toBe(409);
    expect((await system.merchant('POST', `/v1/users/${id}`, { scopes: ['read'] })).status).toBe(409);
  });

  test('the callback is refused in another browser, a second time, and after ten minutes', async () => {
    provider.people.set('ed', { name: 'Ed', email: 'ed@shop.example', groups: ['support'] });
    const { location, cookie } = await begin();
    const callback = new URL(await signInAtProvider(location, 'ed'));
    const path = `/oidc-callback${callback.search}`;
    const expired = `${CONSOLE}#/?sign_in=expired`;
    expect((await fetchConsole(path)).headers.get('location')).toBe(expired);
    const other = await begin();
    expect((await fetchConsole(path, { cookie: other.cookie })).headers.get('location')).toBe(expired);
    expect((await fetchConsole(path, { cookie })).headers.get('location')).toBe(CONSOLE);
    expect((await fetchConsole(path, { cookie })).headers.get('location')).toBe(expired);
    const late = await begin();
    const lateCallback = new URL(await signInAtProvider(late.location, 'ed'));
    clock += 10 * 60_000 + 1;
    const response = await fetchConsole(`/oidc-callback${lateCallback.search}`, { cookie: late.cookie });
    expect(response.headers.get('location')).toBe(expired);
  });

  test('a made-up code, and a person who cancels, end without a sign-in', async () => {
    const failed = await begin();
    const state = new URL(failed.location).searchParams.get('state') ?? '';
    const madeUp = await fetchConsole(`/oidc-callback?code=made_up&state=${state}&iss=${provider.issuer}`, {
      cookie: failed.cookie,
    });
    expect(madeUp.headers.get('location')).toBe(`${CONSOLE}#/?sign_in=failed`);
    const cancelled = await begin();
    const again = new URL(cancelled.location).searchParams.get('state') ?? '';
    const response = await fetchConsole(`/oidc-callback?error=access_denied&state=${again}`, {
      cookie: cancelled.cookie,
    });
    expect(response.headers.get('location')).toBe(`${CONSOLE}#/?sign_in=cancelled`);
    expect(sessionCookie(madeUp) + sessionCookie(response)).toBe('');
  });

  test('a network that starts more than 300 sign-ins within ten minutes gets 429, and other networks go on', async () => {
    clock += 10 * 60_000;
    const start = async (address: string): Promise<number> =>
      (await fetchConsole('/oidc', { 'x-forwarded-for': address })).status;
    const startWithPasskey = async (address: string): Promise<Response> =>
      system.companion.fetch(
        new Request(`${CONSOLE}/passkey-options`, {
          method: 'POST',
          headers: { ...OURS, 'content-type': 'application/json', 'x-forwarded-for': address },
          body: '{}',
        }),
      );
    for (let count = 0; count < 299; count += 1) expect(await start('203.0.113.7')).toBe(303);
    expect((await startWithPasskey('203.0.113.7')).status).toBe(200);
    const refused = await startWithPasskey('203.0.113.7');
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'rate_limited' }]);
    expect(await start('203.0.113.7')).toBe(429);
    expect(await start('203.0.113.8')).toBe(303);
    expect((await startWithPasskey('203.0.113.8')).status).toBe(200);
    expect((await fetchConsole('/oidc')).status, 'a proxy that names no client').toBe(303);
    clock += 10 * 60_000;
    expect(await start('203.0.113.7')).toBe(303);
  });

  test('the sign-in page learns which ways there are', async () => {
    expect(await (await fetchConsole('/sign-in', OURS)).json()).toEqual({
      api_key: true,
      // Nobody has registered one.
      passkey: false,
      oidc: 'Nordwind',
      sandbox: true,
    });
  });
});

test('a provider that cannot be reached leads back to the sign-in page, and works once it is there', async () => {
  const provider = await startIdentityProvider(`${CONSOLE}/oidc-callback`);
  await provider.close();
  const system = await startTestSystem({
    companion: {
      publicUrl: PUBLIC_URL,
      oidcIssuer: provider.issuer,
      oidcClientId: provider.clientId,
      oidcClientSecret: provider.clientSecret,
      oidcRoles: '{"support": "read"}',
      consoleKeys: false,
    },
  });
  const response = await system.companion.fetch(new Request(`${CONSOLE}/oidc`));
  expect(response.headers.get('location')).toBe(`${CONSOLE}#/?sign_in=unreachable`);
  await system.close();
});
