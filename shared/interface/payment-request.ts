import * as z from 'zod/mini';
import { ITEM_PARTS, splitItems } from '../items.ts';
import { DEFAULT_FIELD_RULES, requireFields, type FieldRules } from './field-rules.ts';
import {
  AccountId,
  AcquiringBirthDate,
  Amount,
  ChallengeWindowSize,
  Country,
  Currency,
  email,
  EncryptionData,
  FIELD_LENGTH_BOUNDS,
  FIELD_LIMITS,
  MerchantId,
  orderNo,
  ScreenResolution,
  WebAddress,
  type FieldLengths,
  textUpTo,
} from './identifiers.ts';
import { refusePaymentDecimals } from './order-sums.ts';

/** The `items` string as sent. The gateway profile sets the order of the parts. */
const wireItems = (max: number): z.ZodMiniString =>
  textUpTo(max).check(
    z.refine(
      (value) => splitItems(value).every((parts) => parts.length === ITEM_PARTS.length),
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

/** The fields that direct and APM payments share (interface 2.2). `website` is the field it calls "the service". */
const commonFields = (lengths: FieldLengths) => ({
  merchant_id: MerchantId,
  account_id: AccountId,
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
  website: z.optional(textUpTo(lengths.website)),
  items: z.optional(wireItems(lengths.items)),
  note: z.optional(textUpTo(lengths.note)),
  shopper_id: z.optional(textUpTo(lengths.shopper_id)),
  shopper_email: orEmpty(email(lengths.shopper_email)),
  shopper_ip: z.optional(textUpTo(lengths.shopper_ip)),
  shopper_phone: z.optional(textUpTo(lengths.shopper_phone)),
  shopper_level: z.optional(textUpTo()),
  first_name: z.optional(textUpTo()),
  last_name: z.optional(textUpTo()),
  document: z.optional(textUpTo()),
  birth_date: orEmpty(AcquiringBirthDate),
  billing_country: orEmpty(Country),
  billing_state: z.optional(textUpTo()),
  billing_city: z.optional(textUpTo()),
  billing_address: z.optional(textUpTo()),
  billing_postal_code: z.optional(textUpTo()),
  os: z.optional(textUpTo()),
  browser: z.optional(textUpTo()),
  browser_lang: z.optional(textUpTo()),
  time_zone: z.optional(textUpTo()),
  resolution: orEmpty(ScreenResolution),
  cookie_new: z.optional(textUpTo(4000)),
  cookie_old: z.optional(textUpTo(4000)),
  delivery_firstname: z.optional(textUpTo()),
  delivery_lastname: z.optional(textUpTo()),
  delivery_country: orEmpty(Country),
  delivery_state: z.optional(textUpTo()),
  delivery_city: z.optional(textUpTo()),
  delivery_address: z.optional(textUpTo()),
  delivery_postal_code: z.optional(textUpTo()),
  return_url: orEmpty(WebAddress),
  notify_url: orEmpty(WebAddress),
  custom: z.optional(textUpTo(lengths.custom)),
  device_fingerprint: z.optional(textUpTo()),
  encryption_data: EncryptionData,
  platform_source: z.optional(textUpTo()),
  device_type: z.optional(textUpTo()),
  color_depth: z.optional(textUpTo()),
  accept: z.optional(textUpTo()),
  price_id: z.optional(textUpTo()),
  quote_id: z.optional(textUpTo()),
  quote_price: z.optional(textUpTo()),
  storefront_domains: z.optional(textUpTo()),
  secure_payment: z.optional(textUpTo()),
});

/** One line of the basket for risk scoring (interface 2.2, cart_items). */
export const CartItem = z.strictObject({
  basic_item_data: z.strictObject({
    name: z.optional(textUpTo()),
    quantity: z.optional(textUpTo()),
    type: z.optional(textUpTo()),
    price: z.optional(
      z.strictObject({
        amount_usd: z.optional(z.number()),
        amount_local_currency: z.optional(z.number()),
        currency: z.optional(Currency),
      }),
    ),
    category: z.optional(textUpTo()),
    productId: z.optional(textUpTo()),
  }),
});
export type CartItem = z.infer<typeof CartItem>;

/** The shop's data about the shopper's account (interface 2.2, account_owner). */
export const ShopperAccount = z.strictObject({
  first_name: z.optional(textUpTo()),
  last_name: z.optional(textUpTo()),
  email: z.optional(textUpTo()),
  account_id: z.optional(textUpTo()),
  created: z.optional(z.int()),
  past_orders_count: z.optional(z.int()),
  past_orders_sum: z.optional(z.number()),
  lastLogin_ip: z.optional(textUpTo()),
  registration_ip: z.optional(textUpTo()),
});
export type ShopperAccount = z.infer<typeof ShopperAccount>;

/** A used coupon (interface 2.2, total_discount). */
export const UsedCoupon = z.strictObject({
  coupon_code_used: z.optional(textUpTo()),
  discount_type: z.optional(textUpTo()),
});
export type UsedCoupon = z.infer<typeof UsedCoupon>;

/** Proof of a 3-D Secure authentication made elsewhere (interface 2.2, additional_information). */
export const AdditionalInformation = z.strictObject({
  mpi_info: z.strictObject({
    eci: z.optional(textUpTo()),
    cavv: z.optional(textUpTo()),
    xid: z.optional(textUpTo()),
    dsTransID: z.optional(textUpTo()),
  }),
});
export type AdditionalInformation = z.infer<typeof AdditionalInformation>;

/** The terms of recurring billing (interface 2.2, subscription). */
export const SubscriptionTerms = z.strictObject({
  contract: z.optional(textUpTo()),
  contract_name: z.optional(textUpTo()),
  contract_amount: z.optional(Amount),
  interval: z.optional(textUpTo()),
  interval_count: z.optional(textUpTo()),
  contract_start: z.optional(textUpTo()),
  contract_end: z.optional(textUpTo()),
  price_id: z.optional(textUpTo()),
  billing_cycle: z.optional(z.int()),
  promotion_cycle: z.optional(z.int()),
});
export type SubscriptionTerms = z.infer<typeof SubscriptionTerms>;

/** Whether 3-D Secure is requested (interface-gaps, "Fields"). */
export const ThreeDSecureFlag = z.enum(['do3DS', 'no3DS']);
/** Whether the card is saved as a token (interface-gaps, "Fields"). */
export const TokenFlag = z.enum(['YES', 'NO']);

const cardPart = (pattern: RegExp, rule: string): z.ZodMiniOptional<z.ZodMiniString> =>
  z.optional(z.string().check(z.regex(pattern, rule)));

/** The fields of a direct payment (interface 2.2), card fields as interface-gaps names them. */
export const directFields = (lengths: FieldLengths) => ({
  ...commonFields(lengths),
  open3d: z.optional(z.enum([...ThreeDSecureFlag.options, ''])),
  token_flag: z.optional(z.enum([...TokenFlag.options, ''])),
  token_id: z.optional(textUpTo()),
  card: cardPart(
    new RegExp(`^(\\d{8,${String(lengths.card)}})?$`),
    'the card number: digits only, or empty where token_id pays',
  ),
  expiration_month: cardPart(/^(0[1-9]|1[0-2])?$/, 'two digits, 01 to 12'),
  expiration_year: cardPart(/^(\d{4})?$/, 'four digits'),
  security_code: cardPart(/^(\d{3,4})?$/, 'three or four digits'),
  challenge_window_size: z.optional(z.enum([...ChallengeWindowSize.options, ''])),
  session_id: z.optional(textUpTo()),
  installments: z.optional(textUpTo()),
  installments_id: z.optional(textUpTo()),
  order_type: z.optional(textUpTo()),
  user_agent: z.optional(textUpTo()),
  checkout_time: z.optional(z.int()),
  cart_items: z.optional(z.array(CartItem)),
  account_owner: z.optional(z.array(ShopperAccount)),
  total_discount: z.optional(z.array(UsedCoupon)),
  additional_information: z.optional(z.array(AdditionalInformation)),
  subscription: z.optional(z.extend(SubscriptionTerms, { contract_amount: orEmpty(Amount) })),
});

/** The name of the risk vendor's token field where the profile does not name another (interface-gaps, "Fields"). */
export const DEFAULT_VENDOR_TOKEN_FIELD = 'forter_token_cookie';

/** Whether a name is valid for the risk vendor's token field: `<vendor>_token_cookie` (interface 2.2). */
export function isVendorTokenField(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,49}_token_cookie$/.test(name);
}

/** A direct payment: by card fields or by token_id (interface 2.2 and 4.2). */
export const directPaymentRequest = (rules: FieldRules) =>
  z.strictObject(requireFields(directFields(rules.lengths), rules.required)).check(
    z.refine(
      (request) =>
        Boolean(request.token_id) || Boolean(request.card && request.expiration_month && request.expiration_year),
      { error: 'a direct payment needs the card fields or token_id', path: ['card'] },
    ),
    refusePaymentDecimals,
  );
/** As {@link directPaymentRequest}, by the default rules. */
export const DirectPaymentRequest = directPaymentRequest(DEFAULT_FIELD_RULES);
export type DirectPaymentRequest = z.infer<typeof DirectPaymentRequest>;

/** The bank account of an APM's person (interface 2.2, person.documents.labels.bank_account). */
export const BankAccount = z.strictObject({
  account_type: z.optional(textUpTo()),
  account_number: z.optional(textUpTo()),
  branch_number: z.optional(textUpTo()),
  owner_document_number: z.optional(textUpTo()),
  owner_name: z.optional(textUpTo()),
  branch_country: z.optional(Country),
  currency: z.optional(Currency),
  bank: z.optional(z.strictObject({ code: z.optional(textUpTo()), name: z.optional(textUpTo()) })),
});
export type BankAccount = z.infer<typeof BankAccount>;

/** The person who pays by an APM (interface 2.2, person). */
export const Person = z.strictObject({
  document_number: z.optional(textUpTo()),
  document_type: z.optional(textUpTo()),
  social_name: z.optional(textUpTo()),
  email: z.optional(textUpTo(FIELD_LENGTH_BOUNDS.shopper_email)),
  phone_country_code: z.optional(textUpTo()),
  phone_area_code: z.optional(textUpTo()),
  phone_number: z.optional(textUpTo()),
  birth_date: z.optional(AcquiringBirthDate),
  net_monthly_average_income: z.optional(textUpTo()),
  address_street: z.optional(textUpTo()),
  address_number: z.optional(textUpTo()),
  address_complement: z.optional(textUpTo()),
  address_postal_code: z.optional(textUpTo()),
  address_city: z.optional(textUpTo()),
  address_state: z.optional(textUpTo()),
  address_country: z.optional(Country),
  fiscal_country: z.optional(Country),
  documents: z.optional(
    z.strictObject({
      file_type: z.optional(textUpTo()),
      file_data: z.optional(textUpTo(FIELD_LIMITS.file_data)),
      file_url: z.optional(textUpTo(FIELD_LIMITS.url)),
      labels: z.optional(
        z.strictObject({
          person_bank_account_id: z.optional(textUpTo()),
          bank_account: z.optional(BankAccount),
        }),
      ),
    }),
  ),
});
export type Person = z.infer<typeof Person>;

const apmFields = (lengths: FieldLengths) => ({
  ...commonFields(lengths),
  payment_method: z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,50}$/, 'the name of a payment method')),
  delivery_district_name: z.optional(textUpTo()),
  delivery_street_name: z.optional(textUpTo()),
  bank_code: z.optional(textUpTo()),
  person: z.optional(
    z.extend(Person, {
      email: z.optional(textUpTo(lengths.shopper_email)),
      birth_date: orEmpty(AcquiringBirthDate),
      address_country: orEmpty(Country),
      fiscal_country: orEmpty(Country),
    }),
  ),
});

/** A payment by an alternative payment method (interface 2.2 and 4.2). */
export const apmPaymentRequest = (rules: FieldRules) =>
  z.strictObject(requireFields(apmFields(rules.lengths), rules.required)).check(refusePaymentDecimals);
/** As {@link apmPaymentRequest}, by the default rules. */
export const ApmPaymentRequest = apmPaymentRequest(DEFAULT_FIELD_RULES);
export type ApmPaymentRequest = z.infer<typeof ApmPaymentRequest>;
