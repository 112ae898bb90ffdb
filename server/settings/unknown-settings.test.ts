import { describe, expect, test } from 'vitest';
import { readServeSettings } from './serve-settings.ts';
import { generateApiKey } from '../http/api-keys.ts';

const NEEDED = {
  TILLGATE_GATEWAY_URL: 'http://127.0.0.1:1',
  TILLGATE_MERCHANT_ID: '70519',
  TILLGATE_ACCOUNT_ID: '984747105',
  TILLGATE_SIGN_KEY: 'sign_key_of_a_test_0123456789',
  TILLGATE_API_KEYS: `${generateApiKey()}:read`,
};

const unread = (settings: Record<string, string>): readonly string[] =>
  readServeSettings({ ...NEEDED, ...settings }).unknown;

describe('settings that nothing reads', () => {
  test.each([
    ['TILLGATE_ORDER_ONCE', 'on'],
    ['TILLGATE_RETENTION', '30'],
    ['TILLGATE_SIGN_KEYS_FILE', '/run/secrets/sign_key'],
    ['TILLGATE_PORT', '8080'],
    ['TILLGATE_API_KEYS_FILES', '/run/secrets/keys'],
  ])('%s is named', (name, value) => {
    expect(unread({ [name]: value })).toEqual([name]);
  });

  test('those that something reads are not: of the companion, of commands, of tests, and in files', () => {
    const others = {
      TILLGATE_ORDERS_ONCE: 'on',
      TILLGATE_RETENTION_DAYS: '30',
      TILLGATE_DRAIN_LIMIT: '60',
      TILLGATE_SIGN_KEY_FILE: '/not/used/beside/the/value',
      TILLGATE_URL: 'http://localhost:8787',
      TILLGATE_API_KEY: 'key',
      TILLGATE_DEMO_PORT: '5000',
      TILLGATE_API_KEY_FILE: '/run/secrets/key',
      TILLGATE_TEST_RESULTS: 'results.json',
      TILLGATE_FUZZ_RUNS: '9',
      TILLGATE_FULL: '1',
    };
    expect(unread(others)).toEqual([]);
  });

  test('those of others, and empty ones, are not', () => {
    const ofKubernetes = {
      TILLGATE_SERVICE_HOST: '10.0.0.7',
      TILLGATE_SERVICE_PORT: '8787',
      TILLGATE_SERVICE_PORT_HTTP: '8787',
      TILLGATE_PORT: 'tcp://10.0.0.7:8787',
      TILLGATE_PORT_8787_TCP: 'tcp://10.0.0.7:8787',
      TILLGATE_PORT_8787_TCP_ADDR: '10.0.0.7',
      TILLGATE_COMPANION_PORT_8787_TCP_PROTO: 'tcp',
    };
    expect(unread({ ...ofKubernetes, ORDERS_ONCE: 'on', TILLGATE_NOTHING: '' })).toEqual([]);
  });
});
