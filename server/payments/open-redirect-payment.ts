import { CheckoutError } from '../../shared/errors.ts';
import type { CreateSession, Device, SessionDevice, SessionMethod } from '../../shared/contract/index.ts';
import { findOverlongTexts } from '../gateway/profile/index.ts';
import { createSession, GATEWAY_PAGE_METHOD } from '../sessions/index.ts';
import type { SubmitDeps } from './admit-submit.ts';
import { submitPayment } from './submit-payment.ts';
import { UNSENT_INSTALLMENT_PLAN_ID } from './to-gateway-request.ts';
import { SESSION_CARD_TOKEN_ID } from '../saved-cards/index.ts';

/** The order, and what the shop knows of the shopper's browser. */
export type RedirectOrder = Omit<CreateSession, 'methods' | 'installments' | 'device'> & {
  shopper_ip: string;
  user_agent?: string | undefined;
  accept?: string | undefined;
  os?: string | undefined;
  browser?: string | undefined;
  device_type?: string | undefined;
  device?: (Device & Pick<SessionDevice, 'vendor'>) | undefined;
  page?: SessionMethod['page'];
  /** The plan that the shopper chose at the shop. */
  installments?: { count: number; id?: string | undefined } | undefined;
};

/** A form for the shopper's browser to post. */
export interface RedirectPayment {
  session_id: string;
  payment_id: string;
  url: string;
  method: 'POST';
  fields: Record<string, string>;
}

/**
 * Begins a payment on the gateway's own page (interface 4.10) without the element: opens a session, commits the intent,
 * and gives out the form. The result comes by notification, and the shopper to the shop's return_url.
 * @throws CheckoutError `invalid_request`, `gateway_misconfigured`, `store_unavailable`
 */
export async function openRedirectPayment(deps: SubmitDeps, order: RedirectOrder): Promise<RedirectPayment> {
  const { shopper_ip, user_agent, accept, os, browser, device_type, device, page, installments, ...request } = order;
  const long = findOverlongTexts(deps.gateway.profile, { shopper_ip: ['shopper_ip', shopper_ip] });
  if (long.length > 0) throw new CheckoutError('invalid_request', undefined, { fields: long });
  const { vendor, ...told } = device ?? {};
  const plan = installments && { id: installments.id ?? UNSENT_INSTALLMENT_PLAN_ID, count: installments.count };
  const { session, token } = await createSession(
    deps,
    {
      ...request,
      methods: [{ method: GATEWAY_PAGE_METHOD, display: 'redirect', page }],
      ...(plan === undefined ? {} : { installments: [plan] }),
      ...(vendor === undefined ? {} : { device: { vendor } }),
    },
    { isPaidByShop: true },
  );
  const outcome = await submitPayment(deps, {
    session,
    token,
    submit: {
      attempt_id: crypto.randomUUID(),
      method: GATEWAY_PAGE_METHOD,
      device: told,
      ...(plan === undefined ? {} : { installments: plan.id }),
      ...(request.token_id === undefined ? {} : { token_id: SESSION_CARD_TOKEN_ID }),
    },
    facts: { shopper_ip, user_agent, accept, os, browser, device_type, page_origin: null },
  });
  if (outcome.action === undefined || outcome.payment_id === null) throw new CheckoutError('internal_error');
  const { url, fields } = outcome.action;
  return { session_id: session.id, payment_id: outcome.payment_id, url, method: 'POST', fields };
}
