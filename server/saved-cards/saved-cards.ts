import { CheckoutError } from '../../shared/errors.ts';
import type { CreateSession, SavedCard, SessionMethod, SubmitPayment } from '../../shared/contract/index.ts';
import type { PaymentResult } from '../../shared/interface/payment-result.ts';
import type { SavedCardRecord, PaymentRecord, SessionRecord } from '../store/index.ts';
import { mayBeOfAllowedBrand } from '../risk/index.ts';
import { type PaymentDeps, createId, sessionStatusAt } from '../context/index.ts';

/** The browser's ID for the card of a session's own `token_id`; only the shop and the gateway know the token. */
export const SESSION_CARD_TOKEN_ID = 'session';

/** The most cards of one shopper that the element offers. */
const MAX_SHOWN = 20;

/** Whether a session offers and saves cards: its shopper has an ID and may pay by card. */
export function offersSavedCards(session: SessionRecord): boolean {
  return shopperOf(session) !== undefined;
}

function shopperOf({ request }: SessionRecord): string | undefined {
  if (request.saved_cards !== true) return undefined;
  return cardMethodOf(request) === undefined ? undefined : request.shopper?.id;
}

function cardMethodOf({ methods = ['card'] }: CreateSession): SessionMethod | undefined {
  const entry = methods.find((candidate) => (typeof candidate === 'string' ? candidate : candidate.method) === 'card');
  return typeof entry === 'string' ? { method: entry } : entry;
}

/** Whether a session accepts a saved card; a card of another brand is neither shown nor accepted. */
function takesCard({ request }: SessionRecord, { brand }: SavedCardRecord): boolean {
  const brands = cardMethodOf(request)?.brands;
  return brands === undefined || mayBeOfAllowedBrand(brands, brand);
}

/** A submit of a session that verifies a card always saves it. */
export function withSaveCardForVerification({ request }: SessionRecord, submit: SubmitPayment): SubmitPayment {
  return request.verifies_card === true ? { ...submit, save_card: true } : submit;
}

/** The cards that a session shows: its shopper's, of its brands, and none once the session is paid or over. */
export async function listSavedCardsOfSession(deps: PaymentDeps, session: SessionRecord): Promise<SavedCard[]> {
  const shopperId = shopperOfLive(deps, session);
  const own = isLive(deps, session) ? toShownCard(session) : [];
  if (shopperId === undefined) return own;
  const { entries } = await deps.store.listSavedCards({ shopperId, limit: MAX_SHOWN });
  const kept = entries
    .filter((card) => takesCard(session, card))
    .map(({ id, brand, last4, expiry }) => ({ token_id: id, brand, last4, expiry }));
  return [...own, ...kept];
}

/** The card of the shop's own token, as the element shows it, without the token. */
function toShownCard({ request }: SessionRecord): SavedCard[] {
  const { token_id: token, token_card: card } = request;
  if (token === undefined || card === undefined || cardMethodOf(request) === undefined) return [];
  const { brand = null, last4, expiry = null } = card;
  return [{ token_id: SESSION_CARD_TOKEN_ID, brand, last4, expiry, fixed: true }];
}

/**
 * Deletes a saved card of the session's shopper. A card that does not exist or belongs to another shopper changes
 * nothing.
 */
export async function deleteSavedCardOfSession(
  deps: PaymentDeps,
  session: SessionRecord,
  id: string,
): Promise<SavedCard[]> {
  const shopperId = shopperOfLive(deps, session);
  if (shopperId !== undefined) await deps.store.deleteSavedCard(id, shopperId);
  return listSavedCardsOfSession(deps, session);
}

/** A session's token outlives its order; afterwards it must not show or delete cards. */
function shopperOfLive(deps: PaymentDeps, session: SessionRecord): string | undefined {
  return isLive(deps, session) ? shopperOf(session) : undefined;
}

function isLive(deps: PaymentDeps, session: SessionRecord): boolean {
  const status = sessionStatusAt(session, deps.now());
  return status === 'open' || status === 'processing';
}

/** A card that is paid by a token: a saved card, or the session's own. */
export type TokenCardOfSubmit = Pick<SavedCardRecord, 'token' | 'brand' | 'bin' | 'holder' | 'expiry'> & {
  last4: string | null;
};

/**
 * The saved card of a submit; undefined if it names none.
 * @throws CheckoutError `invalid_request` alike for a card that does not exist, one of another shopper and one of a
 *   brand that the session does not accept
 */
export async function findTokenCardOfSubmit(
  deps: PaymentDeps,
  session: SessionRecord,
  submit: SubmitPayment,
): Promise<TokenCardOfSubmit | undefined> {
  if (submit.token_id === undefined) return undefined;
  const { token_id: token, token_card: shown } = session.request;
  if (submit.token_id === SESSION_CARD_TOKEN_ID && token !== undefined) {
    const { brand = null, last4 = null, expiry = null } = shown ?? {};
    return { token, brand, bin: null, last4, expiry, holder: null };
  }
  const shopperId = shopperOf(session);
  const card = shopperId === undefined ? undefined : await deps.store.findSavedCard(submit.token_id, shopperId);
  if (card !== undefined && takesCard(session, card)) return card;
  throw new CheckoutError('invalid_request', undefined, {
    fields: [{ path: 'token_id', code: 'not_allowed', rule: 'one of the cards that the session offers' }],
  });
}

/** The card that a paid payment saves; undefined if the shopper did not choose it or no token came. */
export function toSavedCardRecord(
  payment: PaymentRecord,
  result: PaymentResult | null,
  session: SessionRecord,
  at: number,
): SavedCardRecord | undefined {
  const shopperId = shopperOf(session);
  const token = unmaskedTokenIdOf(result);
  if (shopperId === undefined || token === undefined || payment.card_last4 === null) return undefined;
  return {
    id: createId('card'),
    account: payment.account,
    account_id: payment.account_id,
    shopper_id: shopperId,
    token,
    brand: payment.card_brand,
    bin: payment.card_bin,
    last4: payment.card_last4,
    expiry: payment.card_expiry,
    holder: payment.card_holder,
    default_since: null,
    created_at: at,
  };
}

/** The token of a result; undefined if it was masked because it looked like a card number. */
export function unmaskedTokenIdOf(result: PaymentResult | null): string | undefined {
  const token = result?.token_id ?? '';
  return token === '' || token.includes('***') ? undefined : token;
}

/** A result for storage and display, without the gateway's token. */
export function omitToken<T extends { token_id?: string | undefined }>(result: T): Omit<T, 'token_id'> {
  const { token_id: _token, ...rest } = result;
  return rest;
}
