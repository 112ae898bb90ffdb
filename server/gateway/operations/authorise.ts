import { CheckoutError } from '../../../shared/errors.ts';
import { toFieldErrors } from '../../../shared/field-errors.ts';
import { decodeItems } from '../../../shared/items.ts';
import { WHOLE_UNITS_RULE_TEXT, hasUnsupportedDecimals, isAmount } from '../../../shared/money.ts';
import {
  isRiskVendorTokenFieldName,
  type ApmPaymentInput,
  type DirectPaymentInput,
} from '../../../shared/interface/payment-request.ts';
import type { GatewayCallContext } from '../context.ts';
import { type DigestRecipeValues, computeDigest } from '../digest.ts';
import { toWirePaymentValues } from '../field-names.ts';
import { digestRecipeOf, type GatewayProfile } from '../profile/index.ts';
import { readAuthoriseResponse, type AuthoriseCallResult } from './authorise-response.ts';

export type { ApmPaymentInput, DirectPaymentInput };
export type AuthoriseInput = DirectPaymentInput | ApmPaymentInput;

/** A checked and signed request. Contains card data: never stored, never logged. */
export interface SignedAuthoriseRequest {
  readonly wire: Readonly<Record<string, unknown>>;
}

/**
 * Checks a direct or APM payment against the interface and signs it; sends nothing.
 * @throws CheckoutError `gateway_invalid_request` with the fields that break a rule.
 */
export function prepareAuthorise(context: GatewayCallContext, input: AuthoriseInput): SignedAuthoriseRequest {
  const { profile, schemas } = context;
  const isApm = 'payment_method' in input;
  const checked = (isApm ? schemas.apm : schemas.direct).safeParse(input);
  if (!checked.success) {
    throw new CheckoutError('gateway_invalid_request', undefined, { fields: toFieldErrors(checked.error, input) });
  }
  refuseInvalidItems(profile, checked.data);
  const wire = checked.data as Record<string, unknown>;
  if (!isApm) spellByProfile(wire, profile, input);
  wire['merchant_id'] = context.merchantId;
  wire['account_id'] = context.accountId;
  const recipe = digestRecipeOf(profile, isApm ? 'apm' : 'card');
  wire['encryption_data'] = computeDigest(recipe, wire as DigestRecipeValues, context.signKeys[0]);
  return { wire };
}

/** Gives a direct payment the values and names that differ between profiles. */
function spellByProfile(wire: Record<string, unknown>, profile: GatewayProfile, input: DirectPaymentInput): void {
  const { vendor_token: token, vendor_token_field: field = profile.vendor_token_field, card_brand: brand } = input;
  Object.assign(wire, toWirePaymentValues(profile, wire));
  wire['vendor_token'] = wire['vendor_token_field'] = wire['card_brand'] = undefined;
  if (token !== undefined) wire[toVendorField(field)] = token;
  if (brand !== undefined && profile.card_brand_field !== null) wire[profile.card_brand_field] = brand;
}

function toVendorField(name: string): string {
  if (isRiskVendorTokenFieldName(name)) return name;
  const rule = 'a name such as forter_token_cookie';
  throw new CheckoutError('gateway_invalid_request', undefined, {
    fields: [{ path: 'vendor_token_field', code: 'format', rule }],
  });
}

/**
 * Refuses items whose parts do not fit the profile, and decimals in their prices if the currency has none.
 * @throws CheckoutError `gateway_invalid_request`
 */
export function refuseInvalidItems(
  { item_parts: order }: GatewayProfile,
  { items: text = '', currency }: { items?: string | undefined; currency: string },
): void {
  let rule = `entries of ${order.join(' #,# ')}, joined by #;#: the price with two decimals, the quantity a whole number`;
  try {
    const items = decodeItems(text, order);
    const isStray = items.some((item) => hasUnsupportedDecimals(item.unit_price, currency));
    if (!isStray && items.every((item) => isAmount(item.unit_price))) return;
    if (isStray) rule = WHOLE_UNITS_RULE_TEXT;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new CheckoutError('gateway_invalid_request', undefined, { fields: [{ path: 'items', code: 'format', rule }] });
}

/** Creates the payment: `POST /v1/authorise` (interface 4.2). Sent once; never throws for a failure. */
export async function sendAuthorise(
  context: GatewayCallContext,
  { wire }: SignedAuthoriseRequest,
): Promise<AuthoriseCallResult> {
  return readAuthoriseResponse(context, await context.send('authorise', wire, 'application/xml'), wire);
}
