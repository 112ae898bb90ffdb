import { html, nothing } from 'lit';
import type { IssuingOrPayoutOperation } from '../../../shared/contract/merchant/operations.ts';
import { language, texts } from '../i18n/texts.ts';
import { toActionResult } from '../operations.ts';
import type { ActionForm } from '../components/action-dialog.ts';
import type { FormField, FormValues } from '../components/form-fields.ts';
import { copyableText, detailList, type TemplateContent } from '../components/templates.ts';

const t = texts.issuing;

type Choice = readonly [value: string, label: string];

/** What the form of a card offers to choose from. */
export interface CardFormChoices {
  bins: readonly Choice[];
  groups: readonly Choice[];
  cardholders: readonly Choice[];
}

/** What the form of a group offers to choose from. */
export interface GroupFormChoices {
  rules: readonly Choice[];
}

export type IssuingResource = 'cards' | 'groups' | 'cardholders';

interface OperationAnswer {
  operation: IssuingOrPayoutOperation;
  result: Record<string, unknown> | null;
}

/** The request body without empty values; the issuing API takes amounts as numbers. */
function toBody(values: FormValues, kinds: { numbers?: readonly string[]; flags?: readonly string[] } = {}): object {
  const body: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(values)) {
    if (kinds.flags?.includes(name) === true) body[name] = value === 'yes';
    else if (value !== '') body[name] = kinds.numbers?.includes(name) === true ? Number(value) : value;
  }
  return body;
}

const optional = (name: string, label: string, more: Partial<FormField> = {}): FormField => ({
  name,
  label,
  optional: true,
  ...more,
});

/** The form that creates a card. Card number and security code are shown until the dialog closes and never stored. */
export function createCardForm({ bins, groups, cardholders }: CardFormChoices): ActionForm {
  return {
    title: t.createCard,
    fields: [
      bins.length === 0
        ? { name: 'card_bin_id', label: t.bin, kind: 'whole', hint: t.binHint }
        : { name: 'card_bin_id', label: t.bin, kind: 'choice', choices: bins, value: bins[0]?.[0] ?? '' },
      optional('card_alias', t.alias, { maxLength: 100 }),
      optional('recharge_amount', t.rechargeAmount, { kind: 'amount' }),
      optional('cardholder_id', t.holder, { kind: 'choice', choices: [['', t.noHolder], ...cardholders] }),
      optional('group_id', t.group, { kind: 'choice', choices: [['', t.noGroup], ...groups] }),
      optional('start_date', t.start, { kind: 'date' }),
      optional('end_date', t.end, { kind: 'date' }),
      { name: 'enable_multi_use', label: t.multi, kind: 'check', value: 'yes' },
    ],
    submitLabel: ({ recharge_amount: amount = '' }) => (amount === '' ? t.createCard : t.confirm(t.createCard, amount)),
    request: (values) => ({
      path: '/issuing/cards',
      body: toBody(values, { numbers: ['card_bin_id', 'recharge_amount'], flags: ['enable_multi_use'] }),
    }),
    resultOf: (answer: OperationAnswer) => {
      const result = toActionResult(answer, t.done, t.outcomeUnknown);
      const list = answer.result?.['create_result_list'];
      const card = Array.isArray(list) ? (list[0] as Record<string, unknown> | undefined) : undefined;
      return result.ok && card !== undefined ? { ...result, text: t.copyNow, details: newCardDetails(card) } : result;
    },
  };
}

function newCardDetails(card: Record<string, unknown>): TemplateContent {
  const text = (name: string): string => (typeof card[name] === 'string' ? card[name] : '');
  const number = text('card_number');
  const expiry = `${text('expire_month')}/${text('expire_year').slice(-2)}`;
  return html`<p class="muted">${t.copyNowAbout}</p>
    ${detailList([
      [t.number, number === '' ? nothing : copyableText(number, t.number)],
      [t.code, text('cvv') === '' ? nothing : copyableText(text('cvv'), t.code)],
      [t.expiry, expiry],
      [t.ids.card_id, text('card_id')],
    ])}`;
}

export function createGroupForm({ rules }: GroupFormChoices): ActionForm {
  return {
    title: t.createGroup,
    fields: [
      { name: 'group_name', label: t.groupName, maxLength: 100 },
      { name: 'currency', label: t.currency, value: 'USD', maxLength: 3 },
      optional('recharge_amount', t.rechargeAmount, { kind: 'amount' }),
      optional('rule_id', t.rule, { kind: 'choice', choices: [['', t.noRule], ...rules] }),
    ],
    submitLabel: ({ recharge_amount: amount = '' }) =>
      amount === '' ? t.createGroup : t.confirm(t.createGroup, amount),
    request: (values) => ({ path: '/issuing/groups', body: toBody(values, { numbers: ['recharge_amount'] }) }),
    resultOf: (answer: OperationAnswer) => toActionResult(answer, t.done, t.outcomeUnknown),
  };
}

/** Two-letter codes that name no country: unions, reserved and pseudo codes. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ', 'AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA']);

/** Every country by its name, as the browser knows them. */
function countryChoices(): readonly Choice[] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const found = letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((code): Choice[] => {
      const name = NO_COUNTRIES.has(code) ? undefined : names.of(code);
      return name === undefined ? [] : [[code, name]];
    });
  return [['', ''], ...found.sort(([, one], [, other]) => one.localeCompare(other, language))];
}

const CARDHOLDER_FIELDS: readonly FormField[] = [
  { name: 'first_name', label: t.first },
  { name: 'last_name', label: t.last },
  { name: 'email', label: t.email, kind: 'email', maxLength: 100 },
  optional('mobile_prefix', t.prefix, { maxLength: 6 }),
  optional('mobile', t.mobile, { maxLength: 30 }),
  optional('birth_date', t.birth, { kind: 'date' }),
  optional('billing_country_code', t.country, { kind: 'choice', choices: countryChoices() }),
  optional('billing_city', t.city),
  optional('billing_address', t.address),
  optional('billing_postal', t.postal, { maxLength: 20 }),
];

export function createCardholderForm(): ActionForm {
  return {
    title: t.createHolder,
    fields: CARDHOLDER_FIELDS,
    submitLabel: () => t.createHolder,
    request: (values) => ({ path: '/issuing/cardholders', body: toBody(values) }),
    resultOf: (answer: OperationAnswer) => toActionResult(answer, t.done, t.outcomeUnknown),
  };
}

/** An action on a card, a group or a cardholder. */
export interface IssuingAction {
  label: string;
  form: ActionForm;
}

const AMOUNT: FormField = { name: 'amount', label: t.amount, kind: 'amount' };

interface IssuingActionOptions {
  label: string;
  path: string;
  fields?: readonly FormField[];
  /** The amount's field name in the interface. */
  amount?: string;
  body?: (values: FormValues) => object;
  grave?: boolean;
  keep?: string;
}

function issuingAction(id: string, shape: IssuingActionOptions): IssuingAction {
  const { label, path, amount, grave, keep } = shape;
  const fields = shape.fields ?? (amount === undefined ? [] : [AMOUNT]);
  return {
    label,
    form: {
      title: `${label} · ${id}`,
      ...(grave === true ? { about: t.irreversible, isDestructive: grave } : {}),
      ...(keep === undefined ? {} : { cancelLabel: keep }),
      fields,
      submitLabel: (values) => (values['amount'] ? t.confirm(label, values['amount']) : label),
      request: (values) => ({
        path: `/issuing${path}`,
        body: shape.body?.(values) ?? (amount === undefined ? {} : { [amount]: Number(values['amount']) }),
      }),
      resultOf: (answer: OperationAnswer) => toActionResult(answer, `${label}: ${t.done}`, t.outcomeUnknown),
    },
  };
}

/** The actions that the present state of a card, group or cardholder allows. */
export function issuingActionsFor(
  kind: IssuingResource,
  id: string,
  item: Readonly<Record<string, unknown>>,
): IssuingAction[] {
  const path = `/${kind}/${id}`;
  if (kind === 'cards') {
    const isFrozen = item['card_status'] === '2';
    return [
      issuingAction(id, { label: t.recharge, path: `${path}/recharge`, amount: 'recharge_amount' }),
      issuingAction(id, { label: t.withdraw, path: `${path}/withdraw`, amount: 'amount' }),
      issuingAction(id, { label: t.setLimit, path: `${path}/limit`, amount: 'card_limit' }),
      issuingAction(id, {
        label: isFrozen ? t.unfreeze : t.freeze,
        path: `${path}/status`,
        body: () => ({ status: isFrozen ? '1' : '2' }),
      }),
      issuingAction(id, { label: t.cancelCard, path: `${path}/cancel`, grave: true, keep: t.keepCard }),
    ];
  }
  if (kind === 'groups') {
    const isActive = item['group_status'] === '1';
    return [
      issuingAction(id, { label: t.recharge, path: `${path}/recharge`, amount: 'recharge_amount' }),
      issuingAction(id, { label: t.withdraw, path: `${path}/withdraw`, amount: 'amount' }),
      issuingAction(id, {
        label: isActive ? t.deactivate : t.activate,
        path: `${path}/status`,
        body: () => ({ status: isActive ? 'Inactive' : 'Active' }),
      }),
      issuingAction(id, { label: t.delete, path: `${path}/delete`, grave: true }),
    ];
  }
  const fields = CARDHOLDER_FIELDS.map((field) => ({ ...field, value: textIn(item[field.name]) }));
  return [
    issuingAction(id, { label: t.update, path: `${path}/update`, fields, body: (values) => toBody(values) }),
    issuingAction(id, { label: t.delete, path: `${path}/delete`, grave: true }),
  ];
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
