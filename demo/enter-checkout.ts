import type { Entered, Order } from './baskets.ts';
import type { CompanionClient, SessionState } from './companion-client.ts';

/**
 * The session by which an order is paid. It stays the same while it can be paid, so that a reload and a second tab pay
 * the same thing; an order whose session is over gets another one.
 */
export function enterCheckout(order: Order, companion: CompanionClient, returnUrl: string): Promise<Entered> {
  order.entering ??= findOrOpen(order, companion, returnUrl).finally(() => (order.entering = undefined));
  return order.entering;
}

async function findOrOpen(order: Order, companion: CompanionClient, returnUrl: string): Promise<Entered> {
  const latest = order.sessions.at(-1);
  if (latest !== undefined) {
    const states = await readStates(order, companion);
    const paid = order.sessions.find((_, index) => states[index]?.status === 'paid');
    if (paid !== undefined) return { session: paid, isPaid: true };
    const state = states.at(-1);
    if (state !== undefined && !isOver(state)) return { session: latest, isPaid: false };
  }
  const session = await companion.openSession(order, returnUrl);
  order.sessions.push(session);
  return { session, isPaid: false };
}

export type OrderState = 'paid' | 'checking' | 'open' | 'unreachable';

/** What became of an order: the word of the companion, asked by the shop's server. */
export async function readOrder(order: Order, companion: CompanionClient): Promise<OrderState> {
  try {
    const statuses = (await readStates(order, companion)).map((state) => state.status);
    if (statuses.includes('paid')) return 'paid';
    return statuses.includes('processing') ? 'checking' : 'open';
  } catch {
    // The companion is away: the order stays as it is, and the page asks again.
    return 'unreachable';
  }
}

function readStates(order: Order, companion: CompanionClient): Promise<SessionState[]> {
  return Promise.all(order.sessions.map((session) => companion.readSession(session.id)));
}

/** Whether a session can never be paid any more: its time is up, or its tries are spent. */
function isOver(state: SessionState): boolean {
  const { status, attempts_left, outcome } = state;
  return status === 'expired' || (status === 'open' && (attempts_left === 0 || outcome.decline?.retryable === false));
}
