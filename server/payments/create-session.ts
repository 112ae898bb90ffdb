import { CheckoutError, type FieldError } from '../../shared/errors.ts';
import { amountDifference, encodeAmount } from '../../shared/money.ts';
import { encodeItems, ITEMS_MAX_LENGTH } from '../../shared/items.ts';
import type { CreateSession } from '../../shared/contract/index.ts';
import type { SessionRecord } from '../store/store.ts';
import type { GatewayProfile } from '../gateway/profile.ts';
import type { PaymentDeps } from './deps.ts';
import { findStrayDecimals } from './find-stray-decimals.ts';
import { createId, createToken, hashToken } from './ids.ts';
import { METHOD_RULE, asksCardInVain, isNamed } from './methods.ts';
import { findTypedInSession, withoutTypedCardNumbers } from './typed-card-numbers.ts';

export interface CreatedSession {
  session: SessionRecord;
  /** Given out once, here. */
  token: string;
  /** What looks odd but is taken: `amount_difference`, `field_not_asked`. */
  warnings: string[];
}

/**
 * Opens a session for one order. From here on the amount, the currency, the items and the addresses are fixed.
 * @throws CheckoutError `invalid_request`, `reference_taken` for an order that is paid, where orders are paid once, `store_unavailable`
 */
export async function createSession(deps: PaymentDeps, given: CreateSession): Promise<CreatedSession> {
  const fields = findFaults(given, deps.gateway.profile);
  if (fields.length > 0) throw new CheckoutError('invalid_request', undefined, { fields });
  const request = withoutTypedCardNumbers(given);
  const token = createToken();
  const now = deps.now();
  const session: SessionRecord = {
    id: createId('ses'),
    tokenHash: hashToken(token),
    orderNo: request.order_no,
    currency: request.currency,
    amount: request.amount,
    request,
    status: 'open',
    activePaymentId: null,
    lastPaymentId: null,
    paidPaymentId: null,
    attempts: 0,
    createdAt: now,
    expiresAt: now + (request.expires_in ?? deps.settings.sessionLifetime) * 1_000,
  };
  if (!(await deps.store.createSession(session, deps.settings.ordersOnce))) {
    throw new CheckoutError('reference_taken', 'The order is paid; another payment needs an order_no of its own.');
  }
  return { session, token, warnings: findOddities(request, deps.gateway.profile) };
}

function findOddities(request: CreateSession, profile: GatewayProfile): string[] {
  return [
    ...(amountDifference(request) === 0n ? [] : ['amount_difference']),
    ...(asksCardInVain(request, profile) ? ['field_not_asked'] : []),
  ];
}

/** Rules between fields, which no single field's schema can hold. */
function findFaults(request: CreateSession, profile: GatewayProfile): FieldError[] {
  const fields: FieldError[] = findFaultyTerms(request, profile);
  if (encodeItems(request.items).length > ITEMS_MAX_LENGTH) {
    fields.push({
      path: 'items',
      code: 'too_long',
      rule: `at most ${String(ITEMS_MAX_LENGTH)} characters once joined`,
    });
  }
  if (request.amount === encodeAmount(0n)) {
    fields.push({ path: 'amount', code: 'format', rule: 'more than 0.00' });
  }
  if (request.saved_cards === true && request.shopper?.id === undefined) {
    fields.push({ path: 'shopper.id', code: 'required', rule: 'must be given where cards are kept' });
  }
  for (const path of ['return_url', 'cancel_url'] as const) {
    const address = request[path];
    if (address !== undefined && !URL.canParse(address)) {
      fields.push({ path, code: 'format', rule: 'an http or https address' });
    }
  }
  fields.push(...findStrayDecimals(request));
  return [...fields, ...findTypedInSession(request), ...findFaultyMethods(request, profile)];
}

function findFaultyMethods(request: CreateSession, profile: GatewayProfile): FieldError[] {
  const fields: FieldError[] = [];
  const { methods = [] } = request;
  const names = methods.map((method) => (typeof method === 'string' ? method : method.method));
  names.forEach((name, index) => {
    if (typeof methods[index] === 'string' && !isNamed(name, profile)) {
      fields.push({ path: `methods.${String(index)}`, code: 'not_allowed', rule: METHOD_RULE });
    }
    if (names.indexOf(name) !== index) {
      fields.push({ path: `methods.${String(index)}`, code: 'not_allowed', rule: 'each method once' });
    }
    // Others would take the first sum and begin no contract, or begin one whose terms nobody was shown.
    if (request.subscription !== undefined && name !== 'card') {
      const rule = 'no method but `card` beside a subscription';
      fields.push({ path: `methods.${String(index)}`, code: 'not_allowed', rule });
    }
  });
  return fields;
}

/** The shopper agrees to these terms, so how often they are charged has to be there, in words that the gateway takes. */
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
