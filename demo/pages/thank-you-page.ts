import { html } from 'hono/html';
import type { Payment } from '../../server/client/index.ts';
import type { Order } from '../baskets.ts';
import { DELIVERY_DAYS } from '../delivery-address.ts';
import type { Locale } from '../i18n/locale.ts';
import type { OrderPaymentState } from '../open-checkout.ts';
import { shopPage, type Html, type PageVisitor } from './layout.ts';
import {
  costRows,
  deliveryAddressSection,
  orderLines,
  orderNumber,
  orderNumberLabel,
  orderTotalsList,
} from './order-summary.ts';
import { describePaymentMethod, paymentCardMark } from './payment-method.ts';

interface OrderResult {
  order: Order;
  state: OrderPaymentState;
  /** The payment that paid the order, or the one that is being checked. */
  payment: Payment | undefined;
}

/** The result of an order, read from the companion's API and not from the browser. */
export function thankYouPage(result: OrderResult, visitor: PageVisitor): Promise<string> {
  const { state } = result;
  const { thanks } = visitor.locale.texts;
  const waits = state === 'checking' || state === 'unreachable';
  return shopPage({
    ...visitor,
    title: { paid: thanks.title, checking: thanks.checking, open: thanks.yourOrder, unreachable: thanks.yourOrder }[
      state
    ],
    content: html`<section class="narrow">${contentOf(result, visitor.locale)}</section>`,
    ...(waits ? { refresh: 3 } : {}),
    ...(state === 'paid'
      ? { forDevelopers: HOW_STATUS_IS_READ, head: html`<script type="module" src="/assets/print.js"></script>` }
      : {}),
  });
}

const HOW_STATUS_IS_READ = html`<p>
  The shop’s server read the status of this order from the companion’s API; what the browser says proves nothing.
</p>`;

function contentOf(result: OrderResult, locale: Locale): Html {
  const { order, state } = result;
  const { thanks, summary } = locale.texts;
  const toShop = html`<a class="button primary" href="/">${thanks.toShop}</a>`;
  const seeOrder = html`<a class="see" href="/orders#order-${order.order_no}">${thanks.seeOrder}</a>`;
  switch (state) {
    case 'paid':
      return html`${sign('done')}
        <h1>${thanks.heading}</h1>
        <p class="lead">${thanks.packing(...arrivalOf(result, locale))}</p>
        ${orderCard(result, thanks.paid, locale)}
        <p class="actions">
          ${toShop}
          <button type="button" class="print" hidden>${thanks.print}</button>
          ${seeOrder}
        </p>`;
    case 'checking':
      return html`${sign('waiting')}
        <h1>${thanks.checking}</h1>
        <p class="lead"><b>${thanks.doNotPayAgain}</b> ${thanks.checkingText}</p>
        ${orderCard(result, summary.total, locale)}
        <p class="actions">${toShop} ${seeOrder}</p>`;
    case 'open':
      return html`<h1>${thanks.open}</h1>
        <p>${thanks.openText(orderNumber(order))}</p>
        <p class="actions">
          <a class="button primary" href="/checkout?order=${order.order_no}">${thanks.payNow}</a>
        </p>`;
    case 'unreachable':
      return html`<h1>${thanks.unreachable}</h1>
        <p class="lead"><b>${thanks.doNotPayAgain}</b> ${thanks.unreachableText(orderNumber(order))}</p>`;
  }
}

/** The first and the last day on which a paid order arrives. */
function arrivalOf({ payment }: OrderResult, { formatDaysOfYear }: Locale): readonly [string, string] {
  const dayAfter = (days: number): Date => {
    const day = payment === undefined ? new Date() : new Date(payment.created_at);
    day.setUTCDate(day.getUTCDate() + days);
    return day;
  };
  return formatDaysOfYear(dayAfter(DELIVERY_DAYS.from), dayAfter(DELIVERY_DAYS.to));
}

/** What was ordered, how it is paid, and where it goes: the receipt of a paid order. */
function orderCard({ order, payment }: OrderResult, total: string, locale: Locale): Html {
  const { lines, currency } = order;
  return html`<section class="card receipt" aria-labelledby="ordered">
    <h2 id="ordered">${orderNumberLabel(order, locale)}</h2>
    ${orderLines(lines, currency, locale)}
    ${orderTotalsList(costRows(lines, currency, locale), [total, locale.formatHundredths(order.total, currency)])}
    ${
      payment === undefined
        ? ''
        : html`<p class="note">
            ${paymentCardMark(payment)}${describePaymentMethod(payment, locale.texts)} ·
            ${locale.formatDay(payment.created_at)}
          </p>`
    }
    ${deliveryAddressSection(order.deliverTo, locale, { level: 'h3' })}
  </section>`;
}

/** A large sign above a heading: the order is done, or its result is not there yet. */
function sign(kind: 'done' | 'waiting'): Html {
  return html`<svg class="sign ${kind}" viewBox="0 0 48 48" aria-hidden="true">
    <circle cx="24" cy="24" r="22" />
    <path d="${kind === 'done' ? 'm15 25 6 6 12-13' : 'M24 13v12l8 5'}" />
  </svg>`;
}
