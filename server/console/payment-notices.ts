import { html, nothing, type TemplateResult } from 'lit';
import type { Dispute } from '../../shared/contract/merchant/disputes.ts';
import type { HeldNotificationBody } from '../../shared/contract/merchant/notifications.ts';
import type { Payment } from '../../shared/contract/merchant/payments.ts';
import { formatAmountForViewer } from './amounts.ts';
import { icon } from './components/icons.ts';
import {
  cardLabel,
  detailList,
  disputeBadge,
  sectionPanel,
  timestamp,
  type TemplateContent,
} from './components/templates.ts';
import { alertText } from './i18n/alerts.ts';
import { findText, stateLabelAndTone } from './i18n/states.ts';
import { texts } from './i18n/texts.ts';
import type { PaymentDetails } from './payment-sections.ts';
import { hrefOf } from './route.ts';
import { formatDate, formatShortDate } from './times.ts';

const t = texts.payment;
const a = texts.actions;

type HeldAction = 'approve' | 'reject' | 'capture' | 'cancel';

/** The most payments of each kind that are read. */
export const OTHERS_READ = 50;

/** Other payments than the shown one, newest first. */
export interface OtherPayments {
  sameOrder: readonly Payment[];
  sameShopper: readonly Payment[];
  /** Those with the card of a held payment since the day before. */
  sameCard: readonly Payment[];
  /** More of them may be there than were read. */
  isSameCardCut: boolean;
}

/**
 * A held payment waits for a review of its risk or for its capture. A result of the risk product tells that it is a
 * review; the gateway takes either pair of requests, so the other one stays at hand.
 * @param others undefined while they are not known
 */
export function heldPaymentSection(
  payment: PaymentDetails,
  others: OtherPayments | undefined,
  onAction: (name: HeldAction) => void,
): TemplateResult {
  const { result } = payment;
  const amount = formatAmountForViewer(payment.amount, payment.currency);
  const isReview = Boolean(result?.risk_action) || Boolean(result?.risk_score);
  const effects: Readonly<Record<HeldAction, string>> = {
    approve: t.heldCharged(amount),
    capture: t.heldCharged(amount),
    reject: t.heldNothing,
    cancel: t.heldReleased,
  };
  const choice = (name: HeldAction, kind: string): TemplateResult =>
    html`<li>
      <button type="button" class=${kind} @click=${() => onAction(name)}>${a[name]}</button>
      <p class="small">${effects[name]}</p>
    </li>`;
  const pair = ([first, second]: readonly [HeldAction, HeldAction], kind: string): TemplateResult =>
    html`<ul class="choices">
      ${choice(first, kind)} ${choice(second, 'danger')}
    </ul>`;
  const review = ['approve', 'reject'] as const;
  const capture = ['capture', 'cancel'] as const;
  return html`<section class="panel decide" aria-labelledby="held">
    <div class="stack">
      <div class="decide-title">
        <span class="emblem alert">${icon('alert')}</span>
        <h2 id="held">${t.heldTitle}</h2>
      </div>
      ${isReview ? heldReasons(payment).map((reason) => html`<p>${reason}</p>`) : nothing}
      ${pair(isReview ? review : capture, 'primary')}
      <details class="technical">
        <summary>${t.heldMore}</summary>
        <p>${isReview ? t.heldMoreCapture : t.heldMoreReview}</p>
        ${pair(isReview ? capture : review, '')}
      </details>
    </div>
    ${heldFacts(payment, others)}
  </section>`;
}

/** Why the risk product holds a payment, in plain words for the rules that have any. */
function heldReasons({ result }: PaymentDetails): string[] {
  const reasons = result?.risk_reasons ?? [];
  if (reasons.length === 0) return [t.heldNoReason];
  return reasons.map(
    ({ name, status }) =>
      findText(t.heldReasons, name.toLowerCase()) ?? t.heldOther(status === '' ? name : `${name} (${status})`),
  );
}

/** The facts to decide by: the risk result, and what else was tried and disputed. */
function heldFacts(
  { result, card, shopper_email: email }: PaymentDetails,
  others: OtherPayments | undefined,
): TemplateContent {
  const action = result?.risk_action ?? '';
  const score = result?.risk_score ? `${t.score} ${result.risk_score}` : '';
  const risk = [findText<string>(t.riskActions, action.toLowerCase()) ?? action, score].filter(Boolean).join(' · ');
  if (others === undefined) return detailList([[t.risk, risk]]);
  const { sameOrder, sameShopper, sameCard, isSameCardCut } = others;
  const disputed = new Map(
    [...sameShopper, ...sameCard].filter((one) => one.dispute_status !== null).map((one) => [one.id, one]),
  );
  return detailList([
    [texts.pages.disputes, disputed.size === 0 ? null : [...disputed.values()].map(disputedOrder)],
    [t.risk, risk],
    [t.sameOrder, paymentCounts(sameOrder)],
    // Without an email nothing is known of the shopper; and what was read does not show that there is no dispute.
    [t.sameShopper, email === null ? null : paymentCounts(sameShopper)],
    [
      card === null ? '' : t.sameCard(cardLabel(card).replaceAll(' ', '\u00a0')),
      card === null ? null : paymentCounts(sameCard, isSameCardCut),
    ],
  ]);
}

function disputedOrder(payment: Payment): TemplateResult {
  return html`<p>
    <a href=${hrefOf('payments', payment.id)}>${t.order(payment.order_no)}</a>&ensp;${disputeBadge(payment)}
  </p>`;
}

/** How many payments there are of each state, where a dispute counts as one, and since when. */
function paymentCounts(payments: readonly Payment[], isCut = payments.length >= OTHERS_READ - 1): TemplateContent {
  const oldest = payments.at(-1);
  if (oldest === undefined) return t.noPayments;
  const labels = payments.map(({ status, dispute_status: dispute }) =>
    dispute === null ? stateLabelAndTone(status).label : texts.payments.disputed[dispute],
  );
  const countOf = (label: string): string => String(labels.filter((one) => one === label).length);
  const ends = [...new Set(labels)].map((label) => `${countOf(label)} ${label}`).join(', ');
  return html`${isCut ? `${String(payments.length)}+: ` : nothing}${ends}
    <p class="muted small">${t.since(formatShortDate(oldest.created_at))}</p>`;
}

/** The alerts of a payment, each once, and its open dispute. */
export function alertAndDisputeNotices(payment: PaymentDetails): TemplateContent {
  const alerts = [...new Set(payment.alerts.map(alertText))];
  const open = payment.disputes.find(({ status }) => status === 'received');
  return html`${open === undefined ? nothing : notice([disputeText(open)])}
  ${alerts.length === 0 ? nothing : notice(alerts)}`;
}

function notice(texts: readonly string[]): TemplateResult {
  return html`<div class="notice alert" role="note">
    ${icon('alert')}
    <div>${texts.map((text) => html`<p>${text}</p>`)}</div>
  </div>`;
}

/** The notifications that wait for a person; `onAccept` is undefined for who may not accept them. */
export function heldNotificationsSection(
  { reported }: PaymentDetails,
  onAccept: ((report: HeldNotificationBody) => void) | undefined,
): TemplateContent {
  if (reported.length === 0) return nothing;
  return sectionPanel(
    'reported',
    t.reported,
    html`<p class="muted">${t.reportedAbout}</p>
      <ul class="rows">
        ${reported.map(
          (report) =>
            html`<li>
              <div>
                <span class="row-text"
                  ><span class="strong">${acceptanceEffectText(report)}</span
                  ><span class="muted small"
                    >${t.digest[report.verified ? 'valid' : 'invalid']}, ${t.notifyAddress[report.address]} ·
                    ${timestamp(report.at)}</span
                  ></span
                >
                ${
                  onAccept === undefined
                    ? nothing
                    : html`<button type="button" @click=${() => onAccept(report)}>${t.accept}</button>`
                }
              </div>
            </li>`,
        )}
      </ul>`,
  );
}

/** What accepting a notification lets act. */
export function acceptanceEffectText({ type, kind, reports, recurring_id: id }: HeldNotificationBody): string {
  const parts = reports.map((name) =>
    name === 'webhooks_type'
      ? (findText<string>(t.reports, kind ?? '') ?? type)
      : [t.reports[name], name === 'recurring_id' ? id : null].filter((part) => part !== null).join(' '),
  );
  return parts.length === 0 ? t.reports.nothing : parts.join(', ');
}

function disputeText({ amount, currency, due_at: dueAt, due_by: dueBy }: Dispute): string {
  const due = dueAt === null ? '' : (dueBy === 'estimated' ? t.disputeEstimated : t.disputeDue)(formatDate(dueAt));
  return [t.disputeOpen(formatAmountForViewer(amount, currency)), due, t.disputeAnswer]
    .filter((part) => part !== '')
    .join(' ');
}
