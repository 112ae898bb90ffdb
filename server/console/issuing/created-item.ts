import { html, nothing } from 'lit';
import type { Operation } from '../../../shared/contract/merchant/operations.ts';
import { formattedAmount, type Content } from '../components/templates.ts';
import { texts } from '../i18n/texts.ts';

const t = texts.issuing;

/** The created card, group or cardholder; cards come in a list of one. */
export function createdItemOf({ result }: Operation): Readonly<Record<string, unknown>> {
  const list = result?.['create_result_list'];
  return (Array.isArray(list) ? (list[0] as Record<string, unknown> | undefined) : result) ?? {};
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The last four digits of a masked card number. */
export function lastFour(number: unknown): string {
  const [digits] = /\d{4}$/.exec(textOf(number)) ?? [];
  return digits === undefined ? '' : `•••• ${digits}`;
}

export function cardLimit({ card_limit: limit, currency }: Readonly<Record<string, unknown>>): Content {
  return typeof limit === 'number' && typeof currency === 'string'
    ? html`<span class="narrow">${t.limit}</span> ${formattedAmount(limit.toFixed(2), currency)}`
    : nothing;
}

export function createdId(operation: Operation, name: string): string {
  return textOf(createdItemOf(operation)[name]);
}

/** What is known of a created item without asking the issuing service: a creation that succeeded says no more of it. */
export function createdState({ status }: Operation): string {
  return status === 'succeeded' ? 'created' : status;
}

export function displayName(operation: Operation): string {
  const { card_alias: alias, group_name: group, first_name: first, last_name: last, email } = operation.request;
  const number = createdItemOf(operation)['card_number'];
  const names = [
    alias,
    group,
    [first, last].filter((part): part is string => typeof part === 'string').join(' '),
    email,
    number,
  ];
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? operation.request_id;
}

/** Whether a name, the last four digits or the ID of a created item contain a text, in any case. */
export function containsText(one: Operation, text: string, cardholders: ReadonlyMap<string, string>): boolean {
  const { email, cardholder_id: holder } = one.request;
  const parts = [displayName(one), email, cardholders.get(textOf(holder)), ...Object.values(createdItemOf(one))];
  return parts.some((part) => textOf(part).toLowerCase().includes(text.toLowerCase()));
}
