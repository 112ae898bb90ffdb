import type * as z from '../../shared/zod.ts';
import type { Dispute } from '../../shared/contract/merchant/disputes.ts';
import type { HeldNotificationBody } from '../../shared/contract/merchant/notifications.ts';
import type {
  Payment,
  PaymentNote,
  OrderOfPayment,
  DetailedPayment,
  TimelineEntry,
} from '../../shared/contract/merchant/payments.ts';
import { toIsoUtcTime } from '../../shared/dates.ts';
import { encodeAmount } from '../../shared/money.ts';
import { toApiAlert } from '../context/index.ts';
import { omitToken } from '../saved-cards/index.ts';
import { orderTotalsOf } from '../sessions/index.ts';
import type { PaymentNoteRecord, TimelineRecord, PaymentRecord, SessionRecord } from '../store/index.ts';

/** A payment as the merchant API and the webhooks return it: without the gateway's token of its card. */
export function toApiPayment(payment: PaymentRecord): Payment {
  return {
    id: payment.id,
    session_id: payment.session_id,
    account: payment.account,
    kind: payment.kind,
    status: payment.status,
    method: payment.method,
    order_no: payment.order_no,
    amount: payment.amount,
    currency: payment.currency,
    captured_amount: payment.captured === null ? null : encodeAmount(BigInt(payment.captured)),
    refunded_amount: encodeAmount(BigInt(payment.refunded)),
    transaction_id: payment.transaction_id,
    shopper_email: payment.shopper_email,
    card: toApiCard(payment),
    decline: payment.decline_code === null ? null : { code: payment.decline_code },
    recurring_id: payment.recurring_id,
    review_status: payment.review_status,
    dispute_status: payment.dispute_status,
    result: payment.result === null ? null : omitToken(payment.result),
    alerts: payment.alerts.map(toApiAlert),
    duplicate: payment.duplicate,
    created_at: toIsoUtcTime(payment.created_at),
    updated_at: toIsoUtcTime(payment.updated_at),
  };
}

/** The card of a payment; null for another method. */
export function toApiCard(payment: Pick<PaymentRecord, 'card_bin' | 'card_last4' | 'card_brand'>): Payment['card'] {
  const { card_bin: bin, card_last4: last4, card_brand: brand } = payment;
  return last4 === null ? null : { bin, last4, brand };
}

interface PaymentDetails {
  session: SessionRecord | undefined;
  timeline: readonly TimelineRecord[];
  disputes: Dispute[];
  notes: readonly PaymentNoteRecord[];
  reported: HeldNotificationBody[];
}

/** A payment with its order, notes, timeline, disputes and unverified notifications. */
export function toApiPaymentDetails(
  payment: PaymentRecord,
  { session, timeline, disputes, notes, reported }: PaymentDetails,
): z.infer<typeof DetailedPayment> {
  return {
    ...toApiPayment(payment),
    order: session === undefined ? null : toOrderBody(session),
    cardholder: payment.card_holder,
    notes: notes.map(toApiPaymentNote),
    timeline: timeline.map(toTimelineEntry),
    disputes,
    reported,
  };
}

function toOrderBody({ request }: SessionRecord): OrderOfPayment {
  const { items, shopper = {}, billing = {}, delivery = {} } = request;
  return { items, totals: orderTotalsOf(request), shopper, billing, delivery };
}

/** A note on a payment as the merchant API returns it. */
export function toApiPaymentNote(note: PaymentNoteRecord): PaymentNote {
  return {
    id: note.id,
    at: toIsoUtcTime(note.at),
    author: note.author,
    author_name: note.author_name,
    text: note.text,
  };
}

function toTimelineEntry(event: TimelineRecord): z.infer<typeof TimelineEntry> {
  return {
    at: toIsoUtcTime(event.at),
    kind: event.kind,
    from: event.from_status,
    to: event.to_status,
    detail: event.detail,
  };
}
