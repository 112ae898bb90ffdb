import { CheckoutError } from '../../shared/errors.ts';
import type { AlertLogger } from '../observability/index.ts';

/** How long new submits are refused after the gateway refused our credentials to several sessions, in ms. */
export const GATEWAY_CREDENTIALS_PAUSE_MS = 30_000;
/** A pause starts after this many sessions from as many networks in a row; one shopper alone cannot start it. */
export const GATEWAY_CREDENTIALS_BREAKER_THRESHOLD = 3;
/** Older refusals do not count, in ms. */
const MEMORY = 600_000;

/** The submit; each submit has its own object. */
export interface SubmitSource {
  sessionId: string;
  /** The network of the submit; undefined if many clients may share it. */
  network: string | undefined;
}

/**
 * Pauses submits while the gateway refuses our credentials. The pause starts after refusals of several sessions without
 * a success in between. After it one payment is sent: a success ends the pause, another refusal starts a new one.
 * Only gateway responses count; other responses, such as a proxy's page, change nothing.
 */
export interface GatewayCredentialsBreaker {
  /** @throws CheckoutError `gateway_misconfigured` during a pause, and while the one payment after it is in flight */
  admit(source: SubmitSource): void;
  /** The gateway refused our credentials to a submit. */
  refused(source: SubmitSource): void;
  /** The gateway gave a submit any other response of its own. */
  accepted(): void;
  /** A submit has ended with any result. */
  ended(source: SubmitSource): void;
}

export function createGatewayCredentialsBreaker(now: () => number, log: AlertLogger): GatewayCredentialsBreaker {
  const refusals = new Map<string, { source: string; at: number }>();
  let pausedAt: number | undefined;
  let probe: SubmitSource | undefined;
  const sourceOf = ({ sessionId, network }: SubmitSource): string => network ?? sessionId;
  const begin = (): void => {
    pausedAt = now();
    log.alert('payments_paused', {});
  };
  const wait = (): never => {
    throw new CheckoutError('gateway_misconfigured');
  };
  return {
    admit(source) {
      if (pausedAt === undefined) return;
      const age = now() - pausedAt;
      // Begun in the future: the clock was set back, so the entry is void.
      if (age < 0) pausedAt = undefined;
      else if (age < GATEWAY_CREDENTIALS_PAUSE_MS || probe !== undefined) wait();
      else {
        const isBlamed = [...refusals.values()].some((refusal) => refusal.source === sourceOf(source));
        // The refused network may be the cause, so other networks try first.
        if (isBlamed && age < 2 * GATEWAY_CREDENTIALS_PAUSE_MS) wait();
        probe = source;
      }
    },
    refused(source) {
      const at = now();
      for (const [session, refusal] of refusals) {
        const age = at - refusal.at;
        if (age < 0 || age > MEMORY) refusals.delete(session);
      }
      refusals.set(source.sessionId, { source: sourceOf(source), at });
      const sources = new Set([...refusals.values()].map((refusal) => refusal.source));
      if (probe === source) begin();
      else if (pausedAt === undefined && sources.size >= GATEWAY_CREDENTIALS_BREAKER_THRESHOLD) begin();
    },
    accepted() {
      refusals.clear();
      if (pausedAt !== undefined) log.info({}, 'the gateway takes our credentials again');
      pausedAt = undefined;
      probe = undefined;
    },
    ended(source) {
      if (probe === source) probe = undefined;
    },
  };
}
