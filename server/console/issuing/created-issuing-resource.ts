import { html, nothing } from 'lit';
import type { IssuingOrPayoutOperation } from '../../../shared/contract/merchant/operations.ts';
import { amountCell, type TemplateContent } from '../components/templates.ts';
import { findText } from '../i18n/states.ts';
import { texts } from '../i18n/texts.ts';

const t = texts.issuing;

/** The created card, group or cardholder; cards come in a list of one. */
export function createdIssuingResourceOf({ result }: IssuingOrPayoutOperation): Readonly<Record<string, unknown>> {
  const list = result?.['create_result_list'];
  return (Array.isArray(list) ? (list[0] as Record<string, unknown> | undefined) : result) ?? {};
}

export function stringOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The last four digits of a masked card number. */
export function maskedLastFour(number: unknown): string {
  const [digits] = /\d{4}$/.exec(stringOrEmpty(number)) ?? [];
  return digits === undefined ? '' : `•••• ${digits}`;
}

export function cardLimitText({ card_limit: limit, currency }: Readonly<Record<string, unknown>>): TemplateContent {
  return typeof limit === 'number' && typeof currency === 'string'
    ? html`<span class="narrow">${t.limit}</span> ${amountCell(limit.toFixed(2), currency)}`
    : nothing;
}

export function createdResourceId(operation: IssuingOrPayoutOperation, name: string): string {
  return stringOrEmpty(createdIssuingResourceOf(operation)[name]);
}

/** The states behind the numbers of `card_status` that the console sends itself; the interface names no others. */
const CARD_STATES: Readonly<Record<string, string>> = { '1': 'active', '2': 'frozen' };

/** The state of a card by its `card_status`; of an unnamed one, its number in words. */
export function cardStatusLabel(code: string): string {
  return findText(CARD_STATES, code) ?? t.cardStatus(code);
}

/** The state of a created item, or of its creation while the issuing service has not told it. */
export function createdResourceState({ status }: IssuingOrPayoutOperation, cardStatus: string | undefined): string {
  if (status !== 'succeeded') return status;
  return cardStatus === undefined ? 'created' : cardStatusLabel(cardStatus);
}

export function createdResourceName(operation: IssuingOrPayoutOperation): string {
  const { card_alias: alias, group_name: group, first_name: first, last_name: last, email } = operation.request;
  const number = createdIssuingResourceOf(operation)['card_number'];
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
export function matchesSearchText(
  one: IssuingOrPayoutOperation,
  text: string,
  cardholders: ReadonlyMap<string, string>,
): boolean {
  const { email, cardholder_id: holder } = one.request;
  const parts = [
    createdResourceName(one),
    email,
    cardholders.get(stringOrEmpty(holder)),
    ...Object.values(createdIssuingResourceOf(one)),
  ];
  return parts.some((part) => stringOrEmpty(part).toLowerCase().includes(text.toLowerCase()));
}
