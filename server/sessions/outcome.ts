import { sessionStatusAt } from '../context/index.ts';
import type { NextAction, Outcome } from '../../shared/contract/index.ts';
import type { PaymentRecord, SessionRecord } from '../store/index.ts';
import { createQrMatrix } from './create-qr-matrix.ts';

/** The outcome as the shopper may see it. `payment` is the session's last payment. */
export function toShopperOutcome(
  session: SessionRecord,
  payment: PaymentRecord | undefined,
  context: { now: number; maxAttempts: number },
): Outcome {
  const status = sessionStatusAt(session, context.now);
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
 * Adds the drawn QR code, which would need a library in the browser, and the seconds until expiry. Only its text and
 * its expiry are stored.
 */
function forBrowser(action: NextAction, now: number): NextAction {
  const { code } = action;
  if (code === undefined) return action;
  const matrix = code.kind === 'qr' ? createQrMatrix(code.value) : undefined;
  const end = Date.parse(code.expires_at ?? '');
  const expires_in = Number.isNaN(end) ? undefined : Math.ceil((end - now) / 1_000);
  return {
    ...action,
    code: { ...code, ...(matrix === undefined ? {} : { matrix }), ...(expires_in === undefined ? {} : { expires_in }) },
  };
}

/** How long a result may take after the shopper returned from the issuer, in ms. */
const RETURN_GRACE = 60_000;

/**
 * Whether the shopper may abandon a payment: while its action is unfinished, and once the gateway had its time after
 * the return. A payment without an action cannot be abandoned.
 */
export function isAbandonable(payment: PaymentRecord, now: number): boolean {
  if (payment.action === null) return false;
  if (payment.status === 'action_required') return true;
  return payment.status === 'pending' && payment.returned_at !== null && now - payment.returned_at >= RETURN_GRACE;
}
