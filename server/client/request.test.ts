import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createTillgateClient,
  isTillgateError,
  TillgateError,
  type ClientOptions,
  type TillgateClient,
} from './index.ts';

const KEY = 'key_of_a_test_0123456789';
const CAPTURED = { payment_id: 'pay_1', status: 'accepted' };

let sent: Request[];
/** When each request was sent, by the faked clock. */
let times: number[];

beforeEach(() => {
  sent = [];
  times = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Answer = Response | Error | ((request: Request) => Promise<Response>);

/** A client whose requests get these answers in turn, the last one again and again. */
function clientOf(answers: readonly Answer[], options: Partial<ClientOptions> = {}): TillgateClient {
  const send: typeof fetch = async (url, init) => {
    const request = new Request(url, init);
    const answer = answers[Math.min(sent.length, answers.length - 1)]!;
    sent.push(request);
    times.push(Date.now());
    if (answer instanceof Error) throw answer;
    return answer instanceof Response ? answer.clone() : answer(request);
  };
  return createTillgateClient({ url: 'https://pay.example', apiKey: KEY, fetch: send, ...options });
}

const problem = (code: string, status: number, headers: Record<string, string> = {}, more: object = {}): Response =>
  Response.json(
    { type: `urn:tillgate:error:${code}`, title: code, status, code, detail: 'why', request_id: 'req_1', ...more },
    { status, headers },
  );

/** What a call ends with, once its pauses are over. */
async function settle<T>(call: Promise<T>): Promise<T | TillgateError> {
  const end = call.catch((error: unknown) => {
    if (isTillgateError(error)) return error;
    throw error;
  });
  let isOver = false;
  const markOver = (): void => void (isOver = true);
  void end.then(markOver, markOver);
  // A response that is read takes turns of its own before the next pause begins. One timer at a time: a connection of another
  // file in the same process may start its own again and again.
  while (!isOver) {
    await vi.advanceTimersToNextTimerAsync();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return end;
}

const pauses = (): number[] => times.slice(1).map((time, index) => time - times[index]!);
const keysOf = (requests: readonly Request[]): (string | null)[] =>
  requests.map((request) => request.headers.get('idempotency-key'));
const lost = new TypeError('fetch failed');

describe('requests', () => {
  test('a call sends method, address, API key and body', async () => {
    await clientOf([Response.json(CAPTURED)], { url: 'https://shop.example/pay/' }).payments.capture('pay_1', {
      amount: '1.00',
    });
    const [request] = sent;
    expect([request!.method, request!.url]).toEqual(['POST', 'https://shop.example/pay/v1/payments/pay_1/capture']);
    expect(request!.headers.get('authorization')).toBe(`Bearer ${KEY}`);
    expect(request!.headers.get('content-type')).toBe('application/json');
    expect(await request!.json()).toEqual({ amount: '1.00' });
    expect(request!.redirect).toBe('manual');
  });

  test('a query leaves out fields without a value and writes numbers and flags as text', async () => {
    await clientOf([Response.json({ payments: [], next_cursor: null })]).payments.list({
      limit: 5,
      attention: true,
      email: 'a&b@example.com',
      status: undefined,
    });
    expect(new URL(sent[0]!.url).search).toBe('?limit=5&attention=true&email=a%26b%40example.com');
  });

  test('a path parameter is encoded', async () => {
    await clientOf([Response.json({})]).payments.get('a/../b?c');
    expect(new URL(sent[0]!.url).pathname).toBe('/v1/payments/a%2F..%2Fb%3Fc');
  });

  test.each(['', '.', '..', undefined as unknown as string])(
    'an ID of %j is refused before anything is sent',
    async (id) => {
      const error = await settle(clientOf([Response.json({})]).payments.get(id));
      expect(error).toMatchObject({
        code: 'invalid_request',
        status: 0,
        fields: [{ path: 'id' }],
        isOutcomeUnknown: false,
      });
      expect(sent).toEqual([]);
    },
  );

  test('request() makes a call that has no method', async () => {
    const client = clientOf([Response.json({ id: 'x' })]);
    const call = { method: 'PATCH', path: '/sessions/:id', params: { id: 'ses_1' }, body: { amount: '2.00' } } as const;
    expect(await client.request(call, { idempotencyKey: 'k' })).toEqual({ id: 'x' });
    expect([sent[0]!.method, new URL(sent[0]!.url).pathname]).toEqual(['PATCH', '/v1/sessions/ses_1']);
    expect(keysOf(sent)).toEqual(['k']);
  });
});

describe('idempotency keys', () => {
  test('a write has a random key, and every retry has the same one', async () => {
    const client = clientOf([lost, problem('store_unavailable', 503), Response.json(CAPTURED)]);
    expect(await settle(client.payments.capture('pay_1'))).toEqual(CAPTURED);
    await settle(client.payments.capture('pay_2'));
    expect(sent).toHaveLength(4);
    expect(new Set(keysOf(sent.slice(0, 3))).size).toBe(1);
    expect(keysOf(sent)[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keysOf(sent)[3]).not.toBe(keysOf(sent)[0]);
  });

  test('a write sends the caller’s key', async () => {
    await clientOf([Response.json({ refunds: [] })]).refunds.create({ refunds: [] }, { idempotencyKey: 'refund-7' });
    await clientOf([Response.json({ id: 'sc_1', deleted: true })]).savedCards.delete('sc_1', { idempotencyKey: 'd' });
    expect(keysOf(sent)).toEqual(['refund-7', 'd']);
  });

  test('a read has no key, also one by POST', async () => {
    await clientOf([Response.json({})]).payments.get('pay_1');
    await clientOf([Response.json({})]).payments.sync('pay_1');
    await clientOf([Response.json({})]).transactions.query({ orders: ['T-1'] });
    expect(keysOf(sent)).toEqual([null, null, null]);
  });

  test.each(['', 'two words', 'line\nend', 'x'.repeat(256)])(
    'the key %j is refused before anything is sent',
    async (key) => {
      const call = clientOf([Response.json({})]).payments.capture('pay_1', {}, { idempotencyKey: key });
      expect(await settle(call)).toMatchObject({ code: 'invalid_request', fields: [{ path: 'idempotencyKey' }] });
      expect(sent).toEqual([]);
    },
  );
});

describe('retries', () => {
  test.each<[string, Answer]>([
    ['429 rate_limited', problem('rate_limited', 429)],
    ['503 store_unavailable', problem('store_unavailable', 503)],
    ['503 gateway_unreachable', problem('gateway_unreachable', 503)],
    ['503 with a code of a newer companion', problem('moon_is_full', 503)],
    ['409 request_in_progress', problem('request_in_progress', 409)],
    ['a lost connection', lost],
    ['a proxy’s page with HTTP 502', new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ])('a call is repeated after %s', async (_name, answer) => {
    expect(await settle(clientOf([answer, Response.json(CAPTURED)]).payments.capture('pay_1'))).toEqual(CAPTURED);
    expect(sent).toHaveLength(2);
  });

  test.each<[string, Answer]>([
    ['409 wrong_state', problem('wrong_state', 409)],
    ['500 internal_error', problem('internal_error', 500)],
    ['502 gateway_no_answer', problem('gateway_no_answer', 502)],
    ['503 gateway_misconfigured', problem('gateway_misconfigured', 503)],
    ['401 unauthenticated', problem('unauthenticated', 401)],
    ['a page with HTTP 404', new Response('<h1>Not here</h1>', { status: 404 })],
    ['a page with HTTP 200', new Response('<h1>Sign in</h1>')],
    ['a redirect', new Response(null, { status: 302, headers: { location: 'https://other.example/' } })],
  ])('a call is not repeated after %s', async (_name, answer) => {
    expect(await settle(clientOf([answer]).payments.capture('pay_1'))).toBeInstanceOf(TillgateError);
    expect(sent).toHaveLength(1);
  });

  test('a call is given up after two retries, or the number that client or call set', async () => {
    const error = await settle(clientOf([lost]).payments.get('pay_1'));
    expect(error).toMatchObject({ code: 'network_error', status: 0, cause: lost });
    expect(sent).toHaveLength(3);
    await settle(clientOf([lost], { maxRetries: 0 }).payments.get('pay_1'));
    expect(sent).toHaveLength(4);
    await settle(clientOf([lost], { maxRetries: 0 }).payments.get('pay_1', { maxRetries: 4 }));
    expect(sent).toHaveLength(9);
  });

  test.each([
    [0, [0, 0, 0, 0, 0, 0]],
    [1, [500, 1_000, 2_000, 4_000, 8_000, 8_000]],
  ])('pauses are random between 0 and twice the last bound, at most 8 s: random %d', async (random, bounds) => {
    vi.spyOn(Math, 'random').mockReturnValue(random);
    await settle(clientOf([lost], { maxRetries: 6 }).payments.get('pay_1'));
    expect(pauses()).toEqual(bounds);
  });

  test.each([
    ['seconds', () => '7'],
    ['a date', () => new Date(Date.now() + 7_000).toUTCString()],
  ])('a pause is at least Retry-After, in %s', async (_name, header) => {
    vi.setSystemTime('2026-03-01T10:00:00Z');
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const answers = [problem('rate_limited', 429, { 'retry-after': header() }), Response.json(CAPTURED)];
    await settle(clientOf(answers).payments.capture('pay_1'));
    expect(pauses()).toEqual([7_250]);
  });

  test('a Retry-After of more than a minute ends the call at once', async () => {
    const error = await settle(clientOf([problem('rate_limited', 429, { 'retry-after': '61' })]).payments.get('pay_1'));
    expect(error).toMatchObject({ code: 'rate_limited', isRetryable: true });
    expect(sent).toHaveLength(1);
  });
});

describe('time limits and signals', () => {
  const never = (request: Request): Promise<Response> =>
    new Promise((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
    });

  test('each try has its own time limit', async () => {
    vi.useRealTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const client = clientOf([never, never, Response.json(CAPTURED)], { timeout: 20 });
    expect(await client.payments.capture('pay_1')).toEqual(CAPTURED);
    const error: unknown = await clientOf([never], { timeout: 20 })
      .payments.capture('pay_1', undefined, { maxRetries: 0 })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'network_error', isOutcomeUnknown: true });
    expect((error as Error).message).toContain('did not respond in time');
  });

  test('the caller’s signal ends a try, and the call rejects with its reason', async () => {
    const controller = new AbortController();
    const call = clientOf([never]).payments.get('pay_1', { signal: controller.signal });
    const end = expect(call).rejects.toThrow('enough');
    controller.abort(new Error('enough'));
    await end;
    expect(sent).toHaveLength(1);
  });

  test('the caller’s signal ends a pause, and an aborted one sends nothing', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const controller = new AbortController();
    const call = clientOf([lost]).payments.get('pay_1', { signal: controller.signal });
    const end = expect(call).rejects.toThrow('enough');
    await vi.advanceTimersByTimeAsync(100);
    controller.abort(new Error('enough'));
    await end;
    await expect(clientOf([lost]).payments.get('pay_2', { signal: controller.signal })).rejects.toThrow('enough');
    expect(sent).toHaveLength(1);
  });
});

describe('errors', () => {
  test('an error has the problem’s code, status, request ID, text and fields', async () => {
    const fields = [{ path: 'refunds.0.refund_amount', code: 'format', rule: 'two decimals' }];
    const answer = problem('invalid_request', 400, {}, { fields });
    const error = await settle(clientOf([answer]).refunds.create({ refunds: [] }, { idempotencyKey: 'k' }));
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: 'TillgateError',
      message: 'why',
      code: 'invalid_request',
      status: 400,
      requestId: 'req_1',
      fields,
      isRetryable: false,
      isOutcomeUnknown: false,
      idempotencyKey: 'k',
    });
  });

  test.each<[string, 'unknown' | 'known', readonly Answer[]]>([
    ['a lost connection', 'unknown', [lost]],
    ['500 internal_error', 'unknown', [problem('internal_error', 500)]],
    ['503 store_unavailable', 'unknown', [problem('store_unavailable', 503)]],
    ['409 request_in_progress', 'unknown', [problem('request_in_progress', 409)]],
    ['a page with HTTP 200', 'unknown', [new Response('<h1>Sign in</h1>')]],
    ['503 gateway_unreachable', 'known', [problem('gateway_unreachable', 503)]],
    ['429 rate_limited', 'known', [problem('rate_limited', 429)]],
    ['409 wrong_state', 'known', [problem('wrong_state', 409)]],
    ['a lost connection, then 429', 'unknown', [lost, problem('rate_limited', 429)]],
    ['a lost connection, then 401', 'unknown', [lost, problem('unauthenticated', 401)]],
    ['a lost connection, then 409 wrong_state', 'known', [lost, problem('wrong_state', 409)]],
  ])('after %s the outcome of a write is %s', async (_name, outcome, answers) => {
    const isOutcomeUnknown = outcome === 'unknown';
    expect(await settle(clientOf(answers).payments.capture('pay_1'))).toMatchObject({ isOutcomeUnknown });
    expect(await settle(clientOf([lost]).payments.get('pay_1'))).toMatchObject({ isOutcomeUnknown: false });
  });

  test('no error, address or printed client contains the API key', async () => {
    const client = clientOf([lost]);
    const error = (await settle(client.payments.get('pay_1'))) as TillgateError;
    expect(
      [error.message, error.stack, JSON.stringify(error), JSON.stringify(client), sent[0]!.url].join(),
    ).not.toContain(KEY);
  });

  test.each([
    { url: 'pay.example' },
    { url: 'ftp://pay.example' },
    { url: 'https://user:pass@pay.example' },
    { url: 'https://pay.example/?a=1' },
    { url: undefined as unknown as string },
    { apiKey: '' },
    { apiKey: `${KEY}\n` },
    { apiKey: undefined as unknown as string },
  ])('a client with %j is refused, without the value in the message', (options) => {
    const make = (): unknown => clientOf([], options);
    expect(make).toThrow(TillgateError);
    expect(make).toThrow(expect.objectContaining({ code: 'configuration_invalid' }));
    expect(make).not.toThrow(new RegExp(KEY));
  });
});
