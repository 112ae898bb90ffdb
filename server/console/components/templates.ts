import { html, nothing, type TemplateResult } from 'lit';
import type { Payment } from '../../../shared/contract/merchant/payments.ts';
import { formatAmountForViewer } from '../amounts.ts';
import { ApiError } from '../console-api.ts';
import { texts } from '../i18n/texts.ts';
import { stateLabelAndTone, type StateTone } from '../i18n/states.ts';
import { hrefOf } from '../route.ts';
import { formatDateAndTime, formatUtcTime } from '../times.ts';
import { cardBrandMark } from './brand-mark.ts';
import { icon, type IconName } from './icons.ts';

export type TemplateContent = TemplateResult | string | typeof nothing;

/** A badge with the label of a state and a dot in its tone, or in another. */
export function stateBadge(state: string, tone?: StateTone): TemplateResult {
  const { label: word, tone: usual } = stateLabelAndTone(state);
  return html`<span class="badge ${tone ?? usual}">${word}</span>`;
}

/** The state of a payment: its status, or that it was refunded, and its dispute. */
export function paymentBadges(payment: Payment): TemplateResult {
  const { status, amount, captured_amount: captured, refunded_amount: refunded } = payment;
  const refundState = refunded === (captured ?? amount) ? 'refunded' : 'partly_refunded';
  return html`<span class="states"
    >${stateBadge(status === 'paid' && refunded !== '0.00' ? refundState : status)}${disputeBadge(payment)}</span
  >`;
}

/** A badge with the state of a payment's dispute; nothing without one. */
export function disputeBadge({ dispute_status: dispute }: Payment): TemplateContent {
  if (dispute === null) return nothing;
  const tone = { received: 'alert', won: 'good', lost: 'bad' }[dispute];
  return html`<span class="badge ${tone}">${texts.payments.disputed[dispute]}</span>`;
}

/** A time in the viewer's time zone, with UTC as its title. */
export function timestamp(at: string | null, format: (moment: string) => string = formatDateAndTime): TemplateContent {
  return at === null ? nothing : html`<time datetime=${at} title=${formatUtcTime(at)}>${format(at)}</time>`;
}

/** A formatted amount with tabular digits. */
export function amountCell(amount: string, currency: string): TemplateResult {
  return html`<span class="sum">${formatAmountForViewer(amount, currency)}</span>`;
}

/** An order number in a list; a long one ends with an ellipsis. */
export function orderNumberCell(order: string): TemplateResult {
  return html`<span class="order-number" title=${order}>${order}</span>`;
}

/** A description list; pairs without a value are omitted. */
export function detailList(pairs: readonly (readonly [label: TemplateContent, value: unknown])[]): TemplateContent {
  const shown = pairs.filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== nothing);
  if (shown.length === 0) return nothing;
  return html`<dl class="facts">
    ${shown.map(
      ([label, value]) =>
        html`<div>
          <dt>${label}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/** The placeholder of an empty list. */
export function emptyState(
  name: IconName,
  title: string,
  about: TemplateContent = nothing,
  action: TemplateContent = nothing,
): TemplateContent {
  return html`<div class="empty">
    <span class="emblem">${icon(name)}</span>
    <p class="strong">${title}</p>
    ${about === nothing ? nothing : html`<p class="muted">${about}</p>`} ${action}
  </div>`;
}

/** An error with its code and request ID, which the logs contain. */
export function errorNotice(error: unknown, onRetry?: () => void): TemplateContent {
  const known = error instanceof ApiError ? error : new ApiError(0, {});
  const text =
    known.code === 'network_error'
      ? texts.common.unreachable
      : known.code === 'not_found'
        ? texts.common.nothingHere
        : known.message;
  return html`<div class="notice bad" role="alert">
    ${icon('alert')}
    <div>
      <p>${text}</p>
      ${
        known.requestId === undefined
          ? nothing
          : html`<p class="muted small">
              <code>${known.code}</code> · ${texts.common.request} <code>${known.requestId}</code>
            </p>`
      }
      ${
        onRetry === undefined
          ? nothing
          : html`<button type="button" class="small" @click=${onRetry}>${texts.common.retry}</button>`
      }
    </div>
  </div>`;
}

/** Details that only technicians need, folded. */
export function technicalDetails(rows: TemplateContent): TemplateContent {
  return rows === nothing
    ? nothing
    : html`<details class="technical">
        <summary>${texts.common.technical}</summary>
        ${rows}
      </details>`;
}

/** A panel with a heading, and an action beside it. */
export function sectionPanel(
  id: string,
  title: string,
  content: unknown,
  action: TemplateContent = nothing,
): TemplateResult {
  return html`<section class="panel" aria-labelledby=${id}>
    <div class="row">
      <h2 id=${id}>${title}</h2>
      ${action}
    </div>
    ${content}
  </section>`;
}

/** Payments as links: amount, order, time and status. */
export function paymentLinkList(payments: readonly Payment[]): TemplateResult {
  return html`<ul class="rows">
    ${payments.map(
      (payment) =>
        html`<li>
          <a href=${hrefOf('payments', payment.id)}>
            <span class="row-text"
              ><span class="strong">${amountCell(payment.amount, payment.currency)}</span
              ><span class="muted small">${payment.order_no} · ${timestamp(payment.created_at)}</span></span
            >
            ${paymentBadges(payment)}
          </a>
        </li>`,
    )}
  </ul>`;
}

/** A loading placeholder. */
export function skeleton(lines = 6): TemplateResult {
  return html`<div class="skeleton" role="status" aria-label=${texts.common.loading}>
    ${Array.from({ length: lines }, () => html`<span></span>`)}
  </div>`;
}

/** A button that copies a text, shown before it. */
export function copyButton(text: string, label: string): TemplateResult {
  const copy = (event: Event): void => {
    const button = event.currentTarget as HTMLButtonElement;
    void navigator.clipboard.writeText(text).then(
      () => {
        button.dataset['done'] = 'yes';
        button.setAttribute('aria-label', texts.common.copied);
        button.dispatchEvent(new Event('copied', { bubbles: true }));
      },
      () => getSelection()?.selectAllChildren(button.previousElementSibling ?? button),
    );
  };
  return html`<button
    type="button"
    class="quiet"
    aria-label="${texts.common.copy}: ${label}"
    title=${texts.common.copy}
    @click=${copy}
  >
    ${icon('copy')}
  </button>`;
}

/** A text with a copy button. */
export function copyableText(text: string, label: string): TemplateResult {
  return html`<span class="copyable"><code>${text}</code>${copyButton(text, label)}</span>`;
}

const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  diners: 'Diners Club',
  hipercard: 'Hipercard',
};

/** A label made of an API identifier: `online_banking` becomes `Online banking`. */
function labelOf(identifier: string): string {
  const known = BRANDS[identifier];
  if (known !== undefined) return known;
  const text = identifier.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A card as text, such as `Visa •••• 4242`. */
export function cardLabel({ brand, last4 }: NonNullable<Payment['card']>): string {
  return `${brand === null ? texts.payment.card : labelOf(brand)} •••• ${last4}`;
}

/** The payment method: brand and last four of a card, or the method's name. */
export function paymentMethodLabel({ card, method }: Pick<Payment, 'card' | 'method'>): TemplateResult {
  if (card === null) return html`<span class="method">${labelOf(method)}</span>`;
  const brand = card.brand === null ? texts.payment.card : labelOf(card.brand);
  const mark = cardBrandMark(card.brand);
  return html`<span class="method" title=${brand}
    >${mark}<span class=${mark === nothing ? '' : 'hidden'}>${brand}</span> <span>•••• ${card.last4}</span></span
  >`;
}

/** The lists that the browser's history holds. */
interface ListHistory {
  lastHrefOf(page: string): string;
  goBack(page: string): boolean;
}

/** A link from a detail page to its list, which keeps filters and scroll position. */
export function backLink(shell: ListHistory, page: 'payments' | 'events'): TemplateResult {
  return html`<a
    class="back"
    href=${shell.lastHrefOf(page)}
    @click=${(event: MouseEvent) => {
      const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
      if (isPlain && shell.goBack(page)) event.preventDefault();
    }}
    >${icon('left')}${texts.pages[page]}</a
  >`;
}
