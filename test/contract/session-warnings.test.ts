import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CreateSession, SessionView } from '../../shared/contract/index.ts';
import { startTestSystem, type TestSystem } from '../support/system.ts';

let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.close());

const CPF = 'person.document_number';

const warningsOf = async (changes: Partial<CreateSession>): Promise<string[] | undefined> =>
  (await system.openSession(changes)).warnings;

test('a created session warns of a person field that a card payment does not ask for', async () => {
  const both: Partial<CreateSession> = { methods: ['card', { method: 'pix' }], fields: [CPF, 'shopper.phone'] };
  const { token, warnings } = await system.openSession(both);
  expect(warnings).toEqual(['field_not_requested']);
  const view = (await (await system.browser(token, 'GET', '/checkout/session')).json()) as SessionView;
  expect(view.methods.map(({ fields }) => fields.some(({ path }) => path === CPF))).toEqual([false, true]);
  expect(await warningsOf({ fields: [`${CPF}?`] })).toEqual(['field_not_requested']);
  expect(await warningsOf({ fields: [{ path: CPF }] })).toEqual(['field_not_requested']);
  expect(await warningsOf({ methods: [{ method: 'card', fields: [CPF] }] })).toEqual(['field_not_requested']);
});

test('a created session warns of each inconsistency, and of none if every field is asked for', async () => {
  expect(await warningsOf({ methods: [{ method: 'pix' }], fields: [CPF] })).toBeUndefined();
  const pix = { method: 'pix', fields: [CPF] };
  expect(await warningsOf({ methods: ['card', pix], fields: ['shopper.phone'] })).toBeUndefined();
  expect(await warningsOf({ item_total: '1.00', fields: [CPF] })).toEqual([
    'amount_difference',
    'items_difference',
    'field_not_requested',
  ]);
});

test('a created session warns if its items do not add up to item_total or the amount', async () => {
  // One mug of 24.00, two of 12.00: the order of the tests.
  expect(await warningsOf({ amount: '25.00' })).toEqual(['items_difference']);
  expect(await warningsOf({ amount: '29.00', shipping: '5.00' })).toBeUndefined();
  expect(await warningsOf({ amount: '29.00', shipping: '4.99' })).toEqual(['items_difference']);
  expect(await warningsOf({ amount: '23.00', discount: '1.00' })).toBeUndefined();
  expect(await warningsOf({ item_total: '24.00' })).toBeUndefined();
  expect(await warningsOf({ amount: '20.00', item_total: '20.00' })).toEqual(['items_difference']);
  const dear = { name: 'Yacht', sku: 'Y', unit_price: '999999999999.99', quantity: 999_999 };
  expect(await warningsOf({ items: [dear, dear] })).toEqual(['items_difference']);
});
