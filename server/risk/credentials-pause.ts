import { CheckoutError } from '../../shared/errors.ts';
import type { Log } from '../observability/index.ts';

/** How long new submits are refused after the gateway refused our credentials to several sessions, in ms. */
export const CREDENTIALS_PAUSE = 30_000;
/** So many sessions, of as many networks, in a row begin a pause: one shopper alone begins none. */
export const PAUSE_SESSIONS = 3;
/** A refusal that is older does not count any more, in ms. */
const MEMORY = 600_000;

/** Whose submit it is; each submit has an object of its own. */
export interface SubmitSource {
  sessionId: string;
  /** The network that it comes from; undefined where it may be anybody's. */
  network: string | undefined;
}

/**
 * Spares the gateway submits while it refuses our credentials. It pauses after refusals of several sessions without a
 * success between, and then lets one payment through: a success ends the pause, another refusal begins a new one. Only
 * answers of the gateway count; what says nothing, such as a page of a proxy, changes nothing.
 */
export interface CredentialsPause {
  /** @throws CheckoutError `gateway_misconfigured` during a pause, and while the one payment after it is under way */
  admit(source: SubmitSource): void;
  /** The gateway refused our credentials to a submit. */
  refused(source: SubmitSource): void;
  /** The gateway answered a submit in any other way of its own. */
  accepted(): void;
  /** A submit has ended, whatever came of it. */
  ended(source: SubmitSource): void;
}

export function createCredentialsPause(now: () => number, log: Log): CredentialsPause {
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
      // Begun after now: the clock was put back, and what it said then means nothing.
      if (age < 0) pausedAt = undefined;
      else if (age < CREDENTIALS_PAUSE || probe !== undefined) wait();
      else {
        const isBlamed = [...refusals.values()].some((refusal) => refusal.source === sourceOf(source));
        // Whoever was refused may be the cause: others try first.
        if (isBlamed && age < 2 * CREDENTIALS_PAUSE) wait();
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
      else if (pausedAt === undefined && sources.size >= PAUSE_SESSIONS) begin();
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
