import type { AcquiringClient } from '../gateway/acquiring-client.ts';
import type { Store } from '../store/index.ts';
import type { WebhookEventFactory } from '../webhooks/events.ts';
import type { ChildLogger, Metrics, LogThrottle } from '../observability/index.ts';

/** Settings that use cases read. */
export interface PaymentSettings {
  /** The companion's public address, without a trailing slash. */
  publicUrl: string;
  shopName: string | null;
  /** Allowed hosts of an issuer_url; `*.bank.example` allows every subdomain. */
  issuerHosts: readonly string[];
  /** Allows plain http for an issuer on this machine; for the sandbox only. */
  allowLoopbackIssuer: boolean;
  maxAttempts: number;
  /** Whether an order is paid in one session only. */
  ordersOnce: boolean;
  /** The time without a response after which a submit counts as unknown, in ms. */
  answerDeadline: number;
  /** Whether the outcome of risk-scored payments is reported to the gateway's risk product. */
  riskUpdates: boolean;
}

/** The dependencies of a payment's use cases. */
export interface PaymentDeps {
  /** The account of the gateway, by its name: whose credentials, profile and records these are. */
  account: string;
  store: Store;
  gateway: AcquiringClient;
  /** Creates webhook events for the shop. */
  events: WebhookEventFactory;
  settings: PaymentSettings;
  log: ChildLogger;
  metrics: Metrics;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Work that must finish before the server stops. */
  running: Set<Promise<unknown>>;
  /** Aborted when the server closes. */
  closing: AbortSignal;
  changes: SessionChangeNotifier;
  /** Limits log lines that any client can cause. */
  isLogDue: LogThrottle;
}

/** Notifies the waiting requests of a session that its outcome may have changed. */
export interface SessionChangeNotifier {
  announce(sessionId: string): void;
  /** Resolves at the session's next announcement, or after `ms`. */
  wait(sessionId: string, ms: number, signal?: AbortSignal): Promise<void>;
}

export function createSessionChangeNotifier(): SessionChangeNotifier {
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

/** Runs work to its end, also while the server stops. */
export function trackBackgroundWork<T>(deps: Pick<PaymentDeps, 'running'>, work: Promise<T>): Promise<T> {
  deps.running.add(work);
  const forget = (): void => {
    deps.running.delete(work);
  };
  work.then(forget, forget);
  return work;
}

/** Resolves once all such work has ended, also what it began itself. */
export async function waitForBackgroundWork({ running }: Pick<PaymentDeps, 'running'>): Promise<void> {
  while (running.size > 0) await Promise.allSettled([...running]);
}
