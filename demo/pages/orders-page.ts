import { html } from 'hono/html';
import type { Payment, Subscription } from '../../server/client/index.ts';
import type { WebhookMessage } from '../../server/webhooks/index.ts';
import type { Order } from '../baskets.ts';
import {
  formatApiAmount,
  formatDay,
  formatDayRange,
  formatHundredths,
  productPicture,
  shopPage,
  type Html,
} from './layout.ts';
import { deliveryAddressSection, orderNumberLabel } from './order-summary.ts';
import { describePaymentMethod } from './payment-method.ts';

export interface OrderDetails {
  order: Order;
  payments: readonly Payment[];
  subscription: Subscription | undefined;
  events: readonly WebhookMessage[];
}

/** The visitor's orders, each with its payments, subscription and webhook events. */
export function ordersPage(options: { orders: readonly OrderDetails[]; itemCount: number }): Promise<string> {
  return shopPage({
    title: 'Your orders',
    itemCount: options.itemCount,
    forDevelopers: html`${options.orders.map(demoControls)}`,
    content: html`<h1>Your orders</h1>
      ${
        options.orders.length === 0
          ? html`<p>No orders yet. <a href="/">Go to the shop</a>.</p>`
          : options.orders.map(orderSection)
      }`,
  });
}

function orderSection({ order, payments, subscription }: OrderDetails): Html {
  const items = order.lines.map(({ product, quantity }) => `${String(quantity)} × ${product.name}`).join(', ');
  const charges = chargesOf(payments);
  const [line] = order.lines;
  return html`<section class="order" aria-labelledby="order-${order.order_no}">
    <div class="ordered">
      ${line === undefined ? '' : productPicture(line.product)}
      <h2 id="order-${order.order_no}">${orderNumberLabel(order)}</h2>
      <p>${items} · ${formatHundredths(order.total, order.currency)}</p>
    </div>
    ${subscription === undefined ? '' : subscriptionSection(order, charges, subscription)}
    <table>
      <thead>
        <tr>
          <th scope="col">${subscription === undefined ? 'Date' : 'Month'}</th>
          <th scope="col" class="amount">Amount</th>
          <th scope="col">Status</th>
          <th scope="col"><span class="hidden">Actions</span></th>
        </tr>
      </thead>
      <tbody>
        ${payments.map((payment) => paymentRow(order, payment, dayLabel(payment, charges)))}
      </tbody>
    </table>
    ${deliveryAddressSection(order.currency, 'h3')}
  </section>`;
}

/** The payments of a subscription, oldest first. */
function chargesOf(payments: readonly Payment[]): Payment[] {
  return payments.filter(({ recurring_id }) => recurring_id !== null).reverse();
}

/** The day of a payment, or the month that a subscription's payment is for; its charges are given oldest first. */
function dayLabel(payment: Payment, charges: readonly Payment[]): Html {
  const index = charges.indexOf(payment);
  const end = payment.result?.recurring_deduction_time;
  if (index < 0 || end === undefined) {
    return html`${formatDay(payment.created_at)}<small>${describePaymentMethod(payment)}</small>`;
  }
  const start = charges[index - 1]?.result?.recurring_deduction_time ?? payment.created_at;
  return html`${formatDayRange(start, end)}<small>${index === 0 ? 'First month' : `Renewal ${String(index)}`}</small>`;
}

function paymentRow(order: Order, payment: Payment, when: Html): Html {
  const isRefunded = payment.refunded_amount !== '0.00';
  const state = isRefunded
    ? `Refunded: ${formatApiAmount(payment.refunded_amount, order.currency)}`
    : (STATUS_LABELS[payment.status] ?? payment.status);
  const dispute = payment.dispute_status === null ? '' : html` · dispute ${payment.dispute_status}`;
  return html`<tr>
    <td>${when}</td>
    <td class="amount">${formatApiAmount(payment.amount, order.currency)}</td>
    <td><span class="pill ${isRefunded ? 'refunded' : payment.status}">${state}</span>${dispute}</td>
    <td>
      ${payment.status === 'paid' && !isRefunded ? actionForm('/orders/refund', order, payment, 'Ask for a refund') : ''}
    </td>
  </tr>`;
}

const STATUS_LABELS: Readonly<Record<string, string>> = {
  submitting: 'In progress',
  action_required: 'Waiting for you',
  pending: 'Being checked',
  held: 'Being checked',
  paid: 'Paid',
  declined: 'Declined',
  unknown: 'Being checked',
  abandoned: 'Not finished',
  cancelled: 'Cancelled',
  not_sent: 'Not sent',
};

/** The terms of a subscription, whose next renewal is due when its last paid month ends. */
function subscriptionSection(order: Order, charges: readonly Payment[], subscription: Subscription): Html {
  const [first] = charges;
  const isActive = subscription.status === 'Active';
  const next = charges.at(-1)?.result?.recurring_deduction_time;
  return html`<div class="subscription">
    <p>
      <b>${subscription.contract_name}</b>
      ${isActive ? `renews every month${next === undefined ? '' : `; the next renewal is on ${formatDay(next)}`}.` : 'is cancelled: no further renewals.'}
    </p>
    ${isActive && first !== undefined ? actionForm('/orders/cancel-subscription', order, first, 'Cancel subscription') : ''}
  </div>`;
}

function actionForm(action: string, order: Order, payment: Payment, label: string): Html {
  return html`<form method="post" action="${action}">
    <input type="hidden" name="order_no" value="${order.order_no}" />
    <input type="hidden" name="payment_id" value="${payment.id}" />
    <button class="small">${label}</button>
  </form>`;
}

/** What a shop would not show: the sandbox's next renewal, and the webhooks that the shop received. */
function demoControls({ order, payments, events }: OrderDetails): Html | string {
  const [first] = chargesOf(payments);
  if (first === undefined && events.length === 0) return '';
  return html`<section class="controls" aria-labelledby="controls-${order.order_no}">
    <h2 id="controls-${order.order_no}">${orderNumberLabel(order)}</h2>
    ${first === undefined ? '' : actionForm('/orders/next-month', order, first, 'Advance one month')}
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
