/** A call that left and has no answer yet. It holds what a person confirmed: amounts, ids, a reason. */
export interface PendingCall {
  /** The Idempotency-Key: sending it again is the same call. */
  key: string;
  path: string;
  body: unknown;
  /** What was confirmed, in words. */
  title: string;
}

const PLACE = 'tillgate-console-pending';

/**
 * Calls under way, kept in this tab: a page that is reloaded before the answer can ask what became of them, by sending
 * the very same call.
 */
export const pendingCalls = {
  list(): PendingCall[] {
    try {
      const kept: unknown = JSON.parse(sessionStorage.getItem(PLACE) ?? '[]');
      return Array.isArray(kept) ? (kept as PendingCall[]) : [];
    } catch {
      return [];
    }
  },
  add(call: PendingCall): void {
    write([...pendingCalls.list().filter(({ key }) => key !== call.key), call]);
  },
  drop(key: string): void {
    write(pendingCalls.list().filter((call) => call.key !== key));
  },
  /** Whoever signs in next has nothing to do with them. */
  clear(): void {
    write([]);
  },
};

function write(calls: readonly PendingCall[]): void {
  try {
    if (calls.length === 0) sessionStorage.removeItem(PLACE);
    else sessionStorage.setItem(PLACE, JSON.stringify(calls));
  } catch {
    // Without storage a reload forgets the call; the companion still does it once.
  }
}
