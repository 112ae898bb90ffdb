import type { SubmitPayment } from '../../shared/contract/index.ts';
import type { NewPayment, SessionRecord } from '../store/index.ts';
import { brandOfBin } from '../risk/index.ts';
import { offersSavedCards, type TokenCardOfSubmit } from '../saved-cards/index.ts';
import type { ShopperClientInfo } from '../context/index.ts';

/** A submit with the saved card that it names. */
export interface NewPaymentInput {
  session: SessionRecord;
  submit: SubmitPayment;
  facts: ShopperClientInfo;
  savedCard: TokenCardOfSubmit | undefined;
  /** The saved card that the shop charges without the shopper. */
  charged: TokenCardOfSubmit | undefined;
}

/** The record of a payment before it is sent, with BIN and last four of the card; its expiry only if it is to be saved. */
export function toNewPayment(
  { session, submit, facts, savedCard, charged }: NewPaymentInput,
  made: Pick<NewPayment, 'id' | 'fingerprint' | 'account_id' | 'notify_hash'> & {
    email: string;
    network: string | null;
  },
): NewPayment {
  const { card } = submit;
  const bin = card?.number.slice(0, 6);
  const toSave = submit.save_card === true && offersSavedCards(session) ? card : undefined;
  return {
    id: made.id,
    session_id: session.id,
    account: session.account,
    kind:
      session.request.verifies_card === true
        ? 'verification'
        : charged === undefined
          ? 'initial'
          : 'merchant_initiated',
    attempt_id: submit.attempt_id,
    fingerprint: made.fingerprint,
    method: submit.method,
    order_no: session.order_no,
    currency: session.currency,
    amount: session.amount,
    shopper_email: made.email,
    card_brand: card?.brand ?? savedCard?.brand ?? (bin === undefined ? null : brandOfBin(bin)),
    card_bin: bin ?? savedCard?.bin ?? null,
    card_last4: card?.number.slice(-4) ?? savedCard?.last4 ?? null,
    card_expiry: toSave === undefined ? null : expiryOf(toSave),
    card_holder: toSave?.holder_name ?? null,
    page_origin: facts.page_origin,
    account_id: made.account_id,
    notify_hash: made.notify_hash,
    network: card === undefined ? null : made.network,
  };
}

/** `MM/YY` */
function expiryOf({ expiry_month: month, expiry_year: year }: NonNullable<SubmitPayment['card']>): string {
  return `${month}/${year.slice(-2)}`;
}
