import { html } from 'hono/html';
import type { Payment, Subscription } from '../../server/client/index.ts';
import type { WebhookMessage } from '../../server/webhooks/index.ts';
import type { Order } from '../baskets.ts';
import type { Texts } from '../i18n/en.ts';
import { ENGLISH, type Locale } from '../i18n/locale.ts';
import { productPicture, shopPage, type Html, type PageVisitor } from './layout.ts';
import { deliveryAddressSection, orderNumberLabel } from './order-summary.ts';
import { describePaymentMethod } from './payment-method.ts';

export interface OrderDetails {
  order: Order;
  payments: readonly Payment[];
  subscription: Subscription | undefined;
  events: readonly WebhookMessage[];
}

/** The visitor's orders, each with its payments, subscription and webhook events. */
export function ordersPage(all: readonly OrderDetails[], visitor: PageVisitor): Promise<string> {
  const { orders } = visitor.locale.texts;
  return shopPage({
    ...visitor,
    title: orders.title,
    current: 'orders',
    forDevelopers: html`${all.map(demoControls)}`,
    content: html`<h1>${orders.title}</h1>
      ${
        all.length === 0
          ? html`<p>${orders.none} <a href="/">${orders.toShop}</a></p>`
          : all.map((details) => orderSection(details, visitor.locale))
      }`,
  });
}

function orderSection({ order, payments, subscription }: OrderDetails, locale: Locale): Html {
  const { orders } = locale.texts;
  const items = order.lines
    .map(({ product, quantity }) => `${String(quantity)} × ${product.name[locale.language]}`)
    .join(', ');
  const charges = chargesOf(payments);
  const [line] = order.lines;
  return html`<section class="order" aria-labelledby="order-${order.order_no}">
    <div class="ordered">
      ${line === undefined ? '' : productPicture(line.product)}
      <h2 id="order-${order.order_no}">${orderNumberLabel(order, locale)}</h2>
      <p>${items} · ${locale.formatHundredths(order.total, order.currency)}</p>
    </div>
    ${subscription === undefined ? '' : subscriptionSection(order, charges, subscription, locale)}
    <table>
      <thead>
        <tr>
          <th scope="col">${subscription === undefined ? orders.date : orders.month}</th>
          <th scope="col">${orders.method}</th>
          <th scope="col" class="amount">${orders.amount}</th>
          <th scope="col">${orders.status}</th>
          <th scope="col"><span class="hidden">${orders.actions}</span></th>
        </tr>
      </thead>
      <tbody>
        ${payments.map((payment) => paymentRow(order, payment, charges, locale))}
      </tbody>
    </table>
    ${deliveryAddressSection(order.deliverTo, locale, { level: 'h3' })}
  </section>`;
}

/** The payments of a subscription, oldest first. */
function chargesOf(payments: readonly Payment[]): Payment[] {
  return payments.filter(({ recurring_id }) => recurring_id !== null).reverse();
}

/** The day of a payment, or the month that a subscription's payment is for; its charges are given oldest first. */
function dayLabel(payment: Payment, charges: readonly Payment[], { texts, formatDay }: Locale): Html {
  const index = charges.indexOf(payment);
  const end = payment.result?.recurring_deduction_time;
  if (index < 0 || end === undefined) return html`${formatDay(payment.created_at)}`;
  const start = charges[index - 1]?.result?.recurring_deduction_time ?? payment.created_at;
  const month = index === 0 ? texts.orders.firstMonth : texts.orders.renewal(index);
  return html`${formatDay(start)} – ${formatDay(end)}<small>${month}</small>`;
}

function paymentRow(order: Order, payment: Payment, charges: readonly Payment[], locale: Locale): Html {
  const { texts, formatApiAmount } = locale;
  const isRefunded = payment.refunded_amount !== '0.00';
  const state = isRefunded
    ? texts.orders.refunded(formatApiAmount(payment.refunded_amount, order.currency))
    : statusLabelOf(payment.status, texts.orders);
  const dispute = payment.dispute_status;
  return html`<tr>
    <td>${dayLabel(payment, charges, locale)}</td>
    <td class="method">${describePaymentMethod(payment, texts)}</td>
    <td class="amount">${formatApiAmount(payment.amount, order.currency)}</td>
    <td>
      <span class="pill ${isRefunded ? 'refunded' : payment.status}">${state}</span
      >${dispute === null ? '' : ` · ${texts.orders.disputes[dispute]}`}
    </td>
    <td>
      ${payment.status === 'paid' && !isRefunded ? actionForm('/orders/refund', order, payment, { label: texts.orders.refund, look: 'text' }) : ''}
    </td>
  </tr>`;
}

function statusLabelOf(status: Payment['status'], orders: Texts['orders']): string {
  const labels: Readonly<Record<string, string>> = {
    submitting: orders.inProgress,
    action_required: orders.waiting,
    pending: orders.checking,
    held: orders.checking,
    paid: orders.paid,
    declined: orders.declined,
    unknown: orders.checking,
    abandoned: orders.abandoned,
    cancelled: orders.cancelled,
    not_sent: orders.notSent,
  };
  return labels[status] ?? status;
}

/** The terms of a subscription, whose next renewal is due when its last paid month ends. */
function subscriptionSection(
  order: Order,
  charges: readonly Payment[],
  subscription: Subscription,
  { texts: { orders }, formatDay }: Locale,
): Html {
  const [first] = charges;
  const isActive = subscription.status === 'Active';
  const next = charges.at(-1)?.result?.recurring_deduction_time;
  const renewal = next === undefined ? orders.renews : orders.renewsOn(formatDay(next));
  return html`<div class="subscription">
    <p><b>${subscription.contract_name}</b> ${isActive ? renewal : orders.isCancelled}</p>
    ${isActive && first !== undefined ? actionForm('/orders/cancel-subscription', order, first, { label: orders.cancel }) : ''}
  </div>`;
}

function actionForm(
  action: string,
  order: Order,
  payment: Payment,
  { label, look = 'small' }: { label: string; look?: 'small' | 'text' },
): Html {
  return html`<form method="post" action="${action}">
    <input type="hidden" name="order_no" value="${order.order_no}" />
    <input type="hidden" name="payment_id" value="${payment.id}" />
    <button class="${look}">${label}</button>
  </form>`;
}

/** What a shop would not show: the sandbox's next renewal, and the webhooks that the shop received. */
function demoControls({ order, payments, events }: OrderDetails): Html | string {
  const [first] = chargesOf(payments);
  if (first === undefined && events.length === 0) return '';
  return html`<section class="controls" aria-labelledby="controls-${order.order_no}">
    <h2 id="controls-${order.order_no}">${orderNumberLabel(order, ENGLISH)}</h2>
    ${first === undefined ? '' : actionForm('/orders/next-month', order, first, { label: 'Advance one month' })}
    ${events.length === 0 ? '' : eventList(events)}
  </section>`;
}

function eventList(events: readonly WebhookMessage[]): Html {
  return html`<details class="events">
    <summary>Received webhooks: ${events.length} signed ${events.length === 1 ? 'event' : 'events'}</summary>
    <ol>
      ${events.map(
        (event) =>
          html`<li>
            <time datetime="${event.timestamp}">${event.timestamp.slice(11, 19)} UTC</time>
            <code>${event.type}</code>
          </li>`,
      )}
    </ol>
  </details>`;
}
