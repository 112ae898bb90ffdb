import type * as z from '../../shared/zod.ts';
import { CheckoutError } from '../../shared/errors.ts';
import { toFieldErrors } from '../../shared/field-errors.ts';

/**
 * Joins several values in one form field with the profile's separator.
 * @throws CheckoutError `gateway_invalid_request` for a value that breaks its rule or would be read as several values
 */
export function joinValuesOfField(
  path: string,
  values: readonly string[],
  schema: z.ZodMiniType<string>,
  separator: string,
): string {
  values.forEach((value, index) => {
    const checked = schema.safeParse(value);
    const fields = checked.success
      ? isOne(value, separator)
        ? []
        : [{ path: '', code: 'format' as const, rule: `no ${separator}, which separates the list` }]
      : toFieldErrors(checked.error, value);
    if (fields.length > 0) {
      throw new CheckoutError('gateway_invalid_request', undefined, {
        fields: fields.map((field) => ({ ...field, path: `${path}.${String(index)}` })),
      });
    }
  });
  return values.join(separator);
}

/** Whether a value between two separators is read unchanged: it contains no separator and forms none with them. */
function isOne(value: string, separator: string): boolean {
  const parts = `${separator}${value}${separator}`.split(separator);
  return parts.length === 3 && parts[1] === value;
}
