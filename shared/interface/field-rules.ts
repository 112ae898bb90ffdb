import * as z from '../zod.ts';
import type { FieldLengths } from './formats.ts';

/** The lengths of a profile that overrides none (gateway-profile.md). */
export const DEFAULT_FIELD_LENGTHS: FieldLengths = {
  order_no: 50,
  amount: 15,
  website: 2_000,
  items: 5_000,
  shopper_id: 64,
  shopper_email: 100,
  shopper_ip: 50,
  shopper_phone: 50,
  card: 20,
  note: 1_000,
  custom: 2_500,
  refund_reference: 50,
};

/** The fields of a payment that are required in practice (gateway-profile.md). */
export const DEFAULT_REQUIRED_FIELDS = [
  'website',
  'items',
  'shopper_id',
  'shopper_email',
  'shopper_ip',
  'first_name',
  'last_name',
] as const;

/** The lengths and the required fields of a payment request. The gateway profile sets them. */
export interface FieldRules {
  lengths: FieldLengths;
  required: readonly string[];
}

export const DEFAULT_FIELD_RULES: FieldRules = { lengths: DEFAULT_FIELD_LENGTHS, required: DEFAULT_REQUIRED_FIELDS };

/** A shape in which each field of `required` must be present and not empty. */
export function withRequiredFields<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  required: readonly string[],
): Shape {
  const entries = Object.entries(shape).map(([name, schema]): [string, unknown] => {
    if (!required.includes(name)) return [name, schema];
    return [name, z.nonoptional(schema as z.ZodMiniType<string>).check(z.minLength(1))];
  });
  return Object.fromEntries(entries) as Shape;
}
