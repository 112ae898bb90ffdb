import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ProfileOverrides } from '../../server/index.ts';
import type { CreateSession, SessionView, SubmitPayment } from '../../shared/contract/index.ts';
import { startStubGateway, type StubGateway } from '../support/stub-gateway.ts';
import { TEST_SESSION_FIELDS, startTestSystem, createCardSubmit, type TestSystem } from '../support/system.ts';

let stub: StubGateway;
let system: TestSystem;

beforeAll(async () => {
  stub = await startStubGateway();
  system = await startTestSystem({ companion: { gatewayUrl: stub.url, profile: { card_brand_field: 'card_brand' } } });
});
beforeEach(() => void (stub.charges.length = 0));
afterAll(async () => {
  await system.close();
  await stub.close();
});

const viewOf = async (changes: Partial<CreateSession>, of = system): Promise<SessionView> => {
  const { token } = await of.openSession(changes);
  return (await (await of.browser(token, 'GET', '/checkout/session')).json()) as SessionView;
};

const submit = async (
  session: Partial<CreateSession>,
  body: Partial<SubmitPayment>,
): Promise<{ status: number; body: { status: unknown; payment_id?: string; fields?: object[] } }> => {
  const { token } = await system.openSession(session);
  const answer = await system.browser(token, 'POST', '/checkout/payments', { ...createCardSubmit(), ...body });
  return { status: answer.status, body: (await answer.json()) as never };
};

describe('prefilled fields', () => {
  test('prefilled values are shown in fields that the session does not fix', async () => {
    const view = await viewOf({
      shopper: { id: 'c-1', email: 'fixed@example.com' },
      fields: ['shopper.phone', 'billing.city?'],
      prefill: {
        shopper: { email: 'other@example.com', phone: '+55 11' },
        billing: { city: 'Santos' },
        person: { document_number: '52998224725' },
      },
    });
    expect(view.prefill).toEqual({
      shopper: { phone: '+55 11' },
      billing: { city: 'Santos' },
      person: { document_number: '52998224725' },
    });
    expect(view.methods[0]!.fields).toEqual([
      { path: 'shopper.phone', required: true },
      { path: 'billing.city', required: false },
    ]);
    expect(view.shopper).toEqual({ id: 'c-1', email: 'fixed@example.com' });
  });

  test('a prefilled value that the submit lacks is missing', async () => {
    const session = { fields: ['shopper.phone'], prefill: { shopper: { phone: '+55 11' } } };
    expect((await submit(session, {})).body).toMatchObject({ fields: [{ path: 'shopper.phone', code: 'required' }] });
    await submit(session, { shopper: { phone: '+44 20' } });
    expect(stub.charges).toMatchObject([{ shopper_phone: '+44 20' }]);
  });
});

const FILE = { path: 'person.documents.file_data', file_types: ['image/png'], max_bytes: 60_000 };
const APM = {
  methods: [{ method: 'loan', fields: [FILE, { path: 'person.document_number', document_types: ['CPF', 'CNPJ'] }] }],
};
const loan = (documents: object, person: object = {}): Partial<SubmitPayment> => ({
  method: 'loan',
  card: undefined,
  person: { document_number: '1', document_type: 'CPF', ...person, documents },
});

describe('fields of payment methods', () => {
  test('fields of the session and of the profile reach the element', async () => {
    const [method] = (await viewOf(APM)).methods;
    expect(method!.fields).toEqual([
      { ...FILE, required: true },
      { path: 'person.document_number', document_types: ['CPF', 'CNPJ'], required: true },
    ]);
    const profile: ProfileOverrides = {
      methods: { loan: { fields: [{ path: 'person.document_number?', document_types: ['CPF'] }] } },
    };
    const own = await startTestSystem({ companion: { profile } });
    expect((await viewOf({ methods: ['loan'] }, own)).methods[0]!.fields).toEqual([
      { path: 'person.document_number', document_types: ['CPF'], required: false },
    ]);
    await own.close();
  });

  test('a profile field that no submit accepts stops the start', async () => {
    const profile: ProfileOverrides = { methods: { loan: { fields: ['person.adress_city'] } } };
    await expect(startTestSystem({ companion: { profile } })).rejects.toThrow('methods.loan.fields.0');
  });

  test('a field can be any that a submit accepts', async () => {
    const fields = [
      'shopper.phone?',
      'billing.state',
      'delivery.street_name',
      'person.address_complement?',
      'person.documents.labels.bank_account.bank.code',
    ];
    const [method] = (await viewOf({ methods: [{ method: 'loan', fields }] })).methods;
    expect(method!.fields.map(({ path, required }) => (required ? path : `${path}?`))).toEqual(fields);
  });

  test('a file is sent to the gateway unchanged, also above 32 KB', async () => {
    const file_data = Buffer.alloc(60_000, 7).toString('base64');
    const done = await submit(APM, loan({ file_data, file_type: 'image/png' }));
    expect(done.status).toBe(200);
    expect(stub.charges).toMatchObject([{ person: { documents: { file_data, file_type: 'image/png' } } }]);
  });

  test.each([
    ['one byte too many', { file_data: Buffer.alloc(60_001).toString('base64'), file_type: 'image/png' }, 'file_data'],
    ['another type', { file_data: 'AAAA', file_type: 'image/jpeg' }, 'file_type'],
    ['no type', { file_data: 'AAAA' }, 'file_type'],
    ['invalid base64', { file_data: 'AAA!', file_type: 'image/png' }, 'file_data'],
    ['base64 cut short', { file_data: 'AAAAA', file_type: 'image/png' }, 'file_data'],
    ['no data', { file_type: 'image/png' }, 'file_data'],
  ])('a document with %s is rejected', async (_name, documents, path) => {
    const { status, body } = await submit(APM, loan(documents));
    expect(status).toBe(400);
    expect(body.fields).toMatchObject([{ path: `person.documents.${path}` }]);
    expect(stub.charges).toEqual([]);
  });

  test('a document of a type that is not offered is rejected', async () => {
    const documents = { file_data: 'AAAA', file_type: 'image/png' };
    const { body } = await submit(APM, loan(documents, { document_type: 'PASSPORT' }));
    expect(body.fields).toMatchObject([{ path: 'person.document_type', code: 'not_allowed' }]);
  });

  test('a large body is accepted only if a file is required, up to 400 KB', async () => {
    const large = loan({ file_data: 'A'.repeat(40_000), file_type: 'image/png' });
    expect((await submit({ methods: [{ method: 'loan' }] }, large)).status).toBe(413);
    expect((await submit(APM, loan({ file_url: 'A'.repeat(420_000) }))).status).toBe(413);
    expect((await submit(APM, loan({ file_data: 'A'.repeat(350_001) }))).status).toBe(400);
  });
});

test('the shopper’s consent to a subscription is in the timeline', async () => {
  const subscription = { contract_name: 'Tea', contract_amount: '9.90', interval: 'month' };
  const { body } = await submit({ subscription }, { subscription_agreed: true });
  const { timeline } = await system.get<{ timeline: object[] }>(`/v1/payments/${String(body.payment_id)}`);
  expect(timeline[0]).toMatchObject({ kind: 'submitted', detail: { subscription_agreed: true } });
  const other = await submit({ subscription }, {});
  const silent = await system.get<{ timeline: object[] }>(`/v1/payments/${String(other.body.payment_id)}`);
  expect(silent.timeline[0]).toMatchObject({ kind: 'submitted', detail: {} });
  expect((await submit({ subscription }, { subscription_agreed: false as never })).status).toBe(400);
});

test('a subscription’s interval is a value of the profile', async () => {
  for (const interval of ['day', 'week', 'months', 'Year']) {
    expect((await viewOf({ subscription: { interval, interval_count: '2' } })).subscription).toMatchObject({
      interval,
    });
  }
  const own = await startTestSystem({ companion: { profile: { intervals: ['M', 'Y'] } } });
  expect((await viewOf({ subscription: { interval: 'M' } }, own)).subscription).toEqual({ interval: 'M' });
  await expect(own.openSession({ subscription: { interval: 'month' } })).rejects.toThrow('one of M, Y');
  await own.close();
});

describe('brands and installment plans', () => {
  const plans = {
    installments: [
      { id: '3x', count: 3, label: 'Three', amount: '8.50', total: '25.50', brands: ['visa', 'elo'] },
      { id: '2x', count: 2 },
      { id: '6x', count: 6, brands: ['naranja', 'cabal', 'verve', 'dankort'] },
      { id: '4x', count: 4, brands: ['troy'] },
    ],
  };
  const cardOf = (number: string, brand?: string): Partial<SubmitPayment> => ({
    card: { ...createCardSubmit(number).card!, ...(brand === undefined ? {} : { brand }) },
  });

  test('the plans’ totals reach the element', async () => {
    expect((await viewOf(plans)).installments).toEqual(plans.installments);
  });

  test.each([
    ['4242424242424242', undefined, '3x', 200],
    ['5555555555554444', undefined, '3x', 400],
    ['5555555555554444', undefined, '2x', 200],
    ['4242424242424242', 'cartebancaire', '3x', 400],
    ['5555555555554444', 'elo', '3x', 200],
    ['9999999999999995', undefined, '3x', 200],
    ['4242424242424242', undefined, '9x', 400],
    // By their first digits a Maestro, a Visa and a Discover card, as the companion's short table has it.
    ['5895621230000002', undefined, '6x', 200],
    ['4029171230000000', undefined, '6x', 200],
    ['6502721230000003', undefined, '6x', 200],
    ['6502741230000001', undefined, '4x', 200],
    ['6011111111111117', undefined, '4x', 400],
    ['4571001230000001', 'visa', '6x', 400],
  ])('%s as %s with the plan %s returns %i', async (number, brand, installments, status) => {
    const done = await submit(plans, { ...cardOf(number, brand), installments });
    expect(done.status).toBe(status);
    if (status === 400) expect(done.body.fields).toMatchObject([{ path: 'installments', code: 'not_allowed' }]);
    else expect(stub.charges).toMatchObject([{ installments_id: installments }]);
  });

  test.each([
    ['4242424242424242', undefined, ['mastercard', 'amex'], 400],
    ['5555555555554444', undefined, ['mastercard', 'amex'], 200],
    ['4242424242424242', 'visa', ['mastercard', 'amex'], 400],
    // A national brand whose cards have the digits of another.
    ['4242424242424242', undefined, ['naranja'], 200],
  ])('%s as %s in a session of the brands %j returns %i', async (number, brand, brands, status) => {
    const done = await submit({ methods: [{ method: 'card', brands }] }, cardOf(number, brand));
    expect(done.status).toBe(status);
    if (status === 400) expect(done.body.fields).toMatchObject([{ path: 'card.number', code: 'not_allowed' }]);
    expect(stub.charges).toHaveLength(status === 200 ? 1 : 0);
  });

  test('the chosen brand is stored and sent in the field that the profile names', async () => {
    const { body } = await submit({}, cardOf('4242424242424242', 'cartebancaire'));
    expect(stub.charges[0]).toMatchObject({ card_brand: 'cartebancaire' });
    const payment = await system.get(`/v1/payments/${String(body.payment_id)}`);
    expect(payment).toMatchObject({ card: { bin: '424242', last4: '4242', brand: 'cartebancaire' } });
    await submit({}, {});
    expect(stub.charges[1]).not.toHaveProperty('card_brand');
  });

  test('the chosen brand is not sent without a profile field, and the field cannot be one of the interface’s', async () => {
    const plain = await startTestSystem({ companion: { gatewayUrl: stub.url } });
    const { token } = await plain.openSession();
    await plain.pay(token, cardOf('4242424242424242', 'visa'));
    expect(Object.keys(stub.charges[0]!)).not.toContain('card_brand');
    await plain.close();
    await expect(startTestSystem({ companion: { profile: { card_brand_field: 'amount' } } })).rejects.toThrow(
      'card_brand_field',
    );
  });

  test('the sandbox accepts the brand field of its profile', async () => {
    const profile = { card_brand_field: 'brand_name' };
    const own = await startTestSystem({ companion: { profile }, sandbox: { profile } });
    const { token } = await own.openSession();
    expect(await own.pay(token, cardOf('4242424242424242', 'visa'))).toMatchObject({ status: 'paid' });
    await own.close();
  });
});

describe('risk data', () => {
  const COOKIES = { cookie_new: ['a'], cookie_old: ['b'], vendor_token: 'v' };
  const DEVICE = {
    resolution: '1280x720',
    color_depth: '24',
    time_zone: '+01:00',
    browser_lang: 'en',
    fingerprint: 'fp',
    cookie_new: 'a=1',
    cookie_old: 'b=2',
    session_id: 'visit-1',
    checkout_time: 9,
    vendor_token: 'vt',
    platform_source: 'shop',
  };
  const AGENT = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/120.0.0.0 Safari/537.36', accept: '*/*' };
  const FIELDS: Record<string, string[]> = {
    fingerprint: ['device_fingerprint'],
    browser: ['resolution', 'color_depth', 'time_zone', 'browser_lang'],
    visit: ['session_id', 'checkout_time'],
    cookies: ['cookie_new', 'cookie_old'],
    vendor_token: ['forter_token_cookie'],
    platform_source: ['platform_source'],
    request: ['os', 'browser', 'user_agent', 'accept', 'device_type'],
  };
  const ALL = Object.values(FIELDS).flat();

  const sentWith = async (
    riskDataOff: string,
    told: object = DEVICE,
  ): Promise<{ sent: string[]; device: SessionView['device'] }> => {
    const own = await startTestSystem({
      companion: { gatewayUrl: stub.url, profile: { cookies: COOKIES }, riskDataOff },
    });
    const { device } = await viewOf({}, own);
    const { token } = await own.openSession({ shopper: TEST_SESSION_FIELDS.shopper! });
    await own.companion.fetch(
      new Request('http://x/checkout/payments', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...AGENT },
        body: JSON.stringify({ ...createCardSubmit(), device: told }),
      }),
    );
    await own.close();
    return { sent: ALL.filter((name) => Object.hasOwn(stub.charges[0]!, name)), device };
  };

  test('all risk data is sent by default', async () => {
    const { sent, device } = await sentWith('');
    expect(sent).toEqual(ALL);
    expect(device).toMatchObject({ fingerprint: true, browser: true, visit: true, cookie_new: ['a'] });
  });

  test('a cookie that is too long is left out, and the payment continues', async () => {
    const told = { ...DEVICE, cookie_old: `b=${'x'.repeat(4_000)}`, vendor_token: 'v'.repeat(1_001) };
    const { sent } = await sentWith('', told);
    expect(sent).toEqual(ALL.filter((field) => field !== 'cookie_old' && field !== 'forter_token_cookie'));
  });

  test.each(Object.keys(FIELDS))('%s can be turned off and is then not sent', async (name) => {
    const { sent } = await sentWith(name);
    expect(sent).toEqual(ALL.filter((field) => !FIELDS[name]!.includes(field)));
  });

  test('risk data that is turned off is not collected', async () => {
    const { sent, device } = await sentWith(Object.keys(FIELDS).join(', '));
    expect(sent).toEqual([]);
    expect(device).toEqual({
      fingerprint: false,
      browser: false,
      visit: false,
      time_zone: 'offset',
      cookie_new: [],
      cookie_old: [],
      vendor_token_cookie: null,
    });
  });

  test('the profile can turn off risk data, and an unknown name stops the start', async () => {
    const own = await startTestSystem({ companion: { profile: { risk_data: { visit: false } } } });
    expect((await viewOf({}, own)).device).toMatchObject({ visit: false, browser: true });
    await own.close();
    await expect(startTestSystem({ companion: { riskDataOff: 'everything' } })).rejects.toThrow(
      'TILLGATE_RISK_DATA_OFF',
    );
  });
});
