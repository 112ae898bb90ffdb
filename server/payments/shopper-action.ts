import { decodeCompactTime, decodeRecurringDeductionTime } from '../../shared/dates.ts';
import type { NextAction, MethodView, QrCodeOrVoucher } from '../../shared/contract/index.ts';
import type { AuthoriseCallResult, GatewayQrCodeOrVoucher } from '../gateway/operations/authorise-response.ts';
import type { RedirectPaymentForm } from '../gateway/operations/redirect-payment.ts';
import type { PaymentRecord } from '../store/index.ts';
import { appendQuery } from '../sessions/index.ts';
import type { PaymentDeps } from '../context/index.ts';
import { parseIssuerUrl } from './issuer-url.ts';
import { notifyUrlOf } from './notify-url.ts';

type ActionRequired = Extract<AuthoriseCallResult, { kind: 'action_required' }>;

/** How an action is shown, should the gateway require one. */
export interface ActionDisplay {
  window: NextAction['window_size'];
  presents: MethodView['presents'];
  /** The name of the chosen bank. */
  bank: string | undefined;
}

/**
 * The action of a payment for the shopper: issuer_url with our return_url and public notify_url added. A card's challenge
 * is framed; an alternative method takes the whole page or shows a code. Undefined where issuer_url is not allowed and
 * there is no code.
 */
export function toShopperAction(
  deps: PaymentDeps,
  payment: PaymentRecord,
  { issuerUrl, code }: Pick<ActionRequired, 'issuerUrl' | 'code'>,
  { window, presents, bank }: ActionDisplay,
): NextAction | undefined {
  const isCard = payment.method === 'card';
  const issuer = parseIssuerUrl(issuerUrl, deps.settings);
  const { publicUrl } = deps.settings;
  const { method, return_url: backName, notify_url: notifyName } = deps.gateway.profile.issuer_redirect;
  const back = companionReturnUrlOf(publicUrl, payment.id);
  const url =
    issuer &&
    appendQuery(issuer, {
      ...(backName === null ? {} : { [backName]: isCard ? `${back}?frame=1` : back }),
      ...(notifyName === null ? {} : { [notifyName]: notifyUrlOf(publicUrl, payment.id) }),
    });
  const shown = presents === undefined ? undefined : toPaymentCode(presents, code, url);
  if (shown !== undefined) return { type: 'code', url: url ?? '', method: 'GET', fields: {}, code: shown };
  if (url === undefined) return undefined;
  return {
    type: isCard ? 'challenge' : 'redirect',
    url,
    method,
    fields: {},
    ...(isCard ? { window_size: window ?? deps.gateway.profile.challenge_window_size } : {}),
    ...(bank === undefined ? {} : { bank }),
  };
}

/** The code that a method presents. A QR code may hold the issuer's address; a voucher needs its own code. */
function toPaymentCode(
  kind: QrCodeOrVoucher['kind'],
  code: GatewayQrCodeOrVoucher | undefined,
  address: string | undefined,
): QrCodeOrVoucher | undefined {
  if (code !== undefined) return { kind, value: code.value, expires_at: readExpiry(code.expires_at) };
  return kind === 'qr' && address !== undefined ? { kind, value: address, expires_at: null } : undefined;
}

/** A time from the gateway as ISO 8601: it writes ISO 8601, or one of the interface's own formats, read as UTC. */
function readExpiry(text: string): string | null {
  const compact = decodeCompactTime(text) ?? decodeRecurringDeductionTime(text);
  const isIso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/.test(text);
  const at = compact ?? (isIso ? Date.parse(text) : Number.NaN);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** A payment's return_url. */
export function companionReturnUrlOf(publicUrl: string, paymentId: string): string {
  return `${publicUrl}/checkout/return/${paymentId}`;
}

/** The gateway's own page, in a frame of the shop's page or in its place. */
export function toGatewayPageAction(form: RedirectPaymentForm, display: 'iframe' | 'redirect'): NextAction {
  const { url, fields } = form;
  const action = { url, method: 'POST', fields, purpose: 'payment' } as const;
  return display === 'iframe' ? { ...action, type: 'challenge', window_size: '03' } : { ...action, type: 'redirect' };
}
