import type { Context } from 'hono';
import { isCheckoutError, verifyWebhook, type WebhookMessage } from '../server/webhooks/index.ts';

/** The shop's webhook endpoint. */
export interface WebhookReceiver {
  /** Stores one event. 2xx acknowledges it; any other status makes the companion retry. */
  handle(c: Context): Promise<Response>;
  /** The events of an order, oldest first. */
  eventsOf(orderNo: string): readonly WebhookMessage[];
}

const MAX_EVENTS = 1_000;

/** Stores events in memory, each once: the companion retries an event until it gets a 2xx response. */
export function createWebhookReceiver(secret: string): WebhookReceiver {
  const events = new Map<string, WebhookMessage>();
  /** Order numbers by payment ID, for events that name the payment only. */
  const orders = new Map<string, string>();
  return {
    async handle(c) {
      let message: WebhookMessage;
      try {
        // The signature covers the raw bytes.
        message = verifyWebhook(await c.req.text(), c.req.raw.headers, secret);
      } catch (error) {
        if (!isCheckoutError(error)) throw error;
        return c.text('invalid signature', 401);
      }
      if ('order_no' in message.data && 'session_id' in message.data) {
        orders.set(message.data.id, message.data.order_no);
      }
      events.set(message.id, message);
      const oldest = events.keys().next().value;
      if (events.size > MAX_EVENTS && oldest !== undefined) events.delete(oldest);
      return c.text('ok');
    },
    eventsOf: (orderNo) => [...events.values()].filter((message) => orderNoOf(message, orders) === orderNo),
  };
}

function orderNoOf({ data }: WebhookMessage, orders: ReadonlyMap<string, string>): string | undefined {
  if ('order_no' in data) return data.order_no;
  return orders.get(data.payment_id);
}
