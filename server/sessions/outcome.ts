import { sessionStatus } from '../context/index.ts';
import type { Action, Outcome } from '../../shared/contract/index.ts';
import type { PaymentRecord, SessionRecord } from '../store/index.ts';
import { drawQr } from './draw-qr.ts';

/** The outcome as the shopper may know it. `payment` is the session's last one. */
export function toOutcome(
  session: SessionRecord,
  payment: PaymentRecord | undefined,
  context: { now: number; maxAttempts: number },
): Outcome {
  const status = sessionStatus(session, context.now);
  if (payment === undefined) return { status: status === 'expired' ? 'expired' : 'open', payment_id: null };
  const payment_id = payment.id;
  switch (payment.status) {
    case 'paid':
      return { status: 'paid', payment_id };
    case 'submitting':
      return { status: 'pending', payment_id };
    case 'held':
      return { status: 'pending', payment_id, in_review: true };
    case 'pending':
      return { status: 'pending', payment_id, ...(isAbandonable(payment, context.now) ? { abandonable: true } : {}) };
    case 'unknown':
      return { status: 'unknown', payment_id };
    case 'action_required':
      return payment.action === null
        ? { status: 'unknown', payment_id }
        : { status: 'action_required', payment_id, action: forBrowser(payment.action, context.now), abandonable: true };
    case 'declined': {
      if (status === 'expired') return { status: 'expired', payment_id };
      const retryable = status === 'open' && session.attempts < context.maxAttempts;
      return { status: 'declined', payment_id, decline: { code: payment.decline_code ?? 'declined', retryable } };
    }
    case 'cancelled':
      return { status: 'declined', payment_id, decline: { code: 'declined', retryable: false } };
    case 'not_sent':
    case 'abandoned':
      return { status: status === 'expired' ? 'expired' : 'open', payment_id: null };
  }
}

/**
 * A QR code is drawn for the browser, which would need a program for it, and its time is counted from now; what is stored
 * is its text and its end alone.
 */
function forBrowser(action: Action, now: number): Action {
  const { code } = action;
  if (code === undefined) return action;
  const matrix = code.kind === 'qr' ? drawQr(code.value) : undefined;
  const end = Date.parse(code.expires_at ?? '');
  const expires_in = Number.isNaN(end) ? undefined : Math.ceil((end - now) / 1_000);
  return {
    ...action,
    code: { ...code, ...(matrix === undefined ? {} : { matrix }), ...(expires_in === undefined ? {} : { expires_in }) },
  };
}

/** How long after the shopper came back from the issuer a result may be on its way, in ms. */
const RETURN_GRACE = 60_000;

/**
 * Whether the shopper may abandon a payment: while its action is not finished, and when the gateway has had its
 * time since they came back. A payment without an action is out of the shopper's hands.
 */
export function isAbandonable(payment: PaymentRecord, now: number): boolean {
  if (payment.action === null) return false;
  if (payment.status === 'action_required') return true;
  return payment.status === 'pending' && payment.returned_at !== null && now - payment.returned_at >= RETURN_GRACE;
}
