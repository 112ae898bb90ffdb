import type { CreateSession, Outcome, SessionView } from '../../shared/contract/index.ts';
import type { GatewayProfile } from '../gateway/profile.ts';
import type { SessionRecord } from '../store/store.ts';
import { appendQuery } from './append-query.ts';
import type { PaymentDeps } from './deps.ts';
import { isKnown, methodsOf } from './methods.ts';
import { statusOf, toOutcome } from './outcome.ts';
import { keepsCards, listOwnCards } from './saved-cards.ts';

/** Where a session's payment stands. */
export async function readOutcome(deps: PaymentDeps, session: SessionRecord): Promise<Outcome> {
  const payment = session.lastPaymentId === null ? undefined : await deps.store.findPayment(session.lastPaymentId);
  return toOutcome(session, payment, { now: deps.now(), maxAttempts: deps.settings.maxAttempts });
}

/** All that the element needs to draw itself; nothing that only the shop and the gateway should know. */
export async function toSessionView(deps: PaymentDeps, session: SessionRecord): Promise<SessionView> {
  const { request } = session;
  const { profile } = deps.gateway;
  return {
    session_id: session.id,
    status: statusOf(session, deps.now()),
    order_no: session.orderNo,
    amount: session.amount,
    currency: session.currency,
    items: request.items,
    totals: totalsOf(request),
    shop: { name: deps.settings.shopName },
    methods: methodsOf(request, profile),
    saved_cards: await listOwnCards(deps, session),
    keeps_cards: keepsCards(session),
    installments: request.installments ?? [],
    subscription: request.subscription ?? null,
    locale: request.locale ?? null,
    shopper: request.shopper ?? {},
    billing: request.billing ?? {},
    delivery: request.delivery ?? {},
    prefill: prefillOf(request),
    device: deviceOf(profile),
    return_url: toReturnAddress(session),
    attempts_left: Math.max(0, deps.settings.maxAttempts - session.attempts),
    expires_at: new Date(session.expiresAt).toISOString(),
    outcome: await readOutcome(deps, session),
  };
}

/** Those parts of the amount that the shop gave. */
export function totalsOf(request: CreateSession): SessionView['totals'] {
  const { item_total, shipping, handling, tax_total, insurance, shipping_discount, discount } = request;
  return { item_total, shipping, handling, tax_total, insurance, shipping_discount, discount };
}

/** What the shopper may change: what the session fixes does not stand in it a second time. */
function prefillOf(request: CreateSession): SessionView['prefill'] {
  const groups = Object.entries(request.prefill ?? {}).map(([group, values]) => [
    group,
    Object.fromEntries(Object.entries(values).filter(([name]) => !isKnown(request, `${group}.${name}`))),
  ]);
  return Object.fromEntries(groups) as SessionView['prefill'];
}

/** What the element is to gather; what the merchant switched off is not asked for. */
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

/** The shop's return_url with the session's id, and nothing else, added to its query. */
export function toReturnAddress(session: SessionRecord): string {
  const url = new URL(session.request.return_url);
  // Who looks for the name finds the first.
  url.search = url.search.replace(/(?<=[?&])session_id(=[^&]*)?(&|$)/g, '');
  return appendQuery(url, { session_id: session.id });
}
