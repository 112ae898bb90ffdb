import { html } from 'hono/html';
import type { Payment } from '../../server/client/index.ts';
import type { Order } from '../baskets.ts';
import type { OrderPaymentState } from '../open-checkout.ts';
import { formatDay, formatHundredths, shopPage, type Html } from './layout.ts';
import { costRows, deliveryAddressSection, orderLines, orderNumberLabel, orderTotalsList } from './order-summary.ts';
import { describePaymentMethod, paymentCardMark } from './payment-method.ts';

/** The result of an order, read from the companion's API and not from the browser, and the payment that paid it. */
export function thankYouPage(options: {
  order: Order;
  state: OrderPaymentState;
  payment: Payment | undefined;
  itemCount: number;
}): Promise<string> {
  const { order, state, payment } = options;
  const toOrder = `/orders#order-${order.order_no}`;
  const content: Record<typeof state, Html> = {
    paid: html`${sign('done')}
      <h1>Thank you, it’s paid.</h1>
      <p class="lead">We have your order and pack it next.</p>
      ${orderCard(order, payment, 'Paid')}
      <p class="actions">
        <a class="button primary" href="${toOrder}">See my order</a>
        <a class="button" href="/">Continue shopping</a>
      </p>`,
    checking: html`${sign('waiting')}
      <h1>Order received</h1>
      <h2>We are checking your payment</h2>
      <p class="lead">
        Please do not pay again. This page updates by itself. You can close it: the result is under
        <a href="/orders">Your orders</a>.
      </p>
      ${orderCard(order, undefined, 'Total')}
      <p class="actions">
        <a class="button primary" href="${toOrder}">See my order</a>
        <a class="button" href="/">Continue shopping</a>
      </p>`,
    open: html`<h1>Your order is not paid yet</h1>
      <p>Nothing was charged. ${orderNumberLabel(order)} is saved.</p>
      <p class="actions"><a class="button primary" href="/checkout?order=${order.order_no}">Pay now</a></p>`,
    unreachable: html`<h1>The status of your order is unavailable</h1>
      <p class="lead">${orderNumberLabel(order)} is saved. This page updates by itself. Please do not pay again.</p>`,
  };
  const waits = state === 'checking' || state === 'unreachable';
  return shopPage({
    title: { paid: 'Thank you', checking: 'Order received', open: 'Your order', unreachable: 'Your order' }[state],
    itemCount: options.itemCount,
    content: html`<section class="narrow">${content[state]}</section>`,
    ...(waits ? { refresh: 3 } : {}),
    forDevelopers: state === 'paid' ? HOW_STATUS_IS_READ : undefined,
  });
}

const HOW_STATUS_IS_READ = html`<p>
  The shop’s server read the status of this order from the companion’s API; what the browser says proves nothing.
</p>`;

/** What was ordered, where it goes, and how it was paid if it is. */
function orderCard(order: Order, payment: Payment | undefined, total: string): Html {
  const { lines, currency } = order;
  return html`<section class="card" aria-labelledby="ordered">
    <h2 id="ordered">${orderNumberLabel(order)}</h2>
    ${orderLines(lines, currency)}
    ${orderTotalsList(costRows(lines, currency), formatHundredths(order.total, currency), total)}
    ${payment === undefined ? '' : html`<p class="note">${paymentCardMark(payment)}${describePaymentMethod(payment)} · ${formatDay(payment.created_at)}</p>`}
    ${deliveryAddressSection(currency, 'h3')}
  </section>`;
}

/** A large sign above a heading: the order is done, or its result is not there yet. */
function sign(kind: 'done' | 'waiting'): Html {
  return html`<svg class="sign ${kind}" viewBox="0 0 48 48" aria-hidden="true">
    <circle cx="24" cy="24" r="22" />
    <path d="${kind === 'done' ? 'm15 25 6 6 12-13' : 'M24 13v12l8 5'}" />
  </svg>`;
}
