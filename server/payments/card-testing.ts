import { describeError, type Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { CLOCK_SKEW, LONGEST_STOP } from '../store/breakers.ts';
import type { BreakerRecord, CardTries, Store } from '../store/store.ts';
import type { CardTestingSettings } from './limit-settings.ts';

/** Stops typed cards for a while when too large a part of them is refused. */
export interface CardTestingBreaker {
  isRefusing(): Promise<boolean>;
}

const NAME = 'card-testing';
/** The pause between two looks at the payments, in ms. */
const LOOK_PAUSE = 2_000;
/** A look that is older than this, in ms, is waited for. */
const STALE = 30_000;
/** The most payments that a look takes into account. */
const SAMPLE = 1_000;
/** After so much time without a stop, in ms, the next one is a first one. */
const CALM = 3_600_000;
/** Right after a stop fewer cards are enough, but never fewer than these. */
const PROBATION_CARDS = 10;

/** Until when typed cards are to be refused, given what was seen; undefined for not at all. */
export function judge(
  settings: CardTestingSettings,
  tries: CardTries,
  before: BreakerRecord | undefined,
  now: number,
): BreakerRecord | undefined {
  const onProbation = before !== undefined && now - before.refusesUntil < CALM;
  const enough = onProbation
    ? Math.min(settings.cards, Math.max(PROBATION_CARDS, Math.ceil(settings.cards / 2)))
    : settings.cards;
  if (tries.cards < enough || tries.refused < settings.share * tries.cards) return undefined;
  const trips = onProbation ? before.trips + 1 : 1;
  return { trips, refusesUntil: now + Math.min(settings.pause * 2 ** (trips - 1), LONGEST_STOP) };
}

interface Parts {
  store: Store;
  log: Logger;
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
  let refusesUntil = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    const before = refusesUntil;
    try {
      refusesUntil = await lookAtPayments(settings, parts);
    } catch (error) {
      // Without the store nothing is paid either; what was known last holds.
      log.debug({ error: describeError(error) }, 'the card payments could not be looked at');
    }
    lookedAt = now();
    metrics.cardTesting(refusesUntil > now());
    if (before !== 0 && refusesUntil === 0) log.info({}, 'card payments are taken again');
  };
  return {
    async isRefusing() {
      const age = now() - lookedAt;
      // Looked at after now: the clock was put back, and what it said then means nothing.
      const isStale = age < 0 || age >= STALE;
      if (isStale || age >= LOOK_PAUSE) {
        looking ??= look().finally(() => (looking = undefined));
        if (isStale) await looking;
      }
      return refusesUntil > now();
    },
  };
}

/** The last stop; none where it ends later than any may, since a clock that was ahead has written it. */
async function readLast(store: Store, at: number): Promise<BreakerRecord | undefined> {
  const last = await store.readBreaker(NAME);
  return last === undefined || last.refusesUntil > at + LONGEST_STOP + CLOCK_SKEW ? undefined : last;
}

/** Until when cards are refused; 0 for not at all. */
async function lookAtPayments(settings: CardTestingSettings, { store, log, now }: Parts): Promise<number> {
  const at = now();
  const before = await readLast(store, at);
  if (before !== undefined && before.refusesUntil > at) return before.refusesUntil;
  // What led to the last stop does not lead to the next.
  const since = Math.max(at - settings.within, before?.refusesUntil ?? 0);
  const tries = await store.readCardTries(since, at + CLOCK_SKEW, SAMPLE);
  const stop = judge(settings, tries, before, at);
  if (stop === undefined) return 0;
  const isFirst = await store.tripBreaker(NAME, stop, at);
  if (!isFirst) return (await readLast(store, at))?.refusesUntil ?? 0;
  log.error(
    { count: tries.refused, reason: `${String(tries.refused)} of ${String(tries.cards)} cards were refused` },
    'alarm: card testing; typed cards are refused for a while',
  );
  return stop.refusesUntil;
}
