/** The part of a JSON schema that examples and the API page need. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  pattern?: string;
  description?: string;
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

/** Realistic example values. */
export const VALUES: Readonly<Record<string, unknown>> = {
  order_no: 'A-1001',
  currency: 'EUR',
  amount: '24.00',
  payment_amount: '100.00',
  payment_currency: 'EUR',
  unit_price: '12.00',
  quantity: 2,
  refund_amount: '4.00',
  refund_reason: 'One cup was broken',
  return_url: 'https://shop.example/thank-you',
  shopper_email: 'ana@example.com',
  shopper_ip: '192.0.2.1',
  transaction_id: 'A-1001-48213',
  payment_id: 'pay_...',
  card_bin_id: 806,
  group_name: 'Marketing',
  reason: 'Seen in the portal',
  recharge_amount: 100,
  sku: 'MUG-1',
  name: 'Morning mug',
};

/** An example request: the required fields, and of the optional ones the IDs. */
export function exampleOfSchema(
  schema: Schema,
  named: Readonly<Record<string, Schema>>,
  name = '',
  depth = 0,
): unknown {
  if (Object.hasOwn(VALUES, name)) return VALUES[name];
  if (schema.$ref !== undefined) {
    const target = named[schema.$ref.split('/').at(-1) ?? ''];
    return target === undefined || depth > 6 ? {} : exampleOfSchema(target, named, name, depth + 1);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.allOf !== undefined) {
    return Object.assign({}, ...schema.allOf.map((part) => exampleOfSchema(part, named, name, depth + 1))) as unknown;
  }
  if (schema.anyOf?.[0] !== undefined) return exampleOfSchema(schema.anyOf[0], named, name, depth + 1);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'array') return schema.items === undefined ? [] : [exampleOfSchema(schema.items, named, '', depth + 1)];
  if (type === 'object' || schema.properties !== undefined) return objectExample(schema, named, depth);
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return true;
  return '...';
}

/** Optional fields that identify an entry. */
const TELLING = new Set(['payment_id', 'orders', 'email', 'group_id', 'recharge_amount']);

function objectExample(
  schema: Schema,
  named: Readonly<Record<string, Schema>>,
  depth: number,
): Record<string, unknown> {
  const required = new Set(schema.required);
  const shown = Object.entries(schema.properties ?? {}).filter(([key]) => required.has(key) || TELLING.has(key));
  return Object.fromEntries(shown.map(([key, part]) => [key, exampleOfSchema(part, named, key, depth + 1)]));
}
