import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findSubmitErrors } from '../../server/payments/find-submit-errors.ts';
import { paymentMethodsOf } from '../../server/sessions/methods.ts';
import { DEFAULT_PROFILE } from '../../server/gateway/profile/index.ts';
import type { SessionRecord } from '../../server/store/store.ts';
import { PACKED_ADDRESS_FORMATS } from '../../shared/address-formats.ts';
import type { ShopperField, CreateSession, SessionView, SubmitPayment } from '../../shared/contract/index.ts';
import { ShopperFields } from '../../widget/fields/shopper-fields.ts';
import { loadRegions } from '../../widget/address/load-address-data.ts';
import { parseAddressFormat } from '../../widget/address/address-shape.ts';
import { TEST_SESSION_FIELDS, startTestSystem, createCardSubmit, type TestSystem } from '../support/system.ts';

type Body = Pick<SubmitPayment, 'billing' | 'delivery' | 'person'>;
type Address = Record<string, string>;

const PARTS = ['country', 'address', 'postal_code', 'city', 'state'];
const BILLING = PARTS.map((part) => `billing.${part}`);
const DELIVERY = [...PARTS, 'district_name'].map((part) => `delivery.${part}`);
const HOME = ['country', 'street', 'postal_code', 'city', 'state'].map((part) => `person.address_${part}`);

// Node 20 has none; its languages would choose a country.
beforeAll(() => void vi.stubGlobal('navigator', { languages: [] }));
afterAll(() => void vi.unstubAllGlobals());

const recordOf = (changes: Partial<CreateSession>): SessionRecord =>
  ({ request: { ...TEST_SESSION_FIELDS, order_no: 'T-1', ...changes } }) as SessionRecord;

/** The fields of a session as they reach the element; a `person` belongs to another way than the card. */
const fieldsOf = (session: Partial<CreateSession>): ShopperField[] =>
  paymentMethodsOf({ ...TEST_SESSION_FIELDS, order_no: 'T-1', ...session }, DEFAULT_PROFILE)[0]!.fields;

/** What the element still misses once the shopper has given this, and what it would send. */
async function ask(session: Partial<CreateSession>, given: Body): Promise<{ missing: string[]; body: Body }> {
  const asked = new ShopperFields(
    () => undefined,
    () => undefined,
  );
  const fields = fieldsOf(session);
  const { shopper = {}, billing = {}, delivery = {} } = session;
  const view = { methods: [{ fields }], shopper, billing, delivery, prefill: given } as unknown as SessionView;
  await asked.begin(view, () => 'en');
  return {
    missing: fields.filter((field) => asked.faultOf(field) !== undefined).map(({ path }) => path),
    body: asked.value(fields),
  };
}

/** The companion's field errors for a submit. */
function check(session: Partial<CreateSession>, body: Body): string[] {
  const [method] = paymentMethodsOf({ ...TEST_SESSION_FIELDS, order_no: 'T-1', ...session }, DEFAULT_PROFILE);
  const { card, ...rest } = createCardSubmit();
  const submit = { ...rest, ...(method!.kind === 'card' ? { card } : {}), ...body };
  return findSubmitErrors({ session: recordOf(session), submit, method: method!, savedCard: undefined }).map(
    ({ path }) => path,
  );
}

/** An address with a value for every part that the country's own people write. */
async function addressIn(country: string): Promise<Address> {
  const [region] = await loadRegions(country, 'en');
  return {
    country,
    address: 'Street 1',
    city: 'Town',
    postal_code: parseAddressFormat(PACKED_ADDRESS_FORMATS[country]).examples[0] ?? '1000',
    state: region?.code ?? 'Region',
  };
}

const pick = (address: Address, names: readonly string[]): Address =>
  Object.fromEntries(Object.entries(address).filter(([name]) => names.includes(name)));

const homeOf = ({ country, address, ...rest }: Address): Address =>
  Object.fromEntries(
    Object.entries({ country, street: address, ...rest }).flatMap(([name, value]) =>
      value === undefined ? [] : [[`address_${name}`, value]],
    ),
  );

const SESSIONS: [name: string, session: Partial<CreateSession>, toBody: (address: Address) => Body][] = [
  ['billing', { fields: BILLING }, (billing) => ({ billing })],
  ['delivery', { fields: DELIVERY }, (delivery) => ({ delivery })],
  ['delivery as billing', { fields: [...BILLING, ...DELIVERY] }, (billing) => ({ billing })],
  ['delivery in billing’s country', { fields: [...BILLING, 'delivery.postal_code'] }, (billing) => ({ billing })],
  ['home', { methods: [{ method: 'loan', fields: HOME }] }, (address) => ({ person: homeOf(address) })],
];

describe.each(SESSIONS)('complete address required by the session: %s', (_name, session, toBody) => {
  test('an address that the element accepts lacks no part that the companion requires, in every country', async () => {
    expect(Object.keys(PACKED_ADDRESS_FORMATS).length).toBeGreaterThan(240);
    for (const country of Object.keys(PACKED_ADDRESS_FORMATS)) {
      const whole = await addressIn(country);
      const { missing } = await ask(session, toBody({ country }));
      const names = missing.map((path) =>
        path.replace(/^.*[._](?=postal)|^.*\.(address_)?/, '').replace('street', 'address'),
      );
      const { missing: still, body } = await ask(session, toBody({ country, ...pick(whole, names) }));
      expect(still, country).toEqual([]);
      expect(check(session, body), country).toEqual([]);
    }
  });
});

test('a billing address used for delivery to another country lacks no part that the companion requires', async () => {
  for (const to of ['DE', 'AE', 'SG', 'IE', 'US']) {
    const fields = [...BILLING, ...DELIVERY.filter((path) => path !== 'delivery.country')];
    const session = { fields, delivery: { country: to } };
    for (const from of ['DE', 'AE', 'SG', 'IE', 'US']) {
      const names = parseAddressFormat(PACKED_ADDRESS_FORMATS[from]).required;
      const { missing, body } = await ask(session, {
        billing: { country: from, ...pick(await addressIn(from), names) },
      });
      const own = missing.filter((path) => path.startsWith('billing.'));
      expect(own, `${from} to ${to}`).toEqual([]);
      if (missing.length === 0) expect(check(session, body), `${from} to ${to}`).toEqual([]);
    }
  }
});

test('an address without a known country requires every part that the session requires', async () => {
  const fields = ['delivery.address', 'delivery.postal_code', 'delivery.city', 'delivery.state?'];
  const { missing } = await ask({ fields }, {});
  expect(missing).toEqual(fields.slice(0, 3));
  expect(check({ fields }, {})).toEqual(missing);
});

describe('payment with an address of one country', () => {
  let system: TestSystem;
  beforeAll(async () => void (system = await startTestSystem()));
  afterAll(() => system.close());

  const pay = async (billing: Address): Promise<{ status: number; body: object }> => {
    const { token } = await system.openSession({ fields: BILLING });
    const answer = await system.browser(token, 'POST', '/checkout/payments', { ...createCardSubmit(), billing });
    return { status: answer.status, body: (await answer.json()) as object };
  };

  test.each([
    ['DE', ['address', 'postal_code', 'city']],
    ['AE', ['address', 'state']],
    ['SG', ['address', 'postal_code']],
    ['IE', ['address', 'city']],
  ])('an address in %s with %j is accepted, and without any of these parts it is rejected', async (country, parts) => {
    const whole = await addressIn(country);
    expect(await pay({ country, ...pick(whole, parts) })).toMatchObject({ status: 200, body: { status: 'paid' } });
    for (const part of parts) {
      const { status, body } = await pay({
        country,
        ...pick(
          whole,
          parts.filter((name) => name !== part),
        ),
      });
      expect([part, status, body]).toMatchObject([
        part,
        400,
        { fields: [{ path: `billing.${part}`, code: 'required' }] },
      ]);
    }
  });
});

test('the required address parts follow the country', async () => {
  const demanded = async (country: string): Promise<string[]> => {
    const { body } = await ask({ fields: BILLING }, { billing: { country } });
    return check({ fields: BILLING }, body).map((path) => path.replace('billing.', ''));
  };
  expect(await demanded('DE')).toEqual(['address', 'postal_code', 'city']);
  expect(await demanded('AE')).toEqual(['address', 'state']);
  expect(await demanded('SG')).toEqual(['address', 'postal_code']);
  expect(await demanded('IE')).toEqual(['address', 'city']);
  expect(await demanded('US')).toEqual(['address', 'postal_code', 'city', 'state']);
  // Of an unknown country, and without a country: all that the session requires.
  expect(await demanded('XX')).toEqual(['address', 'postal_code', 'city', 'state']);
  expect(check({ fields: BILLING }, {})).toEqual(BILLING);
});
