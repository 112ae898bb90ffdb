import { monthlyTotalOf, type Order, type Session } from './baskets.ts';
import { encodeAmount } from './products.ts';

/** The calls of the companion's API that the shop's server makes, with its API key. */
export interface CompanionClient {
  openSession(order: Order, returnUrl: string): Promise<Session>;
  readSession(id: string): Promise<SessionState>;
  /** Lists the payments of an order, newest first; a subscription adds one per renewal. */
  listPayments(orderNo: string): Promise<PaymentState[]>;
  readSubscription(recurringId: string): Promise<SubscriptionState>;
  cancelSubscription(recurringId: string): Promise<void>;
  /** Refunds a payment in full. */
  refund(payment: PaymentState): Promise<void>;
}

export interface PaymentState {
  id: string;
  status: string;
  amount: string;
  currency: string;
  refunded_amount: string;
  recurring_id: string | null;
  dispute_status: string | null;
  created_at: string;
}

export interface SubscriptionState {
  recurring_id: string;
  contract_name: string;
  status: 'Active' | 'Inactived';
  recurring_deduction_time: string | null;
}

export interface SessionState {
  status: 'open' | 'processing' | 'paid' | 'expired';
  attempts_left: number;
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
    if (!response.ok) throw new Error(`the companion returned ${String(response.status)}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const post = (path: string, key: string, body: object): Promise<unknown> =>
    call(path, { method: 'POST', headers: { 'idempotency-key': key }, body: JSON.stringify(body) });
  return {
    openSession: (order, returnUrl) =>
      call('/v1/sessions', {
        method: 'POST',
        // Use a new key for each new session of an order.
        headers: { 'idempotency-key': `${order.order_no}-${crypto.randomUUID()}` },
        body: JSON.stringify({
          order_no: order.order_no,
          currency: 'EUR',
          amount: encodeAmount(order.total),
          item_total: encodeAmount(order.total),
          items: order.lines.map(({ product, quantity }) => ({
            name: product.name,
            sku: product.sku,
            unit_price: encodeAmount(product.price),
            quantity,
          })),
          return_url: returnUrl,
          shopper: { id: order.shopper_id },
          ...paymentOptionsOf(order),
        }),
      }),
    readSession: (id) => call(`/v1/sessions/${encodeURIComponent(id)}`, { method: 'GET' }),
    async listPayments(orderNo) {
      const query = new URLSearchParams({ order_no: orderNo, limit: '100' });
      return (await call<{ payments: PaymentState[] }>(`/v1/payments?${query.toString()}`, { method: 'GET' })).payments;
    },
    readSubscription: (id) => call(`/v1/subscriptions/${encodeURIComponent(id)}`, { method: 'GET' }),
    async cancelSubscription(id) {
      await post(`/v1/subscriptions/${encodeURIComponent(id)}/cancel`, `cancel-${id}-${crypto.randomUUID()}`, {});
    },
    async refund({ id, amount }) {
      const refunds = [{ payment_id: id, refund_amount: amount, refund_reason: 'Returned by the shopper' }];
      // One key per payment: a double click is the same refund.
      await post('/v1/refunds', `refund-${id}`, { refunds });
    },
  };
}

/**
 * Payment methods and subscription terms. Subscriptions accept cards only. Other orders offer saved cards, since the shop
 * knows its visitor.
 */
function paymentOptionsOf(order: Order): object {
  const monthly = monthlyTotalOf(order.lines);
  if (monthly === 0n) {
    const page = { method: 'gateway_page', label: 'Card, on our payment provider’s page', display: 'iframe' };
    return { methods: ['card', 'online_banking', 'pix', 'boleto', page], saved_cards: true };
  }
  return {
    methods: ['card'],
    subscription: {
      contract_name: 'Tea of the month',
      contract_amount: encodeAmount(monthly),
      interval: 'month',
      interval_count: '1',
    },
  };
}
