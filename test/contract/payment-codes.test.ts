import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { MethodView, Outcome, SessionView } from '../../shared/contract/index.ts';
import { createQrMatrix } from '../../server/sessions/create-qr-matrix.ts';
import { authoriseResponse, sendXml, startStubGateway, type StubGateway } from '../support/stub-gateway.ts';
import {
  startTestSystem,
  createCardSubmit,
  untilDefined,
  type CreatedSession,
  type TestSystem,
} from '../support/system.ts';

const METHODS = {
  pix: { label: 'Pix', presents: 'qr' },
  boleto: { label: 'Boleto', presents: 'voucher' },
  bank_transfer: { label: 'Bank transfer' },
} as const;
const HOUR = 3_600_000;

const { card: _card, ...BASE } = createCardSubmit();

const submit = (system: TestSystem, session: CreatedSession, method: string): Promise<Outcome> =>
  system.pay(session.token, { ...BASE, attempt_id: crypto.randomUUID(), card: undefined, method });

const methodsOf = async (system: TestSystem, token: string): Promise<MethodView[]> =>
  ((await (await system.browser(token, 'GET', '/checkout/session')).json()) as SessionView).methods;

describe('payment codes in the sandbox', () => {
  let system: TestSystem;

  beforeAll(async () => {
    system = await startTestSystem({
      notifications: true,
      companion: { profile: { methods: METHODS } },
      sandbox: { paymentCodeMethods: { pix: 'qr', boleto: 'voucher' } },
    });
  });
  afterAll(() => system.close());

  test('the session view has the method’s presentation, and the session can override it', async () => {
    const session = await system.openSession({
      methods: ['card', 'pix', 'boleto', 'bank_transfer', { method: 'other', presents: 'voucher' }],
    });
    const presents = (await methodsOf(system, session.token)).map((method) => method.presents);
    expect(presents).toEqual([undefined, 'qr', 'voucher', undefined, 'voucher']);
    const paged = await system.openSession({ methods: [{ method: 'pix', presents: 'page' }] });
    expect(await submit(system, paged, 'pix')).toMatchObject({ action: { type: 'redirect', method: 'POST' } });
  });

  test.each([
    ['pix', 'qr', /^SANDBOX:pix:EUR24\.00:[0-9A-F]{32}$/],
    ['boleto', 'voucher', /^\d{5}\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d \d{14}$/],
  ])('%s gives a %s and is paid at the code’s address', async (method, kind, value) => {
    const session = await system.openSession({ methods: [method] });
    const outcome = await submit(system, session, method);
    expect(outcome).toEqual({
      status: 'action_required',
      payment_id: expect.any(String),
      abandonable: true,
      action: {
        type: 'code',
        url: expect.stringContaining('/issuer/code?visit='),
        method: 'GET',
        fields: {},
        code: {
          kind,
          value: expect.stringMatching(value),
          expires_at: expect.stringMatching(/T.*Z$/),
          expires_in: expect.closeTo((Date.parse(outcome.action!.code!.expires_at!) - Date.now()) / 1_000, -1),
          matrix: kind === 'qr' ? createQrMatrix(outcome.action!.code!.value) : undefined,
        },
      },
    });
    const url = new URL(outcome.action!.url);
    expect(url.searchParams.get('notify_url')).toBe(
      `http://pay.localhost:4001/gateway/notify/${String(outcome.payment_id)}`,
    );
    const page = await (await fetch(url)).text();
    expect(page).toContain(outcome.action!.code!.value);
    const action = /action="([^"]+)"/.exec(page)![1]!.replaceAll('&amp;', '&');
    const paid = await fetch(new URL(action, url), {
      method: 'POST',
      body: new URLSearchParams({ decision: 'approve', ...Object.fromEntries(url.searchParams) }),
      redirect: 'manual',
    });
    expect(await paid.text()).toContain('The code is paid');
    await untilDefined(async () => ((await stateOf(session)) === 'paid' ? true : undefined));
  });

  test('a payment code is paid once by the control request', async () => {
    const session = await system.openSession({ methods: ['pix'] });
    const outcome = await submit(system, session, 'pix');
    const pay = (): Promise<Response> =>
      fetch(`${system.sandbox.url}/control/codes/pay`, {
        method: 'POST',
        body: JSON.stringify({ code: outcome.action!.code!.value }),
      });
    expect((await pay()).status).toBe(200);
    expect((await pay()).status).toBe(409);
    await untilDefined(async () => ((await stateOf(session)) === 'paid' ? true : undefined));
  });

  test('an expired payment code is declined, and the session accepts another method', async () => {
    const session = await system.openSession({ methods: ['pix', 'card'] });
    await submit(system, session, 'pix');
    system.sandbox.sandbox.state.clock.advance(31 * 60_000);
    await untilDefined(async () => ((await stateOf(session)) === 'open' ? true : undefined));
  });

  test('an abandoned payment code that is paid later counts', async () => {
    const session = await system.openSession({ methods: ['boleto', 'card'] });
    const outcome = await submit(system, session, 'boleto');
    const left = await system.browser(session.token, 'POST', '/checkout/abandon');
    expect(await left.json()).toEqual({ status: 'open', payment_id: null });
    await fetch(`${system.sandbox.url}/control/codes/pay`, {
      method: 'POST',
      body: JSON.stringify({ code: outcome.action!.code!.value }),
    });
    await untilDefined(async () => ((await stateOf(session)) === 'paid' ? true : undefined));
  });

  const stateOf = async (session: CreatedSession): Promise<string> =>
    (await system.get<{ status: string }>(`/v1/sessions/${session.id}`)).status;
});

describe('payment codes in gateway responses', () => {
  let stub: StubGateway;
  let system: TestSystem;
  const clock = { at: Date.now() };
  const companionOptions = () => ({
    gatewayUrl: stub.url,
    now: () => clock.at,
    profile: { methods: METHODS, code_elements: { value: 'emv', expires_at: 'emv_end' } },
  });

  beforeAll(async () => {
    stub = await startStubGateway();
    system = await startTestSystem({ companion: companionOptions() });
  });
  afterEach(() => (stub.respondToQuery = () => ({ return_status: '1', orders_list: [] })));
  afterAll(async () => {
    await system.close();
    await stub.close();
  });

  const answered = async (
    method: string,
    changes: Record<string, string | undefined>,
    of = system,
  ): Promise<Outcome> => {
    stub.respond = (fields, response) =>
      sendXml(
        response,
        authoriseResponse(fields, {
          order_status: undefined,
          result_info: undefined,
          transaction_id: undefined,
          card: undefined,
          issuer_url: `${stub.url}/code?key=1`,
          ...changes,
        }),
      );
    return submit(of, await of.openSession({ methods: [method] }), method);
  };

  test.each([
    ['2031-01-02T03:04:05Z', '2031-01-02T03:04:05.000Z'],
    ['2031-01-02T03:04:05+02:00', '2031-01-02T01:04:05.000Z'],
    ['20310102030405', '2031-01-02T03:04:05.000Z'],
    ['2031-01-02 03:04:05', '2031-01-02T03:04:05.000Z'],
    ['tomorrow', null],
    ['2031-99-99T03:04:05Z', null],
    [undefined, null],
  ])('the code is in the element that the profile names, and its expiry %s is parsed as %s', async (end, expected) => {
    const { action } = await answered('pix', { emv: '4111111111111111 &amp; more', emv_end: end });
    expect(action?.code).toMatchObject({ kind: 'qr', value: '4111111111111111 & more', expires_at: expected });
    expect(action?.url).toContain('notify_url=');
  });

  test('without a code element a QR code holds the address, and a voucher becomes a redirect', async () => {
    const qr = await answered('pix', { pay_code: 'not the named element' });
    expect(qr.action).toMatchObject({ type: 'code', code: { kind: 'qr', value: qr.action!.url, expires_at: null } });
    expect(qr.action!.url).toContain('return_url=');
    const voucher = await answered('boleto', {});
    expect(voucher.action).toMatchObject({ type: 'redirect', method: 'POST' });
    expect(voucher.action).not.toHaveProperty('code');
  });

  test.each([
    ['pix', { issuer_url: undefined }],
    ['pix', { issuer_url: 'https://elsewhere.example/code' }],
    ['boleto', { issuer_url: 'javascript:alert(1)' }],
    ['bank_transfer', { issuer_url: undefined, emv: '123' }],
  ])('a response for %s with %j is unknown and gives no action', async (method, changes) => {
    expect(await answered(method, changes)).toEqual({ status: 'unknown', payment_id: expect.any(String) });
  });

  test('a code without an allowed address is shown without a link', async () => {
    const { action } = await answered('boleto', { issuer_url: 'https://elsewhere.example/', emv: '123' });
    expect(action).toMatchObject({ type: 'code', url: '', code: { kind: 'voucher', value: '123' } });
  });

  test('a payment code is queried until it expires, also after a day, and pending changes nothing', async () => {
    const end = new Date(clock.at + 72 * HOUR).toISOString();
    const { payment_id: id } = await answered('boleto', { emv: '1', emv_end: end });
    const orderNo = stub.charges.at(-1)!['order_no']!;
    const report = (payment_status: string) => () => ({
      return_status: '1',
      orders_list: [
        { order_no: orderNo, currency: 'EUR', amount: '24.00', payment_status, transaction_id: `${orderNo}-00009` },
      ],
    });
    stub.respondToQuery = report('2000');
    await system.companion.fetch(new Request(`http://x/checkout/return/${String(id)}`));
    for (let hours = 0; hours < 80; hours += 1) {
      clock.at += HOUR;
      await system.companion.reconcile();
    }
    expect(await system.get(`/v1/payments/${String(id)}`)).toMatchObject({ status: 'action_required', alerts: [] });
    stub.respondToQuery = report('3000');
    for (let hours = 0; hours < 7; hours += 1) {
      clock.at += HOUR;
      await system.companion.reconcile();
    }
    expect(await system.get(`/v1/payments/${String(id)}`)).toMatchObject({ status: 'paid' });
  });

  test('queries of a payment code end a few days after its expiry', async () => {
    const end = new Date(clock.at + HOUR).toISOString();
    const asked = stub.queries.length;
    const own = await startTestSystem({ companion: companionOptions() });
    await answered('boleto', { emv: '2', emv_end: end }, own);
    for (let days = 0; days < 6; days += 1) {
      clock.at += 24 * HOUR;
      await own.companion.reconcile();
    }
    const before = stub.queries.length - asked;
    expect(before).toBeGreaterThan(0);
    clock.at += 20 * 24 * HOUR;
    await own.companion.reconcile();
    expect(stub.queries.length - asked).toBe(before);
    await own.close();
  });
});
