import type { Action, CreateSession, DeclineCode, SessionStatus } from '../../shared/contract/index.ts';
import type { PaymentResult } from '../../shared/interface/payment-result.ts';

/** Sessions, payments and their timelines, as the companion remembers them. Times are milliseconds since the epoch. */

/**
 * Where a payment stands:
 * - `submitting`: the intent is committed; the request to the gateway may or may not have left.
 * - `not_sent`: no byte left; final, the session is free again.
 * - `action_required`: the shopper has to pass a challenge or visit the issuer.
 * - `pending`: the gateway is working on it. `unknown`: nobody can say whether money moved.
 * - `abandoned`: the shopper chose another way before finishing the action; a late result still counts.
 * - `held`: the gateway waits for the shop to review or capture it.
 * - `paid`, `declined`: what the gateway said. `cancelled`: the shop had it undone.
 */
export type PaymentStatus =
  | 'submitting'
  | 'not_sent'
  | 'action_required'
  | 'pending'
  | 'held'
  | 'unknown'
  | 'abandoned'
  | 'paid'
  | 'declined'
  | 'cancelled';

export interface SessionRecord {
  id: string;
  /** SHA-256 of the token; the token itself is nowhere. */
  tokenHash: string;
  orderNo: string;
  currency: string;
  /** Wire amount, two decimals. */
  amount: string;
  /** The order as the shop's server gave it. */
  request: CreateSession;
  /** `expired` is stored only when the shop ended the session early; time is compared by the reader. */
  status: SessionStatus;
  /** The payment that is under way or unsettled; at most one. */
  activePaymentId: string | null;
  /** The payment whose outcome the session shows. */
  lastPaymentId: string | null;
  paidPaymentId: string | null;
  attempts: number;
  createdAt: number;
  expiresAt: number;
}

export interface PaymentRecord {
  id: string;
  sessionId: string;
  attemptId: string;
  /** Keyed digest of the submit body; says whether a repeated attempt is the same. */
  fingerprint: string;
  status: PaymentStatus;
  /** `card` or the interface's payment_method. */
  method: string;
  orderNo: string;
  currency: string;
  amount: string;
  shopperEmail: string | null;
  transactionId: string | null;
  cardBrand: string | null;
  /** First six digits. */
  cardBin: string | null;
  cardLast4: string | null;
  /** `MM/YY` of a card that is to be kept once the payment is paid; null otherwise, and when that is done. */
  cardExpiry: string | null;
  /** The name on a card that is to be kept; as short-lived as its expiry. */
  cardHolder: string | null;
  action: Action | null;
  /** Origin of the page that submitted, for the message that ends a challenge. */
  pageOrigin: string | null;
  /** The account of the gateway by which it is paid; empty where an older version began it without naming one. */
  accountId: string;
  /** SHA-256 of the secret in the notify_url that only the gateway was told; null where every address was public. */
  notifyHash: string | null;
  declineCode: DeclineCode | null;
  /** The gateway's latest word, card data masked. */
  result: PaymentResult | null;
  /** Why the payment is unknown, or what a person should look at; null where all is well. */
  alarm: string | null;
  /** The session, or another of its order, was already paid by another payment when this one turned out paid. */
  duplicate: boolean;
  /** Queries that unverified notifications have caused so far. */
  hintQueries: number;
  /** Set when the shopper's browser came back from the issuer. */
  returnedAt: number | null;
  /** What was given back, in hundredths: refunds that the gateway took. */
  refunded: number;
  /** The contract that this payment began or that deducted it. */
  recurringId: string | null;
  /** What the shop decided about a held payment; `unknown` where that may not have reached the gateway. */
  /** What was captured, or is about to be, in hundredths, where it is less than the amount. */
  captured: number | null;
  reviewStatus: 'approved' | 'rejected' | 'unknown' | null;
  disputeStatus: 'received' | 'won' | 'lost' | null;
  /** What the shop asked the gateway to do with it, as long as nobody can say whether it did. */
  decision: { kind: 'approve' | 'reject' | 'capture' | 'cancel'; at: number } | null;
  /** Counts changes; every change names the version it saw. */
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** One line of a payment's timeline. */
export interface PaymentEvent {
  id: string;
  paymentId: string;
  at: number;
  /** What happened: `submitted`, `answered`, `notified`, `queried`, `returned`, `abandoned`, `resolved` ... */
  kind: string;
  from: PaymentStatus | null;
  to: PaymentStatus;
  /** Facts without card data. */
  detail: Record<string, string | number | boolean | null>;
}

/** A dispute of a payment. Times are milliseconds since the epoch. */
export interface DisputeRecord {
  id: string;
  paymentId: string;
  transactionId: string;
  status: 'received' | 'won' | 'lost';
  reason: string | null;
  code: string | null;
  createdAt: number;
  updatedAt: number;
}

/** A card that the gateway keeps for a shopper of the shop. */
export interface SavedCardRecord {
  /** Our own name of it, which may leave the companion. */
  id: string;
  /** The account of the gateway that gave the token. */
  accountId: string;
  /** The shop's own number of its shopper. */
  shopperId: string;
  /** The gateway's name of it, which may not. */
  token: string;
  brand: string | null;
  /** First six digits. */
  bin: string | null;
  last4: string;
  /** `MM/YY` */
  expiry: string | null;
  /** The name on it, which the interface wants with every payment. */
  holder: string | null;
  createdAt: number;
}

/**
 * What a job does: `reconcile`, `refund` and `operation` ask the gateway how one ended; `webhook` delivers an event;
 * `notification` applies one that was cut short; `risk` tells the gateway how a scored payment ended; `prune` forgets.
 */
export type JobKind = (typeof JOB_KINDS)[number];
export const JOB_KINDS = ['reconcile', 'refund', 'operation', 'webhook', 'risk', 'notification', 'prune'] as const;

/** Work for later, claimed by any companion. */
export interface Job {
  id: string;
  kind: JobKind;
  /** The id of what it is about. */
  ref: string;
  runAt: number;
  /** How often it ran. */
  runs: number;
}

/** Tells one run of a job from a later one. */
export type JobClaim = Pick<Job, 'id' | 'runs'>;
