import { expect, test } from 'vitest';
import { toIndentedText } from './output.ts';

test('an object is shown one field a line, without what is empty', () => {
  const payment = {
    id: 'pay_1',
    order_no: null,
    refunds: [],
    shopper: { email: null, address: {} },
    card: { brand: 'visa', last4: '4242', bin: '' },
    amount: 0,
  };
  expect(toIndentedText(payment)).toBe(
    ['id      pay_1', 'card', '  brand  visa', '  last4  4242', '  bin    ', 'amount  0'].join('\n'),
  );
});
