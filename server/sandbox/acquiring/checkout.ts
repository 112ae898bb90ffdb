import { randomBytes } from 'node:crypto';
import { toFieldErrors } from '../../../shared/field-errors.ts';
import type { DirectPaymentRequest } from '../../../shared/interface/payment-request.ts';
import { RedirectPaymentRequest } from '../../../shared/interface/redirect-payment.ts';
import { fromPairs } from '../read-request.ts';
import type { World } from '../world.ts';
import { bookCardPayment } from './authorise.ts';
import { enter } from './batch.ts';
import type { Transaction } from './ledger.ts';
import { tell } from './tell.ts';

/** A payment that a shopper is about to make on the gateway's own page. */
export interface PageVisit {
  key: string;
  request: RedirectPaymentRequest;
}

/**
 * `POST /v1/checkout`, by the shopper's browser (interface 4.10): checks the form and opens the page.
 * @returns the visit, the address to lead on to where the order is paid already, or what is wrong
 */
export function openCheckout(
  world: World,
  fields: Record<string, unknown>,
): { visit: PageVisit } | { paid: string } | { fault: string } {
  const usual = Object.entries(world.dialect.toUsual('checkout', fields));
  const rest = Object.fromEntries(usual.filter(([name]) => !name.endsWith('_token_cookie')));
  const entry = enter(world, rest, 'checkout');
  if ('refusal' in entry) return { fault: entry.refusal['return_message'] ?? '' };
  const request = fromPairs(rest);
  const parsed = RedirectPaymentRequest.safeParse(request);
  if (!parsed.success) {
    const [first] = toFieldErrors(parsed.error, request);
    return { fault: `I0001:${first?.path ?? ''} ${first?.rule ?? ''}` };
  }
  const { merchant_id: merchantId, order_no: orderNo, return_url: returnUrl } = parsed.data;
  const isPaid = world.ledger
    .findByOrder(merchantId, orderNo)
    .some(
      (transaction) => transaction.state === 'paid' || transaction.state === 'pending' || transaction.state === 'held',
    );
  if (isPaid) return { paid: returnUrl };
  const visit = { key: randomBytes(18).toString('base64url'), request: parsed.data };
  world.visits.set(visit.key, visit);
  return { visit };
}

/** The shopper sent the page's form: the payment is booked, once for each visit. */
export function payOnPage(
  world: World,
  visit: PageVisit,
  card: { number: string; month: string; year: string; code: string },
): Transaction {
  const {
    card_type: _type,
    default_lang: _lang,
    cancel_url: _cancel,
    verify_billing_address: _verify,
    ...fields
  } = visit.request;
  world.visits.delete(visit.key);
  const transaction = bookCardPayment(world, {
    ...fields,
    card: card.number,
    expiration_month: card.month,
    expiration_year: card.year,
    security_code: card.code,
  } satisfies DirectPaymentRequest);
  if (transaction.settled_at !== null) tell(world, transaction, 'PAYMENT');
  return transaction;
}
