import { readOutcome } from '../payments/session-view.ts';
import { statusOf } from '../payments/outcome.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import type { PaymentEvent, PaymentRecord, SessionRecord } from '../store/store.ts';

/** A session as the shop's server sees it. The token is not in it: it is given out once, when the session is made. */
export async function toSessionBody(deps: PaymentDeps, session: SessionRecord): Promise<Record<string, unknown>> {
  return {
    id: session.id,
    status: statusOf(session, deps.now()),
    order_no: session.orderNo,
    amount: session.amount,
    currency: session.currency,
    outcome: await readOutcome(deps, session),
    payment_id: session.paidPaymentId ?? session.lastPaymentId,
    attempts: session.attempts,
    metadata: session.request.metadata ?? {},
    created_at: time(session.createdAt),
    expires_at: time(session.expiresAt),
  };
}

/** A payment as the shop's server sees it; with its timeline where events are given. */
export function toPaymentBody(payment: PaymentRecord, events?: readonly PaymentEvent[]): Record<string, unknown> {
  return {
    id: payment.id,
    session_id: payment.sessionId,
    status: payment.status,
    method: payment.method,
    order_no: payment.orderNo,
    amount: payment.amount,
    currency: payment.currency,
    transaction_id: payment.transactionId,
    shopper_email: payment.shopperEmail,
    card: payment.cardLast4 === null ? null : { bin: payment.cardBin, last4: payment.cardLast4 },
    decline: payment.declineCode === null ? null : { code: payment.declineCode },
    result: payment.result,
    alarm: payment.alarm,
    duplicate: payment.duplicate,
    created_at: time(payment.createdAt),
    updated_at: time(payment.updatedAt),
    ...(events === undefined ? {} : { timeline: events.map(toEventBody) }),
  };
}

function toEventBody(event: PaymentEvent): Record<string, unknown> {
  return { at: time(event.at), kind: event.kind, from: event.from, to: event.to, detail: event.detail };
}

function time(ms: number): string {
  return new Date(ms).toISOString();
}
