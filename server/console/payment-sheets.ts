import { html, nothing, type TemplateResult } from 'lit';
import type * as z from 'zod/mini';
import type { PaymentWithTimeline } from '../../shared/contract/merchant/payments.ts';
import { w } from './i18n/en.ts';
import { DECLINES } from './i18n/states.ts';
import { remarkOf, sentenceOf } from './i18n/timeline.ts';
import { methodOf } from './parts/method.ts';
import { badge, copyable, facts, moment, type Content } from './parts/parts.ts';

export type Details = z.infer<typeof PaymentWithTimeline>;

const t = w.payment;

/** What happened to a payment, in plain words. */
export function timelineOf(payment: Details): TemplateResult {
  return html`<ol class="timeline">
    ${payment.timeline.map((entry) => {
      const remark = remarkOf(entry);
      return html`<li class=${entry.kind === 'conflict' || entry.to === 'unknown' ? 'alert' : ''}>
        <p>${sentenceOf(entry, payment.currency)}</p>
        ${remark === '' ? nothing : html`<p class="soft small">${remark}</p>`}
        <p class="soft small">${moment(entry.at)}</p>
      </li>`;
    })}
  </ol>`;
}

/** What a payment is. */
export function factsOf(payment: Details): TemplateResult {
  return html`<section class="sheet" aria-labelledby="facts">
    <h2 id="facts">${t.facts}</h2>
    ${facts([
      [t.method, methodOf(payment)],
      [t.email, payment.shopper_email],
      [t.decline, payment.decline === null ? null : (DECLINES[payment.decline.code] ?? payment.decline.code)],
      [t.review, payment.review_status],
      [t.created, moment(payment.created_at)],
      [t.changed, moment(payment.updated_at)],
      [t.transaction, payment.transaction_id === null ? null : copyable(payment.transaction_id, t.transaction)],
      [t.id, copyable(payment.id, t.id)],
      [t.contract, payment.recurring_id],
    ])}
  </section>`;
}

/** What the result says of risk and 3-D Secure, and the rest as the gateway wrote it. */
export function saidOf({ result }: Details): Content {
  if (result === null) return nothing;
  const reasons = (result.risk_reasons ?? []).map(({ name, status }) => `${name}: ${status}`).join(', ');
  const said = facts([
    [t.answer, result.result_info],
    [t.code, result.order_status],
    [t.secure, result.threeds_result],
    [`${t.risk}: ${t.action.toLowerCase()}`, result.risk_action],
    [`${t.risk}: ${t.score.toLowerCase()}`, result.risk_score],
    [`${t.risk}: ${t.reasons.toLowerCase()}`, reasons],
    [t.connector, result.connector],
    [t.note, result.note],
  ]);
  return said === nothing
    ? nothing
    : html`<section class="sheet" aria-labelledby="said">
        <h2 id="said">${t.gateway}</h2>
        ${said}
      </section>`;
}

/** A payment's disputes; nothing where there are none. */
export function disputesOf({ disputes }: Details): Content {
  if (disputes.length === 0) return nothing;
  return html`<section class="sheet" aria-labelledby="disputes">
    <h2 id="disputes">${t.disputes}</h2>
    <ul class="rows">
      ${disputes.map(
        (dispute) =>
          html`<li>
            <div>
              <span class="words"
                ><span class="strong">${dispute.reason ?? dispute.transaction_id}</span
                ><span class="soft small">${dispute.code ?? ''} ${moment(dispute.created_at)}</span></span
              >
              ${badge(dispute.status)}
            </div>
          </li>`,
      )}
    </ul>
  </section>`;
}
