import { describe, expect, test } from 'vitest';
import { texts } from '../i18n/texts.ts';
import { findFieldError, apiValueOf, type FormField } from './form-fields.ts';

const field = (more: Partial<FormField> = {}): FormField => ({ name: 'x', label: 'X', ...more });

describe('a form field', () => {
  test.each([
    [field(), '', texts.form.required],
    [field({ optional: true }), ' ', undefined],
    [field({ kind: 'check' }), '', undefined],
    [field({ kind: 'email' }), 'ana', texts.form.email],
    [field({ kind: 'email' }), 'ana@example.com', undefined],
    [field({ kind: 'whole' }), '1.5', texts.form.number],
    [field({ kind: 'amount' }), 'four', texts.form.amount],
    [field({ kind: 'amount' }), '0', texts.form.zero],
    [field({ kind: 'amount', currency: 'EUR', max: 450n }), '4.51', 'The maximum is €4.50.'],
    [field({ kind: 'amount', currency: 'EUR', max: 450n }), '4,5', undefined],
    [field({ kind: 'amount', currency: 'JPY', max: 100_000n }), '1000', undefined],
    [field({ kind: 'amount', currency: 'JPY', max: 100_000n }), '999.5', texts.form.wholeUnits('JPY')],
    [field({ kind: 'amount', currency: 'JPY', max: 100_050n }), '1000.50', undefined],
  ])('%o with the text %o has the error %o', (options, text, error) => {
    expect(findFieldError(options, text)).toBe(error);
  });

  test('formats amounts for the API and trims texts', () => {
    expect(apiValueOf(field({ kind: 'amount' }), '4,5')).toBe('4.50');
    expect(apiValueOf(field({ kind: 'amount' }), 'four')).toBe('four');
    expect(apiValueOf(field(), ' mug ')).toBe('mug');
  });
});
