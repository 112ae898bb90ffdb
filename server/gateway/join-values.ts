import type * as z from 'zod/mini';
import { CheckoutError } from '../../shared/errors.ts';
import { toFieldErrors } from '../../shared/field-errors.ts';

/**
 * Several values in one form field, separated by commas.
 * @throws CheckoutError `gateway_invalid_request` for a value that breaks its rule or holds a comma
 */
export function joinValues(path: string, values: readonly string[], schema: z.ZodMiniType<string>): string {
  values.forEach((value, index) => {
    const checked = schema.safeParse(value);
    const fields = checked.success
      ? value.includes(',')
        ? [{ path: '', code: 'format' as const, rule: 'no comma, since commas separate the list' }]
        : []
      : toFieldErrors(checked.error, value);
    if (fields.length > 0) {
      throw new CheckoutError('gateway_invalid_request', undefined, {
        fields: fields.map((field) => ({ ...field, path: `${path}.${String(index)}` })),
      });
    }
  });
  return values.join(',');
}
