import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { computeDigest, DEFAULT_PROFILE, type ProfileOverrides } from '../../server/gateway/index.ts';
import type { Logger } from '../../server/index.ts';
import type { LogFields } from '../../server/observability/log-fields.ts';
import { SANDBOX_CREDENTIALS } from '../../server/sandbox/index.ts';
import { startAttackTarget } from '../support/attack.ts';
import { recordPromiseFigures } from '../support/promise-figures.ts';
import { countAlerts } from '../support/gateway-messages.ts';
import { authoriseResponse, sendXml, startStubGateway, type StubGateway } from '../support/stub-gateway.ts';
import { startTestSystem, createCardSubmit, type TestSystem } from '../support/system.ts';

let stub: StubGateway;
let system: TestSystem;

beforeAll(async () => {
  stub = await startStubGateway();
  system = await startTestSystem({
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
  stub.respond = (fields, response) => sendXml(response, authoriseResponse(fields));
});

/** Pays once; returns the outcome and the stored payment. */
async function payOnce(): Promise<{ status: string; stored: Record<string, unknown> }> {
  const { token } = await system.openSession();
  const outcome = await system.pay(token);
  const stored = await (await system.merchant('GET', `/v1/payments/${String(outcome.payment_id)}`)).json();
  expect(stub.charges, 'requests to the gateway').toHaveLength(1);
  // One payment of that order and amount is stored, with the status that the shopper received.
  const { order_no, amount, currency } = stub.charges[0]!;
  const { payments } = await system.get<{ payments: object[] }>(`/v1/payments?order_no=${String(order_no)}`);
  expect(payments).toMatchObject([{ id: outcome.payment_id, status: outcome.status, amount, currency }]);
  return { status: outcome.status, stored };
}

test('a valid response of the stub gateway makes the payment paid', async () => {
  expect((await payOnce()).status).toBe('paid');
});

describe('promises 4, 5 and 6: responses that make a payment unknown', () => {
  test('a truncated valid response makes the payment unknown at every length', { timeout: 120_000 }, async () => {
    const whole = authoriseResponse({
      merchant_id: '70519',
      account_id: '984747105',
      order_no: 'X',
      amount: '24.00',
      currency: 'EUR',
    });
    for (let end = 0; end < whole.length; end += 1) {
      stub.charges.length = 0;
      stub.respond = (fields, response) => sendXml(response, authoriseResponse(fields).slice(0, end));
      expect((await payOnce()).status, `the first ${String(end)} bytes`).toBe('unknown');
    }
    recordPromiseFigures(6, { prefixes: whole.length, 'paid by them': 0 });
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
    ['a currency in small letters', { currency: 'eur' }],
    ['an amount with a sign', { amount: '+24.00' }],
    ['an amount with a comma', { amount: '24,00' }],
    ['issuer_url of another host', { order_status: undefined, issuer_url: 'https://evil.example/' }],
    ['issuer_url without TLS', { order_status: undefined, issuer_url: 'http://acs.example/' }],
    ['issuer_url with a user', { order_status: undefined, issuer_url: 'https://acs.example@evil.example/' }],
    ['issuer_url that is a script', { order_status: undefined, issuer_url: 'javascript:alert(1)' }],
  ];
  test.each(mismatches)(
    'a response with %s makes the payment unknown, and it is not sent again',
    async (_name, changes) => {
      stub.respond = (fields, response) => sendXml(response, authoriseResponse(fields, changes));
      const { status, stored } = await payOnce();
      expect(status).toBe('unknown');
      expect(stored).toMatchObject({
        status: 'unknown',
        alerts: [{ code: 'outcome_unknown', detail: { reason: expect.any(String) } }],
      });
      // The response gives the shopper no action.
      expect(stored['action'] ?? null).toBeNull();
      recordPromiseFigures(6, { mismatches: 1 });
    },
  );

  const answers: [string, StubGateway['respond']][] = [
    ['a redirect', (_f, r) => r.writeHead(307, { location: '/v1/authorise' }).end()],
    ['408', (f, r) => sendXml(r, authoriseResponse(f), 408)],
    ['409', (f, r) => sendXml(r, authoriseResponse(f), 409)],
    ['429', (f, r) => sendXml(r, authoriseResponse(f), 429)],
    ['500 with a good body', (f, r) => sendXml(r, authoriseResponse(f), 500)],
    ['204', (_f, r) => r.writeHead(204).end()],
    ['400 with a paid body', (f, r) => sendXml(r, authoriseResponse(f), 400)],
    ['404 with HTML', (_f, r) => sendXml(r, '<html></html>', 404, 'text/html')],
    ['HTML with 200', (_f, r) => sendXml(r, '<!DOCTYPE html><html>maintenance</html>', 200, 'text/html')],
    ['HTML with 502', (_f, r) => sendXml(r, '<html>bad gateway</html>', 502, 'text/html')],
    ['JSON', (_f, r) => sendXml(r, '{"order_status":"1"}', 200, 'application/json')],
    ['an empty body', (_f, r) => sendXml(r, '')],
    ['more than 64 KB', (f, r) => sendXml(r, authoriseResponse(f, { note: 'x'.repeat(1_000_000) }))],
    [
      'a gzip bomb',
      (f, r) => {
        const body = gzipSync(authoriseResponse(f, { note: 'x'.repeat(5_000_000) }));
        r.writeHead(200, { 'content-type': 'application/xml', 'content-encoding': 'gzip' }).end(body);
      },
    ],
    [
      'a broken charset',
      (f, r) =>
        r
          .writeHead(200, { 'content-type': 'application/xml; charset=utf-8' })
          .end(Buffer.concat([Buffer.from(authoriseResponse(f).replace('Success', '')), Buffer.from([0xff])])),
    ],
    [
      'declared UTF-16 that is UTF-8',
      (f, r) => sendXml(r, authoriseResponse(f), 200, 'application/xml; charset=utf-16'),
    ],
    ['an unknown charset', (f, r) => sendXml(r, authoriseResponse(f), 200, 'application/xml; charset=klingon')],
    ['two charsets', (f, r) => sendXml(r, authoriseResponse(f), 200, 'application/xml; charset=gbk')],
    ['a replacement character', (f, r) => sendXml(r, authoriseResponse(f, { result_info: '0000:\ufffd' }))],
    ['JSON declared as XML', (f, r) => sendXml(r, JSON.stringify({ ...f, order_status: '1' }))],
    ['deep nesting', (f, r) => sendXml(r, wrap(f, `${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}`))],
    ['a nested element', (f, r) => sendXml(r, wrap(f, '<more><order_status>1</order_status></more>'))],
    ['a repeated element', (f, r) => sendXml(r, wrap(f, '<order_status>1</order_status>'))],
    [
      'an attribute',
      (f, r) => sendXml(r, authoriseResponse(f).replace('<order_status>', '<order_status kind="final">')),
    ],
    ['two roots', (f, r) => sendXml(r, `${authoriseResponse(f)}${authoriseResponse(f).replace(/^<\?xml.*?\?>/, '')}`)],
    ['a document type', (f, r) => sendXml(r, authoriseResponse(f).replace('<respon>', '<!DOCTYPE respon><respon>'))],
    ['text after the root', (f, r) => sendXml(r, `${authoriseResponse(f)} paid`)],
    ['302', (_f, r) => r.writeHead(302, { location: '/v1/authorise' }).end()],
    ['308', (_f, r) => r.writeHead(308, { location: '/v1/authorise' }).end()],
    [
      '503 with a refusal',
      (f, r) => sendXml(r, authoriseResponse(f, { order_status: '0', result_info: 'D0005:No' }), 503),
    ],
    ['headers that never end', (_f, r) => r.socket!.write('HTTP/1.1 200 OK\r\nx-note: ')],
    ['headers that are cut off', (_f, r) => r.socket!.end('HTTP/1.1 200')],
    [
      'a cut body',
      (f, r) =>
        r.writeHead(200, { 'content-type': 'application/xml', 'content-length': 9_999 }).end(authoriseResponse(f)),
    ],
    ['a connection reset after the request', (_f, r) => r.destroy()],
    ['no response', () => undefined],
    [
      'a body that stalls',
      (f, r) => void r.writeHead(200, { 'content-type': 'application/xml' }).write(authoriseResponse(f).slice(0, 80)),
    ],
    [
      'a body that drips',
      (f, r) => {
        const text = authoriseResponse(f);
        let at = 0;
        const timer = setInterval(() => {
          r.write(text.slice(at, (at += 1)));
          if (at >= text.length || r.destroyed) clearInterval(timer);
        }, 100);
      },
    ],
  ];
  test.each(answers)('a response (%s) makes the payment unknown, and it is not sent again', async (_name, answer) => {
    stub.respond = answer;
    expect((await payOnce()).status).toBe('unknown');
  });
});

test('promise 5: a 404 refusal of another payment makes the payment unknown', async () => {
  const refusal = { order_no: 'other', order_status: '0', result_info: 'I0001:no such order' };
  stub.respond = (fields, response) => sendXml(response, authoriseResponse(fields, refusal), 404);
  expect((await payOnce()).status).toBe('unknown');
});

describe('promise 5: documented refusals', () => {
  const none = { order_status: undefined, transaction_id: undefined, card: undefined };
  const nobody = {
    ...none,
    merchant_id: undefined,
    account_id: undefined,
    order_no: undefined,
    amount: undefined,
    currency: undefined,
  };
  const empty = { ...none, merchant_id: '', account_id: '', order_no: '', amount: '', currency: '', order_status: '' };
  const invalid = { result_info: 'I0001:Invalid input' };

  const refusals: [string, number, Record<string, string | undefined>, string][] = [
    ['400 with a code and no order_status', 400, { ...none, ...invalid }, 'invalid_data'],
    ['400 with a bare code', 400, { ...none, result_info: 'I0001' }, 'invalid_data'],
    ['400 with a code that the profile does not name', 400, { ...none, result_info: 'I0777:No' }, 'declined'],
    ['400 with a code and no identity', 400, { ...nobody, ...invalid }, 'invalid_data'],
    ['400 with a code and an empty identity', 400, { ...empty, ...invalid }, 'invalid_data'],
    ['404 with a code and no order_status', 404, { ...none, result_info: 'I0404:Record not found' }, 'declined'],
    ['404 with a text', 404, { ...nobody, result_info: 'Record not found' }, 'declined'],
    ['404 with identity fields only', 404, { ...none, result_info: undefined }, 'declined'],
    ['404 with order_status 0', 404, { order_status: '0', result_info: 'D0005:No' }, 'declined'],
  ];
  test.each(refusals)('a response of %s declines the payment, and the shopper may try again', async (...row) => {
    const [, status, changes, code] = row;
    stub.respond = (fields, response) => sendXml(response, authoriseResponse(fields, changes), status);
    const before = await countAlerts(system, 'response_mismatch');
    expect((await payOnce()).stored).toMatchObject({ status: 'declined', decline: { code } });
    expect(await countAlerts(system, 'response_mismatch')).toBe(before);
  });

  const others: [string, number, Record<string, string | undefined>, number][] = [
    ['400 with identity fields only', 400, { ...none, result_info: undefined }, 0],
    ['400 without identity and code', 400, { ...nobody, result_info: 'Invalid input' }, 0],
    ['400 with a text that is no code', 400, { ...nobody, result_info: 'OK' }, 0],
    ['400 with the code of success and no order_status', 400, { ...none, result_info: '0000:Success' }, 0],
    ['404 with the code of success', 404, { ...nobody, result_info: '0000' }, 0],
    ['400 with order_status 0 and the code of success', 400, { order_status: '0' }, 0],
    ['400 with an order_status that is not final', 400, { order_status: '-1', result_info: 'P0001:Processing' }, 0],
    ['400 with an issuer_url', 400, { ...none, ...invalid, issuer_url: 'https://acs.example/' }, 0],
    ['404 without any field', 404, { ...nobody, result_info: undefined }, 0],
    ['400 of another order', 400, { ...none, ...invalid, order_no: 'other' }, 1],
    ['404 of another amount', 404, { ...none, ...invalid, amount: '1.00' }, 1],
  ];
  test.each(others)('a response of %s leaves the payment unknown', async (_name, status, changes, mismatches) => {
    stub.respond = (fields, response) => sendXml(response, authoriseResponse(fields, changes), status);
    const before = await countAlerts(system, 'response_mismatch');
    expect((await payOnce()).status).toBe('unknown');
    expect(await countAlerts(system, 'response_mismatch')).toBe(before + mismatches);
  });
});

describe('promise 6: fields that do not affect the outcome', () => {
  const odd: [string, string][] = [
    ['a note with a replacement character', '<note>Jos\ufffd</note>'],
    ['a repeated note', '<note>a</note><note>b</note>'],
    ['a nested note', '<note><line>a</line></note>'],
    ['a note with an attribute', '<note lang="en">a</note>'],
    ['a note with an entity of HTML', '<note>caf&eacute;</note>'],
    ['a long note', `<note>${'x'.repeat(9_000)}</note>`],
    ['a repeated token', '<token_id>t-1</token_id><token_id>t-2</token_id>'],
    ['a repeated subscription ID', '<recurring_id>r-1</recurring_id><recurring_id>r-2</recurring_id>'],
    ['a nested 3-D Secure result', '<threeds_result><eci>05</eci><cavv>AA</cavv></threeds_result>'],
    ['risk_reasons twice', '<risk_reasons><name>a</name><status>1</status></risk_reasons>'.repeat(2)],
    ['a reason without a status', '<risk_reasons><name>a</name></risk_reasons>'],
    ['a reason with a third part', '<risk_reasons><name>a</name><status>1</status><x>1</x></risk_reasons>'],
    ['reasons in text and elements', '<risk_reasons>see <name>a</name></risk_reasons>'],
    ['an unknown nested element', '<vendor><code>7</code></vendor>'],
  ];
  test.each(odd)('a paid response with %s makes the payment paid', async (_name, more) => {
    stub.respond = (fields, response) => sendXml(response, wrap(fields, more));
    const { status, stored } = await payOnce();
    expect(status).toBe('paid');
    expect(JSON.stringify(stored)).not.toContain('\ufffd');
    expect(stored).toMatchObject({ recurring_id: null });
    recordPromiseFigures(6, { 'odd fields beside money': 1 });
  });
});

describe('response with an issuer_url and a non-final order_status', () => {
  const issuer_url = 'https://acs.example/challenge?id=1';
  test.each([
    ['pending', '-1'],
    ['to be confirmed', '-2'],
  ])('a response that is %s and has an issuer_url makes the payment action_required', async (_name, order_status) => {
    stub.respond = (fields, response) =>
      sendXml(response, authoriseResponse(fields, { order_status, result_info: 'P0001:Processing', issuer_url }));
    const { token } = await system.openSession();
    const outcome = await system.pay(token);
    expect(outcome).toMatchObject({ status: 'action_required', action: { type: 'challenge' } });
    expect(new URL(outcome.action!.url).href).toContain(issuer_url);
    const stored = await system.get(`/v1/payments/${String(outcome.payment_id)}`);
    expect(stored).toMatchObject({ status: 'action_required', transaction_id: expect.any(String) as string });
  });

  test('a non-final response with a forbidden issuer_url makes the payment unknown and gives no action', async () => {
    stub.respond = (fields, response) =>
      sendXml(
        response,
        authoriseResponse(fields, { order_status: '-1', result_info: 'P0001:P', issuer_url: 'https://x.ex/' }),
      );
    const { status, stored } = await payOnce();
    expect(status).toBe('unknown');
    expect(stored['action'] ?? null).toBeNull();
  });

  test.each([
    ['paid', '1', '0000:Success'],
    ['declined', '0', 'D0005:No'],
  ])('a payment that is %s ignores the issuer_url', async (status, order_status, result_info) => {
    stub.respond = (fields, response) =>
      sendXml(response, authoriseResponse(fields, { order_status, result_info, issuer_url }));
    expect((await payOnce()).status).toBe(status);
  });
});

test('promise 5: a 400 refusal of this payment declines it', async () => {
  stub.respond = (fields, response) =>
    sendXml(
      response,
      authoriseResponse(fields, { order_status: '0', result_info: 'I0001:amount', transaction_id: undefined }),
      400,
    );
  expect((await payOnce()).status).toBe('declined');
});

test('promise 13: a card number in the response is stored and shown nowhere', async () => {
  stub.respond = (fields, response) =>
    sendXml(response, authoriseResponse(fields, { card: '4242424242424242', note: 'paid with 4242 4242 4242 4242' }));
  const { status, stored } = await payOnce();
  expect(status).toBe('paid');
  expect(JSON.stringify(stored)).not.toMatch(/4242 ?4242 ?4242 ?4242/);
  expect(stored).toMatchObject({ result: { card: '424242***4242' } });
});

test('promise 15: a response declared as UTF-16 is decoded as UTF-16', async () => {
  stub.respond = (fields, response) => {
    const text = authoriseResponse(fields, { note: 'žluťoučký 你' }).replace('UTF-8', 'UTF-16');
    const body = Buffer.from(`\ufeff${text}`, 'utf16le');
    response.writeHead(200, { 'content-type': 'application/xml' }).end(body);
  };
  expect((await payOnce()).stored).toMatchObject({ status: 'paid', result: { note: 'žluťoučký 你' } });
});

test('promise 15: a response in a declared charset is decoded in it', async () => {
  stub.respond = (fields, response) => {
    const text = authoriseResponse(fields, { note: '@' }).replace('UTF-8', 'GBK');
    const [before = '', after = ''] = text.split('@');
    const body = Buffer.concat([Buffer.from(before), Buffer.from([0xc4, 0xe3]), Buffer.from(after)]);
    response.writeHead(200, { 'content-type': 'application/xml; charset=GBK' }).end(body);
  };
  expect((await payOnce()).stored).toMatchObject({ status: 'paid', result: { note: '你' } });
});

describe('promise 5: gateway that rejects the credentials', () => {
  const PAUSE = 30_000;
  const REFUSAL = { order_status: '0', result_info: 'I0013:Invalid merchant' };
  let clock = { ahead: 0 };
  let alerts: string[] = [];
  let own: TestSystem;
  beforeEach(async () => {
    alerts = [];
    clock = { ahead: 0 };
    own = await startTestSystem({
      companion: { gatewayUrl: stub.url, logger: loggerInto(alerts), now: () => Date.now() + clock.ahead },
    });
  });
  afterEach(() => own.close());

  const isPaused = (): boolean => alerts.includes('payments_paused');
  /** One submit in a session of its own: the outcome's status, or the code of a refusal. */
  async function submitOnce(from: TestSystem = own): Promise<string> {
    const { token } = await from.openSession();
    const body = (await (await from.browser(token, 'POST', '/checkout/payments', createCardSubmit())).json()) as {
      status: string | number;
      code?: string;
    };
    return body.code ?? String(body.status);
  }
  const refuse = (): void => {
    stub.respond = (fields, response) => sendXml(response, authoriseResponse(fields, REFUSAL));
  };
  const accept = (): void => {
    stub.respond = (fields, response) => sendXml(response, authoriseResponse(fields));
  };
  async function pauseByThree(): Promise<void> {
    refuse();
    for (let session = 0; session < 3; session += 1) expect(await submitOnce()).toBe('declined');
    expect(isPaused()).toBe(true);
    expect(await submitOnce()).toBe('gateway_misconfigured');
  }

  const bare: [string, number, string][] = [
    ['401 without a body', 401, ''],
    ['403 without a body', 403, ''],
    ['401 with a page', 401, '<html><body>Unauthorized</body></html>'],
    ['403 with a page of a firewall', 403, '<html><head><title>403</title></head><body>Forbidden</body></html>'],
    ['403 with an empty document', 403, '<respon></respon>'],
    ['403 with JSON', 403, '{"result_info":"I0013"}'],
  ];
  test.each(bare)('promise 5: %s is unknown and never pauses the payments of others', async (_name, status, body) => {
    stub.respond = (_fields, response) => response.writeHead(status, { 'content-type': 'text/html' }).end(body);
    for (let session = 0; session < 6; session += 1) expect(await submitOnce()).toBe('unknown');
    expect(stub.charges).toHaveLength(6);
    expect(alerts).not.toContain('credentials_refused');
    expect(isPaused()).toBe(false);
    accept();
    expect(await submitOnce()).toBe('paid');
  });

  test.each([401, 403])(
    'promise 5: a %i with a gateway document declines the payment, raises an alert and after three sessions pauses payments',
    async (status) => {
      stub.respond = (fields, response) => sendXml(response, authoriseResponse(fields, REFUSAL), status);
      expect(await submitOnce()).toBe('declined');
      expect(alerts).toContain('credentials_refused');
      expect(isPaused()).toBe(false);
      expect(await submitOnce()).toBe('declined');
      expect(await submitOnce()).toBe('declined');
      expect(isPaused()).toBe(true);
      expect(await submitOnce()).toBe('gateway_misconfigured');
      expect(stub.charges).toHaveLength(3);
    },
  );

  test.each([
    ['without identity and with a code against the credentials is refused', { result_info: 'I0013:x' }, 'declined'],
    ['without identity and with another code is unknown', { result_info: 'Z0001:x' }, 'unknown'],
    ['of another order is unknown', { ...REFUSAL, order_no: 'ANOTHER' }, 'unknown'],
    ['that reports paid is unknown', { order_status: '1', result_info: '0000:Success' }, 'unknown'],
    ['that reports pending is unknown', { order_status: '2', result_info: '' }, 'unknown'],
  ])('promise 5: a 401 response %s', async (name, changes, expected) => {
    stub.respond = (fields, response) => {
      const body = name.startsWith('without identity')
        ? `<respon><result_info>${changes.result_info}</result_info></respon>`
        : authoriseResponse(fields, changes);
      sendXml(response, body, 401);
    };
    expect(await submitOnce()).toBe(expected);
  });

  test('promise 21: credentials errors in one session do not pause the payments of others', async () => {
    refuse();
    const { token } = await own.openSession();
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await own.browser(token, 'POST', '/checkout/payments', createCardSubmit());
    }
    accept();
    expect(await submitOnce()).toBe('paid');
    expect(isPaused()).toBe(false);
  });

  test('promise 21: credentials errors of one network count once, so that an attacker with many sessions pauses nobody', async () => {
    const target = await startAttackTarget({ limits: 'off' });
    target.gateway.respond = (fields, response) => sendXml(response, authoriseResponse(fields, REFUSAL));
    const statuses: number[] = [];
    for (let session = 0; session < 12; session += 1) {
      statuses.push((await target.submit({ ip: session % 2 === 0 ? '203.0.113.9' : '2001:db8::7' })).status);
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
    target.gateway.respond = (fields, response) => sendXml(response, authoriseResponse(fields));
    expect(await (await target.submit({})).json()).toMatchObject({ status: 'paid' });
    await target.close();
  });

  test('promise 21: a success between credentials errors keeps payments going', async () => {
    for (let round = 0; round < 6; round += 1) {
      refuse();
      expect(await submitOnce()).toBe('declined');
      expect(await submitOnce()).toBe('declined');
      accept();
      expect(await submitOnce()).toBe('paid');
    }
    expect(isPaused()).toBe(false);
  });

  test('promise 21: an issuer’s decline between credentials errors keeps payments going', async () => {
    refuse();
    await submitOnce();
    await submitOnce();
    stub.respond = (fields, response) =>
      sendXml(response, authoriseResponse(fields, { order_status: '0', result_info: 'D0005:Do not honour' }));
    expect(await submitOnce()).toBe('declined');
    refuse();
    await submitOnce();
    await submitOnce();
    expect(isPaused()).toBe(false);
  });

  test('promise 21: credentials errors more than ten minutes apart do not pause payments', async () => {
    refuse();
    for (let session = 0; session < 6; session += 1) {
      expect(await submitOnce()).toBe('declined');
      clock.ahead += 6 * 60_000;
    }
    expect(isPaused()).toBe(false);
  });

  test('promise 5: after a pause one payment is sent as a probe, and other payments wait for its result', async () => {
    await pauseByThree();
    clock.ahead += PAUSE + 1_000;
    let release = (): void => undefined;
    const arrived = new Promise<void>((resolve) => {
      stub.respond = (fields, response) => {
        release = () => sendXml(response, authoriseResponse(fields));
        resolve();
      };
    });
    const probe = submitOnce();
    await arrived;
    expect(await submitOnce()).toBe('gateway_misconfigured');
    expect(await submitOnce()).toBe('gateway_misconfigured');
    expect(stub.charges).toHaveLength(4);
    release();
    expect(await probe).toBe('paid');
    accept();
    expect(await submitOnce()).toBe('paid');
  });

  test('promise 5: a rejected probe starts another pause, and a probe without a response lets the next payment probe', async () => {
    await pauseByThree();
    clock.ahead += PAUSE + 1_000;
    expect(await submitOnce()).toBe('declined');
    expect(await submitOnce()).toBe('gateway_misconfigured');
    clock.ahead += PAUSE + 1_000;
    stub.respond = (_fields, response) => response.writeHead(403).end('<html></html>');
    expect(await submitOnce()).toBe('unknown');
    expect(await submitOnce()).toBe('unknown');
    accept();
    expect(await submitOnce()).toBe('paid');
    expect(await submitOnce()).toBe('paid');
  });

  test('promise 5: a probe that fails validation does not block the next probe', async () => {
    await pauseByThree();
    accept();
    clock.ahead += PAUSE + 1_000;
    const { token } = await own.openSession();
    const wrong = await own.browser(token, 'POST', '/checkout/payments', {
      ...createCardSubmit(),
      method: 'no_such_method',
    });
    expect(wrong.status).toBe(400);
    expect(await submitOnce()).toBe('paid');
  });

  test('promise 5: a pause that a fast clock started ends once the clock is corrected', async () => {
    clock.ahead = 3 * 86_400_000;
    await pauseByThree();
    clock.ahead = 0;
    accept();
    expect(await submitOnce()).toBe('paid');
  });
});

describe('promises 5 and 6: required digests', () => {
  let strict: TestSystem;
  beforeAll(async () => {
    strict = await startTestSystem({ companion: { gatewayUrl: stub.url, profile: { verification: 'required' } } });
  });
  afterAll(() => strict.close());

  const signed = (fields: Record<string, string>, key: string = SANDBOX_CREDENTIALS.sign_key): string => {
    const { merchant_id = '', account_id = '', order_no = '', currency = '', amount = '' } = fields;
    const said = { transaction_id: `${order_no}-00001`, order_status: '1', result_info: '0000:Success' };
    const values = { merchant_id, account_id, order_no, currency, amount, ...said };
    return authoriseResponse(fields, { encryption_data: computeDigest(DEFAULT_PROFILE.recipes.result, values, key) });
  };
  const answers: [string, (fields: Record<string, string>) => string, string][] = [
    ['a missing digest', (fields) => authoriseResponse(fields), 'unknown'],
    ['an empty digest', (fields) => authoriseResponse(fields, { encryption_data: '' }), 'unknown'],
    ['a digest by another key', (fields) => signed(fields, 'another key'), 'unknown'],
    ['a digest of another result', (fields) => signed(fields).replace('0000:Success', '0000:Yes'), 'unknown'],
    ['the right digest', (fields) => signed(fields), 'paid'],
  ];
  test.each(answers)('a response with %s gives the expected status', async (_name, answer, expected) => {
    stub.respond = (fields, response) => sendXml(response, answer(fields));
    const { token } = await strict.openSession();
    expect((await strict.pay(token)).status).toBe(expected);
    expect(stub.charges).toHaveLength(1);
  });
});

describe('promise 5: response digests that differ from a confirmed recipe', () => {
  test.each<[string, ProfileOverrides, string]>([
    ['with the recipe as it is', { recipes: { result: { confirmed: true } } }, 'unknown'],
    ['with its names', { recipes: { result: { fields: ['order_no', 'amount'], confirmed: true } } }, 'unknown'],
    ['with the recipe not confirmed', { recipes: { result: { confirmed: false } } }, 'paid'],
    ['with a list of names', { recipes: { result: ['order_no', 'amount'] } }, 'paid'],
    ['with nothing', {}, 'paid'],
    ['with verification required', { verification: 'required' }, 'unknown'],
    ['with verification off', { verification: 'off', recipes: { result: { confirmed: true } } }, 'paid'],
  ])('a profile %s gives the expected status for a mismatched digest', async (_name, profile, expected) => {
    const own = await startTestSystem({ companion: { gatewayUrl: stub.url, profile } });
    stub.respond = (fields, response) =>
      sendXml(response, authoriseResponse(fields, { encryption_data: 'a'.repeat(64) }));
    expect((await own.pay((await own.openSession()).token)).status).toBe(expected);
    await own.close();
  });
});

describe('promise 17: bank responses with an invalid issuer_url', () => {
  const bank = { method: 'bank_transfer', card: undefined, bank_code: 'BANK1' };
  const wrong: [string, string | undefined][] = [
    ['no issuer_url', undefined],
    ['an empty issuer_url', ''],
    ['an issuer_url of another host', 'https://evil.example/pay'],
    ['an issuer_url without TLS', 'http://acs.example/pay'],
    ['an issuer_url with user info', 'https://acs.example:443@evil.example/'],
    ['a javascript issuer_url', 'javascript:alert(document.domain)'],
    ['an issuer_url of another port', 'https://acs.example:8443/'],
    ['an invalid issuer_url', 'https://'],
  ];
  test.each(wrong)(
    'a bank response with %s makes the payment unknown and gives no action',
    async (_name, issuer_url) => {
      stub.respond = (fields, response) =>
        sendXml(response, authoriseResponse(fields, { order_status: undefined, result_info: undefined, issuer_url }));
      const { token } = await system.openSession({ methods: ['bank_transfer'] });
      const outcome = await system.pay(token, bank);
      expect(outcome).toMatchObject({ status: 'unknown' });
      expect(outcome.action).toBeUndefined();
      expect(stub.charges).toHaveLength(1);
    },
  );
});

test('the host of a forbidden issuer_url is logged and stored without path, query and hash', async () => {
  const lines: { facts: LogFields; message: string }[] = [];
  const warn = (facts: LogFields, message: string): void => void lines.push({ facts, message });
  const logger: Logger = { debug: () => undefined, info: () => undefined, warn, error: warn };
  const own = await startTestSystem({ companion: { gatewayUrl: stub.url, logger } });
  const issuer_url = 'https://ACS.bank.example:8443/secret-path?visit=secret#secret';
  stub.respond = (fields, response) =>
    sendXml(response, authoriseResponse(fields, { order_status: undefined, result_info: undefined, issuer_url }));
  const { token } = await own.openSession();
  const outcome = await own.pay(token);
  expect(outcome.status).toBe('unknown');
  const reason = 'issuer_url is not allowed: acs.bank.example:8443';
  const alert = lines.find(({ facts }) => facts.alert === 'outcome_unknown');
  expect(alert?.facts).toMatchObject({ payment_id: outcome.payment_id, reason });
  const { timeline } = await own.get<{ timeline: object[] }>(`/v1/payments/${String(outcome.payment_id)}`);
  expect(timeline).toContainEqual(expect.objectContaining({ detail: expect.objectContaining({ reason }) as object }));
  expect(JSON.stringify([lines, outcome])).not.toContain('secret');
  await own.close();
});

/** A good answer with more inside its root. */
function wrap(fields: Record<string, string>, more: string): string {
  return authoriseResponse(fields).replace('</respon>', `${more}</respon>`);
}

function loggerInto(alerts: string[]): Logger {
  const take = ({ alert }: LogFields): void => {
    if (alert !== undefined) alerts.push(alert);
  };
  return { debug: () => undefined, info: () => undefined, warn: take, error: take };
}
