import type { SubmitPayment } from '../../shared/contract/index.ts';
import type { NewPayment, SessionRecord } from '../store/store.ts';
import { brandOfBin } from './card-brand.ts';
import { keepsCards, type PayingCard } from './saved-cards.ts';
import type { RequestFacts } from './to-gateway-request.ts';

/** A submit with the kept card that it names. */
export interface Submitted {
  session: SessionRecord;
  submit: SubmitPayment;
  facts: RequestFacts;
  kept: PayingCard | undefined;
}

/** What is known of a payment before it leaves; of the card what may be kept, its end only where it is to be kept. */
export function toNewPayment(
  { session, submit, facts, kept }: Submitted,
  made: Pick<NewPayment, 'id' | 'fingerprint' | 'accountId' | 'notifyHash'> & { email: string; network: string | null },
): NewPayment {
  const { card } = submit;
  const bin = card?.number.slice(0, 6);
  const toKeep = submit.save_card === true && keepsCards(session) ? card : undefined;
  return {
    id: made.id,
    sessionId: session.id,
    attemptId: submit.attempt_id,
    fingerprint: made.fingerprint,
    method: submit.method,
    orderNo: session.orderNo,
    currency: session.currency,
    amount: session.amount,
    shopperEmail: made.email,
    cardBrand: card?.brand ?? kept?.brand ?? (bin === undefined ? null : brandOfBin(bin)),
    cardBin: bin ?? kept?.bin ?? null,
    cardLast4: card?.number.slice(-4) ?? kept?.last4 ?? null,
    cardExpiry: toKeep === undefined ? null : expiryOf(toKeep),
    cardHolder: toKeep?.holder_name ?? null,
    pageOrigin: facts.page_origin,
    accountId: made.accountId,
    notifyHash: made.notifyHash,
    network: card === undefined ? null : made.network,
  };
}

/** `MM/YY` */
function expiryOf({ expiry_month: month, expiry_year: year }: NonNullable<SubmitPayment['card']>): string {
  return `${month}/${year.slice(-2)}`;
}
