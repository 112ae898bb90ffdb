import * as z from '../zod.ts';
import {
  AcquiringBirthDate,
  Country,
  MAX_PROFILE_FIELD_LENGTHS,
  email,
  requiredText,
  textOrEmpty,
} from '../interface/formats.ts';

/** The shopper, by the interface's names without their `shopper_` prefix. */
export const Shopper = z.strictObject({
  id: z.optional(requiredText(MAX_PROFILE_FIELD_LENGTHS.shopper_id)),
  email: z.optional(email(MAX_PROFILE_FIELD_LENGTHS.shopper_email)),
  phone: z.optional(textOrEmpty(MAX_PROFILE_FIELD_LENGTHS.shopper_phone)),
  level: z.optional(textOrEmpty()),
  first_name: z.optional(requiredText()),
  last_name: z.optional(requiredText()),
  document: z.optional(textOrEmpty()),
  birth_date: z.optional(AcquiringBirthDate),
});
export type Shopper = z.infer<typeof Shopper>;

/** The fields that a shopper may submit. The shop alone sends the shopper's account and its value. */
export const ShopperInput = z.omit(Shopper, { id: true, level: true });

/** The billing address, by the interface's names without `billing_`. */
export const BillingAddress = z.strictObject({
  country: z.optional(Country),
  state: z.optional(textOrEmpty()),
  city: z.optional(textOrEmpty()),
  address: z.optional(textOrEmpty()),
  postal_code: z.optional(textOrEmpty()),
});
export type BillingAddress = z.infer<typeof BillingAddress>;

/** The delivery address, by the interface's names without `delivery_`. */
export const DeliveryAddress = z.strictObject({
  first_name: z.optional(textOrEmpty()),
  last_name: z.optional(textOrEmpty()),
  country: z.optional(Country),
  state: z.optional(textOrEmpty()),
  city: z.optional(textOrEmpty()),
  address: z.optional(textOrEmpty()),
  postal_code: z.optional(textOrEmpty()),
  district_name: z.optional(textOrEmpty()),
  street_name: z.optional(textOrEmpty()),
});
export type DeliveryAddress = z.infer<typeof DeliveryAddress>;
