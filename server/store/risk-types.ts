/** A limit that a submit counts towards. Its rows are deleted after a day, and payments never depend on them. */
export interface VelocityLimit {
  /** The kind of limit, for log and metric. */
  kind: 'address' | 'shopper' | 'card';
  /** The key in the table, without the address. */
  key: string;
  /** The most submits within `within` ms of the first. */
  max: number;
  within: number;
  /** So many declined cards, if they are at least this share (0 to 1) of the submits, also exceed the limit. */
  refusals?: { min: number; share: number };
}

/** The result of counting a submit. */
export interface VelocityResult {
  /** The first limit that is exceeded. */
  over: VelocityLimit['kind'] | undefined;
  /** Keys over half of their limit; their paid submits are subtracted again. */
  crowded: readonly string[];
}

/** The state of a breaker. */
export interface BreakerRecord {
  /** Refuses until this time, in ms; declines before it no longer count. */
  refusesUntil: number;
  /** The number of pauses in a row. */
  trips: number;
}

/** Cards tried within a time, each counted once. */
export interface TriedCardCounts {
  cards: number;
  /** Cards that were declined and never paid. */
  refused: number;
  /**
   * The same counts, with at most as many declined cards per network as one shopper may have: the view across many
   * networks.
   */
  spread: { cards: number; refused: number };
  /** Networks with more declined cards than one shopper may have, and without a payment. */
  suspects: readonly string[];
}

/** The state of the shop's own check of an attempt. */
export type ScreeningClaim =
  /** Only this caller may run the check. */
  | { kind: 'started' }
  | { kind: 'underway'; since: number }
  | { kind: 'mismatch' }
  | { kind: 'decided'; allowed: boolean };
