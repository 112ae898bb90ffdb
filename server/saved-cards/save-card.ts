import type { PaymentResult } from '../../shared/interface/payment-result.ts';
import type { SavedCardRecord, PaymentChanges, PaymentRecord, SessionRecord } from '../store/index.ts';
import { toSavedCardRecord, omitToken } from './saved-cards.ts';

/** The saved card of a paid payment whose shopper chose to save it; undefined for any other. */
export function findCardToSave(
  payment: PaymentRecord,
  {
    result,
    session,
    isPaid,
    at,
  }: { result: PaymentResult | null; session: SessionRecord | undefined; isPaid: boolean; at: number },
): SavedCardRecord | undefined {
  const isDue = isPaid && session !== undefined && payment.card_expiry !== null;
  return isDue ? toSavedCardRecord(payment, result, session, at) : undefined;
}

/** Removes the gateway's token from a payment once its card is saved or cannot be saved any more. */
export function changesThatRemoveToken(
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
    ...(result === null ? {} : { result: waits ? result : orBefore(omitToken(result), payment) }),
  };
}

/** Null for a result that contained only a token, so the complete result can still be added. */
function orBefore(result: PaymentResult, payment: PaymentRecord): PaymentResult | null {
  return Object.keys(result).length === 0 ? payment.result : result;
}
