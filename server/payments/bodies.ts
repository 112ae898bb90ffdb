import type * as z from 'zod/mini';
import type {
  Dispute,
  Payment,
  PaymentOrder,
  PaymentNote as PaymentNoteBody,
  PaymentWithTimeline,
  ReportedNotification,
  Session,
  TimelineEntry,
} from '../../shared/contract/merchant/payments.ts';
import type { Refund, Subscription } from '../../shared/contract/merchant/batches.ts';
import type { Alert } from '../../shared/contract/merchant/alerts.ts';
import { encodeAmount } from '../../shared/money.ts';
import type { AlertRecord } from '../store/alerts.ts';
import type { MerchantSavedCard } from '../../shared/contract/merchant/saved-cards.ts';
import type {
  DisputeOfOrder,
  DisputeRecord,
  PaymentNote,
  RefundRecord,
  SavedCardRecord,
  SubscriptionRecord,
} from '../store/merchant-store.ts';
import type { PaymentEvent, PaymentRecord, SessionRecord, WaitingNotification } from '../store/store.ts';
import type { Deps } from '../context/deps.ts';
import { sessionStatus } from '../context/session-status.ts';
import { withoutToken } from '../saved-cards/saved-cards.ts';
import { readOutcome, totalsOf } from '../sessions/session-view.ts';

/** A session as the shop's server sees it. The token is not in it: it is given out once, when the session is made. */
export async function toSessionBody(deps: Deps, session: SessionRecord): Promise<Session> {
  return {
    id: session.id,
    status: sessionStatus(session, deps.now()),
    order_no: session.order_no,
    amount: session.amount,
    currency: session.currency,
    items: session.request.items,
    totals: totalsOf(session.request),
    shopper_id: session.request.shopper?.id ?? null,
    outcome: await readOutcome(deps, session),
    payment_id: session.paid_payment_id ?? session.last_payment_id,
    attempts: session.attempts,
    attempts_left: Math.max(0, deps.settings.maxAttempts - session.attempts),
    metadata: session.request.metadata ?? {},
    created_at: toMoment(session.created_at),
    expires_at: toMoment(session.expires_at),
  };
}

/** A payment as the shop's server sees it. */
export function toPaymentBody(payment: PaymentRecord): Payment {
  return {
    id: payment.id,
    session_id: payment.session_id,
    status: payment.status,
    method: payment.method,
    order_no: payment.order_no,
    amount: payment.amount,
    currency: payment.currency,
    captured_amount: payment.captured === null ? null : encodeAmount(BigInt(payment.captured)),
    refunded_amount: encodeAmount(BigInt(payment.refunded)),
    transaction_id: payment.transaction_id,
    shopper_email: payment.shopper_email,
    card:
      payment.card_last4 === null
        ? null
        : { bin: payment.card_bin, last4: payment.card_last4, brand: payment.card_brand },
    decline: payment.decline_code === null ? null : { code: payment.decline_code },
    recurring_id: payment.recurring_id,
    review_status: payment.review_status,
    dispute_status: payment.dispute_status,
    result: payment.result === null ? null : withoutToken(payment.result),
    alerts: payment.alerts.map(toAlertBody),
    duplicate: payment.duplicate,
    created_at: toMoment(payment.created_at),
    updated_at: toMoment(payment.updated_at),
  };
}

/** An alert as the shop's server sees it. */
export function toAlertBody({ code, detail, raised_at }: AlertRecord): Alert {
  return { code, detail, raised_at: toMoment(raised_at) };
}

interface PaymentDetails {
  session: SessionRecord | undefined;
  timeline: readonly PaymentEvent[];
  disputes: readonly DisputeRecord[];
  notes: readonly PaymentNote[];
  reported: ReportedNotification[];
}

/** With its order, notes, timeline, disputes and what waits to be accepted. */
export function toPaymentDetails(
  deps: Pick<Deps, 'gateway'>,
  payment: PaymentRecord,
  { session, timeline, disputes, notes, reported }: PaymentDetails,
): z.infer<typeof PaymentWithTimeline> {
  return {
    ...toPaymentBody(payment),
    order: session === undefined ? null : toOrderBody(session),
    cardholder: payment.card_holder,
    notes: notes.map(toNoteBody),
    timeline: timeline.map(toTimelineEntry),
    disputes: disputes.map((dispute) => toDisputeBody(deps, { ...payment, ...dispute })),
    reported,
  };
}

function toOrderBody({ request }: SessionRecord): PaymentOrder {
  const { items, shopper = {}, billing = {}, delivery = {} } = request;
  return { items, totals: totalsOf(request), shopper, billing, delivery };
}

/** A note as the shop's server sees it. */
export function toNoteBody({ id, at, author, text }: PaymentNote): PaymentNoteBody {
  return { id, at: toMoment(at), author, text };
}

/** A notification that waits to be accepted; its token stays inside. */
export function toNotificationBody(
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
  return {
    at: toMoment(event.at),
    kind: event.kind,
    from: event.from_status,
    to: event.to_status,
    detail: event.detail,
  };
}

const DAY = 86_400_000;

export function toDisputeBody({ gateway }: Pick<Deps, 'gateway'>, dispute: DisputeOfOrder): Dispute {
  const days = gateway.profile.dispute_days;
  const estimate = days === null ? null : dispute.created_at + days * DAY;
  const dueAt = dispute.due_at ?? estimate;
  return {
    id: dispute.id,
    payment_id: dispute.payment_id,
    transaction_id: dispute.transaction_id,
    status: dispute.status,
    reason: dispute.reason,
    code: dispute.code,
    order_no: dispute.order_no,
    amount: dispute.amount,
    currency: dispute.currency,
    shopper_email: dispute.shopper_email,
    due_at: dueAt === null ? null : toMoment(dueAt),
    due_by: dispute.due_at === null ? (dueAt === null ? null : 'estimated') : 'recorded',
    created_at: toMoment(dispute.created_at),
    updated_at: toMoment(dispute.updated_at),
  };
}

/** A saved card as the shop's server sees it. */
export function toSavedCardBody(card: SavedCardRecord): MerchantSavedCard {
  return {
    id: card.id,
    shopper_id: card.shopper_id,
    brand: card.brand,
    bin: card.bin,
    last4: card.last4,
    expiry: card.expiry,
    created_at: toMoment(card.created_at),
  };
}

/** A contract as the shop's server sees it. */
export function toSubscriptionBody(subscription: SubscriptionRecord): Subscription {
  return {
    recurring_id: subscription.recurring_id,
    contract_name: subscription.contract_name,
    session_id: subscription.session_id,
    payment_id: subscription.payment_id,
    shopper_email: subscription.shopper_email,
    currency: subscription.currency,
    amount: subscription.amount,
    recurring_deduction_period: subscription.deduction_period,
    recurring_deduction_time: subscription.deduction_time,
    status: subscription.status,
    cancel_unknown: subscription.cancel_unknown,
    created_at: toMoment(subscription.created_at),
    updated_at: toMoment(subscription.updated_at),
  };
}

/** A refund as the shop's server sees it. */
export function toRefundBody(refund: RefundRecord): Refund {
  return {
    id: refund.id,
    payment_id: refund.payment_id,
    transaction_id: refund.transaction_id,
    order_no: refund.order_no,
    currency: refund.currency,
    amount: refund.amount,
    refund_amount: refund.refund_amount,
    refund_reason: refund.reason,
    refund_reference: refund.reference,
    refund_reference_id: refund.reference_id,
    status: refund.status,
    code: refund.code,
    message: refund.message,
    alerts: refund.alerts.map(toAlertBody),
    created_at: toMoment(refund.created_at),
    updated_at: toMoment(refund.updated_at),
  };
}

export function toMoment(ms: number): string {
  return new Date(ms).toISOString();
}
