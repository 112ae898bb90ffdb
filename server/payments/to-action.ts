import type { Action } from '../../shared/contract/index.ts';
import type { RedirectPaymentForm } from '../gateway/operations/redirect-payment.ts';
import type { PaymentRecord } from '../store/store.ts';
import type { PaymentDeps } from './deps.ts';
import { parseIssuerAddress } from './issuer-address.ts';

/** issuer_url with our return_url and notify_url added; a card's challenge is framed, an APM takes the whole page. */
export function toAction(
  deps: PaymentDeps,
  payment: PaymentRecord,
  issuerUrl: string,
  window: Action['window_size'],
): Action | undefined {
  const url = parseIssuerAddress(issuerUrl, deps.settings);
  if (url === undefined) return undefined;
  const isCard = payment.method === 'card';
  const addresses = addressesOf(deps, payment.id);
  url.searchParams.set('return_url', isCard ? `${addresses.return_url}?frame=1` : addresses.return_url);
  url.searchParams.set('notify_url', addresses.notify_url);
  return {
    type: isCard ? 'challenge' : 'redirect',
    url: url.href,
    method: 'POST',
    fields: {},
    ...(isCard ? { window_size: window ?? deps.gateway.profile.challenge_window_size } : {}),
  };
}

/** Where a payment's shopper comes back, and where the gateway tells of it: both are ours. */
export function addressesOf(deps: PaymentDeps, paymentId: string): { return_url: string; notify_url: string } {
  const { publicUrl } = deps.settings;
  return {
    return_url: `${publicUrl}/checkout/return/${paymentId}`,
    notify_url: `${publicUrl}/gateway/notify/${paymentId}`,
  };
}

/** The gateway's own page, in a frame of the shop's page or in its place. */
export function toPageAction(form: RedirectPaymentForm, display: 'iframe' | 'redirect'): Action {
  const { url, fields } = form;
  const action = { url, method: 'POST', fields, purpose: 'payment' } as const;
  return display === 'iframe' ? { ...action, type: 'challenge', window_size: '05' } : { ...action, type: 'redirect' };
}
