import { CheckoutError } from '../../shared/errors.ts';
import {
  GIVEN_BACK,
  type NewWebhookEvent,
  type RefundRecord,
  type RefundStatus,
  type RefundUpdate,
} from '../store/merchant-store.ts';
import type { PaymentRecord } from '../store/store.ts';
import { toPaymentBody, toRefundBody } from './bodies.ts';
import type { PaymentDeps } from './deps.ts';
import { nextRefundCheckAt } from './schedule.ts';

/** What somebody says about a refund. */
export interface RefundVerdict {
  status: Exclude<RefundStatus, 'submitting'>;
  /** `answer` is the gateway's reply to the refund itself. */
  source: 'answer' | 'query' | 'person';
  referenceId?: string | undefined;
  code?: string | undefined;
  message?: string | undefined;
  /** Our words: why unknown, who resolved it. */
  reason?: string | undefined;
}

/** How far along each state is; a verdict moves a refund forward only. What was refused or not sent binds nothing. */
const PROGRESS: Readonly<Record<RefundStatus, number>> = {
  submitting: 0,
  unknown: 1,
  in_progress: 2,
  accepted: 3,
  refunded: 5,
  refused: 5,
  not_sent: 5,
};

/**
 * What a verdict does to a refund: moves it, leaves it (`stay`), or contradicts what is known (`conflict`), which raises
 * an alarm and waits for a person. An accepted refund may still fail; one that ended stays as it ended, unless a person
 * says otherwise.
 */
export function moveRefund(status: RefundStatus, verdict: RefundVerdict): RefundStatus | 'stay' | 'conflict' {
  if (status === verdict.status) return 'stay';
  // Its answer may still come: whatever a person saw, the gateway may take it after that.
  if (status === 'submitting' && verdict.source === 'person') return 'stay';
  if (PROGRESS[status] === 5) {
    if (verdict.source === 'person') return verdict.status;
    const isBack = GIVEN_BACK.includes(verdict.status);
    const isNews = isBack ? status !== 'refunded' : verdict.status === 'refused';
    return isNews ? 'conflict' : 'stay';
  }
  // The sender alone knows that no byte has left, however long it took to say so.
  if (verdict.status === 'not_sent') return PROGRESS[status] <= 1 && verdict.source === 'answer' ? 'not_sent' : 'stay';
  return PROGRESS[verdict.status] > PROGRESS[status] ? verdict.status : 'stay';
}

/** Whether a person who was called says that a refund ended as it did. */
function answersAlarm({ status, alarm }: RefundRecord, { status: said, source }: RefundVerdict): boolean {
  return source === 'person' && status === said && alarm !== null;
}

const RACE_LIMIT = 20;

/**
 * The single entry for every word about a refund: changes the refund, what is bound and given back of its payment, and
 * the events for the shop, in one transaction.
 * @throws CheckoutError `not_found`, `store_unavailable`
 */
export async function settleRefund(deps: PaymentDeps, id: string, verdict: RefundVerdict): Promise<RefundRecord> {
  for (let race = 0; race < RACE_LIMIT; race += 1) {
    const refund = await deps.store.findRefund(id);
    if (refund === undefined) throw new CheckoutError('not_found', 'There is no such refund.');
    const move = answersAlarm(refund, verdict) ? refund.status : moveRefund(refund.status, verdict);
    if (move === 'stay') return refund;
    const changed = await write(deps, refund, verdict, move);
    if (changed !== undefined) return changed;
  }
  throw new CheckoutError('store_unavailable', 'A refund changed too often to be settled.');
}

async function write(
  deps: PaymentDeps,
  refund: RefundRecord,
  verdict: RefundVerdict,
  move: RefundStatus | 'conflict',
): Promise<RefundRecord | undefined> {
  const at = deps.now();
  const base = { id: refund.id, version: refund.version, at };
  if (move === 'conflict') {
    const alarm = `${verdict.source} says ${verdict.status} after ${refund.status}`;
    if (refund.alarm === alarm) return refund;
    deps.log.error(
      { reason: alarm, refund_id: refund.id, payment_id: refund.payment_id ?? undefined },
      'alarm: contradicting words about a refund',
    );
    return deps.store.updateRefund({ ...base, changes: { alarm }, checkAt: null });
  }
  const { referenceId, code, message } = verdict;
  const changed = await deps.store.updateRefund({
    ...base,
    changes: {
      status: move,
      alarm: move === 'unknown' ? (verdict.reason ?? 'no usable answer') : null,
      ...(referenceId === undefined || referenceId === '' ? {} : { reference_id: referenceId }),
      ...(code === undefined ? {} : { code }),
      ...(message === undefined ? {} : { message }),
    },
    checkAt: nextRefundCheckAt({ status: move, created_at: refund.created_at }, at),
    ...noteOf(refund, move),
    events: (after, payment) => eventsOf(deps, refund, after, payment),
  });
  if (changed === undefined) return undefined;
  if (changed.status !== refund.status) deps.metrics.refundMoved(changed.status);
  const facts = {
    refund_id: changed.id,
    payment_id: changed.payment_id ?? undefined,
    from: refund.status,
    to: changed.status,
    reason: verdict.reason,
  };
  if (changed.status === 'unknown') deps.log.warn(facts, 'alarm: outcome of a refund is unknown');
  else deps.log.info(facts, 'refund moved');
  return changed;
}

/** Whether a change means that money goes back, or did not after all; undefined where neither. */
function turnOf(before: RefundStatus, after: RefundStatus): 'refunded' | 'refund_failed' | undefined {
  const isBack = GIVEN_BACK.includes(after);
  if (isBack === GIVEN_BACK.includes(before)) return undefined;
  return isBack ? 'refunded' : 'refund_failed';
}

/** The line in the payment's timeline. */
function noteOf(refund: RefundRecord, move: RefundStatus): Pick<RefundUpdate, 'note'> {
  const kind = turnOf(refund.status, move);
  if (kind === undefined || refund.payment_id === null) return {};
  return { note: { kind, detail: { refund_id: refund.id, refund_amount: refund.refund_amount } } };
}

function eventsOf(
  deps: PaymentDeps,
  before: RefundRecord,
  after: RefundRecord,
  payment: PaymentRecord | undefined,
): NewWebhookEvent[] {
  const updated = deps.events.make('refund.updated', after.id, toRefundBody(after));
  const turn = turnOf(before.status, after.status);
  if (turn === undefined || payment === undefined) return [updated];
  const type = turn === 'refunded' ? 'payment.refunded' : 'payment.refund_failed';
  return [updated, deps.events.make(type, payment.id, toPaymentBody(payment))];
}
