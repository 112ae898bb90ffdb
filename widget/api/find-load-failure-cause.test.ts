import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Fetch } from './checkout-api.ts';
import { findLoadFailureCause } from './find-load-failure-cause.ts';

const PAGE = new EventTarget();
const asked: string[] = [];
const json = (body: unknown): Promise<Response> => Promise.resolve(new Response(JSON.stringify(body)));

/** A network that answers addresses by what stands here, and nothing else. */
function network(answers: Record<string, () => Promise<Response>>): Fetch {
  return (input, { mode }) => {
    asked.push(`${String(mode)} ${input}`);
    return answers[`${String(mode)} ${input}`]?.() ?? Promise.reject(new TypeError('Failed to fetch'));
  };
}

const nobody = network({});

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('document', PAGE);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('location', new URL('https://shop.example/checkout'));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the cause of a call without an answer', () => {
  test('is mixed content where the page is https and the companion is not, and nobody is asked', async () => {
    expect(await findLoadFailureCause('http://pay.shop.example', nobody)).toBe('mixed_content');
    expect(asked).toEqual([]);
  });

  test.each(['http://localhost:4001', 'http://127.0.0.1:4001', 'http://[::1]:4001', 'http://pay.localhost:4001'])(
    'is no mixed content where the companion is on this machine: %s',
    async (server) => {
      expect(await findLoadFailureCause(server, nobody)).toBe('nothing_there');
    },
  );

  test('is no mixed content where the page is http itself', async () => {
    vi.stubGlobal('location', new URL('http://shop.example/checkout'));
    expect(await findLoadFailureCause('http://pay.shop.example', nobody)).toBe('nothing_there');
  });

  test.each(['pay.shop.example', '/pay', 'localhost:4001', 'https://', 'ftp://pay.shop.example', ''])(
    'is the address where it is not whole: "%s"',
    async (server) => {
      expect(await findLoadFailureCause(server, nobody)).toBe('address');
    },
  );

  test('is the network of the browser where it says that it has none', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(await findLoadFailureCause('https://pay.shop.example', nobody)).toBe('offline');
  });

  test.each([
    [false, 'origin_refused'],
    [true, 'passing'],
  ])('follows from what a companion says, allowed: %s', async (origin_allowed, cause) => {
    const send = network({
      'cors https://pay.shop.example/checkout/ping': () => json({ service: 'tillgate', origin_allowed }),
    });
    expect(await findLoadFailureCause('https://pay.shop.example', send)).toBe(cause);
    expect(asked).toHaveLength(1);
  });

  test('is the path where a companion answers at the root of the same origin', async () => {
    const ping = (): Promise<Response> => json({ service: 'tillgate', origin_allowed: true });
    const send = network({ 'cors https://pay.shop.example/checkout/ping': ping });
    expect(await findLoadFailureCause('https://pay.shop.example/api', send)).toBe('wrong_path');
  });

  test.each(['cors', 'no-cors'])('is that no companion answers where somebody else does, in mode %s', async (mode) => {
    const send = network({
      [`${mode} https://shop.example/checkout/ping`]: () => Promise.resolve(new Response('<h1>Not found</h1>')),
    });
    expect(await findLoadFailureCause('https://shop.example', send)).toBe('not_a_companion');
  });

  test('is the policy of the page where it blocks the call', async () => {
    const send: Fetch = () => {
      PAGE.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { effectiveDirective: 'connect-src' }));
      return Promise.reject(new TypeError('Failed to fetch'));
    };
    expect(await findLoadFailureCause('https://pay.shop.example', send)).toBe('policy');
  });
});
