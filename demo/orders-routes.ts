import type { Context, Hono } from 'hono';
import type { Order, Visitor } from './baskets.ts';
import type { CompanionClient, PaymentState } from './companion-client.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';
import { ordersPage, type OrderDetails } from './pages/orders-page.ts';
import { itemCountOf } from './pages/shop-pages.ts';

const MONTH_IN_SECONDS = 31 * 24 * 3_600;

/** The visitor's orders with their payments, subscriptions and webhook events. */
export function ordersRoutes(
  app: Hono,
  shop: {
    visitorOf: (c: Context) => Visitor;
    companion: CompanionClient;
    gatewayUrl: string;
    webhooks: WebhookEndpoint;
  },
): void {
  const { visitorOf, companion, webhooks } = shop;
  app.get('/orders', async (c) => {
    const visitor = visitorOf(c);
    const orders = [...visitor.orders.values()].reverse();
    const details = await Promise.all(orders.map((order) => readOrderDetails(order, companion, webhooks)));
    const withPayments = details.filter(({ payments }) => payments.length > 0);
    return c.html(await ordersPage({ orders: withPayments, itemCount: itemCountOf(visitor) }));
  });
  app.post('/orders/refund', async (c) => {
    const payment = await findPayment(c, visitorOf(c), companion);
    if (payment?.status === 'paid') await companion.refund(payment);
    return c.redirect('/orders', 303);
  });
  app.post('/orders/cancel-subscription', async (c) => {
    const payment = await findPayment(c, visitorOf(c), companion);
    const recurringId = payment?.recurring_id ?? null;
    if (recurringId !== null) await companion.cancelSubscription(recurringId);
    return c.redirect('/orders', 303);
  });
  // Advances the sandbox's clock only.
  app.post('/orders/next-month', async (c) => {
    await fetch(`${shop.gatewayUrl}/control/clock/advance`, {
      method: 'POST',
      body: JSON.stringify({ seconds: MONTH_IN_SECONDS }),
    });
    return c.redirect('/orders', 303);
  });
}

async function readOrderDetails(
  order: Order,
  companion: CompanionClient,
  webhooks: WebhookEndpoint,
): Promise<OrderDetails> {
  const payments = await companion.listPayments(order.order_no);
  const recurringId = payments.find((payment) => payment.recurring_id !== null)?.recurring_id ?? null;
  const subscription = recurringId === null ? undefined : await companion.readSubscription(recurringId);
  return { order, payments, subscription, events: webhooks.eventsOf(order.order_no) };
}

/** The payment that the form names; undefined unless it belongs to the visitor. */
async function findPayment(
  c: Context,
  visitor: Visitor,
  companion: CompanionClient,
): Promise<PaymentState | undefined> {
  const form = await c.req.parseBody();
  const { order_no: orderNo } = form;
  const order = typeof orderNo === 'string' ? visitor.orders.get(orderNo) : undefined;
  if (order === undefined) return undefined;
  return (await companion.listPayments(order.order_no)).find((payment) => payment.id === form['payment_id']);
}
