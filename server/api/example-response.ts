import { VALUES, type Schema } from './example.ts';

/** Example IDs by what they identify: a part of a path or a property, both in the plural. */
const IDS: Readonly<Record<string, string>> = {
  sessions: 'ses_Jv3mQ8xT1bKcR5wZnE0yLg',
  payments: 'pay_f2Hs9KdVq7XuB4tYcM6aPw',
  refunds: 'ref_418',
  disputes: 'dsp_f2Hs9KdVq7XuB4tYcM6aPw',
  events: 'evt_W8nTz5RbLc1KqXy4VmHs7D',
  cards_sessions: 'cds_N3gYk6XwTb0RzLq9McVs2F',
  saved_cards: 'card_T6rWb0NkZx3LqYs8HgVc2A',
  notes: 'note_Y4pLc7SgRj0QmXw2VbTz9K',
  operations: 'op_Q9kVd3ZhTw5YrMx0LcBs8N',
  reported: 'ntf_M1wXz6PbKr8TqVs3YgLc5H',
  entries: 'aud_Z7tNc2RqLw0VbXy5KsHg4P',
  users: 'usr_B5xQm0TzVk9LrWc3YpNs7J',
};

/**
 * Example values of responses, by property or by holder and property. A field that may be null and has none here is null.
 */
const RESPONSE_VALUES: Readonly<Record<string, unknown>> = {
  ...VALUES,
  account: 'default',
  session_id: IDS['sessions'],
  payment_id: IDS['payments'],
  recurring_id: 'A-1001-R1',
  shopper_id: 'shopper-77',
  card_id: '4007',
  group_id: '12',
  cardholder_id: '31',
  token: 'tgs_k3XmV8dQz1TbYr6LwNc0PsHg5JfRa9EuKx2Mo7CiWtB',
  method: 'card',
  bin: '424242',
  last4: '4242',
  brand: 'visa',
  expiry: '12/30',
  item_total: '24.00',
  refunded_amount: '0.00',
  cancelled_amount: '0.00',
  author_name: 'Ana Souza',
  user_name: 'Ana Souza',
  text: 'Shopper called about the delivery',
  email: 'ana@example.com',
  first_name: 'Ana',
  last_name: 'Souza',
  time_zone: 'Europe/Berlin',
  endpoint: 'https://shop.example/webhooks',
  url: 'https://pay.shop.example/pay/tgs_k3XmV8dQz1TbYr6LwNc0PsHg5JfRa9EuKx2Mo7CiWtB',
  type: 'payment.paid',
  expires_at: '2026-03-02T10:30:00.000Z',
  attempts: 1,
  attempts_left: 9,
  'sessions.payment_id': null,
  'sessions.attempts': 0,
  'sessions.attempts_left': 10,
  'users.name': 'Ana Souza',
  'endpoints.name': 'default',
  'disputes.reason': 'Goods not received',
  'events.ref': IDS['payments'],
  'operations.operation': 'createPayout',
  'entries.action': 'createRefunds',
  'timeline.kind': 'result',
};

/** Of the values of a property, those that a shop sees most. */
const USUAL: readonly unknown[] = ['open', 'paid', 'succeeded', 'active', 'delivered'];
/** Objects that are shown although they may be null. */
const SHOWN: ReadonlySet<string> = new Set(['card', 'order', 'payment', 'refund', 'subscription', 'operation', 'user']);
/** Lists that are most often empty. */
const EMPTY: ReadonlySet<string> = new Set(['alerts', 'reported', 'warnings']);
/** For texts with a pattern: the first that matches. */
const TEXTS: readonly string[] = ['2026-03-02T09:30:00.000Z', '2026-03-02', '24.00', 'EUR', 'DE'];

type Schemas = Readonly<Record<string, Schema>>;

/** An example value for a parameter of a path or query: its usual value, or the ID of what the path names before it. */
export function exampleId(path: string, name: string): string {
  const value = name === 'id' ? IDS[subjectOf(path)] : RESPONSE_VALUES[name];
  return typeof value === 'string' ? value : '318';
}

/** An example response of the call at a path: every required field. */
export function exampleResponse(schema: Schema, named: Schemas, path: string): unknown {
  const subject = subjectOf(path);
  return toValue(schema, named, subject, subject, 0);
}

/** What a path names first: `saved_cards` of `/v1/saved-cards/{id}`. */
function subjectOf(path: string): string {
  return path.split('/')[2]?.replaceAll('-', '_') ?? '';
}

/** @param holder the property that holds the object of the field, in the plural */
function toValue(schema: Schema, named: Schemas, name: string, holder: string, depth: number): unknown {
  if (schema.$ref !== undefined) {
    const target = named[schema.$ref.split('/').at(-1) ?? ''];
    return target === undefined || depth > 8 ? {} : toValue(target, named, name, holder, depth + 1);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return USUAL.find((value) => schema.enum?.includes(value)) ?? schema.enum[0];
  if (schema.allOf !== undefined) {
    return Object.assign({}, ...schema.allOf.map((part) => toValue(part, named, name, holder, depth + 1))) as unknown;
  }
  const types = [schema.type ?? []].flat();
  const own = `${holder}.${name}`;
  const known = Object.hasOwn(RESPONSE_VALUES, own) ? RESPONSE_VALUES[own] : RESPONSE_VALUES[name];
  if (schema.anyOf?.[0] !== undefined) {
    const isNullable = schema.anyOf.some(({ type }) => type === 'null');
    return isNullable && !SHOWN.has(name) ? null : toValue(schema.anyOf[0], named, name, holder, depth + 1);
  }
  if (types.includes('array')) {
    return schema.items === undefined || EMPTY.has(name) ? [] : [toValue(schema.items, named, name, name, depth + 1)];
  }
  if (types.includes('object'))
    return toObject(schema, named, depth === 0 ? holder : `${name.replace(/s$/, '')}s`, depth);
  if (types.includes('integer') || types.includes('number')) return typeof known === 'number' ? known : 1;
  if (types.includes('boolean')) return name === 'deleted';
  if (types.includes('string')) return toText(schema, name === 'id' ? IDS[holder] : known, name);
  return null;
}

function toObject(schema: Schema, named: Schemas, holder: string, depth: number): Record<string, unknown> {
  const required = new Set(schema.required);
  const shown = Object.entries(schema.properties ?? {}).filter(([key]) => required.has(key));
  return Object.fromEntries(shown.map(([key, part]) => [key, toValue(part, named, key, holder, depth + 1)]));
}

function toText({ type, pattern }: Schema, known: unknown, name: string): string | null {
  const format = new RegExp(pattern ?? '');
  const isNullable = Array.isArray(type) && type.includes('null');
  if (known === null && isNullable) return null;
  if (typeof known === 'string' && format.test(known)) return known;
  if (isNullable) return null;
  if (pattern !== undefined) return TEXTS.find((text) => format.test(text)) ?? '...';
  return name.endsWith('_at') ? (TEXTS[0] ?? '') : '...';
}
