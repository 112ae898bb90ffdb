import fc from 'fast-check';
import { arbitraryHostileText } from './fuzz.ts';

/** A part of a JSON schema, as far as bodies are made of it. */
interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  maxLength?: number;
  additionalProperties?: Schema | boolean;
  $ref?: string;
  $defs?: Record<string, Schema>;
}

/** Values that keep a body from being refused at the first field, so that what lies behind is reached. */
const VALID_VALUES: Readonly<Record<string, unknown[]>> = {
  order_no: ['F-1', 'F-2'],
  currency: ['EUR'],
  amount: ['24.00', '0.01'],
  unit_price: ['24.00'],
  return_url: ['https://shop.example/back'],
  website: ['https://shop.example'],
  email: ['ana@example.com'],
  shopper_email: ['ana@example.com'],
  payment_currency: ['USD'],
  payment_amount: ['1.00'],
  refund_amount: ['1.00'],
  request_id: ['8f14e45f-ceea-467f-a0e6-1b2c3d4e5f60'],
  payment_id: ['pay_none'],
  transaction_id: ['F-1-00001'],
  country: ['DE'],
  methods: [['card'], [{ method: 'pix' }]],
  attempt_id: ['0123456789abcdef'],
  method: ['card', 'bank_transfer'],
  number: ['4242424242424242'],
  expiry_month: ['12'],
  expiry_year: ['2031'],
  security_code: ['123'],
  status: ['paid', '1'],
};

/** Bodies that a schema describes, many of them valid, and their texts nasty. */
export function arbitraryBody(schema: unknown): fc.Arbitrary<unknown> {
  const root = schema as Schema;
  return partOf(root, '', root.$defs ?? {}, 0);
}

function partOf(schema: Schema, name: string, named: Record<string, Schema>, depth: number): fc.Arbitrary<unknown> {
  if (Object.hasOwn(VALID_VALUES, name)) {
    return fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...VALID_VALUES[name]!) },
      { weight: 1, arbitrary: arbitraryHostileText(20) },
    );
  }
  const target = schema.$ref === undefined ? undefined : named[schema.$ref.split('/').at(-1) ?? ''];
  if (target !== undefined) return depth > 5 ? fc.constant({}) : partOf(target, name, named, depth + 1);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((part) => partOf(part, name, named, depth + 1)));
  if (schema.allOf !== undefined) {
    const parts = schema.allOf.map((part) => partOf(part, name, named, depth + 1));
    return fc.tuple(...parts).map((made) => Object.assign({}, ...made) as unknown);
  }
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'array') return fc.array(partOf(schema.items ?? {}, '', named, depth + 1), { maxLength: 3 });
  if (type === 'object' || schema.properties !== undefined) return objectOf(schema, named, depth);
  if (type === 'integer') return fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer());
  if (type === 'number') return fc.oneof(fc.integer({ min: 1, max: 100 }), fc.double({ noNaN: true }));
  if (type === 'boolean') return fc.boolean();
  if (type === 'string') return arbitraryHostileText(Math.min(schema.maxLength ?? 30, 30));
  return fc.jsonValue({ maxDepth: 2 });
}

function objectOf(schema: Schema, named: Record<string, Schema>, depth: number): fc.Arbitrary<unknown> {
  const parts = Object.entries(schema.properties ?? {}).map(([key, part]) => [
    key,
    partOf(part, key, named, depth + 1),
  ]);
  if (parts.length === 0)
    return fc.dictionary(fc.stringMatching(/^[a-z_]{1,10}$/), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 4 });
  const record = Object.fromEntries(parts) as Record<string, fc.Arbitrary<unknown>>;
  return fc.record(record, { requiredKeys: (schema.required ?? []).filter((key) => Object.hasOwn(record, key)) });
}

/** A body with one thing wrong somewhere: another value, a key too many, a key too few. */
export const arbitraryCorruptBody = (body: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(body, fc.nat(), fc.jsonValue({ maxDepth: 2 }), arbitraryHostileText(12), fc.nat({ max: 2 }))
    .map(([value, at, junk, key, how]) => {
      const places: [Record<string, unknown>, string][] = [];
      const copy = structuredClone(value);
      collect(copy, places);
      const [owner, name] = places[at % Math.max(places.length, 1)] ?? [];
      if (owner === undefined || name === undefined) return junk;
      if (how === 0) owner[name] = junk;
      else if (how === 1) Reflect.deleteProperty(owner, name);
      else Object.defineProperty(owner, key, { value: junk, enumerable: true, configurable: true, writable: true });
      return copy;
    });

function collect(value: unknown, places: [Record<string, unknown>, string][]): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    places.push([value as Record<string, unknown>, name]);
    collect(part, places);
  }
}
