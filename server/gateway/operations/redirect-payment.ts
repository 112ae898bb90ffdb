import { CheckoutError } from '../../../shared/errors.ts';
import type { RedirectPaymentRequest } from '../../../shared/interface/redirect-payment.ts';
import { toSignedRequest } from '../call-operation.ts';
import type { GatewayCallContext } from '../context.ts';
import { toWireNames } from '../field-names.ts';
import { refuseInvalidItems, type DirectPaymentInput } from './authorise.ts';

type Identity = 'merchant_id' | 'account_id' | 'encryption_data';
export type RedirectPaymentInput = Omit<RedirectPaymentRequest, Identity> &
  Pick<DirectPaymentInput, 'vendor_token' | 'vendor_token_field'>;

/** A form that the shopper's browser posts to the gateway, as the whole page or in a frame. */
export interface RedirectPaymentForm {
  url: string;
  method: 'POST';
  contentType: string;
  fields: Record<string, string>;
}

/**
 * Prepares a payment on the gateway's own page: `POST /v1/checkout`, posted by the shopper's browser (interface 4.10;
 * shape by gateway-profile.md). Sends nothing.
 * @throws CheckoutError `gateway_invalid_request` with the fields that break a rule
 */
export function prepareRedirectPayment(context: GatewayCallContext, input: RedirectPaymentInput): RedirectPaymentForm {
  const { vendor_token: vendorToken, vendor_token_field: vendorField, ...fields } = input;
  refuseInvalidItems(context.profile, fields);
  const { wire } = toSignedRequest(context, { operation: 'checkout', request: context.schemas.redirect, fields });
  const named = toWireNames(context.profile, 'checkout', wire);
  const vendor = vendorToken === undefined ? {} : { [vendorField ?? context.profile.vendor_token_field]: vendorToken };
  const { path, content_type: contentType } = context.profile.operations.checkout;
  const url = new URL(`${context.baseUrl}${path}`);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new CheckoutError('configuration_invalid');
  return { url: url.href, method: 'POST', contentType, fields: encodeFormFields({ ...named, ...vendor }) };
}

/** Texts unchanged, other values as JSON: a form has texts only. */
function encodeFormFields(wire: Readonly<Record<string, unknown>>): Record<string, string> {
  const pairs = Object.entries(wire).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
