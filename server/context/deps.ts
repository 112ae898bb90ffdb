import type { AcquiringClient } from '../gateway/acquiring-client.ts';
import type { Store } from '../store/index.ts';
import type { EventMaker } from '../webhooks/events.ts';
import type { Log, Metrics, Throttle } from '../observability/index.ts';

/** Settings that use cases read. */
export interface PaymentSettings {
  /** The companion's own address, without a slash at its end. */
  publicUrl: string;
  shopName: string | null;
  /** Hosts that shoppers may be sent to; `*.bank.example` takes every host below. */
  issuerHosts: readonly string[];
  /** Plain http is taken for an issuer on this machine; for the sandbox only. */
  allowLoopbackIssuer: boolean;
  maxAttempts: number;
  /** Whether an order is paid in one session only. */
  ordersOnce: boolean;
  /** The time without a response after which a submit counts as unknown, in ms. */
  answerDeadline: number;
  /** Seconds; used where a session names none. */
  sessionLifetime: number;
  /** Whether the gateway's risk product gets the outcome of payments that it scored. */
  riskUpdates: boolean;
}

/** What the use cases of a payment's life work with. */
export interface Deps {
  store: Store;
  gateway: AcquiringClient;
  /** Makes events for the shop. */
  events: EventMaker;
  settings: PaymentSettings;
  log: Log;
  metrics: Metrics;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Work that must not be cut off: waited for when the server stops. */
  running: Set<Promise<unknown>>;
  /** Aborted when the server closes. */
  closing: AbortSignal;
  changes: PaymentChanges;
  /** Keeps the log readable where anybody may cause a line. */
  isLogDue: Throttle;
}

/** Tells those who wait for a session's outcome that it may have changed. */
export interface PaymentChanges {
  announce(sessionId: string): void;
  /** Resolves at the next announcement of the session or after `ms`. */
  wait(sessionId: string, ms: number, signal?: AbortSignal): Promise<void>;
}

export function createPaymentChanges(): PaymentChanges {
  const waiters = new Map<string, Set<() => void>>();
  return {
    announce(sessionId) {
      for (const wake of [...(waiters.get(sessionId) ?? [])]) wake();
    },
    wait(sessionId, ms, signal) {
      return new Promise((resolve) => {
        const group = waiters.get(sessionId) ?? new Set();
        waiters.set(sessionId, group);
        const finish = (): void => {
          clearTimeout(timer);
          group.delete(finish);
          if (group.size === 0) waiters.delete(sessionId);
          signal?.removeEventListener('abort', finish);
          resolve();
        };
        const timer = setTimeout(finish, ms);
        group.add(finish);
        signal?.addEventListener('abort', finish, { once: true });
      });
    },
  };
}

/** Runs work to its end even while the server stops. */
export function keepRunning<T>(deps: Deps, work: Promise<T>): Promise<T> {
  deps.running.add(work);
  const forget = (): void => {
    deps.running.delete(work);
  };
  work.then(forget, forget);
  return work;
}
