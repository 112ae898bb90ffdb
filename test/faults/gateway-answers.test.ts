import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { goodAnswer, sendXml, startSocketServer, startStubGateway, type StubGateway } from '../support/stub-gateway.ts';
import { startSystem, submitOf, type TestSystem } from '../support/system.ts';

let stub: StubGateway;
let system: TestSystem;

beforeAll(async () => {
  stub = await startStubGateway();
  system = await startSystem({
    companion: {
      gatewayUrl: stub.url,
      deadlines: { connect: 500, headers: 400, total: 900 },
      issuerHosts: ['acs.example'],
    },
  });
});

afterAll(async () => {
  await system.close();
  await stub.close();
});

beforeEach(() => {
  stub.charges.length = 0;
  stub.answer = (fields, response) => sendXml(response, goodAnswer(fields));
});

/** Pays once and says how it ended, by the answer and by the books. */
async function payOnce(): Promise<{ status: string; booked: Record<string, unknown> }> {
  const { token } = await system.openSession();
  const outcome = await system.pay(token);
  const booked = await (await system.merchant('GET', `/v1/payments/${String(outcome.payment_id)}`)).json();
  expect(stub.charges, 'requests to the gateway').toHaveLength(1);
  return { status: outcome.status, booked };
}

test('the good answer of this stub is paid', async () => {
  expect((await payOnce()).status).toBe('paid');
});

describe('never paid, and never sent again', () => {
  test('every proper prefix of a good answer', { timeout: 120_000 }, async () => {
    const whole = goodAnswer({
      merchant_id: '70519',
      account_id: '984747105',
      order_no: 'X',
      amount: '24.00',
      currency: 'EUR',
    });
    for (let end = 0; end < whole.length; end += 1) {
      stub.charges.length = 0;
      stub.answer = (fields, response) => sendXml(response, goodAnswer(fields).slice(0, end));
      expect((await payOnce()).status, `the first ${String(end)} bytes`).toBe('unknown');
    }
  });

  const mismatches: [string, Record<string, string | undefined>][] = [
    ['order_no', { order_no: 'other' }],
    ['merchant_id', { merchant_id: '70518' }],
    ['account_id', { account_id: '984747106' }],
    ['amount', { amount: '24.01' }],
    ['amount without decimals', { amount: '24' }],
    ['currency', { currency: 'USD' }],
    ['a missing order_no', { order_no: undefined }],
    ['a missing amount', { amount: undefined }],
    ['success with an error code', { result_info: 'D0005:Do not honour' }],
    ['success without result_info', { result_info: undefined }],
    ['decline with the code of success', { order_status: '0' }],
    ['an unknown order_status', { order_status: '7' }],
    ['order_status with a space inside', { order_status: '1 1' }],
    ['neither status nor issuer_url', { order_status: undefined, result_info: undefined }],
    ['a wrong digest', { encryption_data: 'a'.repeat(64) }],
    ['issuer_url of another host', { order_status: undefined, issuer_url: 'https://evil.example/' }],
    ['issuer_url without TLS', { order_status: undefined, issuer_url: 'http://acs.example/' }],
    ['issuer_url with a user', { order_status: undefined, issuer_url: 'https://acs.example@evil.example/' }],
    ['issuer_url that is a script', { order_status: undefined, issuer_url: 'javascript:alert(1)' }],
  ];
  test.each(mismatches)('an answer with %s', async (_name, changes) => {
    stub.answer = (fields, response) => sendXml(response, goodAnswer(fields, changes));
    const { status, booked } = await payOnce();
    expect(status).toBe('unknown');
    expect(booked).toMatchObject({ status: 'unknown', alarm: expect.any(String) });
  });

  const answers: [string, StubGateway['answer']][] = [
    ['a redirect', (_f, r) => r.writeHead(307, { location: '/v1/authorise' }).end()],
    ['408', (f, r) => sendXml(r, goodAnswer(f), 408)],
    ['409', (f, r) => sendXml(r, goodAnswer(f), 409)],
    ['429', (f, r) => sendXml(r, goodAnswer(f), 429)],
    ['500 with a good body', (f, r) => sendXml(r, goodAnswer(f), 500)],
    ['204', (_f, r) => r.writeHead(204).end()],
    ['400 that is no refusal', (f, r) => sendXml(r, goodAnswer(f), 400)],
    ['404 with HTML', (_f, r) => sendXml(r, '<html></html>', 404, 'text/html')],
    ['HTML with 200', (_f, r) => sendXml(r, '<!DOCTYPE html><html>maintenance</html>', 200, 'text/html')],
    ['HTML with 502', (_f, r) => sendXml(r, '<html>bad gateway</html>', 502, 'text/html')],
    ['JSON', (_f, r) => sendXml(r, '{"order_status":"1"}', 200, 'application/json')],
    ['nothing', (_f, r) => sendXml(r, '')],
    ['more than 64 KB', (f, r) => sendXml(r, goodAnswer(f, { note: 'x'.repeat(1_000_000) }))],
    [
      'a gzip bomb',
      (f, r) => {
        const body = gzipSync(goodAnswer(f, { note: 'x'.repeat(5_000_000) }));
        r.writeHead(200, { 'content-type': 'application/xml', 'content-encoding': 'gzip' }).end(body);
      },
    ],
    [
      'a broken charset',
      (f, r) =>
        r
          .writeHead(200, { 'content-type': 'application/xml; charset=utf-8' })
          .end(Buffer.concat([Buffer.from(goodAnswer(f).replace('Success', '')), Buffer.from([0xff])])),
    ],
    [
      'a cut body',
      (f, r) => r.writeHead(200, { 'content-type': 'application/xml', 'content-length': 9_999 }).end(goodAnswer(f)),
    ],
    ['a reset after the request', (_f, r) => r.destroy()],
    ['no answer', () => undefined],
    [
      'a body that stalls',
      (f, r) => void r.writeHead(200, { 'content-type': 'application/xml' }).write(goodAnswer(f).slice(0, 80)),
    ],
    [
      'a body that drips',
      (f, r) => {
        const text = goodAnswer(f);
        let at = 0;
        const timer = setInterval(() => {
          r.write(text.slice(at, (at += 1)));
          if (at >= text.length || r.destroyed) clearInterval(timer);
        }, 100);
      },
    ],
  ];
  test.each(answers)('%s', async (_name, answer) => {
    stub.answer = answer;
    expect((await payOnce()).status).toBe('unknown');
  });
});

test('a refusal with 400 and a word about this payment is a decline', async () => {
  stub.answer = (fields, response) =>
    sendXml(
      response,
      goodAnswer(fields, { order_status: '0', result_info: 'I0001:amount', transaction_id: undefined }),
      400,
    );
  expect((await payOnce()).status).toBe('declined');
});

test('a card number in the answer goes nowhere', async () => {
  stub.answer = (fields, response) =>
    sendXml(response, goodAnswer(fields, { card: '4242424242424242', note: 'paid with 4242 4242 4242 4242' }));
  const { status, booked } = await payOnce();
  expect(status).toBe('paid');
  expect(JSON.stringify(booked)).not.toMatch(/4242 ?4242 ?4242 ?4242/);
  expect(booked).toMatchObject({ result: { card: '424242***4242' } });
});

test('an answer in a declared charset is read in it', async () => {
  stub.answer = (fields, response) => {
    const text = goodAnswer(fields, { note: '@' }).replace('UTF-8', 'GBK');
    const [before = '', after = ''] = text.split('@');
    const body = Buffer.concat([Buffer.from(before), Buffer.from([0xc4, 0xe3]), Buffer.from(after)]);
    response.writeHead(200, { 'content-type': 'application/xml; charset=GBK' }).end(body);
  };
  expect((await payOnce()).booked).toMatchObject({ status: 'paid', result: { note: '你' } });
});

test('a gateway that refuses our credentials raises an alarm and stops new payments', async () => {
  const own = await startSystem({ companion: { gatewayUrl: stub.url } });
  stub.answer = (_fields, response) => response.writeHead(401).end();
  const { token } = await own.openSession();
  expect(await own.pay(token)).toMatchObject({ status: 'unknown' });
  const other = await own.openSession();
  const refused = await own.browser(other.token, 'POST', '/checkout/payments', submitOf());
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ code: 'gateway_misconfigured' });
  expect(stub.charges).toHaveLength(1);
  await own.close();
});

describe('nothing was sent', () => {
  test('where the gateway cannot be reached: said so, the session stays open, the attempt does not count', async () => {
    const own = await startSystem({ companion: { gatewayUrl: 'http://127.0.0.1:1' } });
    const { token, id } = await own.openSession();
    const refused = await own.browser(token, 'POST', '/checkout/payments', submitOf());
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: 'gateway_unreachable' });
    expect(await (await own.merchant('GET', `/v1/sessions/${id}`)).json()).toMatchObject({
      status: 'open',
      attempts: 0,
    });
    await own.close();
  });

  test('where TLS is spoken to a server without it', async () => {
    let bytes = 0;
    const plain = await startSocketServer((socket) => {
      socket.on('data', (chunk) => {
        bytes += chunk.length;
        socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      });
    });
    const own = await startSystem({ companion: { gatewayUrl: plain.url.replace('http:', 'https:') } });
    const { token } = await own.openSession();
    const refused = await own.browser(token, 'POST', '/checkout/payments', submitOf());
    expect(await refused.json()).toMatchObject({ code: 'gateway_unreachable' });
    expect(bytes).toBeGreaterThan(0);
    await own.close();
    await plain.close();
  });
});
