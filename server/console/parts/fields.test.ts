import { describe, expect, test } from 'vitest';
import { w } from '../i18n/en.ts';
import { faultOf, valueOf, type AskField } from './fields.ts';

const field = (more: Partial<AskField> = {}): AskField => ({ name: 'x', label: 'X', ...more });

describe('a field of a dialog', () => {
  test.each([
    [field(), '', w.ask.required],
    [field({ optional: true }), ' ', undefined],
    [field({ kind: 'check' }), '', undefined],
    [field({ kind: 'email' }), 'ana', w.ask.email],
    [field({ kind: 'email' }), 'ana@example.com', undefined],
    [field({ kind: 'whole' }), '1.5', w.ask.number],
    [field({ kind: 'amount' }), 'four', w.ask.amount],
    [field({ kind: 'amount' }), '0', w.ask.zero],
    [field({ kind: 'amount', currency: 'EUR', max: 450n }), '4.51', 'At most €4.50 is left.'],
    [field({ kind: 'amount', currency: 'EUR', max: 450n }), '4,5', undefined],
    [field({ kind: 'amount', currency: 'JPY', max: 100_000n }), '1000', undefined],
    [field({ kind: 'amount', currency: 'JPY', max: 100_000n }), '999.5', w.ask.wholeUnits('JPY')],
    [field({ kind: 'amount', currency: 'JPY', max: 100_050n }), '1000.50', undefined],
  ])('of kind %o: what is typed is taken, or told why not', (asked, text, fault) => {
    expect(faultOf(asked, text)).toBe(fault);
  });

  test('gives amounts as the API takes them, and texts without the space around them', () => {
    expect(valueOf(field({ kind: 'amount' }), '4,5')).toBe('4.50');
    expect(valueOf(field({ kind: 'amount' }), 'four')).toBe('four');
    expect(valueOf(field(), ' mug ')).toBe('mug');
  });
});
