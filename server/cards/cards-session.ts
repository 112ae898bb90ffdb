import { randomBytes } from 'node:crypto';
import { CheckoutError } from '../../shared/errors.ts';
import { encodeAmount } from '../../shared/money.ts';
import type { CardsView, CardVerificationSession } from '../../shared/contract/index.ts';
import type { CreateCardsSession, CreatedCardsSession } from '../../shared/contract/merchant/cards-sessions.ts';
import { toIsoUtcTime } from '../../shared/dates.ts';
import { type PaymentDeps, createId, hashSessionToken } from '../context/index.ts';
import { validateAndMaskSessionRequest, createSession } from '../sessions/index.ts';
import type { CardsSessionRecord, SessionRequest } from '../store/index.ts';

/** The most cards that are shown. */
const MAX_SHOWN = 50;
/** The most cards that one session may begin to add: a list is no place to try out card numbers. */
const MAX_ADDITIONS = 5;
/** The lifetimes of a cards session and of the session that adds a card, in seconds. */
const LIFETIME = 3_600;
const VERIFICATION_LIFETIME = 1_800;

/** Whether a text has the form of a cards session's token. */
export function isCardsSessionToken(text: string): boolean {
  return /^tgc_[A-Za-z0-9_-]{43}$/.test(text);
}

/**
 * Opens a shopper's list of saved cards.
 * @throws CheckoutError `invalid_request`; `store_unavailable`
 */
export async function openCardsSession(deps: PaymentDeps, request: CreateCardsSession): Promise<CreatedCardsSession> {
  validateAndMaskSessionRequest(
    toVerificationOrder(request, deps.gateway.profile.card_verification ?? encodeAmount(0n)),
    deps.gateway.profile,
  );
  const token = `tgc_${randomBytes(32).toString('base64url')}`;
  const now = deps.now();
  const session: CardsSessionRecord = {
    id: createId('cds'),
    account: deps.account,
    token_hash: hashSessionToken(token),
    request,
    additions: 0,
    created_at: now,
    expires_at: now + (request.expires_in ?? LIFETIME) * 1_000,
  };
  await deps.store.createCardsSession(session);
  return { id: session.id, token, expires_at: toIsoUtcTime(session.expires_at) };
}

/** The open cards session of a token; undefined for an unknown token and one whose session has expired. */
export async function findCardsSession(
  deps: Pick<PaymentDeps, 'store' | 'now'>,
  token: string,
): Promise<CardsSessionRecord | undefined> {
  const session = await deps.store.findCardsSession(hashSessionToken(token));
  return session === undefined || session.expires_at <= deps.now() ? undefined : session;
}

/** The shopper's cards as the element shows them, without the gateway's tokens. */
export async function readCardsView(deps: PaymentDeps, { request }: CardsSessionRecord): Promise<CardsView> {
  const shopperId = request.shopper.id;
  const [{ entries }, preferred] = await Promise.all([
    deps.store.listSavedCards({ shopperId, limit: MAX_SHOWN }),
    deps.store.findDefaultCard(shopperId),
  ]);
  const { card_verification: amount } = deps.gateway.profile;
  return {
    cards: entries.map(({ id, brand, last4, expiry }) => ({
      token_id: id,
      brand,
      last4,
      expiry,
      default: id === preferred?.id,
    })),
    verification: amount === null ? null : { amount, currency: request.currency },
    locale: request.locale ?? null,
  };
}

/** Removes a card of the shopper; a card that does not exist or belongs to another shopper changes nothing. */
export async function deleteSavedCardOfCardsSession(
  deps: PaymentDeps,
  session: CardsSessionRecord,
  id: string,
): Promise<CardsView> {
  await deps.store.deleteSavedCard(id, session.request.shopper.id);
  return readCardsView(deps, session);
}

/** @throws CheckoutError `not_found` alike for a card that does not exist and one of another shopper */
export async function setDefaultSavedCard(
  deps: PaymentDeps,
  session: CardsSessionRecord,
  id: string,
): Promise<CardsView> {
  const isSet = await deps.store.setDefaultCard(id, session.request.shopper.id, deps.now());
  if (!isSet) throw new CheckoutError('not_found', 'There is no such saved card.');
  return readCardsView(deps, session);
}

/**
 * Begins to add a card: opens a session of its own, whose payment of the profile's amount saves the card.
 * @throws CheckoutError `not_configured` where the profile has no such amount; `too_many_attempts`
 */
export async function beginCardVerification(
  deps: PaymentDeps,
  session: CardsSessionRecord,
): Promise<CardVerificationSession> {
  const { card_verification: amount } = deps.gateway.profile;
  if (amount === null) throw new CheckoutError('not_configured', 'The profile has no amount that verifies a card.');
  if (!(await deps.store.reserveCardAddition(session.id, MAX_ADDITIONS))) throw new CheckoutError('too_many_attempts');
  const { token } = await createSession(deps, toVerificationOrder(session.request, amount));
  return { session: token };
}

function toVerificationOrder(
  { shopper, currency, return_url, billing, locale, open3d }: CreateCardsSession,
  amount: string,
): SessionRequest {
  return {
    order_no: `card-${randomBytes(12).toString('hex')}`,
    currency,
    amount,
    items: [{ name: 'Saved card', sku: 'card', unit_price: amount, quantity: 1 }],
    return_url,
    methods: ['card'],
    shopper,
    saved_cards: true,
    verifies_card: true,
    expires_in: VERIFICATION_LIFETIME,
    ...(billing === undefined ? {} : { billing }),
    ...(locale === undefined ? {} : { locale }),
    ...(open3d === undefined ? {} : { open3d }),
  };
}
