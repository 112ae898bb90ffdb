import { html, nothing, type TemplateResult } from 'lit';
import type * as z from 'zod/mini';
import type { PaymentWithTimeline } from '../../shared/contract/merchant/payments.ts';
import { texts } from './i18n/en.ts';
import { DECLINE_REASONS } from './i18n/states.ts';
import { timelineDetail, timelineText } from './i18n/timeline.ts';
import { badge, copyable, detailList, timestamp, type Content, paymentMethod } from './components/templates.ts';

export type PaymentDetails = z.infer<typeof PaymentWithTimeline>;

const t = texts.payment;

/** The timeline of a payment. */
export function timelineList(payment: PaymentDetails): TemplateResult {
  return html`<ol class="timeline">
    ${payment.timeline.map((entry) => {
      const detail = timelineDetail(entry);
      return html`<li class=${entry.kind === 'conflict' || entry.to === 'unknown' ? 'alert' : ''}>
        <p>${timelineText(entry, payment.currency)}</p>
        ${detail === '' ? nothing : html`<p class="muted small">${detail}</p>`}
        <p class="muted small">${timestamp(entry.at)}</p>
      </li>`;
    })}
  </ol>`;
}

/** The details of a payment. */
export function detailsSection(payment: PaymentDetails): TemplateResult {
  return html`<section class="panel" aria-labelledby="details">
    <h2 id="details">${t.details}</h2>
    ${detailList([
      [t.method, paymentMethod(payment)],
      [t.email, payment.shopper_email],
      [t.decline, payment.decline === null ? null : (DECLINE_REASONS[payment.decline.code] ?? payment.decline.code)],
      [t.review, payment.review_status],
      [t.created, timestamp(payment.created_at)],
      [t.changed, timestamp(payment.updated_at)],
      [t.transaction, payment.transaction_id === null ? null : copyable(payment.transaction_id, t.transaction)],
      [t.id, copyable(payment.id, t.id)],
      [t.subscription, payment.recurring_id],
    ])}
  </section>`;
}

/** The gateway's response, with risk and 3-D Secure; nothing without a result. */
export function gatewayResponseSection({ result }: PaymentDetails): Content {
  if (result === null) return nothing;
  const reasons = (result.risk_reasons ?? []).map(({ name, status }) => `${name}: ${status}`).join(', ');
  const rows = detailList([
    [t.response, result.result_info],
    [t.code, result.order_status],
    [t.secure, result.threeds_result],
    [`${t.risk}: ${t.action.toLowerCase()}`, result.risk_action],
    [`${t.risk}: ${t.score.toLowerCase()}`, result.risk_score],
    [`${t.risk}: ${t.reasons.toLowerCase()}`, reasons],
    [t.connector, result.connector],
    [t.note, result.note],
  ]);
  return rows === nothing
    ? nothing
    : html`<section class="panel" aria-labelledby="gateway-response">
        <h2 id="gateway-response">${t.gateway}</h2>
        ${rows}
      </section>`;
}

/** The disputes of a payment; nothing without any. */
export function disputesSection({ disputes }: PaymentDetails): Content {
  if (disputes.length === 0) return nothing;
  return html`<section class="panel" aria-labelledby="disputes">
    <h2 id="disputes">${t.disputes}</h2>
    <ul class="rows">
      ${disputes.map(
        (dispute) =>
          html`<li>
            <div>
              <span class="row-text"
                ><span class="strong">${dispute.reason ?? dispute.transaction_id}</span
                ><span class="muted small">${dispute.code ?? ''} ${timestamp(dispute.created_at)}</span></span
              >
              ${badge(dispute.status)}
            </div>
          </li>`,
      )}
    </ul>
  </section>`;
}
