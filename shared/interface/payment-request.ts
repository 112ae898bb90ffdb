import * as z from '../zod.ts';
import { ITEM_FIELD_ORDER, splitItemsText } from '../items.ts';
import { DEFAULT_FIELD_RULES, withRequiredFields, type FieldRules } from './field-rules.ts';
import {
  AccountId,
  AcquiringBirthDate,
  Amount,
  ChallengeWindowSize,
  Country,
  Currency,
  email,
  EncryptionData,
  MerchantId,
  orderNo,
  ScreenResolution,
  HttpUrl,
  type FieldLengths,
  textOrEmpty,
} from './formats.ts';
import { refuseUnsupportedPaymentDecimals } from './order-sums.ts';
import { Person } from './person.ts';

/** The `items` string as sent. The gateway profile sets the order of the parts. */
const wireItems = (max: number): z.ZodMiniString =>
  textOrEmpty(max).check(
    z.refine(
      (value) => splitItemsText(value).every((parts) => parts.length === ITEM_FIELD_ORDER.length),
      'entries of four parts joined by #,#, themselves joined by #;#',
    ),
  );

/** A field that may be absent or empty, as in the interface's samples, and otherwise has a format. */
const orEmpty = (schema: z.ZodMiniString): z.ZodMiniOptional<z.ZodMiniString> =>
  z.optional(
    z.string().check((payload) => {
      if (payload.value === '') return;
      const parsed = schema.safeParse(payload.value);
      if (!parsed.success) payload.issues.push(...(parsed.error.issues as typeof payload.issues));
    }),
  );

/** The fields that a client adds when it signs a payment. */
const signedFields = { merchant_id: MerchantId, account_id: AccountId, encryption_data: EncryptionData };

/** The fields that direct and APM payments share (interface 2.2). `website` is the field it calls "the service". */
const commonFields = (lengths: FieldLengths) => ({
  order_no: orderNo(lengths.order_no),
  currency: Currency,
  amount: Amount.check(z.maxLength(lengths.amount)),
  item_total: orEmpty(Amount),
  shipping: orEmpty(Amount),
  handling: orEmpty(Amount),
  tax_total: orEmpty(Amount),
  insurance: orEmpty(Amount),
  shipping_discount: orEmpty(Amount),
  discount: orEmpty(Amount),
  website: z.optional(textOrEmpty(lengths.website)),
  items: z.optional(wireItems(lengths.items)),
  note: z.optional(textOrEmpty(lengths.note)),
  shopper_id: z.optional(textOrEmpty(lengths.shopper_id)),
  shopper_email: orEmpty(email(lengths.shopper_email)),
  shopper_ip: z.optional(textOrEmpty(lengths.shopper_ip)),
  shopper_phone: z.optional(textOrEmpty(lengths.shopper_phone)),
  shopper_level: z.optional(textOrEmpty()),
  first_name: z.optional(textOrEmpty()),
  last_name: z.optional(textOrEmpty()),
  document: z.optional(textOrEmpty()),
  birth_date: orEmpty(AcquiringBirthDate),
  billing_country: orEmpty(Country),
  billing_state: z.optional(textOrEmpty()),
  billing_city: z.optional(textOrEmpty()),
  billing_address: z.optional(textOrEmpty()),
  billing_postal_code: z.optional(textOrEmpty()),
  os: z.optional(textOrEmpty()),
  browser: z.optional(textOrEmpty()),
  browser_lang: z.optional(textOrEmpty()),
  time_zone: z.optional(textOrEmpty()),
  resolution: orEmpty(ScreenResolution),
  cookie_new: z.optional(textOrEmpty(4000)),
  cookie_old: z.optional(textOrEmpty(4000)),
  delivery_firstname: z.optional(textOrEmpty()),
  delivery_lastname: z.optional(textOrEmpty()),
  delivery_country: orEmpty(Country),
  delivery_state: z.optional(textOrEmpty()),
  delivery_city: z.optional(textOrEmpty()),
  delivery_address: z.optional(textOrEmpty()),
  delivery_postal_code: z.optional(textOrEmpty()),
  return_url: orEmpty(HttpUrl),
  notify_url: orEmpty(HttpUrl),
  custom: z.optional(textOrEmpty(lengths.custom)),
  device_fingerprint: z.optional(textOrEmpty()),
  platform_source: z.optional(textOrEmpty()),
  device_type: z.optional(textOrEmpty()),
  color_depth: z.optional(textOrEmpty()),
  accept: z.optional(textOrEmpty()),
  price_id: z.optional(textOrEmpty()),
  quote_id: z.optional(textOrEmpty()),
  quote_price: z.optional(textOrEmpty()),
  storefront_domains: z.optional(textOrEmpty()),
  secure_payment: z.optional(textOrEmpty()),
});

/** One line of the basket for risk scoring (interface 2.2, cart_items). */
export const CartItem = z.strictObject({
  basic_item_data: z.strictObject({
    name: z.optional(textOrEmpty()),
    quantity: z.optional(textOrEmpty()),
    type: z.optional(textOrEmpty()),
    price: z.optional(
      z.strictObject({
        amount_usd: z.optional(z.number()),
        amount_local_currency: z.optional(z.number()),
        currency: z.optional(Currency),
      }),
    ),
    category: z.optional(textOrEmpty()),
    productId: z.optional(textOrEmpty()),
  }),
});
export type CartItem = z.infer<typeof CartItem>;

/** The shop's data about the shopper's account (interface 2.2, account_owner). */
export const ShopperAccount = z.strictObject({
  first_name: z.optional(textOrEmpty()),
  last_name: z.optional(textOrEmpty()),
  email: z.optional(textOrEmpty()),
  account_id: z.optional(textOrEmpty()),
  created: z.optional(z.int()),
  past_orders_count: z.optional(z.int()),
  past_orders_sum: z.optional(z.number()),
  lastLogin_ip: z.optional(textOrEmpty()),
  registration_ip: z.optional(textOrEmpty()),
});
export type ShopperAccount = z.infer<typeof ShopperAccount>;

/** A used coupon (interface 2.2, total_discount). */
export const UsedCoupon = z.strictObject({
  coupon_code_used: z.optional(textOrEmpty()),
  discount_type: z.optional(textOrEmpty()),
});
export type UsedCoupon = z.infer<typeof UsedCoupon>;

/** Proof of a 3-D Secure authentication made elsewhere (interface 2.2, additional_information). */
export const AdditionalInformation = z.strictObject({
  mpi_info: z.strictObject({
    eci: z.optional(textOrEmpty()),
    cavv: z.optional(textOrEmpty()),
    xid: z.optional(textOrEmpty()),
    dsTransID: z.optional(textOrEmpty()),
  }),
});
export type AdditionalInformation = z.infer<typeof AdditionalInformation>;

/** The terms of recurring billing (interface 2.2, subscription). */
export const SubscriptionTerms = z.strictObject({
  contract: z.optional(textOrEmpty()),
  contract_name: z.optional(textOrEmpty()),
  contract_amount: z.optional(Amount),
  interval: z.optional(textOrEmpty()),
  interval_count: z.optional(textOrEmpty()),
  contract_start: z.optional(textOrEmpty()),
  contract_end: z.optional(textOrEmpty()),
  price_id: z.optional(textOrEmpty()),
  billing_cycle: z.optional(z.int()),
  promotion_cycle: z.optional(z.int()),
});
export type SubscriptionTerms = z.infer<typeof SubscriptionTerms>;

/** Whether 3-D Secure is requested (gateway-profile.md). */
export const ThreeDSecureFlag = z.enum(['do3DS', 'no3DS']);
/** Whether the card is saved as a token (gateway-profile.md). */
export const TokenFlag = z.enum(['YES', 'NO']);

const cardPart = (pattern: RegExp, rule: string): z.ZodMiniOptional<z.ZodMiniString> =>
  z.optional(z.string().check(z.regex(pattern, rule)));

const unsignedDirectFields = (lengths: FieldLengths) => ({
  ...commonFields(lengths),
  open3d: z.optional(z.enum([...ThreeDSecureFlag.options, ''])),
  token_flag: z.optional(z.enum([...TokenFlag.options, ''])),
  token_id: z.optional(textOrEmpty()),
  card: cardPart(
    new RegExp(`^(\\d{8,${String(lengths.card)}})?$`),
    'the card number: digits only, or empty where token_id pays',
  ),
  expiration_month: cardPart(/^(0[1-9]|1[0-2])?$/, 'two digits, 01 to 12'),
  expiration_year: cardPart(/^(\d{4})?$/, 'four digits'),
  security_code: cardPart(/^(\d{3,4})?$/, 'three or four digits'),
  challenge_window_size: z.optional(z.enum([...ChallengeWindowSize.options, ''])),
  session_id: z.optional(textOrEmpty()),
  installments: z.optional(textOrEmpty()),
  installments_id: z.optional(textOrEmpty()),
  order_type: z.optional(textOrEmpty()),
  user_agent: z.optional(textOrEmpty()),
  checkout_time: z.optional(z.int()),
  cart_items: z.optional(z.array(CartItem)),
  account_owner: z.optional(z.array(ShopperAccount)),
  total_discount: z.optional(z.array(UsedCoupon)),
  additional_information: z.optional(z.array(AdditionalInformation)),
  subscription: z.optional(z.extend(SubscriptionTerms, { contract_amount: orEmpty(Amount) })),
});

/** The fields of a direct payment (interface 2.2), card fields as in gateway-profile.md. */
export const directPaymentFieldsOf = (lengths: FieldLengths) => ({ ...signedFields, ...unsignedDirectFields(lengths) });

/** The name of the risk vendor's token field where the profile does not name another (gateway-profile.md). */
export const DEFAULT_RISK_VENDOR_TOKEN_FIELD = 'forter_token_cookie';

/** Whether a name is valid for the risk vendor's token field: `<vendor>_token_cookie` (interface 2.2). */
export function isRiskVendorTokenFieldName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,49}_token_cookie$/.test(name);
}

type CardOrToken = Partial<Record<'token_id' | 'card' | 'expiration_month' | 'expiration_year', string | undefined>>;

const needsCardOrToken = z.refine<CardOrToken>(
  ({ token_id: token, card, expiration_month: month, expiration_year: year }) =>
    Boolean(token) || Boolean(card && month && year),
  { error: 'a direct payment needs the card fields or token_id', path: ['card'] },
);

/** A direct payment: by card fields or by token_id (interface 2.2 and 4.2). */
export const directPaymentSchemaOf = ({ lengths, required }: FieldRules) =>
  z
    .strictObject(withRequiredFields(directPaymentFieldsOf(lengths), required))
    .check(needsCardOrToken, refuseUnsupportedPaymentDecimals);
/** As {@link directPaymentSchemaOf}, by the default rules. */
export const DirectPaymentRequest = directPaymentSchemaOf(DEFAULT_FIELD_RULES);
export type DirectPaymentRequest = z.infer<typeof DirectPaymentRequest>;

/**
 * A direct payment as a client takes it, not yet signed. The risk vendor's token and the shopper's choice of brand are sent
 * under the profile's names for them; `vendor_token_field` is the name of the token's field if it is not the profile's.
 */
export const directPaymentInputSchemaOf = ({ lengths, required }: FieldRules) =>
  z
    .strictObject({
      ...withRequiredFields(unsignedDirectFields(lengths), required),
      vendor_token: z.optional(z.string()),
      vendor_token_field: z.optional(z.string()),
      card_brand: z.optional(z.string()),
    })
    .check(needsCardOrToken, refuseUnsupportedPaymentDecimals);
export type DirectPaymentInput = z.infer<ReturnType<typeof directPaymentInputSchemaOf>>;

const unsignedApmFields = (lengths: FieldLengths) => ({
  ...commonFields(lengths),
  payment_method: z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,50}$/, 'the name of a payment method')),
  delivery_district_name: z.optional(textOrEmpty()),
  delivery_street_name: z.optional(textOrEmpty()),
  bank_code: z.optional(textOrEmpty()),
  person: z.optional(
    z.extend(Person, {
      email: z.optional(textOrEmpty(lengths.shopper_email)),
      birth_date: orEmpty(AcquiringBirthDate),
      address_country: orEmpty(Country),
      fiscal_country: orEmpty(Country),
    }),
  ),
});

/** A payment by an alternative payment method (interface 2.2 and 4.2). */
export const apmPaymentSchemaOf = ({ lengths, required }: FieldRules) =>
  z
    .strictObject(withRequiredFields({ ...signedFields, ...unsignedApmFields(lengths) }, required))
    .check(refuseUnsupportedPaymentDecimals);
/** As {@link apmPaymentSchemaOf}, by the default rules. */
export const ApmPaymentRequest = apmPaymentSchemaOf(DEFAULT_FIELD_RULES);
export type ApmPaymentRequest = z.infer<typeof ApmPaymentRequest>;

/** A payment by an alternative payment method as a client takes it, not yet signed. */
export const apmPaymentInputSchemaOf = ({ lengths, required }: FieldRules) =>
  z.strictObject(withRequiredFields(unsignedApmFields(lengths), required)).check(refuseUnsupportedPaymentDecimals);
export type ApmPaymentInput = z.infer<ReturnType<typeof apmPaymentInputSchemaOf>>;
