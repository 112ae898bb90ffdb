import { html, nothing, type TemplateResult } from 'lit';
import type { Dispute } from '../../shared/contract/merchant/disputes.ts';
import type { ReportedNotification } from '../../shared/contract/merchant/notifications.ts';
import type { Payment } from '../../shared/contract/merchant/payments.ts';
import type { Refund } from '../../shared/contract/merchant/refunds.ts';
import { formatMoney, addAmounts } from './amounts.ts';
import { icon } from './components/icons.ts';
import type { Content } from './components/templates.ts';
import { alertText } from './i18n/alerts.ts';
import { textIn } from './i18n/states.ts';
import { texts } from './i18n/texts.ts';
import type { PaymentDetails } from './payment-sections.ts';
import { formatDate } from './times.ts';

const t = texts.payment;
const a = texts.actions;

type HeldAction = 'approve' | 'reject' | 'capture' | 'cancel';

/** The style of each button. */
const HELD_BUTTONS: Readonly<Record<HeldAction, string>> = {
  approve: 'primary',
  reject: 'danger',
  capture: '',
  cancel: 'danger',
};

/** A held payment waits for a review or for its capture. Either pair of buttons decides; nothing tells which applies. */
export function heldPaymentSection({ result }: PaymentDetails, onAction: (name: HeldAction) => void): TemplateResult {
  const reason =
    (result?.risk_reasons ?? []).map(({ name, status }) => `${name} (${status})`).join(', ') || result?.risk_action;
  const pair = (title: string, about: string, actions: readonly HeldAction[]): TemplateResult =>
    html`<div>
      <h3>${title}</h3>
      <p class="muted">${about}</p>
      <div class="buttons start">
        ${actions.map(
          (name) =>
            html`<button type="button" class=${HELD_BUTTONS[name]} @click=${() => onAction(name)}>${a[name]}</button>`,
        )}
      </div>
    </div>`;
  return html`<section class="panel decide" aria-labelledby="held">
    <h2 id="held">${t.heldTitle}</h2>
    <p>${reason ? t.heldReason(reason) : t.heldNoReason}</p>
    <div class="pairs">
      ${pair(t.heldReview, t.heldReviewAbout, ['approve', 'reject'])}
      ${pair(t.heldCapture, t.heldCaptureAbout, ['capture', 'cancel'])}
    </div>
  </section>`;
}

/** What was refunded, and what is on its way: an accepted refund is not yet with the shopper. */
export function refundSummary({ currency }: Payment, refunds: readonly Refund[]): Content {
  const sum = (...statuses: string[]): string =>
    addAmounts(refunds.filter(({ status }) => statuses.includes(status)).map((refund) => refund.refund_amount));
  const parts = [
    [sum('refunded'), t.refunded],
    [sum('accepted', 'in_progress'), t.refunding],
  ] as const;
  const shown = parts
    .filter(([amount]) => amount !== '0.00')
    .map(([amount, text]) => text(formatMoney(amount, currency)));
  return shown.length === 0 ? nothing : html`<p class="muted">${shown.join(' · ')}</p>`;
}

/** The alerts of a payment, each once, and its open dispute. */
export function alertNotices(payment: PaymentDetails): Content {
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

/** What accepting a notification lets act. */
export function notificationEffectText({ type, kind, reports, recurring_id: id }: ReportedNotification): string {
  const parts = reports.map((name) =>
    name === 'webhooks_type'
      ? (textIn<string>(t.reports, kind ?? '') ?? type)
      : [t.reports[name], name === 'recurring_id' ? id : null].filter((part) => part !== null).join(' '),
  );
  return parts.length === 0 ? t.reports.nothing : parts.join(', ');
}

function disputeText({ amount, currency, due_at: dueAt, due_by: dueBy }: Dispute): string {
  const due = dueAt === null ? '' : (dueBy === 'estimated' ? t.disputeEstimated : t.disputeDue)(formatDate(dueAt));
  return [t.disputeOpen(formatMoney(amount, currency)), due, t.disputeAnswer].filter((part) => part !== '').join(' ');
}
