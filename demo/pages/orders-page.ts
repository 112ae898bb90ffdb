import { html } from 'hono/html';
import type { Payment, Subscription } from '../../server/client/index.ts';
import type { WebhookMessage } from '../../server/webhooks/index.ts';
import type { Order } from '../baskets.ts';
import { MARKETS } from '../products.ts';
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
  const charges = subscription === undefined ? [] : payments.filter(isCharge).reverse();
  return html`<section class="order" aria-labelledby="order-${order.order_no}">
    <h2 id="order-${order.order_no}">Order <span class="number">${order.order_no}</span></h2>
    <p>${items}</p>
    ${subscription === undefined ? '' : subscriptionSection(order, payments, subscription)}
    <div class="scroll" tabindex="0" role="region" aria-label="Payments of ${order.order_no}">
      <table>
        <thead>
          <tr>
            <th scope="col">${subscription === undefined ? 'Date' : 'Month'}</th>
            <th scope="col">Amount</th>
            <th scope="col">Status</th>
            <th scope="col"><span class="hidden">Actions</span></th>
          </tr>
        </thead>
        <tbody>
          ${payments.map((payment) => paymentRow(order, payment, dayLabel(payment, charges)))}
        </tbody>
      </table>
    </div>
    ${events.length === 0 ? '' : eventList(events)}
  </section>`;
}

/** Whether a payment is a month of a subscription. */
const isCharge = ({ recurring_id }: Payment): boolean => recurring_id !== null;

/** The day of a payment, or the month that a subscription's payment is for; its charges are given oldest first. */
function dayLabel(payment: Payment, charges: readonly Payment[]): Html {
  const index = charges.indexOf(payment);
  const start = charges[0];
  if (index < 0 || start === undefined) return html`${formatDay(payment.created_at)}`;
  const [from, to] = [index, index + 1].map((months) => MONTH_DAYS.format(monthsAfter(start.created_at, months)));
  return html`${from} – ${to}<small>${index === 0 ? 'First month' : `Renewal ${String(index)}`}</small>`;
}

/** The same day some months after an ISO time, or the last day of a shorter month. */
function monthsAfter(time: string, months: number): Date {
  const [year = 0, month = 1, day = 1] = time.slice(0, 10).split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last)));
}

function paymentRow(order: Order, payment: Payment, when: Html): Html {
  const { sign } = MARKETS[order.currency];
  const isRefunded = payment.refunded_amount !== '0.00';
  const state = isRefunded
    ? `Refunded: ${sign}${payment.refunded_amount}`
    : (STATUS_LABELS[payment.status] ?? payment.status);
  return html`<tr>
    <td>${when}</td>
    <td>${sign}${payment.amount}</td>
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
      <form method="post" action="/orders/next-month"><button class="small">Advance one month</button></form>
      ${isActive && first !== undefined ? actionForm('/orders/cancel-subscription', order, first, 'Cancel subscription') : ''}
    </div>
  </div>`;
}

const MONTH_DAYS = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const DAYS = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats the day of an ISO time. */
function formatDay(time: string): string {
  return DAYS.format(new Date(time.slice(0, 10)));
}

function actionForm(action: string, order: Order, payment: Payment, label: string): Html {
  return html`<form method="post" action="${action}">
    <input type="hidden" name="order_no" value="${order.order_no}" />
    <input type="hidden" name="payment_id" value="${payment.id}" />
    <button class="small">${label}</button>
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
