import { html } from 'hono/html';
import type { WebhookMessage } from '../../server/webhooks/index.ts';
import type { Order } from '../baskets.ts';
import type { PaymentState, SubscriptionState } from '../companion-client.ts';
import { page, type Html } from './layout.ts';

export interface OrderStory {
  order: Order;
  payments: readonly PaymentState[];
  subscription: SubscriptionState | undefined;
  events: readonly WebhookMessage[];
}

/** A visitor's orders, each with its payments, its subscription and the events that the shop received. */
export function ordersPage(options: { stories: readonly OrderStory[]; itemCount: number }): Promise<string> {
  return page({
    title: 'Your orders',
    itemCount: options.itemCount,
    content: html`<h1>Your orders</h1>
      ${
        options.stories.length === 0
          ? html`<p>Nothing yet. <a href="/">Buy something</a> and come back.</p>`
          : options.stories.map(showStory)
      }`,
  });
}

function showStory({ order, payments, subscription, events }: OrderStory): Html {
  const pieces = order.lines.map(({ product, quantity }) => `${String(quantity)} × ${product.name}`).join(', ');
  return html`<section class="order" aria-labelledby="order-${order.order_no}">
    <h2 id="order-${order.order_no}">Order ${order.order_no}</h2>
    <p>${pieces}</p>
    ${subscription === undefined ? '' : showSubscription(order, payments, subscription)}
    <div class="scroll" tabindex="0" role="region" aria-label="Payments of ${order.order_no}">
      <table>
        <thead>
          <tr>
            <th scope="col">Paid on</th>
            <th scope="col">Amount</th>
            <th scope="col">State</th>
            <th scope="col"><span class="hidden">What you can do</span></th>
          </tr>
        </thead>
        <tbody>
          ${payments.map((payment) => showPayment(order, payment))}
        </tbody>
      </table>
    </div>
    ${events.length === 0 ? '' : showEvents(events)}
  </section>`;
}

function showPayment(order: Order, payment: PaymentState): Html {
  const isBack = payment.refunded_amount !== '0.00';
  const state = isBack ? `given back: €${payment.refunded_amount}` : payment.status;
  return html`<tr>
    <td>${day(payment.created_at)}</td>
    <td>€${payment.amount}</td>
    <td>${state}${payment.dispute_status === null ? '' : html` · dispute ${payment.dispute_status}`}</td>
    <td>${payment.status === 'paid' && !isBack ? form('/orders/return', order, payment, 'Send it back') : ''}</td>
  </tr>`;
}

function showSubscription(order: Order, payments: readonly PaymentState[], subscription: SubscriptionState): Html {
  const first = payments.find((payment) => payment.recurring_id === subscription.recurring_id);
  const isActive = subscription.status === 'Active';
  const next = subscription.recurring_deduction_time;
  return html`<div class="again">
    <p>
      <b>${subscription.contract_name}</b>
      ${isActive ? `comes again${next === null ? '' : `; the next payment is on ${day(next)}`}.` : 'is stopped: nothing will be taken any more.'}
    </p>
    <div class="actions">
      <form method="post" action="/orders/next-month"><button>Let a month go by</button></form>
      ${isActive && first !== undefined ? form('/orders/stop', order, first, 'Stop it') : ''}
    </div>
  </div>`;
}

const DAYS = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** The day of an ISO time, as a shopper reads it. */
function day(time: string): string {
  return DAYS.format(new Date(time.slice(0, 10)));
}

function form(action: string, order: Order, payment: PaymentState, label: string): Html {
  return html`<form method="post" action="${action}">
    <input type="hidden" name="order_no" value="${order.order_no}" />
    <input type="hidden" name="payment_id" value="${payment.id}" />
    <button class="quiet">${label}</button>
  </form>`;
}

function showEvents(events: readonly WebhookMessage[]): Html {
  return html`<details class="told">
    <summary>
      What the companion told the shop: ${events.length} signed ${events.length === 1 ? 'event' : 'events'}
    </summary>
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
