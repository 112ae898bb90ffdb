import { trackBackgroundWork, type PaymentDeps } from '../context/index.ts';
import { type AlertLogger, describeError, type Metrics } from '../observability/index.ts';
import {
  MAX_CLOCK_SKEW_MS,
  MAX_BREAKER_PAUSE_MS,
  type BreakerRecord,
  type TriedCardCounts,
  type Store,
} from '../store/index.ts';
import type { CardTestingSettings } from './velocity-limit-settings.ts';

/** The client that submits a typed card. */
export interface TypedCardSource {
  /** The shopper's network, or the session if it is unknown. */
  source: string;
  email: string;
}

/**
 * Pauses card entry when too many cards are declined: for the networks whose cards are declined if they are few, for
 * all if they are many. Known shoppers can pay in both cases.
 */
export interface CardTestingBreaker {
  isRefusing(from: TypedCardSource): Promise<boolean>;
}

/** The pause between two reads of the payments, in ms. */
const LOOK_PAUSE = 2_000;
/** An older read, in ms, is refreshed before the decision. */
const STALE = 30_000;
/** The most payments of one read. */
const SAMPLE = 1_000;
/** After this time without a pause, in ms, the next pause counts as the first. */
const CALM = 3_600_000;
/** Right after a pause fewer cards are enough, but at least these. */
const PROBATION_CARDS = 10;
/** A shopper whose payment is at least this old, in ms, is known: it predates a current attack. */
const KNOWN_AGE = 86_400_000;

/** The pause that the cards cause, as the breaker's next record; undefined for none. */
export function nextBreakerRecord(
  settings: CardTestingSettings,
  tries: Pick<TriedCardCounts, 'cards' | 'refused'>,
  before: BreakerRecord | undefined,
  now: number,
): BreakerRecord | undefined {
  const onProbation = before !== undefined && now - before.refusesUntil < CALM;
  const enough = onProbation
    ? Math.min(settings.cards, Math.max(PROBATION_CARDS, Math.ceil(settings.cards / 2)))
    : settings.cards;
  if (tries.cards < enough || tries.refused < settings.share * tries.cards) return undefined;
  const trips = onProbation ? before.trips + 1 : 1;
  return { trips, refusesUntil: now + Math.min(settings.pause * 2 ** (trips - 1), MAX_BREAKER_PAUSE_MS) };
}

/** What the breaker works with. */
export interface CardTestingDeps extends Pick<PaymentDeps, 'running'> {
  /** The name of the breaker's record. */
  name: string;
  store: Store;
  log: AlertLogger;
  metrics: Metrics;
  now: () => number;
}

/**
 * Reads the stored payments, which all companions share, every few seconds while cards come. A pause is stored for all
 * companions. Null settings disable it.
 */
export function createCardTestingBreaker(
  settings: CardTestingSettings | null,
  parts: CardTestingDeps,
): CardTestingBreaker {
  if (settings === null) return { isRefusing: () => Promise.resolve(false) };
  const { now, metrics, log } = parts;
  let state: State = { refusesUntil: 0, suspects: NOBODY };
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    const before = state;
    try {
      state = await lookAtPayments(settings, parts, before);
    } catch (error) {
      // Without the store no payment runs either, so the last state stays.
      log.debug({ error: describeError(error) }, 'the card payments could not be looked at');
    }
    lookedAt = now();
    metrics.setCardTesting(state.refusesUntil > now());
    if (before.refusesUntil !== 0 && state.refusesUntil === 0) log.info({}, 'card payments are taken again');
    if (before.suspects.size === 0 && state.suspects.size > 0) {
      log.warn({ count: state.suspects.size }, 'card testing from few networks; their typed cards are refused');
    }
  };
  return {
    async isRefusing({ source, email }) {
      const age = now() - lookedAt;
      // Read in the future: the clock was set back, so the state is stale.
      const isStale = age < 0 || age >= STALE;
      if (isStale || age >= LOOK_PAUSE) {
        looking ??= trackBackgroundWork(parts, look()).finally(() => (looking = undefined));
        if (isStale) await looking;
      }
      if (!state.suspects.has(source) && state.refusesUntil <= now()) return false;
      return !(await parts.store.isTrustedShopper(email, now() - KNOWN_AGE));
    },
  };
}

/** The result of the last read. */
interface State {
  /** The end of the pause for unknown shoppers; 0 for none. */
  refusesUntil: number;
  /** Networks and sessions whose unknown shoppers are refused. */
  suspects: ReadonlySet<string>;
}

const NOBODY: ReadonlySet<string> = new Set();

/** The last pause; none if it ends later than any can, because a clock that was ahead wrote it. */
async function readLast({ store, name }: CardTestingDeps, at: number): Promise<BreakerRecord | undefined> {
  const last = await store.readBreaker(name);
  return last === undefined || last.refusesUntil > at + MAX_BREAKER_PAUSE_MS + MAX_CLOCK_SKEW_MS ? undefined : last;
}

async function lookAtPayments(settings: CardTestingSettings, parts: CardTestingDeps, last: State): Promise<State> {
  const { store, log, now } = parts;
  const at = now();
  const before = await readLast(parts, at);
  if (before !== undefined && before.refusesUntil > at) return { ...last, refusesUntil: before.refusesUntil };
  // Declines from before the last pause do not cause the next.
  const since = Math.max(at - settings.within, before?.refusesUntil ?? 0);
  const tries = await store.countTriedCards(since, at + MAX_CLOCK_SKEW_MS, SAMPLE);
  const isAttack = nextBreakerRecord(settings, tries, before, at) !== undefined;
  const suspects = isAttack ? new Set(tries.suspects) : NOBODY;
  // Each network counts with a few declines only, so few networks do not stop the payments of all.
  const stop = nextBreakerRecord(settings, tries.spread, before, at);
  if (stop === undefined) return { refusesUntil: 0, suspects };
  const isFirst = await store.tripBreaker(parts.name, stop, at);
  if (!isFirst) return { refusesUntil: (await readLast(parts, at))?.refusesUntil ?? 0, suspects };
  const { cards, refused } = tries.spread;
  log.alert('card_testing', { count: refused, reason: `${String(refused)} of ${String(cards)} cards were refused` });
  return { refusesUntil: stop.refusesUntil, suspects };
}
