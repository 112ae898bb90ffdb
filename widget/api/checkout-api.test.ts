import { describe, expect, test } from 'vitest';
import type { SubmitPayment } from '../../shared/contract/index.ts';
import { createCheckoutApi, type Fetch } from './checkout-api.ts';

const never = new AbortController().signal;
const submit: SubmitPayment = { attempt_id: 'attempt-0123456789', method: 'card', device: {} };

function answering(response: () => Response | Promise<Response>): { send: Fetch; seen: [string, RequestInit][] } {
  const seen: [string, RequestInit][] = [];
  const send: Fetch = async (url, init) => {
    seen.push([url, init]);
    return response();
  };
  return { send, seen };
}

describe('what is sent', () => {
  test('carries the token in its header, no cookies, and follows no redirect with a card', async () => {
    const { send, seen } = answering(() => Response.json({ status: 'paid', payment_id: 'p' }));
    await createCheckoutApi('https://pay.example', 'tgs_1', send).pay(submit, never);
    const [url, init] = seen[0]!;
    expect(url).toBe('https://pay.example/checkout/payments');
    expect(init).toMatchObject({
      method: 'POST',
      credentials: 'omit',
      redirect: 'error',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      headers: { authorization: 'Bearer tgs_1', 'content-type': 'application/json' },
    });
    expect(JSON.parse(init.body as string)).toEqual(submit);
  });

  test('waits for news of a status, and asks at once without one', async () => {
    const { send, seen } = answering(() => Response.json({ status: 'pending', payment_id: 'p' }));
    const api = createCheckoutApi('https://pay.example', 'tgs_1', send);
    await api.awaitOutcome('pending', never);
    await api.awaitOutcome(undefined, never);
    expect(seen.map(([url]) => url)).toEqual([
      'https://pay.example/checkout/outcome?wait=20&since=pending',
      'https://pay.example/checkout/outcome',
    ]);
  });

  test('abandons with an empty POST', async () => {
    const { send, seen } = answering(() => Response.json({ status: 'open', payment_id: null }));
    await createCheckoutApi('https://pay.example', 'tgs_1', send).abandon(never);
    expect(seen[0]![1]).toMatchObject({ method: 'POST' });
    expect(seen[0]![1].body).toBeUndefined();
  });
});

describe('what comes back', () => {
  const pay = (response: () => Response | Promise<Response>): Promise<unknown> =>
    createCheckoutApi('https://pay.example', 'tgs_1', answering(response).send).pay(submit, never);

  test.each([
    ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a proxy’s page', () => new Response('<html>Bad gateway</html>', { status: 502 })],
    ['a page in place of an answer', () => new Response('<html>Sign in to the network</html>')],
    ['a cut answer', () => new Response('{"status":"pa')],
    ['an error without a code', () => Response.json({ message: 'oops' }, { status: 503 })],
  ])('%s is no answer: the payment may have arrived', async (_name, response) => {
    await expect(pay(response)).rejects.toMatchObject({ name: 'CheckoutError', code: 'network_error' });
  });

  test('a problem keeps its code and the fields it names', async () => {
    const fields = [{ path: 'card.number', code: 'format', rule: '8 to 19 digits' }];
    const response = (): Response => Response.json({ code: 'invalid_request', fields }, { status: 400 });
    await expect(pay(response)).rejects.toMatchObject({ code: 'invalid_request', fields });
  });

  test('a failure of the companion that the element has no word for is no lost answer', async () => {
    const response = (): Response => Response.json({ code: 'newer_than_this', status: 500 }, { status: 500 });
    await expect(pay(response)).rejects.toMatchObject({ code: 'internal_error' });
  });

  test('a code from nowhere is taken for a failure, and for no method of a table', async () => {
    await expect(pay(() => Response.json({ code: 'toString' }, { status: 400 }))).rejects.toMatchObject({
      code: 'internal_error',
    });
  });
});
