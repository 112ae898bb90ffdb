import { amountOf, type Order, type Session } from './baskets.ts';

/** What the shop's server needs of the companion: two calls of its API, made with the API key. */
export interface CompanionClient {
  openSession(order: Order, returnUrl: string): Promise<Session>;
  readSession(id: string): Promise<SessionState>;
}

export interface SessionState {
  status: 'open' | 'processing' | 'paid' | 'expired';
  outcome: { status: string; decline?: { code: string; retryable: boolean } };
}

export function createCompanionClient(url: string, apiKey: string): CompanionClient {
  const call = async <T>(
    path: string,
    init: { method: 'GET' | 'POST'; headers?: Record<string, string>; body?: string },
  ): Promise<T> => {
    const response = await fetch(`${url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...init.headers },
    });
    if (!response.ok) throw new Error(`the companion answered ${String(response.status)}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  return {
    openSession: (order, returnUrl) =>
      call('/v1/sessions', {
        method: 'POST',
        // One key for one try: a repeated answer is the same session.
        headers: { 'idempotency-key': `${order.order_no}-${crypto.randomUUID()}` },
        body: JSON.stringify({
          order_no: order.order_no,
          currency: 'EUR',
          amount: amountOf(order.total),
          item_total: amountOf(order.total),
          items: order.lines.map(({ product, quantity }) => ({
            name: product.name,
            sku: product.sku,
            unit_price: amountOf(product.price),
            quantity,
          })),
          return_url: returnUrl,
          methods: ['card', 'online_banking', 'pix'],
        }),
      }),
    readSession: (id) => call(`/v1/sessions/${encodeURIComponent(id)}`, { method: 'GET' }),
  };
}
