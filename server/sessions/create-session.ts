import { CheckoutError, type FieldError } from '../../shared/errors.ts';
import { orderTotalsDifference, encodeAmount } from '../../shared/money.ts';
import { isLongerThan } from '../../shared/characters.ts';
import { encodeItems, findItemSeparatorFaults } from '../../shared/items.ts';
import { itemsSumDifference } from '../../shared/items-sum-difference.ts';
import type { CreateSession } from '../../shared/contract/index.ts';
import type { SessionRecord, SessionRequest } from '../store/index.ts';
import { findOverlongTexts, type GatewayProfile } from '../gateway/profile/index.ts';
import {
  type PaymentDeps,
  unknownCurrencyErrors,
  createId,
  createSessionToken,
  hashSessionToken,
  findCardNumbersInPersonFields,
  maskCardNumbersInFreeTexts,
} from '../context/index.ts';
import { findExcessDecimals } from './find-excess-decimals.ts';
import { METHOD_NAME_RULE_TEXT, requiresPersonFieldsForCard, isMethodUsableByName } from './methods.ts';

/** Seconds that a session lives whose body has no `expires_in`. */
const DEFAULT_SESSION_LIFETIME = 3_600;

export interface SessionRecordWithToken {
  session: SessionRecord;
  /** Returned only here. */
  token: string;
  /** Warnings about accepted but odd values: `amount_difference`, `items_difference`, `field_not_requested`. */
  warnings: string[];
}

interface SessionOptions {
  /** The shop's own server pays: it shows terms and cards itself. */
  isPaidByShop?: boolean;
  /** Default: a new one. */
  token?: string;
}

/**
 * Opens a session for one order. Only the shop's server can change its amount, items and addresses from then on.
 * @throws CheckoutError `invalid_request`; `reference_taken` for an order that is already paid, if orders are paid
 *   once; `store_unavailable`
 */
export async function createSession(
  deps: PaymentDeps,
  given: SessionRequest,
  { isPaidByShop = false, token = createSessionToken() }: SessionOptions = {},
): Promise<SessionRecordWithToken> {
  const { request, warnings } = validateAndMaskSessionRequest(given, deps.gateway.profile, isPaidByShop);
  const now = deps.now();
  const session: SessionRecord = {
    id: createId('ses'),
    account: deps.account,
    token_hash: hashSessionToken(token),
    order_no: request.order_no,
    currency: request.currency,
    amount: request.amount,
    request,
    status: 'open',
    active_payment_id: null,
    last_payment_id: null,
    paid_payment_id: null,
    attempts: 0,
    version: 1,
    created_at: now,
    expires_at: now + (request.expires_in ?? DEFAULT_SESSION_LIFETIME) * 1_000,
  };
  if (!(await deps.store.createSession(session, deps.settings.ordersOnce))) {
    throw new CheckoutError('reference_taken', 'The order is paid; another payment needs an order_no of its own.');
  }
  return { session, token, warnings };
}

/**
 * The order with card numbers masked in its free texts, and what is odd about it.
 * @throws CheckoutError `invalid_request`
 */
export function validateAndMaskSessionRequest(
  given: SessionRequest,
  profile: GatewayProfile,
  isPaidByShop = false,
): { request: SessionRequest; warnings: string[] } {
  const fields = findFaults(given, profile, isPaidByShop);
  if (fields.length > 0) throw new CheckoutError('invalid_request', undefined, { fields });
  const request = maskCardNumbersInFreeTexts(given);
  return { request, warnings: findOddities(request, profile) };
}

function findOddities(request: CreateSession, profile: GatewayProfile): string[] {
  return [
    ...(orderTotalsDifference(request) === 0n ? [] : ['amount_difference']),
    ...(itemsSumDifference(request) === 0n ? [] : ['items_difference']),
    ...(requiresPersonFieldsForCard(request, profile) ? ['field_not_requested'] : []),
  ];
}

/** Rules between several fields, which no field's schema can express. */
function findFaults(request: SessionRequest, profile: GatewayProfile, isPaidByShop: boolean): FieldError[] {
  const fields: FieldError[] = findFaultyTerms(request, profile);
  fields.push(...unknownCurrencyErrors('currency', request.currency, profile));
  fields.push(...findFaultyItems(request, profile));
  if (request.amount === encodeAmount(0n) && request.verifies_card !== true) {
    fields.push({ path: 'amount', code: 'format', rule: 'more than 0.00' });
  }
  if (request.saved_cards === true && request.shopper?.id === undefined) {
    fields.push({ path: 'shopper.id', code: 'required', rule: 'must be given where cards are saved' });
  }
  for (const path of ['return_url', 'cancel_url'] as const) {
    const address = request[path];
    if (address !== undefined && !URL.canParse(address)) {
      fields.push({ path, code: 'format', rule: 'an http or https address' });
    }
  }
  if (request.order_no.includes(profile.list_separator)) {
    const rule = `no ${profile.list_separator}, which separates order numbers in queries`;
    fields.push({ path: 'order_no', code: 'format', rule });
  }
  if (!isPaidByShop) fields.push(...findFaultyToken(request));
  fields.push(...findLongFields(request, profile));
  fields.push(...findExcessDecimals(request), ...findCardNumbersInPersonFields(request));
  return [...fields, ...findFaultyMethods(request, profile, isPaidByShop)];
}

function findLongFields({ shopper, ...request }: CreateSession, profile: GatewayProfile): FieldError[] {
  return findOverlongTexts(profile, {
    order_no: ['order_no', request.order_no],
    amount: ['amount', request.amount],
    website: ['website', request.website],
    note: ['note', request.note],
    custom: ['custom', request.custom],
    'shopper.id': ['shopper_id', shopper?.id],
    'shopper.email': ['shopper_email', shopper?.email],
    'shopper.phone': ['shopper_phone', shopper?.phone],
  });
}

/** A token pays like a card: the shopper must see the card, and the gateway requires the holder's name. */
function findFaultyToken({
  token_id: token,
  token_card: card,
  shopper,
  methods = ['card'],
}: CreateSession): FieldError[] {
  const faults: FieldError[] = [];
  if (token === undefined) {
    if (card !== undefined) faults.push({ path: 'token_id', code: 'required', rule: 'must be given with token_card' });
    return faults;
  }
  const beside = 'must be given with token_id';
  if (card === undefined) faults.push({ path: 'token_card', code: 'required', rule: beside });
  for (const name of ['first_name', 'last_name'] as const) {
    if (shopper?.[name] === undefined) faults.push({ path: `shopper.${name}`, code: 'required', rule: beside });
  }
  if (!methods.some((method) => (typeof method === 'string' ? method : method.method) === 'card')) {
    faults.push({ path: 'token_id', code: 'not_allowed', rule: 'only where one of the methods is card' });
  }
  return faults;
}

/** The joined items must parse back to the same items, and must fit the field. */
function findFaultyItems(
  { items }: CreateSession,
  { item_parts: parts, field_lengths: lengths }: GatewayProfile,
): FieldError[] {
  const ambiguous = findItemSeparatorFaults(items, parts);
  if (ambiguous.length > 0) {
    const rule = 'must neither hold nor form the separators #,# and #;# with what stands beside it';
    return ambiguous.map(({ index, part }) => ({ path: `items.${String(index)}.${part}`, code: 'format', rule }));
  }
  if (!isLongerThan(encodeItems(items, parts), lengths.items)) return [];
  return [{ path: 'items', code: 'too_long', rule: `at most ${String(lengths.items)} characters once joined` }];
}

function findFaultyMethods(request: CreateSession, profile: GatewayProfile, isPaidByShop: boolean): FieldError[] {
  const fields: FieldError[] = [];
  const { methods = [] } = request;
  const names = methods.map((method) => (typeof method === 'string' ? method : method.method));
  names.forEach((name, index) => {
    if (typeof methods[index] === 'string' && !isMethodUsableByName(name, profile)) {
      fields.push({ path: `methods.${String(index)}`, code: 'not_allowed', rule: METHOD_NAME_RULE_TEXT });
    }
    const method = methods[index];
    const type = typeof method === 'object' ? method.page?.card_type : undefined;
    if (type !== undefined && !profile.card_types.includes(type)) {
      const rule = `one of ${profile.card_types.join(', ')}`;
      fields.push({ path: `methods.${String(index)}.page.card_type`, code: 'not_allowed', rule });
    }
    if (names.indexOf(name) !== index) {
      fields.push({ path: `methods.${String(index)}`, code: 'not_allowed', rule: 'each method once' });
    }
    // Other methods would take the first payment without a subscription, or with one whose terms the shopper never saw.
    if (request.subscription !== undefined && name !== 'card' && !isPaidByShop) {
      const rule = 'no method but `card` beside a subscription';
      fields.push({ path: `methods.${String(index)}`, code: 'not_allowed', rule });
    }
  });
  return fields;
}

/** The shopper agrees to these terms, so they must contain the interval, in values that the gateway accepts. */
function findFaultyTerms({ subscription }: CreateSession, { intervals }: GatewayProfile): FieldError[] {
  if (subscription === undefined) return [];
  const fields: FieldError[] = [];
  const { interval, interval_count: count } = subscription;
  const singular = (word: string): string => word.toLowerCase().replace(/s$/, '');
  if (interval === undefined) fields.push({ path: 'subscription.interval', code: 'required', rule: 'must be given' });
  else if (!intervals.some((word) => singular(word) === singular(interval))) {
    fields.push({ path: 'subscription.interval', code: 'not_allowed', rule: `one of ${intervals.join(', ')}` });
  }
  if (count !== undefined && !/^[1-9]\d{0,2}$/.test(count)) {
    fields.push({ path: 'subscription.interval_count', code: 'format', rule: 'a whole number from 1 to 999' });
  }
  return fields;
}
