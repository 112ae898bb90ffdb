import type * as z from 'zod/mini';
import type {
  Dispute,
  Payment,
  PaymentWithTimeline,
  ReportedNotification,
  Session,
  TimelineEntry,
} from '../../shared/contract/merchant/payments.ts';
import type { Refund, Subscription } from '../../shared/contract/merchant/batches.ts';
import { encodeAmount } from '../../shared/money.ts';
import type { KeptCard } from '../../shared/contract/merchant/saved-cards.ts';
import type { DisputeRecord, RefundRecord, SavedCardRecord, SubscriptionRecord } from '../store/merchant-store.ts';
import type { PaymentEvent, PaymentRecord, SessionRecord, WaitingNotification } from '../store/store.ts';
import type { PaymentDeps } from './deps.ts';
import { statusOf } from './outcome.ts';
import { withoutToken } from './saved-cards.ts';
import { readOutcome, totalsOf } from './session-view.ts';

/** A session as the shop's server sees it. The token is not in it: it is given out once, when the session is made. */
export async function toSessionBody(deps: PaymentDeps, session: SessionRecord): Promise<Session> {
  return {
    id: session.id,
    status: statusOf(session, deps.now()),
    order_no: session.orderNo,
    amount: session.amount,
    currency: session.currency,
    items: session.request.items,
    totals: totalsOf(session.request),
    shopper_id: session.request.shopper?.id ?? null,
    outcome: await readOutcome(deps, session),
    payment_id: session.paidPaymentId ?? session.lastPaymentId,
    attempts: session.attempts,
    attempts_left: Math.max(0, deps.settings.maxAttempts - session.attempts),
    metadata: session.request.metadata ?? {},
    created_at: toMoment(session.createdAt),
    expires_at: toMoment(session.expiresAt),
  };
}

/** A payment as the shop's server sees it. */
export function toPaymentBody(payment: PaymentRecord): Payment {
  return {
    id: payment.id,
    session_id: payment.sessionId,
    status: payment.status,
    method: payment.method,
    order_no: payment.orderNo,
    amount: payment.amount,
    currency: payment.currency,
    captured_amount: payment.captured === null ? null : encodeAmount(BigInt(payment.captured)),
    refunded_amount: encodeAmount(BigInt(payment.refunded)),
    transaction_id: payment.transactionId,
    shopper_email: payment.shopperEmail,
    card:
      payment.cardLast4 === null ? null : { bin: payment.cardBin, last4: payment.cardLast4, brand: payment.cardBrand },
    decline: payment.declineCode === null ? null : { code: payment.declineCode },
    recurring_id: payment.recurringId,
    review_status: payment.reviewStatus,
    dispute_status: payment.disputeStatus,
    result: payment.result === null ? null : withoutToken(payment.result),
    alarm: payment.alarm,
    duplicate: payment.duplicate,
    created_at: toMoment(payment.createdAt),
    updated_at: toMoment(payment.updatedAt),
  };
}

/** With its timeline, its disputes and what waits to be accepted. */
export function toPaymentDetails(
  payment: PaymentRecord,
  {
    timeline,
    disputes,
    reported,
  }: { timeline: readonly PaymentEvent[]; disputes: readonly DisputeRecord[]; reported: ReportedNotification[] },
): z.infer<typeof PaymentWithTimeline> {
  return {
    ...toPaymentBody(payment),
    timeline: timeline.map(toTimelineEntry),
    disputes: disputes.map(toDisputeBody),
    reported,
  };
}

/** A notification that waits to be accepted; its token stays inside. */
export function toReportBody(
  { id, at, fields, verified, address }: WaitingNotification,
  reports: ReportedNotification['reports'],
): ReportedNotification {
  return {
    id,
    at: toMoment(at),
    type: fields['webhooks_type'] ?? 'PAYMENT',
    verified,
    address,
    reports,
    transaction_id: fields['transaction_id'] ?? null,
    recurring_id: fields['recurring_id'] ?? null,
    amount: fields['amount'] ?? null,
    reason: fields['chargeback_reason'] ?? null,
  };
}

function toTimelineEntry(event: PaymentEvent): z.infer<typeof TimelineEntry> {
  return { at: toMoment(event.at), kind: event.kind, from: event.from, to: event.to, detail: event.detail };
}

export function toDisputeBody(dispute: DisputeRecord): Dispute {
  return {
    id: dispute.id,
    payment_id: dispute.paymentId,
    transaction_id: dispute.transactionId,
    status: dispute.status,
    reason: dispute.reason,
    code: dispute.code,
    created_at: toMoment(dispute.createdAt),
    updated_at: toMoment(dispute.updatedAt),
  };
}

/** A kept card as the shop's server sees it. */
export function toKeptCardBody(card: SavedCardRecord): KeptCard {
  return {
    id: card.id,
    shopper_id: card.shopperId,
    brand: card.brand,
    bin: card.bin,
    last4: card.last4,
    expiry: card.expiry,
    created_at: toMoment(card.createdAt),
  };
}

/** A contract as the shop's server sees it. */
export function toSubscriptionBody(subscription: SubscriptionRecord): Subscription {
  return {
    recurring_id: subscription.recurringId,
    contract_name: subscription.contractName,
    session_id: subscription.sessionId,
    payment_id: subscription.paymentId,
    shopper_email: subscription.shopperEmail,
    currency: subscription.currency,
    amount: subscription.amount,
    recurring_deduction_period: subscription.deductionPeriod,
    recurring_deduction_time: subscription.deductionTime,
    status: subscription.status,
    cancel_unknown: subscription.cancelUnknown,
    created_at: toMoment(subscription.createdAt),
    updated_at: toMoment(subscription.updatedAt),
  };
}

/** A refund as the shop's server sees it. */
export function toRefundBody(refund: RefundRecord): Refund {
  return {
    id: refund.id,
    payment_id: refund.paymentId,
    transaction_id: refund.transactionId,
    order_no: refund.orderNo,
    currency: refund.currency,
    amount: refund.amount,
    refund_amount: refund.refundAmount,
    refund_reason: refund.reason,
    refund_reference: refund.reference,
    refund_reference_id: refund.referenceId,
    status: refund.status,
    code: refund.code,
    message: refund.message,
    alarm: refund.alarm,
    created_at: toMoment(refund.createdAt),
    updated_at: toMoment(refund.updatedAt),
  };
}

export function toMoment(ms: number): string {
  return new Date(ms).toISOString();
}
