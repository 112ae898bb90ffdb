import { CheckoutError, isCheckoutError } from '../../shared/errors.ts';
import type { CreatePaymentRequest, CreatedPayment } from '../../shared/contract/merchant/create-payment.ts';
import { hashSessionToken } from '../context/index.ts';
import { findOverlongTexts } from '../gateway/profile/index.ts';
import { createSession } from '../sessions/index.ts';
import type { PaymentStatus } from '../../shared/contract/merchant/payments.ts';
import type { PaymentRecord, SavedCardRecord, SessionRecord } from '../store/index.ts';
import type { SubmitDeps } from './admit-submit.ts';
import { submitPayment } from './submit-payment.ts';
import { toApiPayment } from './api-payment.ts';

/**
 * Charges a saved card for an order, without the shopper there. The charge is the payment of a session of its own, so that
 * it is sent once and its result is applied as that of any payment. Where the issuer requires the shopper, the hosted page
 * of that session continues the same payment.
 * @param token the session's token, the same for each repetition of the call: a repetition finds its session and payment
 * @throws CheckoutError `invalid_request`, `request_in_progress`, and as {@link createSession} and {@link submitPayment}
 */
export async function chargeSavedCard(
  deps: SubmitDeps,
  given: CreatePaymentRequest,
  token: string,
): Promise<CreatedPayment> {
  const known = await deps.store.findSessionByTokenHash(hashSessionToken(token));
  const before = await findChargeOf(deps, known);
  const payment = before ?? (await charge(deps, given, { token, known }));
  // Without the shopper nobody can try another card: a later charge of the order is a call of its own.
  if (payment.status === 'declined') await deps.store.expireIdleSession(payment.session_id);
  const status = STATUSES[payment.status];
  const url = status === 'authentication_required' ? `${deps.settings.publicUrl}/pay/${token}` : null;
  return { status, url, payment: toApiPayment(payment) };
}

const STATUSES: Readonly<Record<PaymentStatus, CreatedPayment['status']>> = {
  submitting: 'pending',
  not_sent: 'declined',
  action_required: 'authentication_required',
  pending: 'pending',
  held: 'pending',
  unknown: 'unknown',
  // The shopper left the authentication, and may take it up again at the same page.
  abandoned: 'authentication_required',
  paid: 'paid',
  declined: 'declined',
  cancelled: 'declined',
};

/** The charge that an earlier run of the call made; undefined if nothing was sent. */
async function findChargeOf(deps: SubmitDeps, session: SessionRecord | undefined): Promise<PaymentRecord | undefined> {
  const id = session?.last_payment_id ?? null;
  const payment = id === null ? undefined : await deps.store.findPayment(id);
  // Its result, or that it was not sent, is stored soon.
  if (payment?.status === 'submitting') throw new CheckoutError('request_in_progress');
  return payment?.status === 'not_sent' ? undefined : payment;
}

async function charge(
  deps: SubmitDeps,
  given: CreatePaymentRequest,
  { token, known }: { token: string; known: SessionRecord | undefined },
): Promise<PaymentRecord> {
  const { saved_card_id: cardId, shopper_ip } = given;
  const long = findOverlongTexts(deps.gateway.profile, { shopper_ip: ['shopper_ip', shopper_ip] });
  if (long.length > 0) throw new CheckoutError('invalid_request', undefined, { fields: long });
  const charged = await findCard(deps, given.shopper.id, cardId);
  const session = known ?? (await openSession(deps, given, token));
  const attempt_id = crypto.randomUUID();
  await submitPayment(deps, {
    session,
    token,
    submit: { attempt_id, method: 'card', token_id: charged.id, device: {} },
    facts: {
      shopper_ip,
      user_agent: undefined,
      accept: undefined,
      os: undefined,
      browser: undefined,
      device_type: undefined,
      page_origin: new URL(deps.settings.publicUrl).origin,
    },
    charged,
  });
  const payment = await deps.store.findPaymentByAttempt(session.id, attempt_id);
  if (payment === undefined) throw new CheckoutError('internal_error');
  return payment;
}

/** The order as a session: its link shows and pays this order only, and lists no saved cards. */
async function openSession(
  deps: SubmitDeps,
  { saved_card_id: _card, shopper_ip: _ip, items, description, ...order }: CreatePaymentRequest,
  token: string,
): Promise<SessionRecord> {
  const { order_no: orderNo, amount } = order;
  const line = { name: description ?? orderNo, sku: orderNo, unit_price: amount, quantity: 1 };
  try {
    const { session } = await createSession(
      deps,
      { ...order, items: items ?? [line], methods: ['card'] },
      { isPaidByShop: true, token },
    );
    return session;
  } catch (error) {
    if (items !== undefined || !isCheckoutError(error) || error.fields === undefined) throw error;
    const fields = error.fields.map((field) => ({ ...field, path: LINE_PATHS[field.path] ?? field.path }));
    throw new CheckoutError(error.code, undefined, { fields });
  }
}

/** Where the parts of the item that stands for `description` come from. */
const LINE_PATHS: Readonly<Record<string, string>> = {
  'items.0.name': 'description',
  'items.0.sku': 'order_no',
  'items.0.unit_price': 'amount',
};

/** @throws CheckoutError `invalid_request` alike for a card that does not exist and one of another shopper */
async function findCard(deps: SubmitDeps, shopperId: string, id: string | undefined): Promise<SavedCardRecord> {
  const card =
    id === undefined ? await deps.store.findDefaultCard(shopperId) : await deps.store.findSavedCard(id, shopperId);
  if (card !== undefined) return card;
  const rule = id === undefined ? 'a shopper with a saved card' : 'a saved card of this shopper';
  const path = id === undefined ? 'shopper.id' : 'saved_card_id';
  throw new CheckoutError('invalid_request', undefined, { fields: [{ path, code: 'not_allowed', rule }] });
}
