import { CheckoutError } from '../../shared/errors.ts';
import { describeError } from '../observability/index.ts';
import {
  MAX_CLOCK_SKEW_MS,
  DECLINES_UNRELATED_TO_CARD,
  type PaymentRecord,
  type VelocityLimit,
} from '../store/index.ts';
import { trackBackgroundWork, type PaymentDeps } from '../context/index.ts';
import type { UnconfirmedPayments } from './commit-intent.ts';
import type { GatewayCredentialsBreaker, AbuseProtection, ScreeningContext, ClientNetwork } from '../risk/index.ts';

/** The dependencies of a submit. */
export interface SubmitDeps extends PaymentDeps {
  /** Submits of this process that wait for the gateway, by session and attempt. */
  submits: Map<string, { fingerprint: string; done: Promise<PaymentRecord> }>;
  unconfirmed: UnconfirmedPayments;
  protection: AbuseProtection;
  credentials: GatewayCredentialsBreaker;
}

/** Why a submit was refused. */
export type SubmitRefusalReason = VelocityLimit['kind'] | 'card_testing' | 'screening';

/** Every refusal is returned this long after its submit, in ms: neither response nor timing reveals the reason. */
const REFUSAL_TIME = 1_000;

/** The pause between two deletions of old limits, and how long a screening is kept, in ms. */
const PRUNE_PAUSE = 10_000;
const SCREENING_LIFETIME = 86_400_000;

/** A submit that may go on, with what it is counted by. */
export interface SubmitAdmission {
  limits: readonly VelocityLimit[];
  /** Ends the submit as any other refusal ends it. */
  refuse: (by: SubmitRefusalReason) => Promise<never>;
}

/**
 * Admits a submit, or refuses it before anything is sent and before an attempt is used: during card testing, where the
 * shop's own check refuses, and over a velocity limit. All refusals look alike. A submit without an address comes from
 * the shop's own server and is not limited.
 * @throws CheckoutError `rate_limited`; `attempt_mismatch`, `request_in_progress` of a check under way
 */
export async function admitSubmit(
  deps: SubmitDeps,
  input: ScreeningContext & { address?: ClientNetwork | undefined },
): Promise<SubmitAdmission> {
  const { session, submit, payment, address } = input;
  const receivedAt = performance.now();
  const { protection } = deps;
  const card = submit.card === undefined ? null : { bin: payment.card_bin ?? '', last4: payment.card_last4 ?? '' };
  const refuse = (by: SubmitRefusalReason): Promise<never> => refuseLate(deps, session.id, by, receivedAt);
  if (address === undefined) return { limits: [], refuse };
  const limits = protection.toLimits({ session, email: payment.shopper_email ?? '', card, address });
  if (limits.length > 0 || protection.screens) pruneRiskRecords(deps);
  if (card !== null) {
    const from = { source: payment.network ?? session.id, email: payment.shopper_email ?? '' };
    if (await protection.cardTesting.isRefusing(from)) return refuse('card_testing');
  }
  if (protection.screens) {
    // The check may cost the shop money or time: submits over a limit do not reach it.
    const over = await deps.store.findOverLimit(limits, deps.now());
    if (over !== undefined) return refuse(over);
    if (!(await protection.screening(input))) {
      await deps.store.countSubmitTowardsLimits(limits, deps.now());
      return refuse('screening');
    }
  }
  return { limits, refuse };
}

/**
 * Counts the outcome of an admitted payment. A paid one no longer counts towards limits that are half used, so that many
 * honest shoppers behind one address never reach them. A declined card counts against its address.
 */
export function adjustVelocityByOutcome(
  deps: SubmitDeps,
  payment: PaymentRecord,
  { limits, crowded }: { limits: readonly VelocityLimit[]; crowded: readonly string[] },
): void {
  const refusals = limits.filter((limit) => limit.refusals !== undefined).map(({ key }) => key);
  const isRefused = payment.status === 'declined' && payment.card_last4 !== null && isCardDeclined(payment);
  const keys = payment.status === 'paid' ? crowded : isRefused ? refusals : [];
  if (keys.length === 0) return;
  const counted = deps.store.recordVelocityOutcome(keys, isRefused ? 'refused' : 'paid', deps.now());
  void trackBackgroundWork(
    deps,
    counted.catch((error: unknown) => warn(deps, error)),
  );
}

function isCardDeclined({ decline_code: declineCode }: PaymentRecord): boolean {
  return declineCode !== null && !DECLINES_UNRELATED_TO_CARD.includes(declineCode);
}

async function refuseLate(
  deps: SubmitDeps,
  sessionId: string,
  by: SubmitRefusalReason,
  receivedAt: number,
): Promise<never> {
  deps.metrics.countRefusedSubmit(by);
  deps.log.warn({ session_id: sessionId, reason: by }, 'a submit was refused before it was sent');
  const rest = REFUSAL_TIME - (performance.now() - receivedAt);
  if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
  throw new CheckoutError('rate_limited');
}

function pruneRiskRecords(deps: SubmitDeps): void {
  const { protection } = deps;
  const now = deps.now();
  const age = now - protection.prunedAt;
  // Pruned in the future: the clock was set back.
  if (age >= 0 && age < PRUNE_PAUSE) return;
  protection.prunedAt = now;
  const furthest = now + protection.longestWindow + MAX_CLOCK_SKEW_MS;
  const pruned = deps.store.pruneRiskRecords(now, furthest, now - SCREENING_LIFETIME);
  void trackBackgroundWork(
    deps,
    pruned.catch((error: unknown) => warn(deps, error)),
  );
}

function warn(deps: SubmitDeps, error: unknown): void {
  deps.log.warn({ error: describeError(error) }, 'a limit could not be kept up to date');
}
