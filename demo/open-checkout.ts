import type { Payment, Session, TillgateClient } from '../server/client/index.ts';
import type { OrderSession, Order } from './baskets.ts';
import { toSessionBody } from './session-body.ts';

/**
 * Returns the checkout session of an order. A payable session is reused, so that a reload and a second tab pay the same
 * session. An order with an exhausted session gets a new one.
 */
export function findOrOpenOrderSession(
  order: Order,
  tillgate: TillgateClient,
  returnUrl: string,
): Promise<OrderSession> {
  order.openingCheckout ??= findOrOpenSession(order, tillgate, returnUrl).finally(
    () => (order.openingCheckout = undefined),
  );
  return order.openingCheckout;
}

async function findOrOpenSession(order: Order, tillgate: TillgateClient, returnUrl: string): Promise<OrderSession> {
  const latest = order.sessions.at(-1);
  if (latest !== undefined) {
    const states = await readSessions(order, tillgate);
    const paid = order.sessions.find((_, index) => states[index]?.status === 'paid');
    if (paid !== undefined) return { session: paid, isPaid: true };
    const state = states.at(-1);
    if (state !== undefined && !isExhausted(state)) return { session: latest, isPaid: false };
  }
  const session = await tillgate.sessions.create(toSessionBody(order, returnUrl));
  order.sessions.push(session);
  return { session, isPaid: false };
}

export type OrderPaymentState = 'paid' | 'checking' | 'open' | 'unreachable';

/** The state of an order, read from the companion's API by the shop's server. */
export async function readOrderPaymentState(order: Order, tillgate: TillgateClient): Promise<OrderPaymentState> {
  try {
    const statuses = (await readSessions(order, tillgate)).map((state) => state.status);
    if (statuses.includes('paid')) return 'paid';
    return statuses.includes('processing') ? 'checking' : 'open';
  } catch {
    // The order stays as it is, and the page reloads.
    return 'unreachable';
  }
}

/** The payment that paid an order; undefined before. */
export async function findPaidPayment({ order_no }: Order, tillgate: TillgateClient): Promise<Payment | undefined> {
  const { payments } = await tillgate.payments.list({ order_no, status: 'paid', limit: 1 });
  return payments[0];
}

/** The newest payment of an order; undefined before the first. */
export async function findLatestPayment({ order_no }: Order, tillgate: TillgateClient): Promise<Payment | undefined> {
  const { payments } = await tillgate.payments.list({ order_no, limit: 1 });
  return payments[0];
}

/** Whether the gateway has a payment of the order and decides on it later, as in a review. */
export async function hasPendingPayment({ order_no }: Order, tillgate: TillgateClient): Promise<boolean> {
  const { payments } = await tillgate.payments.list({ order_no, limit: 100 });
  return payments.some(({ status }) => status === 'pending' || status === 'held');
}

function readSessions(order: Order, tillgate: TillgateClient): Promise<Session[]> {
  return Promise.all(order.sessions.map((session) => tillgate.sessions.get(session.id)));
}

/** Whether a session is no longer payable: expired, out of attempts, or declined for good. */
function isExhausted(state: Session): boolean {
  const { status, attempts_left, outcome } = state;
  return status === 'expired' || (status === 'open' && (attempts_left === 0 || outcome.decline?.retryable === false));
}
