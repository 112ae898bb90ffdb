import type { Outcome, SessionView } from '../../shared/contract/index.ts';
import type { SessionRecord } from '../store/store.ts';
import type { PaymentDeps } from './deps.ts';
import { methodsOf } from './methods.ts';
import { statusOf, toOutcome } from './outcome.ts';

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
    totals: {
      item_total: request.item_total,
      shipping: request.shipping,
      handling: request.handling,
      tax_total: request.tax_total,
      insurance: request.insurance,
      shipping_discount: request.shipping_discount,
      discount: request.discount,
    },
    shop: { name: deps.settings.shopName },
    methods: methodsOf(request, profile),
    saved_cards: [],
    keeps_cards: false,
    installments: request.installments ?? [],
    subscription: request.subscription ?? null,
    locale: request.locale ?? null,
    shopper: request.shopper ?? {},
    billing: request.billing ?? {},
    delivery: request.delivery ?? {},
    prefill: request.prefill ?? {},
    device: {
      fingerprint: profile.device_fingerprint,
      browser: true,
      visit: true,
      time_zone: profile.time_zone,
      cookie_new: profile.cookies.cookie_new,
      cookie_old: profile.cookies.cookie_old,
      vendor_token_cookie: profile.cookies.vendor_token,
    },
    return_url: toReturnAddress(session),
    attempts_left: Math.max(0, deps.settings.maxAttempts - session.attempts),
    expires_at: new Date(session.expiresAt).toISOString(),
    outcome: await readOutcome(deps, session),
  };
}

/** The shop's return_url with the session's id, and nothing else, added to its query. */
export function toReturnAddress(session: SessionRecord): string {
  const url = new URL(session.request.return_url);
  url.searchParams.set('session_id', session.id);
  return url.href;
}
