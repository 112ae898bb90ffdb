import * as z from 'zod/mini';
import { AcquiringBirthDate, Country, FIELD_LENGTH_BOUNDS, email, filled, text } from '../interface/identifiers.ts';

/** The shopper, by the interface's names without their `shopper_` prefix. */
export const Shopper = z.strictObject({
  id: z.optional(filled(FIELD_LENGTH_BOUNDS.shopper_id)),
  email: z.optional(email(FIELD_LENGTH_BOUNDS.shopper_email)),
  phone: z.optional(text(FIELD_LENGTH_BOUNDS.shopper_phone)),
  level: z.optional(text()),
  first_name: z.optional(filled()),
  last_name: z.optional(filled()),
  document: z.optional(text()),
  birth_date: z.optional(AcquiringBirthDate),
});
export type Shopper = z.infer<typeof Shopper>;

/** The fields that a shopper may submit. The shop alone sends the shopper's account and its value. */
export const ShopperInput = z.omit(Shopper, { id: true, level: true });

/** The billing address, by the interface's names without `billing_`. */
export const Billing = z.strictObject({
  country: z.optional(Country),
  state: z.optional(text()),
  city: z.optional(text()),
  address: z.optional(text()),
  postal_code: z.optional(text()),
});
export type Billing = z.infer<typeof Billing>;

/** The delivery address, by the interface's names without `delivery_`. */
export const Delivery = z.strictObject({
  first_name: z.optional(text()),
  last_name: z.optional(text()),
  country: z.optional(Country),
  state: z.optional(text()),
  city: z.optional(text()),
  address: z.optional(text()),
  postal_code: z.optional(text()),
  district_name: z.optional(text()),
  street_name: z.optional(text()),
});
export type Delivery = z.infer<typeof Delivery>;
