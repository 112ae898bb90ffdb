import type { AcquiringClient } from '../gateway/acquiring-client.ts';
import type { IssuingClient } from '../gateway/issuing-client.ts';
import type { PaymentRecord, Store } from '../store/store.ts';
import type { EventMaker } from '../webhooks/events.ts';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { CredentialsPause } from './credentials-pause.ts';
import type { Protection } from './protection.ts';
import type { RequestFingerprints } from './request-fingerprints.ts';
import type { Throttle } from '../observability/throttle.ts';

/** What the merchant decided about how payments run. */
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
  /** How long a submit may be without an answer before it counts as unknown, in ms. */
  answerDeadline: number;
  /** Seconds; used where a session names none. */
  sessionLifetime: number;
  /** Whether the gateway's risk product is told by itself how payments that it scored ended. */
  riskUpdates: boolean;
}

/** What the use cases of a payment's life work with. */
export interface PaymentDeps {
  store: Store;
  gateway: AcquiringClient;
  /** Undefined where the merchant issues no cards. */
  issuing: IssuingClient | undefined;
  /** Of operations whose request_id names them. */
  fingerprints: RequestFingerprints;
  /** Makes events for the shop. */
  events: EventMaker;
  settings: PaymentSettings;
  log: Logger;
  metrics: Metrics;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Work that must not be cut off: waited for when the server stops. */
  running: Set<Promise<unknown>>;
  /** Aborted when the server closes. */
  closing: AbortSignal;
  /** Submits of this process that wait for the gateway, by session and attempt. */
  submits: Map<string, { fingerprint: string; done: Promise<PaymentRecord> }>;
  /** Payments that this process is letting go of for their shoppers. */
  abandons: Map<string, Promise<void>>;
  changes: PaymentChanges;
  protection: Protection;
  credentials: CredentialsPause;
  /** Keeps the log readable where anybody may cause a line. */
  isLogDue: Throttle;
  /** Whether this process is about to end: nobody is made to wait in it any more. */
  drain: { isOn: boolean };
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
export function keepRunning<T>(deps: PaymentDeps, work: Promise<T>): Promise<T> {
  deps.running.add(work);
  const forget = (): void => {
    deps.running.delete(work);
  };
  work.then(forget, forget);
  return work;
}
