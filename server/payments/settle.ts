import { CheckoutError } from '../../shared/errors.ts';
import type { PaymentResult } from '../../shared/interface/payment-result.ts';
import { merge } from '../../shared/merge.ts';
import { hasNote, withNote } from '../store/alarm-notes.ts';
import { DEDUCTION } from '../store/deductions.ts';
import type { PaymentChanges, PaymentRecord, PaymentUpdate, SessionRecord } from '../store/store.ts';
import { TakenError } from '../store/taken-error.ts';
import { refuseUnderWay } from './answer-due.ts';
import type { PaymentDeps } from './deps.ts';
import { afterKeeping, toSavedCard } from './keep-card.ts';
import { nextCheckAfterMove, nextIdCheckAt } from './schedule.ts';
import { alarmAfter, isReversal } from './payment-alarm.ts';
import { eventsOf, subscriptionEvents, subscriptionOf } from './payment-events.ts';
import { EVENT_KINDS, moveOf, type Move, type Verdict, type VerdictSource } from './states.ts';
import { tokenOf } from './saved-cards.ts';
import { moreStubbornly } from './stubbornly.ts';
import { withoutTaken } from './without-taken.ts';

export type { Verdict } from './states.ts';

const RACE_LIMIT = 20;

/**
 * The single entry for every result: looks up what the verdict does in the state table and changes payment, session,
 * timeline and schedule in one transaction. Repeating a verdict changes nothing.
 * @param seen the payment where the caller has just read or written it, which saves reading it again
 * @throws CheckoutError `not_found`, `store_unavailable`; `wrong_state` for a person's word on what is under way
 */
export async function settle(
  deps: PaymentDeps,
  paymentId: string,
  verdict: Verdict,
  seen?: PaymentRecord,
): Promise<PaymentRecord> {
  let own = verdict;
  for (let race = 0; race < RACE_LIMIT; race += 1) {
    const payment = race === 0 && seen !== undefined ? seen : await deps.store.findPayment(paymentId);
    if (payment === undefined) throw new CheckoutError('not_found');
    if (own.source === 'person') await refuseUnderWay(deps, payment);
    const move = moveOfAction(payment, own) ?? moveOf(payment.status, own.kind, own.source);
    const session = await sessionOf(deps, payment, own, move);
    const update = toUpdate(deps, payment, own, { move, session });
    if (update === undefined) return payment;
    const changed = await change(deps, update);
    if (changed === undefined) continue;
    if (changed instanceof TakenError) {
      own = await withoutTaken(deps, payment, own, changed);
      continue;
    }
    report(deps, payment, changed, own, move);
    return changed;
  }
  throw new CheckoutError('store_unavailable', 'A payment changed too often to be settled.');
}

/** What the store says to a change: that another payment has what it names is a result like any other. */
async function change(deps: PaymentDeps, update: PaymentUpdate): Promise<PaymentRecord | TakenError | undefined> {
  try {
    return await deps.store.updatePayment(update);
  } catch (error) {
    if (error instanceof TakenError) return error;
    throw error;
  }
}

/** As {@link settle}, and keeps trying for a while when the store is away: what the gateway said must not be lost. */
export function settleStubbornly(
  deps: PaymentDeps,
  paymentId: string,
  verdict: Verdict,
  seen?: PaymentRecord,
): Promise<PaymentRecord> {
  return moreStubbornly(deps, { payment_id: paymentId }, () => settle(deps, paymentId, verdict, seen));
}

/**
 * A code can be paid as long as the gateway calls the payment pending: the shopper goes on seeing it. So does one whose
 * challenge is open, until they come back.
 */
function moveOfAction({ status, action, returned_at: returnedAt }: PaymentRecord, verdict: Verdict): Move | undefined {
  const isShown = status === 'action_required' && (action?.type === 'code' || returnedAt === null);
  return isShown && verdict.kind === 'pending' ? 'stay' : undefined;
}

/** The session of a payment that begins a contract or keeps a card: terms and shopper are its. Others need none. */
async function sessionOf(
  deps: PaymentDeps,
  payment: PaymentRecord,
  verdict: Verdict,
  move: Move,
): Promise<SessionRecord | undefined> {
  const named = verdict.result?.recurring_id ?? payment.result?.recurring_id ?? '';
  const recurringId = verdict.isSubscriptionTaken === true ? '' : named;
  const isPaid = move === 'paid' || (move === 'stay' && payment.status === 'paid');
  const begins = recurringId !== '' && (move === 'paid' || payment.recurring_id === null);
  const keeps = payment.card_expiry !== null && tokenOf({ ...payment.result, ...verdict.result }) !== undefined;
  return isPaid && (begins || keeps) ? deps.store.findSession(payment.session_id) : undefined;
}

function toUpdate(
  deps: PaymentDeps,
  payment: PaymentRecord,
  verdict: Verdict,
  { move, session }: { move: Move; session: SessionRecord | undefined },
): PaymentUpdate | undefined {
  const at = deps.now();
  const detail = {
    source: verdict.source,
    says: verdict.kind,
    ...(verdict.reason === undefined ? {} : { reason: verdict.reason }),
    ...(verdict.result?.result_info === undefined ? {} : { result_info: verdict.result.result_info }),
  };
  const base = { id: payment.id, version: payment.version, seen: payment, at };
  if (move === 'conflict') {
    const note = `${verdict.source} says ${verdict.kind} after ${payment.status}`;
    if (hasNote(payment.alarm, note)) return undefined;
    // What is held has to have its number, or the shop could not undo it.
    const held = verdict.kind === 'held' ? verdict.result?.transaction_id : undefined;
    const changes = { alarm: withNote(payment.alarm, note), transactionId: payment.transaction_id ?? held ?? null };
    return { ...base, changes, session: 'keep', event: { kind: 'conflict', detail }, reconcileAt: at };
  }
  if (move === 'stay') return toCompletion(deps, payment, verdict, session);
  const changes = toChanges(payment, verdict, move);
  const result = changes.result ?? payment.result;
  const begins = session !== undefined && verdict.isSubscriptionTaken !== true;
  const subscription = begins ? subscriptionOf(payment, result, session, at) : undefined;
  if (subscription !== undefined) changes.recurring_id = subscription.recurring_id;
  const savedCard = toSavedCard(payment, { result, session, isPaid: move === 'paid', at });
  return merge(base, {
    changes: merge(changes, afterKeeping(payment, { savedCard, status: move, result })),
    // A deduction is a payment of its own: the session is that of its contract's first one.
    session: payment.attempt_id.startsWith(DEDUCTION) ? 'keep' : SESSION_EFFECTS[move],
    oncePerOrder: deps.settings.ordersOnce,
    event: { kind: EVENT_KINDS[verdict.source], detail },
    reconcileAt: nextLook({ ...payment, ...changes, status: move }, verdict, at),
    tellRiskAt: isRiskTold(deps, result, move) ? at + RISK_PAUSE : undefined,
    subscription,
    savedCard,
    events: (after: PaymentRecord) => [
      ...eventsOf(deps.events, after),
      ...subscriptionEvents(deps.events, subscription),
    ],
  });
}

/**
 * A payment that a query or a person settled knows less than the word that comes after it: its number, and the contract
 * that it began. What is missing is added; what is known stays.
 */
function toCompletion(
  deps: PaymentDeps,
  payment: PaymentRecord,
  verdict: Verdict,
  session: SessionRecord | undefined,
): PaymentUpdate | undefined {
  const { source, reason, result } = verdict;
  if (payment.status !== 'paid' || verdict.kind !== 'paid') return undefined;
  const at = deps.now();
  const merged = result === undefined ? payment.result : { ...result, ...payment.result };
  const begins = session !== undefined && payment.recurring_id === null && verdict.isSubscriptionTaken !== true;
  const subscription = begins ? subscriptionOf(payment, merged, session, at) : undefined;
  const savedCard = toSavedCard(payment, { result: merged, session, isPaid: true, at });
  const transactionId = payment.transaction_id ?? verdict.transactionId ?? result?.transaction_id ?? null;
  const isNews =
    (payment.result === null && merged !== null) ||
    subscription !== undefined ||
    savedCard !== undefined ||
    transactionId !== payment.transaction_id;
  if (!isNews) return undefined;
  return {
    id: payment.id,
    version: payment.version,
    seen: payment,
    at,
    changes: {
      transaction_id: transactionId,
      ...(subscription === undefined ? {} : { recurring_id: subscription.recurring_id }),
      ...afterKeeping(payment, { savedCard, status: 'paid', result: merged }),
    },
    session: 'keep',
    event:
      source === 'person'
        ? { kind: EVENT_KINDS[source], detail: { source, says: verdict.kind, reason: reason ?? null } }
        : { kind: 'completed', detail: { source } },
    subscription,
    savedCard,
    events: () => subscriptionEvents(deps.events, subscription),
  };
}

/** Whose results should name the transaction; a person may not know it. */
const NAMES_LATER: readonly VerdictSource[] = ['answer', 'query'];

/** When the gateway is asked about a payment that has just moved; for its transaction ID where its answer named none. */
function nextLook(payment: PaymentRecord, { source }: Verdict, at: number): number | null {
  const isNameless = payment.status === 'paid' && payment.transaction_id === null && NAMES_LATER.includes(source);
  return isNameless ? nextIdCheckAt(payment, at) : nextCheckAfterMove(payment, at);
}

/** What a payment's new state does to its session. */
const SESSION_EFFECTS: Readonly<Record<PaymentRecord['status'], PaymentUpdate['session']>> = {
  submitting: 'keep',
  action_required: 'keep',
  pending: 'keep',
  held: 'keep',
  unknown: 'keep',
  paid: 'pay',
  not_sent: 'restore',
  declined: 'release',
  abandoned: 'release',
  cancelled: 'close',
};

/** Pause before the risk product is told, in ms, so that several payments go in one request. */
const RISK_PAUSE = 5_000;

/** Whether the gateway scored a payment and waits to be told how it ended (interface 4.3). */
function isRiskTold(deps: PaymentDeps, result: PaymentResult | null, status: PaymentRecord['status']): boolean {
  const isScored = Boolean(result?.risk_action) || Boolean(result?.risk_score);
  return deps.settings.riskUpdates && isScored && (status === 'paid' || status === 'declined');
}

function toChanges(payment: PaymentRecord, verdict: Verdict, status: PaymentRecord['status']): PaymentChanges {
  const transactionId = verdict.transactionId ?? verdict.result?.transaction_id;
  const isStillCancelled = mayBeCancelled(payment, verdict, status);
  const changes: PaymentChanges = {
    status,
    decline_code: status === 'declined' ? (verdict.decline ?? 'declined') : null,
    alarm: alarmAfter(payment, verdict, status, isStillCancelled),
    ...(payment.decision === null || isStillCancelled ? {} : { decision: null, decision_at: null }),
  };
  if (verdict.action !== undefined) changes.action = verdict.action;
  if (verdict.result !== undefined) changes.result = { ...payment.result, ...verdict.result };
  if (transactionId !== undefined && transactionId !== '') changes.transaction_id = transactionId;
  return changes;
}

/**
 * Whatever the shop had asked for, this is what became of it. But only an end of the payment without money, or a person,
 * is the end of a cancellation that may be under way: until then nothing else is asked for, and nothing is refunded.
 */
function mayBeCancelled({ decision }: PaymentRecord, { source }: Verdict, status: PaymentRecord['status']): boolean {
  return decision === 'cancel' && !ENDS_WITHOUT_MONEY.includes(status) && source !== 'person';
}

const ENDS_WITHOUT_MONEY: readonly PaymentRecord['status'][] = ['declined', 'cancelled', 'not_sent'];

function report(deps: PaymentDeps, before: PaymentRecord, after: PaymentRecord, verdict: Verdict, move: Move): void {
  const facts = {
    payment_id: after.id,
    session_id: after.session_id,
    from: before.status,
    to: after.status,
    source: verdict.source,
    reason: verdict.reason,
  };
  if (move !== 'conflict' && after.status !== before.status) deps.metrics.paymentMoved(after.status, verdict.source);
  if (move === 'conflict') deps.log.error(facts, 'alarm: contradicting results for a payment');
  else if (isReversal(before.status, verdict, after.status))
    deps.log.error(facts, 'alarm: a payment that was over ended otherwise');
  else if (after.duplicate) deps.log.error(facts, 'alarm: an order is paid a second time');
  else if (after.status === 'unknown') deps.log.warn(facts, 'alarm: outcome of a payment is unknown');
  else deps.log.info(facts, 'payment moved');
  deps.changes.announce(after.session_id);
}
