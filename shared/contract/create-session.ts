import * as z from '../zod.ts';
import { AccountName } from './account-name.ts';
import { FILE_MAX_BYTES } from '../file-limits.ts';
import {
  Amount,
  Currency,
  MAX_PROFILE_FIELD_LENGTHS,
  HttpUrl,
  requiredText,
  orderNo,
  textOrEmpty,
} from '../interface/formats.ts';
import {
  ShopperAccount,
  AdditionalInformation,
  CartItem,
  ThreeDSecureFlag,
  SubscriptionTerms,
  UsedCoupon,
  isRiskVendorTokenFieldName,
} from '../interface/payment-request.ts';
import { Person } from '../interface/person.ts';
import { RedirectCardType } from '../interface/redirect-payment.ts';
import { BillingAddress, DeliveryAddress, Shopper } from './people.ts';
import { shopperFieldGroups } from './submit-payment.ts';

/** One line of the order. The check for separators depends on the neighbouring texts. */
export const SessionItem = z.strictObject({
  name: requiredText(500),
  sku: requiredText(100),
  unit_price: Amount,
  quantity: z.int().check(z.gte(1), z.lte(999_999)),
});
export type SessionItem = z.infer<typeof SessionItem>;

const Answers = z.strictObject(shopperFieldGroups);

/** Whether a submit has a field at a path. A required field at any other path would block every payment. */
function isAnswer(path: string): boolean {
  let at: z.core.$ZodType | undefined = Answers;
  for (const key of path.split('.')) {
    const shape: Readonly<Record<string, z.core.$ZodType>> = at instanceof z.ZodMiniObject ? at.def.shape : {};
    const inner: z.core.$ZodType | undefined = Object.hasOwn(shape, key) ? shape[key] : undefined;
    at = inner instanceof z.ZodMiniOptional ? inner.def.innerType : inner;
  }
  return at instanceof z.ZodMiniString;
}

/** A field that the shopper must fill in, such as `billing.postal_code`; a trailing `?` makes it optional. */
export const RequestedFieldPath = z
  .string()
  .check(
    z.refine(
      (path) => isAnswer(path.replace(/\?$/, '')),
      'a field of the submit, such as shopper.phone or person.document_number',
    ),
  );

/** Identity documents whose numbers the element can validate; other names accept any text. */
const DocumentType = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,30}$/, 'the name of a document, such as CPF'));

/** One of several values. Without a name the element shows its own label for it, or the code. */
const FieldChoice = z.strictObject({ code: requiredText(50), name: z.optional(requiredText(100)) });

/** A required field with the data to render it. */
export const RequestedField = z.strictObject({
  path: RequestedFieldPath,
  /** For a document number: the documents that the shopper can choose from, such as CPF and CNPJ. */
  document_types: z.optional(z.array(DocumentType).check(z.minLength(1), z.maxLength(20))),
  /** For a text: the values that the shopper can choose from, such as kinds of bank account. */
  choices: z.optional(z.array(FieldChoice).check(z.minLength(1), z.maxLength(100))),
  /** For a file: its media types. Default: JPEG, PNG and PDF. */
  file_types: z.optional(
    z
      .array(z.string().check(z.regex(/^[a-z]+\/[a-z0-9.+-]+$/, 'a media type, such as image/png')))
      .check(z.minLength(1), z.maxLength(10)),
  ),
  /** For a file: its most bytes. Default: 256,000. */
  max_bytes: z.optional(z.int().check(z.gte(1), z.lte(FILE_MAX_BYTES))),
});
export type RequestedField = z.infer<typeof RequestedField>;

const fields = z.array(z.union([RequestedFieldPath, RequestedField])).check(z.maxLength(60));

/** A bank of an APM. */
export const Bank = z.strictObject({ code: requiredText(50), name: requiredText(100) });
export type Bank = z.infer<typeof Bank>;

const IconColour = z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'a colour such as #32bcad'));

/**
 * A method's icon as data, in a box of 38 by 24 units. It has no address and no markup, so no Content-Security-Policy
 * blocks it. Paths are painted in order.
 */
export const MethodIcon = z.strictObject({
  /** Fills the box. Default: transparent. */
  background: z.optional(IconColour),
  paths: z
    .array(
      z.strictObject({
        d: z
          .string()
          .check(z.maxLength(4000), z.regex(/^[Mm][MmLlHhVvCcSsQqTtAaZz0-9 ,.+-]*$/, 'the data of an SVG path')),
        fill: IconColour,
      }),
    )
    .check(z.minLength(1), z.maxLength(12)),
});
export type MethodIcon = z.infer<typeof MethodIcon>;

/** A payment method of the session. A name alone takes its label, banks and fields from the profile. */
export const SessionMethod = z.strictObject({
  /** `card`, `gateway_page` (the gateway's own card page), or the interface's payment_method. */
  method: z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,50}$/, 'the name of a method')),
  label: z.optional(requiredText(60)),
  /** For methods other than cards: the icon in the method's row. Default: one for its kind. */
  icon: z.optional(MethodIcon),
  /** Accepted card brands, as the element names them: visa, mastercard, amex ... Default: all. */
  brands: z.optional(
    z.array(z.string().check(z.regex(/^[a-z_]{2,20}$/, 'the name of a brand'))).check(z.maxLength(40)),
  ),
  /** For `gateway_page`: in a frame of the shop's page, or as the whole page. */
  display: z.optional(z.enum(['iframe', 'redirect'])),
  /** For `gateway_page`: further fields for that page beside the order. */
  page: z.optional(
    z.strictObject({
      card_type: z.optional(RedirectCardType),
      default_lang: z.optional(textOrEmpty(20)),
      cancel_url: z.optional(HttpUrl),
      verify_billing_address: z.optional(textOrEmpty(10)),
    }),
  ),
  banks: z.optional(z.array(Bank).check(z.maxLength(300))),
  fields: z.optional(fields),
  /** The next step after choosing it: the bank's page, or a code that the element shows. Default: the profile's. */
  presents: z.optional(z.enum(['page', 'qr', 'voucher'])),
});
export type SessionMethod = z.infer<typeof SessionMethod>;

/** An installment plan. `id` is sent as installments_id, `count` as installments. */
export const InstallmentPlan = z.strictObject({
  id: requiredText(50),
  count: z.int().check(z.gte(1), z.lte(99)),
  label: z.optional(requiredText(100)),
  /** The amount of each installment, as shown to the shopper. */
  amount: z.optional(Amount),
  /** The total of all installments, if more than the order's amount. */
  total: z.optional(Amount),
  /** Card brands of the plan. Default: all. */
  brands: z.optional(
    z.array(z.string().check(z.regex(/^[a-z_]{2,20}$/, 'the name of a brand'))).check(z.maxLength(40)),
  ),
});
export type InstallmentPlan = z.infer<typeof InstallmentPlan>;

/** The risk vendor's field is `<vendor>_token_cookie`, so the vendor's name must be valid in a field name. */
const VendorName = z
  .string()
  .check(
    z.refine(
      (name) => isRiskVendorTokenFieldName(`${name}_token_cookie`),
      'a vendor as its field names it, such as forter',
    ),
  );

/** The shop's data about the shopper's visit and device. The element's own data fill absent fields. */
export const SessionDevice = z.strictObject({
  /** The shop's own ID of the visit. */
  session_id: z.optional(requiredText(200)),
  platform_source: z.optional(requiredText(100)),
  /** Sent as `device_fingerprint`. */
  fingerprint: z.optional(requiredText(200)),
  /** name=value pairs joined by &. */
  cookie_new: z.optional(requiredText(4000)),
  cookie_old: z.optional(requiredText(4000)),
  /** Sent as `<vendor>_token_cookie`. */
  vendor_token: z.optional(requiredText(1000)),
  /** The vendor in that name. Default: the profile's. */
  vendor: z.optional(VendorName),
});
export type SessionDevice = z.infer<typeof SessionDevice>;

/** The card behind the session's `token_id`, as shown to the shopper. */
export const ShownTokenCard = z.strictObject({
  brand: z.optional(z.string().check(z.regex(/^[a-z_]{2,20}$/, 'the name of a brand'))),
  last4: z.string().check(z.regex(/^\d{4}$/, 'four digits')),
  /** `MM/YY` */
  expiry: z.optional(z.string().check(z.regex(/^(0[1-9]|1[0-2])\/\d{2}$/, 'MM/YY'))),
});
export type ShownTokenCard = z.infer<typeof ShownTokenCard>;

/** The body of `POST /v1/sessions`: the order from the shop's server. The browser cannot change it. */
export const CreateSession = z.strictObject({
  order_no: orderNo(MAX_PROFILE_FIELD_LENGTHS.order_no),
  currency: Currency,
  account: z.optional(AccountName),
  amount: Amount,
  items: z.array(SessionItem).check(z.minLength(1), z.maxLength(200)),
  /** Where the shopper is sent at the end, with `?session_id=` added. */
  return_url: HttpUrl,
  /** The target of the hosted page's link back to the shop. Default: the return_url's origin. */
  cancel_url: z.optional(HttpUrl),
  /** The shop's site. Default: the return_url's origin. */
  website: z.optional(requiredText(MAX_PROFILE_FIELD_LENGTHS.website)),
  methods: z.optional(
    z
      .array(z.union([z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,50}$/, 'the name of a method')), SessionMethod]))
      .check(z.minLength(1), z.maxLength(30)),
  ),
  /** Fields required with every method. */
  fields: z.optional(fields),
  /** Prefilled values of required fields, which the shopper can change. */
  prefill: z.optional(
    z.strictObject({
      shopper: z.optional(Shopper),
      billing: z.optional(BillingAddress),
      delivery: z.optional(DeliveryAddress),
      person: z.optional(Person),
    }),
  ),
  /** The shopper is signed in at the shop as `shopper.id`: saved cards are offered, and so is saving this one. */
  saved_cards: z.optional(z.boolean()),
  shopper: z.optional(Shopper),
  billing: z.optional(BillingAddress),
  delivery: z.optional(DeliveryAddress),
  /** The shop's data about the person who pays by an APM; sent even if no field for it is required. */
  person: z.optional(Person),
  /** The bank of an APM, chosen at the shop. */
  bank_code: z.optional(requiredText(50)),
  /**
   * The gateway's token of the shop's own saved card. The companion never reveals it; the shopper pays with one click.
   */
  token_id: z.optional(requiredText(255)),
  token_card: z.optional(ShownTokenCard),
  device: z.optional(SessionDevice),
  item_total: z.optional(Amount),
  shipping: z.optional(Amount),
  handling: z.optional(Amount),
  tax_total: z.optional(Amount),
  insurance: z.optional(Amount),
  shipping_discount: z.optional(Amount),
  discount: z.optional(Amount),
  cart_items: z.optional(z.array(CartItem).check(z.maxLength(200))),
  account_owner: z.optional(z.array(ShopperAccount).check(z.maxLength(10))),
  total_discount: z.optional(z.array(UsedCoupon).check(z.maxLength(50))),
  additional_information: z.optional(z.array(AdditionalInformation).check(z.maxLength(10))),
  /**
   * The subscription begins with this payment. Only a card payment can begin one, so `methods` may contain only `card`.
   */
  subscription: z.optional(SubscriptionTerms),
  installments: z.optional(z.array(InstallmentPlan).check(z.maxLength(40))),
  open3d: z.optional(ThreeDSecureFlag),
  order_type: z.optional(textOrEmpty()),
  price_id: z.optional(textOrEmpty()),
  quote_id: z.optional(textOrEmpty()),
  quote_price: z.optional(textOrEmpty()),
  storefront_domains: z.optional(textOrEmpty()),
  secure_payment: z.optional(textOrEmpty()),
  note: z.optional(textOrEmpty(MAX_PROFILE_FIELD_LENGTHS.note)),
  custom: z.optional(textOrEmpty(MAX_PROFILE_FIELD_LENGTHS.custom)),
  /** The shop's own names and values; returned, never sent to the gateway. */
  metadata: z.optional(
    z.record(
      z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,40}$/, 'a name of at most 40 letters, digits, _ . -')),
      textOrEmpty(500),
    ),
  ),
  locale: z.optional(
    z.string().check(z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'a language tag such as en or pt-BR')),
  ),
  /** The session's lifetime in seconds, 60 to 604,800. Default: 3,600. */
  expires_in: z.optional(z.int().check(z.gte(60), z.lte(604_800))),
});
export type CreateSession = z.infer<typeof CreateSession>;

/** The status of a session: `processing` while a payment is in progress or unknown. */
export const SessionStatus = z.enum(['open', 'processing', 'paid', 'expired']);
export type SessionStatus = z.infer<typeof SessionStatus>;
