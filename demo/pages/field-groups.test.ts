import { expect, test } from 'vitest';
import { groupFields } from './field-groups.ts';

test('the fields of a request are grouped by subject, and empty ones are left out', () => {
  const groups = groupFields({
    merchant_id: '70519',
    order_no: 'A-1',
    amount: '24.00',
    shopper_email: 'ana@example.com',
    shopper_ip: '127.0.0.1',
    delivery_city: 'Galway',
    browser: '',
    user_agent: 'node',
    card: '424242***4242',
    security_code: '***',
    encryption_data: 'ab',
  });
  expect(groups.map(({ title, fields }) => [title, fields.map(([name]) => name)])).toEqual([
    ['Account and digest', ['merchant_id', 'encryption_data']],
    ['Order', ['order_no', 'amount']],
    ['Shopper', ['shopper_email', 'delivery_city']],
    ['Device', ['shopper_ip', 'user_agent']],
    ['Card', ['card', 'security_code']],
  ]);
});
