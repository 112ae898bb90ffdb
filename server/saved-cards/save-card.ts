import type { PaymentResult } from '../../shared/interface/payment-result.ts';
import type { SavedCardRecord, PaymentChanges, PaymentRecord, SessionRecord } from '../store/index.ts';
import { savedCardOf, withoutToken } from './saved-cards.ts';

/** The card that a payment leaves with the gateway: only one that is paid, and was to keep its card, leaves one. */
export function toSavedCard(
  payment: PaymentRecord,
  {
    result,
    session,
    isPaid,
    at,
  }: { result: PaymentResult | null; session: SessionRecord | undefined; isPaid: boolean; at: number },
): SavedCardRecord | undefined {
  const isDue = isPaid && session !== undefined && payment.card_expiry !== null;
  return isDue ? savedCardOf(payment, result, session, at) : undefined;
}

/** The gateway's token stays with a payment only until its card is kept or never will be. */
export function afterSaving(
  payment: PaymentRecord,
  {
    savedCard,
    status,
    result,
  }: {
    savedCard: SavedCardRecord | undefined;
    status: PaymentRecord['status'];
    result: PaymentResult | null;
  },
): PaymentChanges {
  const isOver = savedCard !== undefined || status === 'declined' || status === 'cancelled' || status === 'not_sent';
  const waits = payment.card_expiry !== null && !isOver;
  return {
    ...(payment.card_expiry !== null && isOver ? { card_expiry: null, card_holder: null } : {}),
    ...(result === null ? {} : { result: waits ? result : orBefore(withoutToken(result), payment) }),
  };
}

/** A word that held nothing but a token is none, so that the whole result may still come. */
function orBefore(result: PaymentResult, payment: PaymentRecord): PaymentResult | null {
  return Object.keys(result).length === 0 ? payment.result : result;
}
