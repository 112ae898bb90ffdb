import type { Context, Hono } from 'hono';
import type { Order, Visitor } from './baskets.ts';
import type { CompanionClient, PaymentState } from './companion-client.ts';
import type { Inbox } from './inbox.ts';
import { ordersPage, type OrderStory } from './pages/orders-page.ts';
import { countOf } from './pages/shop-pages.ts';

const MONTH_IN_SECONDS = 31 * 24 * 3_600;

/** A visitor's orders: what was paid for them, what comes again, and what the shop was told. */
export function ordersRoutes(
  app: Hono,
  shop: { enter: (c: Context) => Visitor; companion: CompanionClient; gatewayUrl: string; inbox: Inbox },
): void {
  const { enter, companion, inbox } = shop;
  app.get('/orders', async (c) => {
    const visitor = enter(c);
    const orders = [...visitor.orders.values()].reverse();
    const stories = await Promise.all(orders.map((order) => readStory(order, companion, inbox)));
    const told = stories.filter((story) => story.payments.length > 0);
    return c.html(await ordersPage({ stories: told, itemCount: countOf(visitor) }));
  });
  app.post('/orders/return', async (c) => {
    const payment = await findPayment(c, enter(c), companion);
    if (payment?.status === 'paid') await companion.refund(payment);
    return c.redirect('/orders', 303);
  });
  app.post('/orders/stop', async (c) => {
    const payment = await findPayment(c, enter(c), companion);
    const recurringId = payment?.recurring_id ?? null;
    if (recurringId !== null) await companion.cancelSubscription(recurringId);
    return c.redirect('/orders', 303);
  });
  // The sandbox's clock, and nobody else's: a month goes by in a moment.
  app.post('/orders/next-month', async (c) => {
    await fetch(`${shop.gatewayUrl}/control/clock/advance`, {
      method: 'POST',
      body: JSON.stringify({ seconds: MONTH_IN_SECONDS }),
    });
    return c.redirect('/orders', 303);
  });
}

async function readStory(order: Order, companion: CompanionClient, inbox: Inbox): Promise<OrderStory> {
  const payments = await companion.listPayments(order.order_no);
  const recurringId = payments.find((payment) => payment.recurring_id !== null)?.recurring_id ?? null;
  const subscription = recurringId === null ? undefined : await companion.readSubscription(recurringId);
  return { order, payments, subscription, events: inbox.about(order.order_no) };
}

/** The payment that a form names, where it is one of the visitor's own. */
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
