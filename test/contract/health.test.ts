import { expect, test } from 'vitest';
import { readServeSettings } from '../../server/settings/serve-settings.ts';
import { startTestSystem, type TestSystem } from '../support/system.ts';
import { testApiKey } from '../support/test-keys.ts';

const ask = (system: TestSystem, path: string): Promise<Response> =>
  Promise.resolve(system.companion.fetch(new Request(`http://pay.localhost:4001${path}`)));

test('a draining companion is alive, serves requests and is not ready', async () => {
  const system = await startTestSystem();
  expect((await ask(system, '/readyz')).status).toBe(200);
  system.companion.drain();
  const answer = await ask(system, '/readyz');
  expect([answer.status, await answer.json()]).toEqual([503, { status: 'draining' }]);
  expect((await ask(system, '/healthz')).status).toBe(200);
  expect((await system.paid()).status).toBe('paid');
  await system.close();
});

test('a companion without its database is alive and not ready, and tillgate_store_up is 0', async () => {
  const system = await startTestSystem({ companion: { databaseUrl: 'postgres://nobody@127.0.0.1:1/none' } });
  const answer = await ask(system, '/readyz');
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ code: 'store_unavailable' });
  expect((await ask(system, '/healthz')).status).toBe(200);
  const metrics = await (await system.merchant('GET', '/metrics')).text();
  expect(metrics).toContain('tillgate_store_up 0');
  await system.close();
});

test('concurrent readiness checks query the database about once a second', async () => {
  const system = await startTestSystem();
  const answers = await Promise.all(Array.from({ length: 300 }, () => ask(system, '/readyz')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const metrics = await (await system.merchant('GET', '/metrics')).text();
  const pings = Number(/tillgate_store_seconds_count\{call="ping",result="ok"\} (\d+)/.exec(metrics)?.[1]);
  expect(pings).toBeGreaterThan(0);
  expect(pings).toBeLessThanOrEqual(4);
  await system.close();
});

const SETTINGS = {
  TILLGATE_GATEWAY_URL: 'https://gateway.example',
  TILLGATE_MERCHANT_ID: '70519',
  TILLGATE_ACCOUNT_ID: '984747105',
  TILLGATE_SIGN_KEY: 'key',
  TILLGATE_API_KEYS: `${testApiKey('pay')}:pay`,
};

test.each([
  [{ TILLGATE_MIGRATE: 'maybe' }, 'TILLGATE_MIGRATE: on or off'],
  [{ TILLGATE_DRAIN_DELAY: 'soon' }, 'TILLGATE_DRAIN_DELAY: a whole number'],
  [{ TILLGATE_DRAIN_DELAY: '80' }, 'TILLGATE_DRAIN_LIMIT: not less than TILLGATE_DRAIN_DELAY'],
  [{ TILLGATE_RETENTION_DAYS: '3' }, 'TILLGATE_RETENTION_DAYS: a whole number of days, 14 at the least'],
  [{ TILLGATE_AUDIT_RETENTION_DAYS: '-1' }, 'TILLGATE_AUDIT_RETENTION_DAYS: a whole number'],
])('an invalid setting stops the start: %j', (wrong, line) => {
  expect(() => readServeSettings({ ...SETTINGS, ...wrong })).toThrow(line);
});

test.each([
  [{}, 8787],
  [{ TILLGATE_PUBLIC_URL: 'http://localhost:8790' }, 8790],
  [{ TILLGATE_PUBLIC_URL: 'http://localhost:8790', PORT: '9000' }, 9000],
  [{ TILLGATE_PUBLIC_URL: 'https://pay.shop.example:8443' }, 8787],
  [{ TILLGATE_PUBLIC_URL: 'http://localhost' }, 8787],
])('the port follows a public URL of this machine: %j gives %d', (given, port) => {
  expect(readServeSettings({ ...SETTINGS, TILLGATE_PUBLIC_URL: '', ...given }).port).toBe(port);
});

test('the drain and prune settings have defaults and can be turned off', () => {
  expect(readServeSettings(SETTINGS)).toMatchObject({
    drainDelay: 5_000,
    drainLimit: 75_000,
    options: { migrate: true },
  });
  const off = { TILLGATE_MIGRATE: 'off', TILLGATE_RETENTION_DAYS: '0', TILLGATE_DRAIN_DELAY: '0' };
  expect(readServeSettings({ ...SETTINGS, ...off })).toMatchObject({
    drainDelay: 0,
    options: { migrate: false, retentionDays: 0 },
  });
});
