import { describe, expect, test } from 'vitest';
import { createCheckoutServer } from '../index.ts';
import { generateApiKey } from '../http/api-keys.ts';
import { readServeSettings } from './serve-settings.ts';

const GOOD = {
  TILLGATE_GATEWAY_URL: 'http://127.0.0.1:1',
  TILLGATE_MERCHANT_ID: '70519',
  TILLGATE_ACCOUNT_ID: '984747105',
  TILLGATE_SIGN_KEY: 'sign_key_of_a_test_0123456789',
  TILLGATE_API_KEYS: `${generateApiKey()}:read`,
};

function linesOf(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    return (error as Error).message.split('\n').map((line) => line.split(':')[0]!);
  }
  return [];
}

describe('settings with several problems', () => {
  test('every missing and wrong setting has one line, whichever part reads it', () => {
    const wrong = {
      TILLGATE_GATEWAY_URL: 'http://gateway.example',
      TILLGATE_MERCHANT_ID: '12345678',
      TILLGATE_SIGN_KEY_FILE: '/does/not/exist',
      TILLGATE_ALLOWED_ORIGINS: 'https://shop.example/path',
      TILLGATE_RISK_UPDATES: 'maybe',
      TILLGATE_WEBHOOK_URL: 'https://shop.example/events',
      TILLGATE_DRAIN_DELAY: '90',
      PORT: 'http',
      LOG_LEVEL: 'loud',
      TILLGATE_PROFILE: '/does/not/exist.json',
    };
    expect(linesOf(() => readServeSettings(wrong)).sort()).toEqual(
      [
        'LOG_LEVEL',
        'PORT',
        'TILLGATE_ACCOUNT_ID',
        'TILLGATE_ALLOWED_ORIGINS',
        'TILLGATE_API_KEYS',
        'TILLGATE_DRAIN_LIMIT',
        'TILLGATE_GATEWAY_URL',
        'TILLGATE_MERCHANT_ID',
        'TILLGATE_PROFILE',
        'TILLGATE_RISK_UPDATES',
        'TILLGATE_SIGN_KEY_FILE',
        'TILLGATE_WEBHOOK_SECRET',
      ].sort(),
    );
  });

  test('one problem keeps its own error, with its cause', () => {
    let caught: unknown;
    try {
      readServeSettings({ ...GOOD, TILLGATE_SIGN_KEY: '', TILLGATE_SIGN_KEY_FILE: '/does/not/exist' });
    } catch (error) {
      caught = error;
    }
    expect(caught).toMatchObject({
      message: 'TILLGATE_SIGN_KEY_FILE: a file that can be read.',
      cause: { code: 'ENOENT' },
      fields: [{ path: 'TILLGATE_SIGN_KEY_FILE' }],
    });
  });

  test('createCheckoutServer names them in one error, too', () => {
    const options = { publicUrl: 'nowhere', gatewayUrl: 'http://127.0.0.1:1', merchantId: '7', accountId: '9' };
    expect(linesOf(() => createCheckoutServer({ ...options, signKey: '', apiKeys: 'short:pay' }))).toEqual([
      'TILLGATE_SIGN_KEY',
      'TILLGATE_PUBLIC_URL',
      'TILLGATE_API_KEYS',
    ]);
  });

  test('settings without a problem are read', () => {
    expect(readServeSettings(GOOD).options).toMatchObject({ merchantId: '70519', logLevel: 'info' });
  });
});
