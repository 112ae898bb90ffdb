import { expect, test } from 'vitest';
import { ApiError, type ConsoleApi } from './console-api.ts';
import { findPaymentsOfRows, parseRefundFile } from './refund-file.ts';

test.each([
  ['order_no,amount,reason\nA-1,4.00,broken\n', 'A-1', '4.00', 'broken'],
  ['\ufeffreason;Order_No;amount\r\n"late; twice";A-2;"4,50"\r\n', 'A-2', '4,50', 'late; twice'],
  ['order_no\treason\nA-3\t"says ""no"""\n\n', 'A-3', '', 'says "no"'],
])('the refund file %j is read with its own separator', (text, id, amount, reason) => {
  expect(parseRefundFile(text)).toEqual([{ key: 'order_no', id, amount, reason }]);
});

test('a payment ID wins over an order number, and rows without any ID are omitted', () => {
  expect(parseRefundFile('order_no,payment_id\nA-1,pay_1\n,\n')).toEqual([
    { key: 'payment_id', id: 'pay_1', amount: '', reason: '' },
  ]);
  expect(parseRefundFile('')).toEqual([]);
});

test('a row whose payment does not exist has a problem, and any other error ends the look-up', async () => {
  const rows = parseRefundFile('payment_id\npay_1\n');
  const failing = (error: ApiError): ConsoleApi => ({ get: () => Promise.reject(error) }) as unknown as ConsoleApi;
  const notFound = new ApiError(404, { code: 'not_found' });
  expect(await findPaymentsOfRows(failing(notFound), rows)).toEqual({
    payments: [],
    problems: ['pay_1: no such payment'],
  });
  const unreachable = new ApiError(0, {});
  await expect(findPaymentsOfRows(failing(unreachable), rows)).rejects.toBe(unreachable);
});
