import { html } from 'hono/html';
import type { Payment, Subscription } from '../../server/client/index.ts';
import type { WebhookMessage } from '../../server/webhooks/index.ts';
import type { Order } from '../baskets.ts';
import { shopPage, type Html } from './layout.ts';

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
    content: html`<h1>Your orders</h1>
      ${
        options.orders.length === 0
          ? html`<p>No orders yet. <a href="/">Go to the shop</a>.</p>`
          : options.orders.map(orderSection)
      }`,
  });
}

function orderSection({ order, payments, subscription, events }: OrderDetails): Html {
  const items = order.lines.map(({ product, quantity }) => `${String(quantity)} × ${product.name}`).join(', ');
  return html`<section class="order" aria-labelledby="order-${order.order_no}">
    <h2 id="order-${order.order_no}">Order ${order.order_no}</h2>
    <p>${items}</p>
    ${subscription === undefined ? '' : subscriptionSection(order, payments, subscription)}
    <div class="scroll" tabindex="0" role="region" aria-label="Payments of ${order.order_no}">
      <table>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Amount</th>
            <th scope="col">Status</th>
            <th scope="col"><span class="hidden">Actions</span></th>
          </tr>
        </thead>
        <tbody>
          ${payments.map((payment) => paymentRow(order, payment))}
        </tbody>
      </table>
    </div>
    ${events.length === 0 ? '' : eventList(events)}
  </section>`;
}

function paymentRow(order: Order, payment: Payment): Html {
  const isRefunded = payment.refunded_amount !== '0.00';
  const state = isRefunded
    ? `Refunded: €${payment.refunded_amount}`
    : (STATUS_LABELS[payment.status] ?? payment.status);
  return html`<tr>
    <td>${formatDay(payment.created_at)}</td>
    <td>€${payment.amount}</td>
    <td>${state}${payment.dispute_status === null ? '' : html` · dispute ${payment.dispute_status}`}</td>
    <td>${payment.status === 'paid' && !isRefunded ? actionForm('/orders/refund', order, payment, 'Refund') : ''}</td>
  </tr>`;
}

const STATUS_LABELS: Readonly<Record<string, string>> = {
  processing: 'In progress',
  action_required: 'Waiting for you',
  pending: 'Being checked',
  paid: 'Paid',
  declined: 'Declined',
  unknown: 'Being checked',
  cancelled: 'Cancelled',
  not_sent: 'Not sent',
};

function subscriptionSection(order: Order, payments: readonly Payment[], subscription: Subscription): Html {
  const first = payments.find((payment) => payment.recurring_id === subscription.recurring_id);
  const isActive = subscription.status === 'Active';
  const next = subscription.recurring_deduction_time;
  return html`<div class="subscription">
    <p>
      <b>${subscription.contract_name}</b>
      ${isActive ? `renews every month${next === null ? '' : `; the next renewal is on ${formatDay(next)}`}.` : 'is cancelled: no further renewals.'}
    </p>
    <div class="actions">
      <form method="post" action="/orders/next-month"><button>Advance one month</button></form>
      ${isActive && first !== undefined ? actionForm('/orders/cancel-subscription', order, first, 'Cancel subscription') : ''}
    </div>
  </div>`;
}

const DAYS = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats the day of an ISO time. */
function formatDay(time: string): string {
  return DAYS.format(new Date(time.slice(0, 10)));
}

function actionForm(action: string, order: Order, payment: Payment, label: string): Html {
  return html`<form method="post" action="${action}">
    <input type="hidden" name="order_no" value="${order.order_no}" />
    <input type="hidden" name="payment_id" value="${payment.id}" />
    <button class="quiet">${label}</button>
  </form>`;
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
