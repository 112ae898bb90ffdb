import { CheckoutError } from '../../shared/errors.ts';
import type { RefundRecord, RefundStatus } from '../store/merchant-store.ts';
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
  if (PROGRESS[status] === 5) {
    const isNews = verdict.status === 'refunded' || verdict.status === 'accepted' || verdict.status === 'refused';
    return isNews && !(status === 'refunded' && verdict.status === 'accepted') ? 'conflict' : 'stay';
  }
  if (verdict.status === 'not_sent') return status === 'submitting' ? 'not_sent' : 'stay';
  return PROGRESS[verdict.status] > PROGRESS[status] ? verdict.status : 'stay';
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
    const move = moveRefund(refund.status, verdict);
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
      { reason: alarm, payment_id: refund.paymentId ?? undefined },
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
      ...(referenceId === undefined || referenceId === '' ? {} : { referenceId }),
      ...(code === undefined ? {} : { code }),
      ...(message === undefined ? {} : { message }),
    },
    checkAt: nextRefundCheckAt({ status: move, createdAt: refund.createdAt }, at),
    events: (after) => [deps.events.make('refund.updated', after.id, toRefundBody(after))],
  });
  if (changed === undefined) return undefined;
  const facts = {
    payment_id: changed.paymentId ?? undefined,
    from: refund.status,
    to: changed.status,
    reason: verdict.reason,
  };
  if (changed.status === 'unknown') deps.log.warn(facts, 'alarm: outcome of a refund is unknown');
  else deps.log.info(facts, 'refund moved');
  await noteOnPayment(deps, changed, refund.status);
  return changed;
}

/** States in which money is on its way back or there. */
const GIVEN_BACK: readonly RefundStatus[] = ['in_progress', 'accepted', 'refunded'];

/** Puts money that went back, or did not after all, into the payment's timeline, and tells the shop. */
async function noteOnPayment(deps: PaymentDeps, refund: RefundRecord, before: RefundStatus): Promise<void> {
  const isBack = GIVEN_BACK.includes(refund.status);
  if (refund.paymentId === null || isBack === GIVEN_BACK.includes(before)) return;
  for (let race = 0; race < RACE_LIMIT; race += 1) {
    const payment = await deps.store.findPayment(refund.paymentId);
    if (payment === undefined) return;
    const noted = await deps.store.updatePayment({
      id: payment.id,
      version: payment.version,
      changes: {},
      session: 'keep',
      event: {
        kind: isBack ? 'refunded' : 'refund_failed',
        detail: { refund_id: refund.id, refund_amount: refund.refundAmount },
      },
      at: deps.now(),
      events: (after) => [deps.events.make('payment.refunded', after.id, toPaymentBody(after))],
    });
    if (noted !== undefined) return;
  }
}
