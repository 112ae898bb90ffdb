import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  CreateSession,
  RequestedField,
  InstallmentPlan,
  SessionItem,
  SessionMethod,
} from '../../shared/contract/create-session.ts';
import { BillingAddress, DeliveryAddress, Shopper } from '../../shared/contract/people.ts';
import { SubscriptionTerms } from '../../shared/interface/payment-request.ts';
import { SESSION_FIELD_DESCRIPTIONS } from '../../server/api/session-field-descriptions.ts';

const page = readFileSync(new URL('../../server/docs/api.md', import.meta.url), 'utf8');
const [whole, parts] = page.split('\n## Open a session\n')[1]!.split('\n## ')[0]!.split('\n### Parts of a session\n');
const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));
const table = new Map(
  rowsOf(whole!.split('\n\nResponse:')[0]!)
    .filter(([name]) => name!.startsWith('`'))
    .map(([name, ...cells]) => [name!.replaceAll('`', ''), cells]),
);
const partRows = new Map(rowsOf(parts!).map(([name, text]) => [name!, text!]));

test('the session table lists exactly the properties of a session', () => {
  expect([...table.keys()]).toEqual(Object.keys(CreateSession.def.shape));
});

test('the session table has the descriptions of the API document', () => {
  for (const [name, words] of Object.entries(SESSION_FIELD_DESCRIPTIONS))
    expect(table.get(name)?.[2], name).toBe(words);
});

test('the session table marks a property as required exactly if a body without it is rejected', () => {
  for (const [name, schema] of Object.entries(CreateSession.def.shape)) {
    expect(table.get(name)?.[1] === 'required', name).toBe(!schema.safeParse(undefined).success);
  }
});

test.each([
  ['an item', SessionItem],
  ['a method', SessionMethod],
  ['a field', RequestedField],
  ['`shopper`', Shopper],
  ['`billing`', BillingAddress],
  ['`delivery`', DeliveryAddress],
  ['a plan', InstallmentPlan],
  ['`subscription`', SubscriptionTerms],
])('the table of %s lists each of its properties', (name, schema) => {
  for (const property of Object.keys(schema.def.shape)) expect(partRows.get(name)).toContain(`\`${property}\``);
});
