import type { CreateSession, MethodView, Outcome, SessionView } from '../../shared/contract/index.ts';
import type { Person } from '../../shared/interface/person.ts';
import { omitUndefined } from '../../shared/without-undefined.ts';
import type { GatewayProfile } from '../gateway/profile/index.ts';
import type { SessionRecord } from '../store/index.ts';
import { appendQuery } from './append-query.ts';
import { type PaymentDeps, sessionStatusAt } from '../context/index.ts';
import { isFieldFixedBySession, paymentMethodsOf } from './methods.ts';
import { nextPaymentDate } from './next-payment-date.ts';
import { toShopperOutcome } from './outcome.ts';
import { preselectedCountryOf } from './preselected-country.ts';
import { offersSavedCards, listSavedCardsOfSession } from '../saved-cards/index.ts';

/** The dependencies of what needs no gateway. */
type ReadDeps = Pick<PaymentDeps, 'store' | 'now' | 'settings'>;

/** The status of a session's payment. */
export async function readSessionOutcome(deps: ReadDeps, session: SessionRecord): Promise<Outcome> {
  const payment = session.last_payment_id === null ? undefined : await deps.store.findPayment(session.last_payment_id);
  return toShopperOutcome(session, payment, { now: deps.now(), maxAttempts: deps.settings.maxAttempts });
}

/** The data that the element needs to render; no data that only the shop and the gateway may know. */
export async function toSessionView(deps: PaymentDeps, session: SessionRecord): Promise<SessionView> {
  const { request } = session;
  const { profile } = deps.gateway;
  const methods = paymentMethodsOf(request, profile);
  return {
    session_id: session.id,
    status: sessionStatusAt(session, deps.now()),
    version: session.version,
    order_no: session.order_no,
    amount: session.amount,
    currency: session.currency,
    items: request.items,
    totals: orderTotalsOf(request),
    shop: { name: deps.settings.shopName },
    methods,
    saved_cards: request.verifies_card === true ? [] : await listSavedCardsOfSession(deps, session),
    keeps_cards: request.verifies_card !== true && offersSavedCards(session),
    installments: request.installments ?? [],
    subscription: request.subscription ?? null,
    ...omitUndefined({
      next_payment: request.subscription && nextPaymentDate(request.subscription, new Date(deps.now())),
      start_country: preselectedCountryOf(methods, session.currency),
    }),
    locale: request.locale ?? null,
    shopper: request.shopper ?? {},
    billing: request.billing ?? {},
    delivery: request.delivery ?? {},
    prefill: prefillOf(request, methods),
    device: deviceOf(profile),
    return_url: toShopReturnUrl(session),
    attempts_left: Math.max(0, deps.settings.maxAttempts - session.attempts),
    expires_at: new Date(session.expires_at).toISOString(),
    outcome: await readSessionOutcome(deps, session),
  };
}

/** The parts of the amount that the shop sent. */
export function orderTotalsOf(request: CreateSession): SessionView['totals'] {
  const { item_total, shipping, handling, tax_total, insurance, shipping_discount, discount } = request;
  return { item_total, shipping, handling, tax_total, insurance, shipping_discount, discount };
}

/** Prefilled values that the shopper may change. Fields fixed by the session are omitted, except for a person. */
function prefillOf(request: CreateSession, methods: readonly MethodView[]): SessionView['prefill'] {
  const person = personOf(request, methods);
  const given = { ...request.prefill, ...(Object.keys(person).length === 0 ? {} : { person }) };
  const groups = Object.entries(given).map(([group, values]) => [
    group,
    Object.fromEntries(Object.entries(values).filter(([name]) => !isFieldFixedBySession(request, `${group}.${name}`))),
  ]);
  return Object.fromEntries(groups) as SessionView['prefill'];
}

/** The fields of a paying person, with the shop's value for each. */
const SHOPPER_AS_PERSON = [
  ['email', 'email'],
  ['phone_number', 'phone'],
  ['birth_date', 'birth_date'],
  ['document_number', 'document'],
] as const;

/** The values of a person's fields: the shop's `person` first, then its shopper. */
function personOf({ prefill, shopper = {} }: CreateSession, methods: readonly MethodView[]): Person {
  const given: Person = prefill?.person ?? {};
  const asked = new Set(methods.flatMap(({ fields }) => fields.map(({ path }) => path)));
  const known: Person = {};
  for (const [name, source] of SHOPPER_AS_PERSON) {
    // The element reads a number beside the country's calling code without that code.
    const isSaid = name === 'phone_number' && (given.phone_country_code ?? '') !== '';
    if (asked.has(`person.${name}`) && (given[name] ?? '') === '' && !isSaid) known[name] = shopper[source];
  }
  return { ...given, ...omitUndefined(known) };
}

/** The data that the element collects; data that the merchant disabled is not requested. */
function deviceOf(profile: GatewayProfile): SessionView['device'] {
  const { risk_data: risk, cookies } = profile;
  return {
    fingerprint: profile.device_fingerprint,
    browser: risk.browser,
    visit: risk.visit,
    time_zone: profile.time_zone,
    cookie_new: risk.cookies ? cookies.cookie_new : [],
    cookie_old: risk.cookies ? cookies.cookie_old : [],
    vendor_token_cookie: risk.vendor_token ? cookies.vendor_token : null,
  };
}

/** The shop's return_url with the session's ID added to its query, and nothing else. */
export function toShopReturnUrl(session: SessionRecord): string {
  const url = new URL(session.request.return_url);
  // A reader of the query finds the first one.
  url.search = url.search.replace(/(?<=[?&])session_id(=[^&]*)?(&|$)/g, '');
  return appendQuery(url, { session_id: session.id });
}
