/** One thing that submits are counted by, and how many of them are taken. */
export interface VelocityLimit {
  /** What it is, for the log and the metric. */
  kind: 'address' | 'shopper' | 'card';
  /** Names it in the table, without telling an address. */
  key: string;
  /** The most submits within `within` ms of the first. */
  max: number;
  within: number;
  /** So many refused cards, if they are so large a share (0 to 1) of the submits, end it as well. */
  refusals?: { min: number; share: number };
}

/** What counting a submit came to. */
export interface Velocity {
  /** The first limit that is exceeded. */
  over: VelocityLimit['kind'] | undefined;
  /** Keys beyond half of their limit, whose paid submits are taken off again. */
  crowded: readonly string[];
}

/** Where a breaker stands. */
export interface BreakerRecord {
  /** Refuses until then, in ms; what came before does not count any more. */
  refusesUntil: number;
  /** How often it tripped without calm between. */
  trips: number;
}

/** Cards that were tried within a time, each counted once. */
export interface CardTries {
  cards: number;
  /** Refused by their issuers and never paid. */
  refused: number;
  /** The same, but of each network no more refused cards than one shopper may have: what a crowd of networks saw. */
  spread: { cards: number; refused: number };
  /** Networks with more refused cards than one shopper may have, and none that was paid. */
  suspects: readonly string[];
}

/** What is known of the shop's own check of an attempt. */
export type ScreeningState =
  /** The caller alone may ask. */
  | { kind: 'started' }
  | { kind: 'underway'; since: number }
  | { kind: 'mismatch' }
  | { kind: 'decided'; allowed: boolean };
