import { html, nothing, type TemplateResult } from 'lit';
import type { Dispute } from '../../shared/contract/merchant/disputes.ts';
import type { HeldNotificationBody } from '../../shared/contract/merchant/notifications.ts';
import type { Payment } from '../../shared/contract/merchant/payments.ts';
import { formatAmountForViewer } from './amounts.ts';
import { icon } from './components/icons.ts';
import { sectionPanel, timestamp, type TemplateContent } from './components/templates.ts';
import { alertText } from './i18n/alerts.ts';
import { findText } from './i18n/states.ts';
import { texts } from './i18n/texts.ts';
import type { PaymentDetails } from './payment-sections.ts';
import { hrefOf } from './route.ts';
import { formatDate } from './times.ts';

const t = texts.payment;
const a = texts.actions;

type HeldAction = 'approve' | 'reject' | 'capture' | 'cancel';

const DAY = 86_400_000;

/**
 * A held payment waits for a review of its risk or for its capture. A result of the risk product tells that it is a
 * review; the gateway takes either pair of requests, so the other one stays at hand.
 * @param related other payments with this card or by this customer
 */
export function heldPaymentSection(
  payment: PaymentDetails,
  related: readonly Payment[],
  onAction: (name: HeldAction) => void,
): TemplateResult {
  const { result } = payment;
  const amount = formatAmountForViewer(payment.amount, payment.currency);
  const isReview = Boolean(result?.risk_action) || Boolean(result?.risk_score);
  const pair = ([first, second]: readonly [HeldAction, HeldAction], kind: string): TemplateResult =>
    html`<div class="buttons start">
      <button type="button" class=${kind} @click=${() => onAction(first)}>${a[first]}</button>
      <button type="button" class="danger" @click=${() => onAction(second)}>${a[second]}</button>
    </div>`;
  const review = ['approve', 'reject'] as const;
  const capture = ['capture', 'cancel'] as const;
  return html`<section class="panel decide" aria-labelledby="held">
    <h2 id="held">${t.heldTitle}</h2>
    ${isReview ? heldReasons(payment).map((reason) => html`<p>${reason}</p>`) : nothing}
    ${relatedWarnings(payment, related)}
    <p>${(isReview ? t.heldReview : t.heldCapture)(amount)}</p>
    ${pair(isReview ? review : capture, 'primary')}
    <details class="technical">
      <summary>${t.heldMore}</summary>
      <p>${isReview ? t.heldMoreCapture : t.heldMoreReview} ${(isReview ? t.heldCapture : t.heldReview)(amount)}</p>
      ${pair(isReview ? capture : review, '')}
    </details>
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

/** Payments of the day before, and an earlier dispute. */
function relatedWarnings({ created_at: createdAt }: Payment, related: readonly Payment[]): TemplateContent {
  const recent = related.filter((one) => {
    const before = Date.parse(createdAt) - Date.parse(one.created_at);
    return before >= 0 && before < DAY;
  });
  const disputed = related.find(({ dispute_status: status }) => status !== null);
  return html`${
    disputed === undefined
      ? nothing
      : html`<p class="strong">
          <a href=${hrefOf('payments', disputed.id)}>${t.heldDisputed(disputed.order_no)}</a>
        </p>`
  }
  ${recent.length === 0 ? nothing : html`<p>${t.heldRecent(recent.length)}</p>`}`;
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
