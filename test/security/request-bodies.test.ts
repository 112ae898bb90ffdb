import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve, type RunningServer } from '../../server/index.ts';
import { parseStrictJson } from '../../server/http/strict-json.ts';
import { startAttackTarget, type AttackTarget } from '../support/attack.ts';
import { recordPromiseFigures } from '../support/promise-figures.ts';
import { API_KEY, TEST_SESSION_FIELDS, nextOrderNo, createCardSubmit } from '../support/system.ts';

let target: AttackTarget;
let served: RunningServer;

beforeAll(async () => {
  target = await startAttackTarget();
  served = await serve({ fetch: target.companion.fetch, port: 0 });
});

afterAll(async () => {
  await served.close(0);
  await target.close();
});

const order = (changes: object = {}): object => ({ order_no: nextOrderNo(), ...TEST_SESSION_FIELDS, ...changes });

const post = (body: BodyInit, headers: Record<string, string> = {}): Promise<Response> =>
  target.request('/v1/sessions', {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json', ...headers },
  });

async function codeOf(response: Response): Promise<string> {
  return `${String(response.status)} ${((await response.json()) as { code?: string }).code ?? ''}`;
}

describe('promise 18: request bodies', () => {
  const good = (): string => JSON.stringify(order());
  const cases: [name: string, body: () => BodyInit, headers: Record<string, string>, answer: string][] = [
    ['a key twice', () => good().replace('{', '{"amount":"0.01",'), {}, '400 duplicate_key'],
    ['a key twice, one escaped', () => good().replace('{', '{"\\u0061mount":"0.01",'), {}, '400 duplicate_key'],
    ['a key twice, deep inside', () => good().replace('"sku"', '"sku":"A","\\u0073ku"'), {}, '400 duplicate_key'],
    ['__proto__', () => good().replace('{', '{"__proto__":{"amount":"0.01"},'), {}, '400 invalid_request'],
    [
      '__proto__, escaped',
      () => good().replace('{', '{"\\u005f_proto__":{"amount":"0.01"},'),
      {},
      '400 invalid_request',
    ],
    ['__proto__ inside an item', () => good().replace('"sku"', '"__proto__":{},"sku"'), {}, '400 invalid_request'],
    ['__proto__ in metadata', () => good().replace('{', '{"metadata":{"__proto__":"x"},'), {}, '400 invalid_request'],
    ['constructor', () => good().replace('{', '{"constructor":{"prototype":{"a":1}},'), {}, '400 invalid_request'],
    ['toString', () => good().replace('{', '{"toString":"x",'), {}, '400 invalid_request'],
    ['20 KB of nesting', () => `{"custom":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, {}, '400 malformed_body'],
    ['30 KB of open brackets', () => '['.repeat(30_000), {}, '400 malformed_body'],
    ['a huge number', () => good().replace('"quantity":2', '"quantity":1e400'), {}, '400 invalid_request'],
    [
      'a long number',
      () => good().replace('"quantity":2', `"quantity":${'9'.repeat(5_000)}`),
      {},
      '400 invalid_request',
    ],
    ['a negative zero', () => good().replace('"quantity":2', '"quantity":-0'), {}, '400 invalid_request'],
    ['NaN', () => good().replace('"quantity":2', '"quantity":NaN'), {}, '400 malformed_body'],
    ['a comment', () => `/* */${good()}`, {}, '400 malformed_body'],
    ['two values', () => good() + good(), {}, '400 malformed_body'],
    ['a list', () => `[${good()}]`, {}, '400 invalid_request'],
    ['null', () => 'null', {}, '400 invalid_request'],
    ['a text', () => '"amount"', {}, '400 invalid_request'],
    ['nothing', () => '', {}, '400 malformed_body'],
    ['a byte order mark', () => `\ufeff${good()}`, {}, '400 malformed_body'],
    ['UTF-16', () => Buffer.from(good(), 'utf16le'), {}, '400 malformed_body'],
    [
      'a byte that is no UTF-8',
      () => Buffer.concat([Buffer.from('{"note":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
      {},
      '400 malformed_body',
    ],
    [
      'an overlong slash',
      () => Buffer.concat([Buffer.from('{"note":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
      {},
      '400 malformed_body',
    ],
    [
      'a surrogate in UTF-8',
      () => Buffer.concat([Buffer.from('{"note":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
      {},
      '400 malformed_body',
    ],
    ['33 KB', () => JSON.stringify(order({ custom: 'x'.repeat(33_000) })), {}, '413 body_too_large'],
    ['a form’s type', good, { 'content-type': 'application/x-www-form-urlencoded' }, '415 unsupported_media_type'],
    ['a text’s type', good, { 'content-type': 'text/plain' }, '415 unsupported_media_type'],
    ['a type that begins like JSON', good, { 'content-type': 'application/jsonx' }, '415 unsupported_media_type'],
    ['two types', good, { 'content-type': 'application/json, text/plain' }, '415 unsupported_media_type'],
    ['JSON in Latin-1', good, { 'content-type': 'application/json; charset=iso-8859-1' }, '415 unsupported_media_type'],
    ['JSON in UTF-16', good, { 'content-type': 'application/json; charset=utf-16' }, '415 unsupported_media_type'],
    [
      'two charsets',
      good,
      { 'content-type': 'application/json; charset=utf-8; charset=utf-7' },
      '415 unsupported_media_type',
    ],
  ];
  test.each(cases)('promise 18: a body with %s is rejected', async (_name, body, headers, answer) => {
    expect(await codeOf(await post(body(), headers))).toBe(answer);
  });

  test('promise 18: a compressed body is rejected', async () => {
    expect((await post(Buffer.from([0x1f, 0x8b, 8, 0]), { 'content-encoding': 'gzip' })).status).toBe(400);
  });

  test('promise 18: an endless body is cut after 32 KB', async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(1024).fill(32));
      },
    });
    const request = new Request('http://x/v1/sessions', {
      method: 'POST',
      body: endless,
      duplex: 'half',
      headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    } as RequestInit);
    expect((await target.companion.fetch(request)).status).toBe(413);
    expect(pulled).toBeLessThan(60);
  });

  test('promise 18: no request body changes Object.prototype', () => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>)['amount']).toBeUndefined();
    const read = parseStrictJson('{"a":{"hasOwnProperty":1,"constructor":2}}') as { a: Record<string, unknown> };
    expect(Object.getPrototypeOf(read.a)).toBe(Object.prototype);
    expect(() => parseStrictJson('{"a":{"__proto__":{"b":1}}}')).toThrow(/breaks a rule/);
  });
});

describe('promise 18: characters', () => {
  const forbidden: [string, string][] = [
    ['a NUL', '\u0000'],
    ['a bell', '\u0007'],
    ['a newline', '\n'],
    ['an escape', '\u001b[31m'],
    ['a DEL', '\u007f'],
    ['a C1 control', '\u0085'],
    ['an override of direction', '\u202e'],
    ['an isolate of direction', '\u2066'],
    ['an Arabic letter mark', '\u061c'],
    ['a mark of direction', '\u200e'],
    ['a zero-width space', '\u200b'],
    ['a word joiner', '\u2060'],
    ['a line separator', '\u2028'],
    ['a paragraph separator', '\u2029'],
    ['a byte order mark', '\ufeff'],
    ['an annotation', '\ufff9'],
    ['a non-character', '\uffff'],
    ['a lone high surrogate', '\ud800'],
    ['a lone low surrogate', '\udc00'],
    ['a tag', '\u{e0041}'],
  ];
  test.each(forbidden)(
    'promise 18: %s is rejected in a value and in a key, and the error names the place without the character',
    async (_name, sign) => {
      for (const body of [
        JSON.stringify(order({ note: `a${sign}b` })),
        JSON.stringify(order({ metadata: { [`a${sign}b`]: 'x' } })),
        // Written out, as a client that escapes nothing sends it.
        ...(/^[\u0020-\ud7ff\ue000-\uffff]/.test(sign) || sign.length > 1 ? [`{"note":"a${sign}b"}`] : []),
      ]) {
        const response = await post(body);
        const text = await response.text();
        expect(response.status).toBe(400);
        expect(text).not.toContain(`a${sign}b`);
      }
    },
  );

  test('promise 18: texts in every script, with joiners and emoji, are accepted', async () => {
    for (const name of ['Zoë', 'Łukasz', 'محمد', 'נועה', '山田太郎', 'नी‍लम', '👩‍👩‍👧‍👦', 'O’Brien', 'İnan']) {
      const response = await post(
        JSON.stringify(order({ shopper: { ...TEST_SESSION_FIELDS.shopper, first_name: name } })),
      );
      expect(response.status, name).toBe(201);
    }
  });

  test('promise 18: texts are normalised to NFC', async () => {
    const { token } = await target.openSession({ shopper: { first_name: 'Zoe\u0308', last_name: 'Souza' } });
    await target.submit({}, token);
    expect(target.gateway.charges.at(-1)?.['first_name']).toBe('Zo\u00eb');
    // A digit of another script is no digit, however it looks.
    const answer = await target.submit({ number: '４２４２４２４２４２４２４２４２' });
    expect(answer.status).toBe(400);
    expect(await (await post(JSON.stringify(order({ amount: '1２.00' })))).json()).toMatchObject({
      code: 'invalid_request',
    });
    expect((await post(JSON.stringify(order({ order_no: 'А-1' })))).status).toBe(400);
  });
});

describe('promise 12: fields from the browser', () => {
  test('promise 12: no field of a submit changes what the session fixes', async () => {
    const { token } = await target.openSession({ shopper: { id: 'c-9', email: 'fixed@example.com' } });
    const extras: object[] = [
      { amount: '0.01' },
      { currency: 'XXX' },
      { items: [] },
      { merchant_id: '1' },
      { order_no: 'X' },
      { notify_url: 'https://evil.example' },
      { return_url: 'https://evil.example' },
      { device: { shopper_ip: '1.1.1.1' } },
      { device: { user_agent: 'x' } },
      { shopper: { email: 'a@b.example', shopper_ip: '1.1.1.1' } },
      { shopper: { id: 'somebody-else' } },
      { shopper: { level: 'VIP' } },
      { card: { ...createCardSubmit().card, amount: '0.01' } },
      { risk_token: 5 },
      { risk_token: 'x'.repeat(8_001) },
    ];
    for (const extra of extras) {
      const answer = await target.submit({ submit: extra }, token);
      expect(answer.status, JSON.stringify(extra).slice(0, 60)).toBe(400);
    }
    const before = target.gateway.charges.length;
    expect((await target.submit({ email: 'other@example.com' }, token)).status).toBe(200);
    expect(target.gateway.charges.slice(before)).toMatchObject([
      { amount: '24.00', currency: 'EUR', shopper_id: 'c-9', shopper_email: 'fixed@example.com' },
    ]);
    recordPromiseFigures(12, { extra_fields_refused: extras.length });
  });
});

/** Sends bytes as they are and reads a response, or all that comes until the companion closes the connection. */
function raw(text: string | Buffer): Promise<string> {
  const { port } = new URL(served.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
    let seen = '';
    socket.on('data', (chunk: Buffer) => {
      seen += chunk.toString('latin1');
      if (isWhole(seen)) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(seen));
  });
}

/** Whether a response is there with the whole of its body. */
function isWhole(seen: string): boolean {
  const [head = '', body] = seen.split(/\r\n\r\n(.*)/s);
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  return body !== undefined && length !== undefined && body.length >= Number(length);
}

describe('promise 18: request headers', () => {
  const head = 'GET /healthz HTTP/1.1\r\nHost: pay.localhost\r\nConnection: close\r\n';
  const cases: [name: string, request: string, statuses: RegExp][] = [
    ['20 KB in one header', `${head}X-Big: ${'x'.repeat(20_000)}\r\n\r\n`, /^HTTP\/1\.1 431/],
    ['a header without a colon', `${head}Nonsense\r\n\r\n`, /^HTTP\/1\.1 400/],
    ['a blank in a name', `${head}X Y: 1\r\n\r\n`, /^HTTP\/1\.1 400/],
    ['a NUL in a value', `${head}X: a\u0000b\r\n\r\n`, /^HTTP\/1\.1 400/],
    ['a folded line', `${head}X: a\r\n b\r\n\r\n`, /^HTTP\/1\.1 400/],
    [
      'two lengths',
      `POST /v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
      /^HTTP\/1\.1 400/,
    ],
    [
      'a length and chunks',
      `POST /v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      /^HTTP\/1\.1 400/,
    ],
    ['a negative length', `POST /v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n`, /^HTTP\/1\.1 400/],
    [
      'an odd transfer encoding',
      `POST /v1/sessions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
      /^HTTP\/1\.1 400/,
    ],
    ['a bare line feed', 'GET /healthz HTTP/1.1\nHost: x\n\n', /^HTTP\/1\.1 400|^$/],
    ['no host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', /^HTTP\/1\.1 400/],
    ['a host that is none', 'GET /healthz HTTP/1.1\r\nHost: a b/c?d\r\nConnection: close\r\n\r\n', /^HTTP\/1\.1 400/],
    ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', /^HTTP\/1\.1 400|^$/],
  ];
  test.each(cases)('promise 18: %s is rejected before any work', async (_name, request, statuses) => {
    const answer = await raw(request);
    expect(answer).toMatch(statuses);
    expect(answer).not.toMatch(/at \w+ \(|node_modules|x-powered-by|stack/i);
  });

  test('promise 18: the companion reads at most 100 of 5,000 headers', async () => {
    const many = Array.from({ length: 3_000 }, (_, at) => `a${String(at)}: 1\r\n`).join('');
    expect(await raw(`${head}${many}\r\n`)).toMatch(/^HTTP\/1\.1 (200|431)/);
  });

  test('promise 18: an unusual path or method is rejected without a 5xx', async () => {
    const paths = [
      '/%',
      '/%00',
      '/%ff%fe',
      '/pay/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
      '/widget/../../package.json',
      '/widget/%2e%2e/%2e%2e/package.json',
      '/widget/..%5c..%5cpackage.json',
      '/widget/tillgate.js%00.css',
      '//evil.example/',
      '/\\evil.example',
      '/v1/payments/%F0%9F%92%A9',
      `/v1/payments/${'a'.repeat(5_000)}`,
      '/v1/payments?limit=1e9',
      '/v1/payments?cursor=%00',
      '/v1/payments?limit=1&limit=2',
      '/v1/payments?__proto__[limit]=5',
      '/checkout/outcome?wait=1e309&since=%00',
      '/checkout/saved-cards/%00',
    ];
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS', 'PROPFIND']) {
        const answer = await raw(
          `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${API_KEY}\r\nContent-Length: 0\r\n\r\n`,
        );
        expect(answer, `${method} ${path}`).toMatch(/^HTTP\/1\.1 (2\d\d|3\d\d|4\d\d)/);
        expect(answer).not.toContain('"scripts"');
        expect(answer).not.toMatch(/\r\nlocation:/i);
      }
    }
    recordPromiseFigures(18, { strange_requests: paths.length * 8 });
  });

  test('promise 18: no request header is echoed in a response', async () => {
    const canary = 'canary-77';
    const answer = await raw(
      `GET /nothing?${canary} HTTP/1.1\r\nHost: ${canary}.example\r\nX-Request-Id: ${canary}\r\nUser-Agent: ${canary}\r\nReferer: http://${canary}/\r\nOrigin: http://${canary}\r\nX-Forwarded-Host: ${canary}\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 404/);
    expect(answer).not.toContain(canary);
  });
});
