import { html, nothing, type TemplateResult } from 'lit';
import type * as z from '../../shared/zod.ts';
import type { Dispute } from '../../shared/contract/merchant/disputes.ts';
import type { Payment, DetailedPayment } from '../../shared/contract/merchant/payments.ts';
import type { Refund } from '../../shared/contract/merchant/refunds.ts';
import { alertText } from './i18n/alerts.ts';
import { findText } from './i18n/states.ts';
import { technicalTextOfEntry, reasonGivenInEntry, timelineEntryText } from './i18n/timeline.ts';
import { language, texts } from './i18n/texts.ts';
import {
  stateBadge,
  copyableText,
  detailList,
  amountCell,
  paymentMethodLabel,
  paymentLinkList,
  sectionPanel,
  technicalDetails,
  timestamp,
  type TemplateContent,
} from './components/templates.ts';
import { encodeAmount, type AmountInHundredths } from '../../shared/money.ts';
import { formatAmountForViewer, toSignedOrderTotals, multiplyAmount, subtractAmounts } from './amounts.ts';
import type { FindActor } from './payment-actors.ts';
import { disputeReason } from './dispute-deadline.ts';
import { hrefOf } from './route.ts';

export type PaymentDetails = z.infer<typeof DetailedPayment>;

const t = texts.payment;

/** The timeline of a payment, newest first. */
export function timelineSection(payment: PaymentDetails, actorOf: FindActor): TemplateResult {
  const entries = payment.timeline.toReversed().map((entry) => {
    const reason = reasonGivenInEntry(entry) ?? '';
    const actor = actorOf(entry);
    return html`<li class=${entry.kind === 'contradicted' || entry.to === 'unknown' ? 'alert' : ''}>
      <p>${timelineEntryText(entry, payment.currency)}</p>
      ${reason === '' ? nothing : html`<p class="muted small">${reason}</p>`}
      <p class="muted small">${timestamp(entry.at)}${actor === undefined ? nothing : html` · ${actor}`}</p>
    </li>`;
  });
  return sectionPanel(
    'timeline',
    t.timeline,
    html`<ol class="timeline">
      ${entries}
    </ol>`,
  );
}

/** Items, totals and addresses of the order; nothing without its session. */
export function orderSection({ order, amount, currency }: PaymentDetails): TemplateContent {
  if (order === null) return nothing;
  return sectionPanel(
    'order',
    t.items,
    html`<ul class="items">
      ${order.items.map(
        (item) =>
          html`<li>
            <span
              >${item.name}<span class="muted small"
                >${t.quantity(item.quantity, formatAmountForViewer(item.unit_price, currency))}</span
              ></span
            >
            ${amountCell(multiplyAmount(item.unit_price, item.quantity), currency)}
          </li>`,
      )}
      ${toSignedOrderTotals(order.totals).map(
        ([name, value]) =>
          html`<li class="muted"><span>${findText(t.totals, name) ?? name}</span>${amountCell(value, currency)}</li>`,
      )}
      <li class="strong"><span>${t.total}</span>${amountCell(amount, currency)}</li>
    </ul>`,
  );
}

/** The customer: what the shop sent and the shopper entered. */
export function shopperSection({ order, shopper_email: email, cardholder }: PaymentDetails): TemplateContent {
  const { shopper = {}, billing = {}, delivery = {} } = order ?? {};
  const name = [shopper.first_name, shopper.last_name].filter((part) => part !== undefined).join(' ');
  const rows = detailList([
    [t.email, email === null ? null : html`<a href=${hrefOf('payments', '', { email })}>${breakableEmail(email)}</a>`],
    [t.name, name],
    [t.cardholder, cardholder],
    [t.phone, shopper.phone],
    [t.billing, billing.country === undefined ? null : countryName(billing.country)],
    [t.address, formatAddress({ ...billing, country: undefined })],
    [t.delivery, formatAddress(delivery)],
  ]);
  return rows === nothing ? nothing : sectionPanel('shopper', t.shopper, rows);
}

/** An address that breaks after its `@` first. */
function breakableEmail(email: string): TemplateResult {
  const [name, ...domain] = email.split('@');
  return html`${name}@<wbr />${domain.join('@')}`;
}

interface Address {
  address?: string | undefined;
  postal_code?: string | undefined;
  city?: string | undefined;
  country?: string | undefined;
}

/** An address in one line, with the country's name. */
export function formatAddress({ address, postal_code: postalCode, city, country }: Address): string {
  return [address, postalCode, city, country === undefined ? '' : countryName(country)].filter(Boolean).join(', ');
}

function countryName(code: string): string {
  return new Intl.DisplayNames(language, { type: 'region', fallback: 'code' }).of(code) ?? code;
}

/**
 * The details of a payment; what only technicians need is folded.
 * @param hasAccounts whether there are payments of several accounts
 */
export function detailsSection(
  payment: PaymentDetails,
  { action, hasAccounts }: { action: TemplateContent; hasAccounts: boolean },
): TemplateResult {
  const { result, decline } = payment;
  const reasons = (result?.risk_reasons ?? []).map(({ name, status }) => `${name}: ${status}`).join(', ');
  const codes = payment.timeline.map(technicalTextOfEntry).filter((text) => text !== '');
  const technical = detailList([
    [texts.shopperSaw.label, shopperSaw(payment)],
    [t.startedBy, t.starters[payment.kind]],
    [t.response, result?.result_info],
    [t.code, result?.order_status],
    [`${t.risk}: ${t.action}`, result?.risk_action],
    [`${t.risk}: ${t.score}`, result?.risk_score],
    [`${t.risk}: ${t.reasons}`, reasons],
    [t.connector, result?.connector],
    [t.remark, result?.note],
    [t.timeline, [...new Set(codes)].join(', ')],
    [t.changed, timestamp(payment.updated_at)],
    [t.id, copyableText(payment.id, t.id)],
  ]);
  const { amount, refunded_amount: refunded, currency } = payment;
  const sums: [string, TemplateResult][] =
    refunded === '0.00'
      ? []
      : [
          [texts.common.amount, amountCell(amount, currency)],
          [t.refunded, amountCell(subtractAmounts('0.00', refunded), currency)],
          [t.net, html`<span class="strong">${amountCell(subtractAmounts(amount, refunded), currency)}</span>`],
        ];
  const rows = detailList([
    ...sums,
    [t.method, paymentMethodLabel(payment)],
    [t.secure, secureResult(result?.threeds_result)],
    [t.decline, decline === null ? null : (findText(texts.declines, decline.code) ?? decline.code)],
    [t.review, payment.review_status === null ? null : t.reviewed[payment.review_status]],
    [t.created, timestamp(payment.created_at)],
    [t.transaction, payment.transaction_id === null ? null : copyableText(payment.transaction_id, t.transaction)],
    [t.subscription, payment.recurring_id],
    [texts.common.account, hasAccounts ? payment.account : null],
  ]);
  return sectionPanel('details', t.details, html`${rows} ${technicalDetails(technical)}`, action);
}

/** A status of the 3-D Secure protocol in words; any other text as the gateway wrote it. */
function secureResult(text: string | undefined): string | undefined {
  return text === undefined ? undefined : (findText(t.secureResults, text) ?? text);
}

/** What the payment form or page said at the end; undefined while the shopper may still act. */
function shopperSaw({ status, decline }: Payment): string | undefined {
  const t = texts.shopperSaw;
  if (status === 'declined') return t.declined(findText(t.declines, decline?.code ?? '') ?? t.declines.declined);
  if (status === 'unknown' || status === 'held') return t.pending;
  return status === 'paid' || status === 'pending' || status === 'action_required' || status === 'not_sent'
    ? t[status]
    : undefined;
}

/** How far a refund is that has not ended: requested, or accepted by the gateway. */
function refundSteps({ status }: Refund): TemplateContent {
  const done = { submitting: 1, unknown: 1, in_progress: 1, accepted: 2 }[status as 'accepted'] as number | undefined;
  if (done === undefined) return nothing;
  return html`<ol class="steps">
    ${Object.values(t.refundSteps).map(
      (label, index) =>
        html`<li class=${index < done ? 'done' : ''} aria-current=${index === done - 1 ? 'step' : nothing}>
          ${label}
        </li>`,
    )}
  </ol>`;
}

/** A refund with who requested it, its progress and its alerts. */
function refundItem(refund: Refund, actorOf: FindActor): TemplateResult {
  const actor = actorOf({ kind: 'refunded', at: refund.created_at });
  return html`<li>
    <div>
      <span class="row-text"
        ><span class="strong">${amountCell(refund.refund_amount, refund.currency)}</span
        ><span class="muted small"
          >${refund.refund_reason} ·
          ${timestamp(refund.created_at)}${actor === undefined ? nothing : html` · ${actor}`}</span
        >
        ${refund.alerts.map((alert) => html`<span class="error">${alertText(alert)}</span>`)}</span
      >
      ${stateBadge(refund.status)}
    </div>
    ${refundSteps(refund)}
  </li>`;
}

/** The refunds of a payment and what is left to refund, in hundredths. */
export function refundsSection(
  payment: Payment,
  { refunds, left, actorOf }: { refunds: readonly Refund[]; left: AmountInHundredths; actorOf: FindActor },
): TemplateContent {
  if (payment.status !== 'paid' && refunds.length === 0) return nothing;
  return sectionPanel(
    'refunds',
    t.refunds,
    html`${left > 0n ? html`<p class="strong">${t.refundable(formatAmountForViewer(encodeAmount(left), payment.currency))}</p>` : nothing}
    ${
      refunds.length === 0
        ? html`<p class="muted">${t.noRefunds}</p>`
        : html`<ul class="rows">
            ${refunds.map((refund) => refundItem(refund, actorOf))}
          </ul>`
    }`,
  );
}

/** The disputes of a payment, each with a button for its deadline. */
export function disputesSection(
  { disputes }: PaymentDetails,
  deadlineButton: (dispute: Dispute) => TemplateContent,
): TemplateContent {
  if (disputes.length === 0) return nothing;
  const items = disputes.map(
    (dispute) =>
      html`<li>
        <div>
          <span class="row-text"
            ><span class="strong">${disputeReason(dispute) || dispute.transaction_id}</span
            ><span class="muted small">${timestamp(dispute.created_at)}</span></span
          >
          ${stateBadge(dispute.status)} ${deadlineButton(dispute)}
        </div>
      </li>`,
  );
  return sectionPanel(
    'disputes',
    t.disputes,
    html`<ul class="rows">
      ${items}
    </ul>`,
  );
}

/** How many other payments are shown. */
const OTHERS_SHOWN = 3;

/** A list of other payments, with a link to all of them where there are more; nothing without any. */
export function otherPaymentsSection(
  { id, title, query }: { id: string; title: string; query: Readonly<Record<string, string | undefined>> },
  payments: readonly Payment[],
): TemplateContent {
  if (payments.length === 0) return nothing;
  const all = html`<a href=${hrefOf('payments', '', query)}>${t.allOfShopper(payments.length + 1)}</a>`;
  return sectionPanel(
    id,
    title,
    paymentLinkList(payments.slice(0, OTHERS_SHOWN)),
    payments.length > OTHERS_SHOWN ? all : nothing,
  );
}
