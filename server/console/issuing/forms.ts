import { html, nothing } from 'lit';
import type { Operation } from '../../../shared/contract/merchant/operations.ts';
import { w } from '../i18n/en.ts';
import { endOfOperation } from '../operations.ts';
import type { Ask } from '../parts/ask-dialog.ts';
import type { AskField, AskValues } from '../parts/fields.ts';
import { copyable, facts, type Content } from '../parts/parts.ts';

const t = w.issuing;

export type Kind = 'cards' | 'groups' | 'cardholders';

interface Ran {
  operation: Operation;
  result: Record<string, unknown> | null;
}

/** What was given, without what was left empty; the issuing area takes money as numbers. */
function toBody(values: AskValues, kinds: { numbers?: readonly string[]; flags?: readonly string[] } = {}): object {
  const body: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(values)) {
    if (kinds.flags?.includes(name) === true) body[name] = value === 'yes';
    else if (value !== '') body[name] = kinds.numbers?.includes(name) === true ? Number(value) : value;
  }
  return body;
}

const optional = (name: string, label: string, more: Partial<AskField> = {}): AskField => ({
  name,
  label,
  optional: true,
  ...more,
});

/** A new card. Number and code stay in the dialog until it is closed, and are nowhere after. */
export function askCreateCard(): Ask {
  return {
    title: t.createCard,
    fields: [
      { name: 'card_bin_id', label: t.bin, kind: 'whole' },
      optional('card_alias', t.alias, { maxLength: 100 }),
      optional('recharge_amount', t.load, { kind: 'amount' }),
      optional('cardholder_id', t.holder, { maxLength: 32 }),
      optional('group_id', t.group, { maxLength: 32 }),
      optional('start_date', t.start, { kind: 'date' }),
      optional('end_date', t.end, { kind: 'date' }),
      { name: 'enable_multi_use', label: t.multi, kind: 'check', value: 'yes' },
    ],
    confirm: ({ recharge_amount: amount = '' }) => (amount === '' ? t.createCard : t.confirm(t.createCard, amount)),
    call: (values) => ({
      path: '/issuing/cards',
      body: toBody(values, { numbers: ['card_bin_id', 'recharge_amount'], flags: ['enable_multi_use'] }),
    }),
    end: (answer: Ran) => {
      const ended = endOfOperation(answer, t.done, t.open);
      const list = answer.result?.['create_result_list'];
      const card = Array.isArray(list) ? (list[0] as Record<string, unknown> | undefined) : undefined;
      return ended.ok && card !== undefined ? { ...ended, text: t.once, show: cardOnce(card) } : ended;
    },
  };
}

function cardOnce(card: Record<string, unknown>): Content {
  const text = (name: string): string => (typeof card[name] === 'string' ? card[name] : '');
  const number = text('card_number');
  const expiry = `${text('expire_month')}/${text('expire_year').slice(-2)}`;
  return html`<p class="soft">${t.onceAbout}</p>
    ${facts([
      [t.number, number === '' ? nothing : copyable(number, t.number)],
      [t.code, text('cvv') === '' ? nothing : copyable(text('cvv'), t.code)],
      [t.expiry, expiry],
      ['card_id', text('card_id')],
    ])}`;
}

export function askCreateGroup(): Ask {
  return {
    title: t.createGroup,
    fields: [
      { name: 'group_name', label: t.groupName, maxLength: 100 },
      { name: 'currency', label: t.currency, value: 'USD', maxLength: 3 },
      optional('recharge_amount', t.load, { kind: 'amount' }),
      optional('rule_id', 'rule_id', { maxLength: 64 }),
    ],
    confirm: ({ recharge_amount: amount = '' }) => (amount === '' ? t.createGroup : t.confirm(t.createGroup, amount)),
    call: (values) => ({ path: '/issuing/groups', body: toBody(values, { numbers: ['recharge_amount'] }) }),
    end: (answer: Ran) => endOfOperation(answer, t.done, t.open),
  };
}

const HOLDER: readonly AskField[] = [
  { name: 'first_name', label: t.first },
  { name: 'last_name', label: t.last },
  { name: 'email', label: t.email, kind: 'email', maxLength: 100 },
  optional('mobile_prefix', t.prefix, { maxLength: 6 }),
  optional('mobile', t.mobile, { maxLength: 30 }),
  optional('birth_date', t.birth, { kind: 'date' }),
  optional('billing_country_code', t.country, { maxLength: 2 }),
  optional('billing_city', t.city),
  optional('billing_address', t.address),
  optional('billing_postal', t.postal, { maxLength: 20 }),
];

export function askCreateHolder(): Ask {
  return {
    title: t.createHolder,
    fields: HOLDER,
    confirm: () => t.createHolder,
    call: (values) => ({ path: '/issuing/cardholders', body: toBody(values) }),
    end: (answer: Ran) => endOfOperation(answer, t.done, t.open),
  };
}

/** Something that can be done with a card, a group or a cardholder. */
export interface Deed {
  label: string;
  ask: Ask;
}

const AMOUNT: AskField = { name: 'amount', label: t.amount, kind: 'amount' };

interface DeedShape {
  label: string;
  path: string;
  fields?: readonly AskField[];
  /** The name that the interface gives to the amount. */
  amount?: string;
  body?: (values: AskValues) => object;
  grave?: boolean;
  keep?: string;
}

function deed(id: string, shape: DeedShape): Deed {
  const { label, path, amount, grave, keep } = shape;
  const fields = shape.fields ?? (amount === undefined ? [] : [AMOUNT]);
  return {
    label,
    ask: {
      title: `${label} · ${id}`,
      ...(grave === true ? { about: t.gone, grave } : {}),
      ...(keep === undefined ? {} : { keep }),
      fields,
      confirm: (values) => (values['amount'] ? t.confirm(label, values['amount']) : label),
      call: (values) => ({
        path: `/issuing${path}`,
        body: shape.body?.(values) ?? (amount === undefined ? {} : { [amount]: Number(values['amount']) }),
      }),
      end: (answer: Ran) => endOfOperation(answer, `${label}: ${t.done}`, t.open),
    },
  };
}

/** What can be done with it as it stands. */
export function deedsOf(kind: Kind, id: string, found: Readonly<Record<string, unknown>>): Deed[] {
  const at = `/${kind}/${id}`;
  if (kind === 'cards') {
    const isFrozen = found['card_status'] === '2';
    return [
      deed(id, { label: t.recharge, path: `${at}/recharge`, amount: 'recharge_amount' }),
      deed(id, { label: t.withdraw, path: `${at}/withdraw`, amount: 'amount' }),
      deed(id, { label: t.setLimit, path: `${at}/limit`, amount: 'card_limit' }),
      deed(id, {
        label: isFrozen ? t.wake : t.freeze,
        path: `${at}/status`,
        body: () => ({ status: isFrozen ? '1' : '2' }),
      }),
      deed(id, { label: t.cancelCard, path: `${at}/cancel`, grave: true, keep: t.keepCard }),
    ];
  }
  if (kind === 'groups') {
    const isActive = found['group_status'] === '1';
    return [
      deed(id, { label: t.recharge, path: `${at}/recharge`, amount: 'recharge_amount' }),
      deed(id, { label: t.withdraw, path: `${at}/withdraw`, amount: 'amount' }),
      deed(id, {
        label: isActive ? t.deactivate : t.activate,
        path: `${at}/status`,
        body: () => ({ status: isActive ? 'Inactive' : 'Active' }),
      }),
      deed(id, { label: t.remove, path: `${at}/delete`, grave: true }),
    ];
  }
  const fields = HOLDER.map((field) => ({ ...field, value: textIn(found[field.name]) }));
  return [
    deed(id, { label: t.update, path: `${at}/update`, fields, body: (values) => toBody(values) }),
    deed(id, { label: t.remove, path: `${at}/delete`, grave: true }),
  ];
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
