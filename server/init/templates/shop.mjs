import { randomUUID } from 'node:crypto';
import { createTillgateClient } from 'tillgate/client';
import { isCheckoutError, verifyWebhook } from 'tillgate/webhooks';

// The shop itself: its orders, their sessions, and the companion's webhooks.

export const companion = process.env.TILLGATE_URL;
const tillgate = createTillgateClient({ url: companion, apiKey: process.env.TILLGATE_API_KEY });

// Put your database in the place of this map. It is global because Next.js loads a module more than once.
const orders = (globalThis.shopOrders ??= new Map());

/** Makes an order and opens its session; returns the order's number. */
export async function openOrder() {
  const orderNo = `A-${randomUUID().slice(0, 8)}`;
  const session = await tillgate.sessions.create(
    {
      order_no: orderNo,
      currency: 'EUR',
      amount: '24.00',
      items: [{ name: 'Morning mug', sku: 'MUG-1', unit_price: '24.00', quantity: 1 }],
      return_url: `${process.env.SHOP_URL}/thank-you?order=${orderNo}`,
      methods: ['card'],
    },
    { idempotencyKey: `${orderNo}-1` }, // a new key for each new session of an order
  );
  orders.set(orderNo, { sessionId: session.id, token: session.token, isPaid: false });
  return orderNo;
}

/** The token that the element of an order needs; undefined for an unknown order. */
export function tokenOf(orderNo) {
  return orders.get(orderNo)?.token;
}

/** What the shopper is told. The browser proves nothing, so the companion is asked. */
export async function messageFor(orderNo) {
  const order = orders.get(orderNo);
  if (order === undefined) return 'There is no such order.';
  const { status } = await tillgate.sessions.get(order.sessionId);
  if (status === 'paid') return `Order ${orderNo} is paid. Thank you.`;
  if (status === 'processing') return `The payment of order ${orderNo} is being processed.`;
  return `Order ${orderNo} is not paid.`;
}

/**
 * Takes a webhook: the body's bytes as they came, and its headers. Returns the status to answer. An event may come twice,
 * so what it causes must not happen twice.
 */
export function takeEvent(body, headers) {
  let event;
  try {
    event = verifyWebhook(body, headers, process.env.TILLGATE_WEBHOOK_SECRET);
  } catch (error) {
    if (isCheckoutError(error) && error.code === 'unauthenticated') return 401;
    throw error;
  }
  const order = event.type === 'payment.paid' ? orders.get(event.data.order_no) : undefined;
  if (order !== undefined && !order.isPaid) {
    order.isPaid = true;
    console.log(`order ${event.data.order_no} is paid: ship it`);
  }
  return 204;
}
