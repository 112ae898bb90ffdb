import { describe, expect, test } from 'vitest';
import { maskCardNumber, maskCardNumbers, redactResult } from './redact.ts';

describe('masking', () => {
  test('leaves the first six and the last four digits', () => {
    expect(maskCardNumber('4242424242424242')).toBe('424242***4242');
    expect(maskCardNumber('424242')).toBe('******');
  });

  test('finds card numbers in text, however they are grouped, and leaves other numbers', () => {
    expect(maskCardNumbers('card 4242-4242 4242 4242 ok')).toBe('card 424242***4242 ok');
    expect(maskCardNumbers('order 1234567890123456')).toBe('order 1234567890123456');
    expect(maskCardNumbers('phone +55 11 91234 5678')).toBe('phone +55 11 91234 5678');
  });

  test('of a result covers every field, nested reasons too, and the submitted number wherever it stands', () => {
    const number = '4000000000000002';
    const clean = redactResult(
      {
        card: number,
        order_no: `X${number}`,
        note: 'see 4242 4242 4242 4242',
        threeds_result: number,
        risk_reasons: [{ name: number, status: 'pass' }],
      },
      { number },
    );
    expect(JSON.stringify(clean)).not.toMatch(/4000000000000002|4242 4242 4242 4242/);
    expect(clean.card).toBe('400000***0002');
  });
});
