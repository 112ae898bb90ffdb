import * as z from 'zod/mini';
import { directFields } from './payment-request.ts';
import { WebAddress, filled, text } from './identifiers.ts';
import { refusePaymentDecimals } from './order-sums.ts';

/** By default 1 Visa, 2 Mastercard, 3 JCB, 4 American Express, 5 Diners, 6 Maestro; the gateway profile lists them. */
export const RedirectCardType = filled(20);

const {
  card: _card,
  expiration_month: _month,
  expiration_year: _year,
  security_code: _code,
  ...openFields
} = directFields;

/**
 * A payment on the gateway's own page, posted there as a form by the shopper's browser, which may stand in a frame
 * (interface 4.10, "redirect (iFrame) payment"; the shape is interface-gaps').
 */
export const RedirectPaymentRequest = z
  .strictObject({
    ...openFields,
    return_url: WebAddress,
    card_type: z.optional(RedirectCardType),
    default_lang: z.optional(text(20)),
    cancel_url: z.optional(WebAddress),
    verify_billing_address: z.optional(text(10)),
  })
  .check(refusePaymentDecimals);
export type RedirectPaymentRequest = z.infer<typeof RedirectPaymentRequest>;
