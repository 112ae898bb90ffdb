import { html, nothing } from 'lit';
import type { IssuingOrPayoutOperation } from '../../shared/contract/merchant/operations.ts';
import { formatAmountForViewer } from './amounts.ts';
import { texts } from './i18n/texts.ts';
import { findText } from './i18n/states.ts';
import { createdIssuingResourceOf, createdResourceName, maskedLastFour } from './issuing/created-issuing-resource.ts';
import type { ListColumn } from './list-table.ts';
import type { ActionResult } from './components/action-dialog.ts';
import { stateBadge, timestamp, type TemplateContent } from './components/templates.ts';

interface OperationColumns {
  /** Whether the operations are of several kinds. */
  kind?: boolean;
  /** What an operation is about, where that is more than one column. */
  subject?: readonly ListColumn<IssuingOrPayoutOperation>[];
}

const SUBJECT: ListColumn<IssuingOrPayoutOperation> = { label: texts.common.details, cell: operationSubject };

/** Columns of a list of payouts and card operations. */
export function issuingOrPayoutColumns(
  { kind = false, subject = [SUBJECT] }: OperationColumns,
  actions: (operation: IssuingOrPayoutOperation) => TemplateContent,
): readonly ListColumn<IssuingOrPayoutOperation>[] {
  return [
    {
      label: texts.common.amount,
      area: 'main',
      isNumeric: true,
      cell: (one) => html`<span class="strong">${requestedAmount(one) ?? '–'}</span>`,
    },
    { label: texts.common.status, area: 'end', cell: (one) => stateBadge(one.status) },
    ...(kind ? [{ label: texts.common.kind, cell: operationLabel }] : []),
    ...subject,
    { label: texts.common.date, cell: (one) => timestamp(one.created_at) },
    { label: texts.common.details, area: 'tail', cell: actions },
  ];
}

/** Whom a payout pays and what it is for: the beneficiary with the account's last four digits, the reference. */
export const PAYOUT_SUBJECT: readonly ListColumn<IssuingOrPayoutOperation>[] = [
  { label: texts.payouts.recipient, cell: recipientCell },
  { label: texts.payouts.reference, area: 'last', cell: payoutReferenceCell },
];

/** What an operation is about, for a list of other things: the payout's amount and recipient, the card's name. */
export function operationSummary(operation: IssuingOrPayoutOperation): string | undefined {
  const [name] = namesIn(operation);
  if (operation.operation === 'payout') return [requestedAmount(operation), name].filter(Boolean).join(' · ');
  if (!operation.operation.startsWith('create')) return name;
  return [createdResourceName(operation), maskedLastFour(createdIssuingResourceOf(operation)['card_number'])]
    .filter(Boolean)
    .join(' ');
}

export function operationLabel({ operation }: IssuingOrPayoutOperation): string {
  return findText(texts.operations, operation) ?? operation;
}

function requestedAmount({ request }: IssuingOrPayoutOperation): string | undefined {
  const { payment_amount: amount, payment_currency: currency, recharge_amount: load, amount: sum } = request;
  if (typeof amount === 'string' && typeof currency === 'string') return formatAmountForViewer(amount, currency);
  const given = load ?? sum;
  return typeof given === 'number' ? given.toFixed(2) : undefined;
}

/** The beneficiary, card, group or cardholder that the request names, and the gateway's message. */
function operationSubject(operation: IssuingOrPayoutOperation): TemplateContent {
  return joined([...namesIn(operation), operation.message]);
}

function recipientCell({ request }: IssuingOrPayoutOperation): TemplateContent {
  const { name, account_number: account } = beneficiaryOf(request);
  const masked = maskedLastFour(account);
  return html`${typeof name === 'string' ? name : '–'}${
    masked === '' ? nothing : html` <span class="under muted small">${masked}</span>`
  }`;
}

/** The payout's reference, and the gateway's message. */
function payoutReferenceCell({ request: { reference }, message }: IssuingOrPayoutOperation): TemplateContent {
  return joined([reference, message]);
}

/** The texts that are there, in one line. */
function joined(parts: readonly unknown[]): TemplateContent {
  const given = parts.filter(isText);
  return given.length === 0 ? nothing : html`${given.join(' · ')}`;
}

const isText = (part: unknown): part is string => typeof part === 'string' && part !== '';

function beneficiaryOf({ beneficiary }: IssuingOrPayoutOperation['request']): Readonly<Record<string, unknown>> {
  return (beneficiary ?? {}) as Record<string, unknown>;
}

function namesIn({ request }: IssuingOrPayoutOperation): string[] {
  const { reference, card_alias: alias, group_name: group, email, card_id: card } = request;
  return [beneficiaryOf(request)['name'], reference, alias, group, email, card].filter(isText);
}

/** The result of an operation: succeeded, outcome unknown, or refused. */
export function toActionResult(
  answer: { operation: IssuingOrPayoutOperation },
  succeeded: string,
  unknown: string,
): ActionResult {
  const { status, message } = answer.operation;
  if (status === 'refused' || status === 'not_sent') return { ok: false, text: message ?? texts.common.unreachable };
  return { ok: true, text: status === 'succeeded' ? succeeded : unknown };
}
