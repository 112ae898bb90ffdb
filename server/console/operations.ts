import { html, nothing } from 'lit';
import type { Operation } from '../../shared/contract/merchant/operations.ts';
import { money } from './amounts.ts';
import { w } from './i18n/en.ts';
import { OPERATIONS } from './i18n/states.ts';
import type { Column } from './list-page.ts';
import type { AskResult } from './parts/ask-dialog.ts';
import { badge, moment, type Content } from './parts/parts.ts';

/** Payouts and card operations as lists show them. */
export function operationColumns(deeds: (operation: Operation) => Content): readonly Column<Operation>[] {
  return [
    {
      label: w.audit.action,
      place: 'main',
      cell: (one) => html`<span class="strong">${amountIn(one) ?? nameOfOperation(one)}</span>`,
    },
    { label: w.common.status, place: 'end', cell: (one) => badge(one.status) },
    { label: w.common.kind, cell: (one) => nameOfOperation(one) },
    { label: w.common.details, cell: subjectOf },
    { label: w.common.date, cell: (one) => moment(one.created_at) },
    { label: w.common.details, place: 'tail', cell: deeds },
  ];
}

export function nameOfOperation({ operation }: Operation): string {
  return OPERATIONS[operation] ?? operation;
}

function amountIn({ request }: Operation): string | undefined {
  const { payment_amount: amount, payment_currency: currency, recharge_amount: load, amount: sum } = request;
  if (typeof amount === 'string' && typeof currency === 'string') return money(amount, currency);
  const given = load ?? sum;
  return typeof given === 'number' ? given.toFixed(2) : undefined;
}

/** Whom or what it was about, as the request names it. */
function subjectOf({ request, message }: Operation): Content {
  const { beneficiary, reference, card_alias: alias, group_name: group, email, card_id: card } = request;
  const name = (beneficiary as { name?: unknown } | undefined)?.name;
  const words = [name, reference, alias, group, email, card, message].filter(
    (word): word is string => typeof word === 'string' && word !== '',
  );
  return words.length === 0 ? nothing : html`${words.join(' · ')}`;
}

/** How an operation ended: done, on its way, refused. */
export function endOfOperation(answer: { operation: Operation }, done: string, open: string): AskResult {
  const { status, message } = answer.operation;
  if (status === 'refused' || status === 'not_sent') return { ok: false, text: message ?? w.common.unreachable };
  return { ok: true, text: status === 'succeeded' ? done : open };
}
