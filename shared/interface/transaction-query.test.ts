import { expect, test } from 'vitest';
import { TransactionQueryResponseBody } from './transaction-query.ts';

test.each([
  { is3ds: true },
  { is3ds: null },
  { antifraud_provider: { name: 'vendor' } },
  { fraud_check_result: '' },
  { fraud_check_result: {} },
  { fraud_check_result: [{ check_items: ['velocity'], status: '1' }] },
  {},
])('what a query says of an order is read, whatever stands beside it: %j', (beside) => {
  const said = { return_status: '1', orders_list: [{ order_no: 'O-1', payment_status: 3000 }], ...beside };
  const { orders_list: orders } = TransactionQueryResponseBody.parse(said);
  expect(orders).toMatchObject([{ order_no: 'O-1', payment_status: '3000' }]);
});
