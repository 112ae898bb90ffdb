import { randomBytes } from 'node:crypto';
import { toFieldErrors } from '../../../shared/field-errors.ts';
import type { DirectPaymentRequest } from '../../../shared/interface/payment-request.ts';
import { parseJsonFormValues } from '../read-request.ts';
import type { GatewayPageVisit, SandboxState } from '../state.ts';
import { createCardPayment } from './authorise.ts';
import { verifyRequest } from './batch.ts';
import type { Transaction } from './ledger.ts';
import { notifyOfTransaction } from './notify.ts';

/**
 * `POST /v1/checkout`, by the shopper's browser (interface 4.10): checks the form and opens the page.
 * @returns the visit; or the redirect address if the order is already paid; or the invalid field
 */
export function openGatewayPageVisit(
  state: SandboxState,
  fields: Record<string, unknown>,
): { visit: GatewayPageVisit } | { paid: string } | { fault: string } {
  const usual = Object.entries(state.translator.decodeFields('checkout', fields));
  const rest = Object.fromEntries(usual.filter(([name]) => !name.endsWith('_token_cookie')));
  const entry = verifyRequest(state, rest, 'checkout');
  if ('refusal' in entry) return { fault: entry.refusal['return_message'] ?? '' };
  const request = parseJsonFormValues(rest);
  const parsed = state.schemas.redirect.safeParse(request);
  if (!parsed.success) {
    const [first] = toFieldErrors(parsed.error, request);
    return { fault: `I0001:${first?.path ?? ''} ${first?.rule ?? ''}` };
  }
  const { merchant_id: merchantId, account_id: accountId, order_no: orderNo, return_url: returnUrl } = parsed.data;
  const isPaid = state.ledger
    .findByOrder(merchantId, orderNo)
    .some(({ account_id: account, state: at }) => account === accountId && ['paid', 'pending', 'held'].includes(at));
  if (isPaid) return { paid: returnUrl };
  const visit = { key: randomBytes(18).toString('base64url'), request: parsed.data };
  state.redirectVisits.set(visit.key, visit);
  return { visit };
}

/** The shopper submitted the page's form: records the payment, once for each visit. */
export function submitGatewayPage(
  state: SandboxState,
  visit: GatewayPageVisit,
  card: { number: string; month: string; year: string; code: string },
): Transaction {
  const {
    card_type: _type,
    default_lang: _lang,
    cancel_url: _cancel,
    verify_billing_address: _verify,
    ...fields
  } = visit.request;
  state.redirectVisits.delete(visit.key);
  const transaction = createCardPayment(state, {
    ...fields,
    card: card.number,
    expiration_month: card.month,
    expiration_year: card.year,
    security_code: card.code,
  } satisfies DirectPaymentRequest);
  if (transaction.completed_at !== null) notifyOfTransaction(state, transaction, 'PAYMENT');
  return transaction;
}
