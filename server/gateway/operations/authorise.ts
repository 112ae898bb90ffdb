import { CheckoutError } from '../../../shared/errors.ts';
import { toFieldErrors } from '../../../shared/field-errors.ts';
import { mergeWithoutSpread } from '../../../shared/merge.ts';
import { decodeItems } from '../../../shared/items.ts';
import { WHOLE_UNITS_RULE_TEXT, hasUnsupportedDecimals, isAmount } from '../../../shared/money.ts';
import {
  isRiskVendorTokenFieldName,
  type ApmPaymentRequest,
  type DirectPaymentRequest,
} from '../../../shared/interface/payment-request.ts';
import type { GatewayCallContext } from '../context.ts';
import { type DigestRecipeValues, computeDigest } from '../digest.ts';
import { toWirePaymentValues } from '../field-names.ts';
import { digestRecipeOf, type GatewayProfile } from '../profile/index.ts';
import { readAuthoriseResponse, type AuthoriseCallResult } from './authorise-response.ts';

type Identity = 'merchant_id' | 'account_id' | 'encryption_data';
/**
 * A direct payment without the fields that the client adds. The risk vendor's token is `vendor_token` and the shopper's
 * choice of brand `card_brand`; each is sent under the profile's name for it.
 */
export type DirectPaymentInput = Omit<DirectPaymentRequest, Identity> &
  RiskVendorToken & {
    card_brand?: string | undefined;
  };
/** An APM payment without the fields that the client adds. */
export type ApmPaymentInput = Omit<ApmPaymentRequest, Identity> & {
  vendor_token?: undefined;
  vendor_token_field?: undefined;
  card_brand?: undefined;
};
/** The risk vendor's token, and the name of its field if it is not the profile's: `<vendor>_token_cookie`. */
export interface RiskVendorToken {
  vendor_token?: string | undefined;
  vendor_token_field?: string | undefined;
}
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
  const { vendor_token: vendorToken, vendor_token_field: ownField, card_brand: cardBrand, ...fields } = input;
  const isApm = 'payment_method' in fields;
  const schema = isApm ? context.schemas.apm : context.schemas.direct;
  const candidate = mergeWithoutSpread(fields, {
    merchant_id: context.merchantId,
    account_id: context.accountId,
    encryption_data: UNSIGNED_DIGEST,
  });
  const checked = schema.safeParse(candidate);
  if (!checked.success) {
    throw new CheckoutError('gateway_invalid_request', undefined, { fields: toFieldErrors(checked.error, candidate) });
  }
  const { profile } = context;
  refuseInvalidItems(profile, checked.data);
  const data = isApm ? checked.data : toWirePaymentValues(profile, checked.data);
  const recipe = digestRecipeOf(profile, isApm ? 'apm' : 'card');
  const digest = computeDigest(recipe, data as unknown as DigestRecipeValues, context.signKeys[0]);
  const { vendor_token_field: vendorField, card_brand_field: brandField } = profile;
  const wire: Record<string, unknown> = Object.assign(data, { encryption_data: digest });
  if (vendorToken !== undefined) wire[toVendorField(ownField ?? vendorField)] = vendorToken;
  if (cardBrand !== undefined && brandField !== null) wire[brandField] = cardBrand;
  return { wire };
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

/** A placeholder for the digest while the other fields are checked. */
const UNSIGNED_DIGEST = '0'.repeat(64);
