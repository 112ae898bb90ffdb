import type { PaymentSessionStatus } from '@medusajs/framework/types';
import type { Payment, Session } from '../../server/client/index.ts';
import { parseAmount } from '../../shared/money.ts';

/**
 * Medusa's status of a payment session. `pending` while it is unknown whether money moves: Medusa then places no order.
 * `requires_more` while the shopper may still pay, `error` if the session can place no order any more.
 */
export function toMedusaSessionStatus(
  session: Pick<Session, 'status' | 'amount' | 'attempts_left'>,
  payment: Pick<Payment, 'status' | 'amount' | 'captured_amount' | 'refunded_amount' | 'duplicate'> | undefined,
): PaymentSessionStatus {
  switch (payment?.status) {
    case 'paid':
    case 'held': {
      const isWhole = payment.amount === session.amount && parseAmount(payment.refunded_amount) === 0n;
      if (!isWhole || payment.duplicate) return 'error';
      // A capture of less is recorded by itself.
      return payment.status === 'paid' && payment.captured_amount === null ? 'captured' : 'authorized';
    }
    case 'cancelled':
      return 'canceled';
    case 'submitting':
    case 'pending':
    case 'unknown':
      return 'pending';
    case 'action_required':
    case 'abandoned':
    case 'declined':
    case 'not_sent':
    case undefined:
      if (session.status === 'processing') return 'pending';
      return session.status === 'open' && session.attempts_left > 0 ? 'requires_more' : 'error';
  }
}
