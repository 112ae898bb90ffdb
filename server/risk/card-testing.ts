import { type Log, describeError, type Metrics } from '../observability/index.ts';
import { CLOCK_SKEW, MAX_BREAKER_TIME, type BreakerRecord, type CardTries, type Store } from '../store/index.ts';
import type { CardTestingSettings } from './limit-settings.ts';

/** The client that submits a typed card. */
export interface CardSource {
  /** Their network, as payments name it, or their session where it is not known. */
  source: string;
  email: string;
}

/**
 * Stops typed cards for a while when too large a part of them is refused: of the networks whose cards are refused, as
 * long as they are few; of everybody once many networks send them. Known shoppers pay on in either case.
 */
export interface CardTestingBreaker {
  isRefusing(from: CardSource): Promise<boolean>;
}

const NAME = 'card-testing';
/** The pause between two reads of the payments, in ms. */
const LOOK_PAUSE = 2_000;
/** A look that is older than this, in ms, is waited for. */
const STALE = 30_000;
/** The most payments that a look takes into account. */
const SAMPLE = 1_000;
/** After so much time without a stop, in ms, the next one is a first one. */
const CALM = 3_600_000;
/** Right after a stop fewer cards are enough, but never fewer than these. */
const PROBATION_CARDS = 10;
/** A shopper who paid at least this long ago, in ms, is known: before a present attack. */
const KNOWN_AGE = 86_400_000;

/** Until when typed cards are to be refused, given what was seen; undefined for not at all. */
export function findAttack(
  settings: CardTestingSettings,
  tries: Pick<CardTries, 'cards' | 'refused'>,
  before: BreakerRecord | undefined,
  now: number,
): BreakerRecord | undefined {
  const onProbation = before !== undefined && now - before.refusesUntil < CALM;
  const enough = onProbation
    ? Math.min(settings.cards, Math.max(PROBATION_CARDS, Math.ceil(settings.cards / 2)))
    : settings.cards;
  if (tries.cards < enough || tries.refused < settings.share * tries.cards) return undefined;
  const trips = onProbation ? before.trips + 1 : 1;
  return { trips, refusesUntil: now + Math.min(settings.pause * 2 ** (trips - 1), MAX_BREAKER_TIME) };
}

interface Parts {
  store: Store;
  log: Log;
  metrics: Metrics;
  now: () => number;
}

/**
 * Looks at the payments themselves, which all companions share, every few seconds while cards come; a stop is written
 * down for all of them. Null settings never stop anything.
 */
export function createCardTestingBreaker(settings: CardTestingSettings | null, parts: Parts): CardTestingBreaker {
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
      // Without the store nothing is paid either; what was known last holds.
      log.debug({ error: describeError(error) }, 'the card payments could not be looked at');
    }
    lookedAt = now();
    metrics.cardTesting(state.refusesUntil > now());
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
        looking ??= look().finally(() => (looking = undefined));
        if (isStale) await looking;
      }
      if (!state.suspects.has(source) && state.refusesUntil <= now()) return false;
      return !(await parts.store.isKnownShopper(email, now() - KNOWN_AGE));
    },
  };
}

/** What the last look came to. */
interface State {
  /** Until when cards are refused, but those of known shoppers; 0 for not at all. */
  refusesUntil: number;
  /** Networks and sessions whose cards are refused, but those of known shoppers. */
  suspects: ReadonlySet<string>;
}

const NOBODY: ReadonlySet<string> = new Set();

/** The last stop; none where it ends later than any may, since a clock that was ahead has written it. */
async function readLast(store: Store, at: number): Promise<BreakerRecord | undefined> {
  const last = await store.readBreaker(NAME);
  return last === undefined || last.refusesUntil > at + MAX_BREAKER_TIME + CLOCK_SKEW ? undefined : last;
}

async function lookAtPayments(settings: CardTestingSettings, parts: Parts, last: State): Promise<State> {
  const { store, log, now } = parts;
  const at = now();
  const before = await readLast(store, at);
  if (before !== undefined && before.refusesUntil > at) return { ...last, refusesUntil: before.refusesUntil };
  // What led to the last stop does not lead to the next.
  const since = Math.max(at - settings.within, before?.refusesUntil ?? 0);
  const tries = await store.readCardTries(since, at + CLOCK_SKEW, SAMPLE);
  const isAttack = findAttack(settings, tries, before, at) !== undefined;
  const suspects = isAttack ? new Set(tries.suspects) : NOBODY;
  // Networks count with a few declines each, so that few networks do not stop the payments of others.
  const stop = findAttack(settings, tries.spread, before, at);
  if (stop === undefined) return { refusesUntil: 0, suspects };
  const isFirst = await store.tripBreaker(NAME, stop, at);
  if (!isFirst) return { refusesUntil: (await readLast(store, at))?.refusesUntil ?? 0, suspects };
  const { cards, refused } = tries.spread;
  log.alert('card_testing', { count: refused, reason: `${String(refused)} of ${String(cards)} cards were refused` });
  return { refusesUntil: stop.refusesUntil, suspects };
}
