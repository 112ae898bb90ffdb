import * as z from 'zod/mini';
import { FIELD_LIMITS, type FieldLengths } from './identifiers.ts';

/** The lengths of a profile that overrides none (interface-gaps, "Fields"). */
export const DEFAULT_FIELD_LENGTHS: FieldLengths = {
  order_no: FIELD_LIMITS.order_no,
  amount: FIELD_LIMITS.amount,
  website: FIELD_LIMITS.website,
  items: FIELD_LIMITS.items,
  shopper_id: FIELD_LIMITS.shopper_id,
  shopper_email: FIELD_LIMITS.shopper_email,
  shopper_ip: FIELD_LIMITS.shopper_ip,
  shopper_phone: FIELD_LIMITS.shopper_phone,
  card: FIELD_LIMITS.card,
  note: FIELD_LIMITS.note,
  custom: FIELD_LIMITS.custom,
  refund_reference: FIELD_LIMITS.refund_reference,
};

/** The fields of a payment that are required in practice (interface-gaps, "Fields"). */
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
export function requireFields<Shape extends z.core.$ZodLooseShape>(shape: Shape, required: readonly string[]): Shape {
  const entries = Object.entries(shape).map(([name, schema]): [string, unknown] => {
    if (!required.includes(name)) return [name, schema];
    return [name, z.nonoptional(schema as z.ZodMiniType<string>).check(z.minLength(1))];
  });
  return Object.fromEntries(entries) as Shape;
}
