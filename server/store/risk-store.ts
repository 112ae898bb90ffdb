import type { Transaction } from 'kysely';
import { isTrustedShopper, readBreaker, countTriedCards, tripBreaker } from './breakers.ts';
import type { VelocityLimit, VelocityResult, BreakerRecord, TriedCardCounts, ScreeningClaim } from './risk-types.ts';
import { claimScreening, finishScreening } from './screenings.ts';
import type { Db, Tables } from './schema.ts';
import {
  countSubmitTowardsLimits,
  findExceededLimitKind,
  pruneRiskRecords,
  recordVelocityOutcome,
} from './velocity.ts';

export * from './risk-types.ts';

/** The part of the store that limits abuse. Its rows are deleted after a day, and payments never depend on them. */
export interface RiskStore {
  /** The first limit that another submit would exceed; counts nothing. */
  findOverLimit(limits: readonly VelocityLimit[], at: number): Promise<VelocityLimit['kind'] | undefined>;
  /** Counts a submit that never became a payment. */
  countSubmitTowardsLimits(limits: readonly VelocityLimit[], at: number): Promise<VelocityResult>;
  /** `paid` subtracts a submit again; `refused` counts a declined card. */
  recordVelocityOutcome(keys: readonly string[], outcome: 'paid' | 'refused', at: number): Promise<void>;

  readBreaker(name: string): Promise<BreakerRecord | undefined>;
  /** Starts a pause of a breaker; false if it refuses already. */
  tripBreaker(name: string, breaker: BreakerRecord, at: number): Promise<boolean>;
  /** The newest card payments made between two moments, at most `limit`. */
  countTriedCards(since: number, until: number, limit: number, accounts?: readonly string[]): Promise<TriedCardCounts>;

  /** Claims an attempt for the shop's own check. Of concurrent callers exactly one gets `started`. */
  claimScreening(attempt: string, fingerprint: string, at: number): Promise<ScreeningClaim>;
  finishScreening(attempt: string, allowed: boolean): Promise<void>;

  /**
   * Whether a shopper is known by email address: paid by card before `before`, and since then had no more declined
   * cards than tolerated.
   */
  isTrustedShopper(email: string, before: number, accounts?: readonly string[]): Promise<boolean>;

  /**
   * Deletes a batch of counters that are over, or that end after `furthest` because of a clock that was ahead. Deletes
   * checks and networks of cards recorded before `screenedBefore` as well.
   */
  pruneRiskRecords(at: number, furthest: number, screenedBefore: number): Promise<void>;
}

export function createRiskStore(
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
  transact: <T>(work: (trx: Transaction<Tables>) => Promise<T>) => Promise<T>,
): RiskStore {
  return {
    findOverLimit: (limits, at) => read((db) => findExceededLimitKind(db, limits, at)),
    countSubmitTowardsLimits: (limits, at) => transact((trx) => countSubmitTowardsLimits(trx, limits, at)),
    recordVelocityOutcome: (keys, outcome, at) => transact((trx) => recordVelocityOutcome(trx, keys, outcome, at)),
    readBreaker: (name) => read((db) => readBreaker(db, name)),
    tripBreaker: (name, breaker, at) => transact((trx) => tripBreaker(trx, name, breaker, at)),
    countTriedCards: (since, until, limit, accounts) =>
      read((db) => countTriedCards(db, { since, until, limit, accounts })),
    isTrustedShopper: (email, before, accounts) => read((db) => isTrustedShopper(db, email, before, accounts)),
    claimScreening: (attempt, fingerprint, at) => transact((trx) => claimScreening(trx, attempt, fingerprint, at)),
    finishScreening: (attempt, allowed) => transact((trx) => finishScreening(trx, attempt, allowed)),
    pruneRiskRecords: (at, furthest, screenedBefore) =>
      transact((trx) => pruneRiskRecords(trx, at, furthest, screenedBefore)),
  };
}
