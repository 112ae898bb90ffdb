import type { Context, Hono } from 'hono';
import type { Payment, TillgateClient } from '../server/client/index.ts';
import type { Order, Visitor } from './baskets.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';
import { ordersPage, type OrderDetails } from './pages/orders-page.ts';
import { pageVisitorOf } from './pages/shop-pages.ts';

/** The visitor's orders with their payments, subscriptions and webhook events. */
export function addOrdersRoutes(
  app: Hono,
  shop: {
    visitorOf: (c: Context) => Visitor;
    tillgate: TillgateClient;
    gatewayUrl: string;
    webhooks: WebhookReceiver;
  },
): void {
  const { visitorOf, tillgate, webhooks } = shop;
  app.get('/orders', async (c) => {
    const visitor = visitorOf(c);
    const orders = [...visitor.orders.values()].reverse();
    const details = await Promise.all(orders.map((order) => readOrderDetails(order, tillgate, webhooks)));
    const withPayments = details.filter(({ payments }) => payments.length > 0);
    return c.html(await ordersPage(withPayments, pageVisitorOf(visitor)));
  });
  app.post('/orders/refund', async (c) => {
    const payment = await findPayment(c, visitorOf(c), tillgate);
    if (payment?.status === 'paid') await refundInFull(payment, tillgate);
    return c.redirect('/orders', 303);
  });
  app.post('/orders/cancel-subscription', async (c) => {
    const payment = await findPayment(c, visitorOf(c), tillgate);
    const recurringId = payment?.recurring_id ?? null;
    if (recurringId !== null) await tillgate.subscriptions.cancel(recurringId);
    return c.redirect('/orders', 303);
  });
  // The sandbox charges this subscription's next month; its clock, which all orders share, stays.
  app.post('/orders/next-month', async (c) => {
    const payment = await findPayment(c, visitorOf(c), tillgate);
    const recurringId = payment?.recurring_id ?? null;
    if (recurringId !== null) {
      await fetch(`${shop.gatewayUrl}/control/subscriptions/${encodeURIComponent(recurringId)}/renew`, {
        method: 'POST',
      });
    }
    return c.redirect('/orders', 303);
  });
}

async function readOrderDetails(
  order: Order,
  tillgate: TillgateClient,
  webhooks: WebhookReceiver,
): Promise<OrderDetails> {
  const { payments } = await listPayments(order, tillgate);
  const recurringId = payments.find((payment) => payment.recurring_id !== null)?.recurring_id ?? null;
  const subscription = recurringId === null ? undefined : await tillgate.subscriptions.get(recurringId);
  return { order, payments, subscription, events: webhooks.eventsOf(order.order_no) };
}

/** The payments of an order, newest first; a subscription adds one per renewal. */
const listPayments = ({ order_no }: Order, tillgate: TillgateClient) =>
  tillgate.payments.list({ order_no, limit: 100 });

async function refundInFull({ id, amount }: Payment, tillgate: TillgateClient): Promise<void> {
  const refunds = [{ payment_id: id, refund_amount: amount, refund_reason: 'Returned by the shopper' }];
  // One key per payment: a double click is the same refund.
  await tillgate.refunds.create({ refunds }, { idempotencyKey: `refund-${id}` });
}

/** The payment that the form names; undefined unless it belongs to the visitor. */
async function findPayment(c: Context, visitor: Visitor, tillgate: TillgateClient): Promise<Payment | undefined> {
  const form = await c.req.parseBody();
  const { order_no: orderNo } = form;
  const order = typeof orderNo === 'string' ? visitor.orders.get(orderNo) : undefined;
  if (order === undefined) return undefined;
  const { payments } = await listPayments(order, tillgate);
  return payments.find((payment) => payment.id === form['payment_id']);
}
