import { CheckoutError } from '../../shared/errors.ts';
import type { RefundStatus } from '../../shared/contract/merchant/refunds.ts';
import {
  hasAlert,
  unknownOutcomeAlert,
  GATEWAY_ACCEPTED_REFUND_STATES,
  type NewWebhookEvent,
  type RefundRecord,
  type RefundUpdate,
  type PaymentRecord,
} from '../store/index.ts';
import { toApiPayment } from '../payments/index.ts';
import { toApiRefund } from './api-refund.ts';
import { type PaymentDeps, retryWhileChanged } from '../context/index.ts';
import { nextRefundQueryAt } from './refund-schedule.ts';

/** A result for a refund, and where it came from. */
export interface RefundResult {
  status: Exclude<RefundStatus, 'submitting'>;
  /** `response` is the gateway's response to the refund itself. */
  source: 'response' | 'query' | 'person';
  referenceId?: string | undefined;
  code?: string | undefined;
  message?: string | undefined;
  /** Why the outcome is unknown, or the reason that a person gave. */
  reason?: string | undefined;
}

/** How far along each state is: a result leads forward only. A refund that was refused or not sent reserves nothing. */
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
 * What a result does to a refund: it leads to a state, changes nothing (`stay`), or contradicts the known state
 * (`conflict`), which raises an alert for a person. An accepted refund may still fail. A final one changes only by a
 * person's result.
 */
function refundTransition(status: RefundStatus, result: RefundResult): RefundStatus | 'stay' | 'conflict' {
  if (status === result.status) return 'stay';
  // Its response may still come: the gateway may make the refund after the person looked.
  if (status === 'submitting' && result.source === 'person') return 'stay';
  if (PROGRESS[status] === 5) {
    if (result.source === 'person') return result.status;
    const isRefunded = GATEWAY_ACCEPTED_REFUND_STATES.includes(result.status);
    const isContradiction = isRefunded ? status !== 'refunded' : result.status === 'refused';
    return isContradiction ? 'conflict' : 'stay';
  }
  // Only the sender knows that no byte has left.
  if (result.status === 'not_sent') return PROGRESS[status] <= 1 && result.source === 'response' ? 'not_sent' : 'stay';
  return PROGRESS[result.status] > PROGRESS[status] ? result.status : 'stay';
}

/** Whether a person confirms the status of a refund that has an alert. */
function confirmsAlert({ status, alerts }: RefundRecord, { status: confirmed, source }: RefundResult): boolean {
  return source === 'person' && status === confirmed && alerts.length > 0;
}

/**
 * The single entry for every result of a refund. Stores the refund, the reserved and refunded amounts of its payment, and
 * the webhook events in one transaction.
 * @throws CheckoutError `not_found`, `store_unavailable`
 */
export async function applyRefundResult(deps: PaymentDeps, id: string, result: RefundResult): Promise<RefundRecord> {
  return retryWhileChanged('refund', async () => {
    const refund = await deps.store.findRefund(id);
    if (refund === undefined) throw new CheckoutError('not_found', 'There is no such refund.');
    const to = confirmsAlert(refund, result) ? refund.status : refundTransition(refund.status, result);
    if (to === 'stay') return refund;
    return write(deps, refund, result, to);
  });
}

async function write(
  deps: PaymentDeps,
  refund: RefundRecord,
  result: RefundResult,
  to: RefundStatus | 'conflict',
): Promise<RefundRecord | undefined> {
  const at = deps.now();
  const base = { id: refund.id, version: refund.version, at };
  if (to === 'conflict') {
    const { source, status: reported } = result;
    const alert = { code: 'contradicting_result' as const, detail: { source, reported, status: refund.status } };
    if (hasAlert(refund.alerts, alert)) return refund;
    deps.log.alert('contradicting_result', {
      source,
      from: refund.status,
      to: reported,
      refund_id: refund.id,
      payment_id: refund.payment_id ?? undefined,
    });
    return deps.store.updateRefund({ ...base, changes: { alerts: [{ ...alert, raised_at: at }] }, checkAt: null });
  }
  const { referenceId, code, message } = result;
  const changed = await deps.store.updateRefund({
    ...base,
    changes: {
      status: to,
      alerts: to === 'unknown' ? [unknownOutcomeAlert(result.reason, at)] : [],
      ...(referenceId === undefined || referenceId === '' ? {} : { reference_id: referenceId }),
      ...(code === undefined ? {} : { code }),
      ...(message === undefined ? {} : { message }),
    },
    checkAt: nextRefundQueryAt({ status: to, created_at: refund.created_at }, at),
    ...noteOf(refund, to),
    events: (after, payment) => refundEvents(deps, refund, after, payment),
  });
  if (changed === undefined) return undefined;
  if (changed.status !== refund.status) deps.metrics.countRefundStatus(changed.status);
  const facts = {
    refund_id: changed.id,
    payment_id: changed.payment_id ?? undefined,
    from: refund.status,
    to: changed.status,
    reason: result.reason,
  };
  if (changed.status === 'unknown') deps.log.alert('outcome_unknown', facts);
  else deps.log.info(facts, 'refund changed');
  return changed;
}

/** Whether a change refunds money, or fails a refund that was accepted; undefined where neither. */
function timelineKindOf(before: RefundStatus, after: RefundStatus): 'refunded' | 'refund_failed' | undefined {
  const isRefunded = GATEWAY_ACCEPTED_REFUND_STATES.includes(after);
  if (isRefunded === GATEWAY_ACCEPTED_REFUND_STATES.includes(before)) return undefined;
  return isRefunded ? 'refunded' : 'refund_failed';
}

/** The entry in the payment's timeline. */
function noteOf(refund: RefundRecord, to: RefundStatus): Pick<RefundUpdate, 'note'> {
  const isCompleted = to === 'refunded' && refund.status !== to;
  const kind = timelineKindOf(refund.status, to) ?? (isCompleted ? 'refund_completed' : undefined);
  if (kind === undefined || refund.payment_id === null) return {};
  return { note: { kind, detail: { refund_id: refund.id, refund_amount: refund.refund_amount, status: to } } };
}

function refundEvents(
  deps: PaymentDeps,
  before: RefundRecord,
  after: RefundRecord,
  payment: PaymentRecord | undefined,
): NewWebhookEvent[] {
  const updated = deps.events.make('refund.updated', after.id, toApiRefund(after));
  const kind = timelineKindOf(before.status, after.status);
  if (kind === undefined || payment === undefined) return [updated];
  const type = kind === 'refunded' ? 'payment.refunded' : 'payment.refund_failed';
  return [updated, deps.events.make(type, payment.id, toApiPayment(payment))];
}
