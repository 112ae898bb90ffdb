import * as z from '../zod.ts';
import { DEFAULT_FIELD_RULES, withRequiredFields, type FieldRules } from './field-rules.ts';
import { directPaymentFieldsOf } from './payment-request.ts';
import { HttpUrl, requiredText, textOrEmpty } from './formats.ts';
import { refuseUnsupportedPaymentDecimals } from './order-sums.ts';

/** By default 1 Visa, 2 Mastercard, 3 JCB, 4 American Express, 5 Diners, 6 Maestro; the gateway profile lists them. */
export const RedirectCardType = requiredText(20);

function redirectFields({ lengths, required }: FieldRules) {
  const fields = withRequiredFields(directPaymentFieldsOf(lengths), required);
  const { card: _card, expiration_month: _month, expiration_year: _year, security_code: _code, ...openFields } = fields;
  return {
    ...openFields,
    return_url: HttpUrl,
    card_type: z.optional(RedirectCardType),
    default_lang: z.optional(textOrEmpty(20)),
    cancel_url: z.optional(HttpUrl),
    verify_billing_address: z.optional(textOrEmpty(10)),
  };
}

/**
 * A payment on the gateway's own page, posted there as a form by the shopper's browser, which may stand in a frame
 * (interface 4.10, "redirect (iFrame) payment"; the shape is the profile's: gateway-profile.md).
 */
export const redirectPaymentSchemaOf = (rules: FieldRules) =>
  z.strictObject(redirectFields(rules)).check(refuseUnsupportedPaymentDecimals);
/** As {@link redirectPaymentSchemaOf}, by the default rules. */
export const RedirectPaymentRequest = redirectPaymentSchemaOf(DEFAULT_FIELD_RULES);
export type RedirectPaymentRequest = z.infer<typeof RedirectPaymentRequest>;
