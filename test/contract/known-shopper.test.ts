import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreateSession, SessionView } from '../../shared/contract/index.ts';
import { TEST_SESSION_FIELDS, startTestSystem, createCardSubmit, type TestSystem } from '../support/system.ts';

type Person = NonNullable<SessionView['prefill']['person']>;

const SHOPPER = {
  email: 'ana@example.com',
  phone: '+5511961234567',
  birth_date: '31-12-1990',
  document: '52998224725',
};
const PATHS = ['person.email', 'person.phone_number', 'person.birth_date', 'person.document_number?'];

let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.close());

const personOf = async (fields: string[], given?: Person): Promise<Person | undefined> => {
  const session: Partial<CreateSession> = { shopper: SHOPPER, methods: ['card', { method: 'loan', fields }] };
  const { token } = await system.openSession(
    given === undefined ? session : { ...session, prefill: { person: given } },
  );
  const view = (await (await system.browser(token, 'GET', '/checkout/session')).json()) as SessionView;
  return view.prefill.person;
};

describe('person fields filled from the session’s shopper', () => {
  test('the session’s shopper data fills the required person fields and no others', async () => {
    expect(await personOf(PATHS)).toEqual({
      email: 'ana@example.com',
      phone_number: '+5511961234567',
      birth_date: '31-12-1990',
      document_number: '52998224725',
    });
    expect(await personOf(['person.birth_date'])).toEqual({ birth_date: '31-12-1990' });
    expect(await personOf([])).toBeUndefined();
  });

  test('the session’s person data overrides its shopper data', async () => {
    const given = { email: '', document_number: '1', phone_number: '961234567', address_city: 'Santos' };
    expect(await personOf(PATHS, given)).toEqual({ ...given, email: 'ana@example.com', birth_date: '31-12-1990' });
  });

  test('the session’s phone number is not combined with the person’s country code', async () => {
    const given = { phone_country_code: '55' };
    expect(await personOf(['person.phone_number'], given)).toEqual(given);
  });

  test('the session’s shopper data does not replace required person fields that the submit lacks', async () => {
    const shopper = { ...TEST_SESSION_FIELDS.shopper, ...SHOPPER };
    const { token } = await system.openSession({ shopper, methods: [{ method: 'loan', fields: ['person.email'] }] });
    const { card: _card, ...rest } = createCardSubmit();
    const answer = await system.browser(token, 'POST', '/checkout/payments', { ...rest, method: 'loan' });
    expect(await answer.json()).toMatchObject({ fields: [{ path: 'person.email', code: 'required' }] });
  });
});
