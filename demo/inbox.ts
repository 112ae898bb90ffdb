import type { Context } from 'hono';
import { isCheckoutError, verifyWebhook, type WebhookMessage } from '../server/webhooks/index.ts';

/** The events that the companion sent this shop. */
export interface Inbox {
  /** Takes one event; 2xx once it is kept, so that it does not come again. */
  take(c: Context): Promise<Response>;
  /** Events about an order, oldest first. */
  about(orderNo: string): readonly WebhookMessage[];
}

const KEPT = 1_000;

/** Keeps events in memory, each once: the companion sends one again until it is sure that it came. */
export function createInbox(secret: string): Inbox {
  const kept = new Map<string, WebhookMessage>();
  /** Which order a payment belongs to, for events that name the payment only. */
  const orders = new Map<string, string>();
  return {
    async take(c) {
      let message: WebhookMessage;
      try {
        // The signature is over the bytes as they came.
        message = verifyWebhook(await c.req.text(), c.req.raw.headers, secret);
      } catch (error) {
        if (!isCheckoutError(error)) throw error;
        return c.text('not signed by our companion', 401);
      }
      if ('order_no' in message.data && 'session_id' in message.data) {
        orders.set(message.data.id, message.data.order_no);
      }
      kept.set(message.id, message);
      const oldest = kept.keys().next().value;
      if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
      return c.text('thank you');
    },
    about: (orderNo) => [...kept.values()].filter((message) => orderOf(message, orders) === orderNo),
  };
}

function orderOf({ data }: WebhookMessage, orders: ReadonlyMap<string, string>): string | undefined {
  if ('order_no' in data) return data.order_no;
  return orders.get(data.payment_id);
}
