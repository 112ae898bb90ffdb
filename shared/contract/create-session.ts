import * as z from 'zod/mini';
import { FILE_MAX_BYTES } from '../file-limits.ts';
import { Amount, Currency, FIELD_LENGTH_BOUNDS, WebAddress, filled, orderNo, text } from '../interface/identifiers.ts';
import {
  AccountOwner,
  AdditionalInformation,
  CartItem,
  Open3d,
  Person,
  SubscriptionTerms,
  TotalDiscount,
  isVendorTokenField,
} from '../interface/payment-request.ts';
import { RedirectCardType } from '../interface/redirect-payment.ts';
import { Billing, Delivery, Shopper } from './people.ts';
import { shopperFieldGroups } from './submit-payment.ts';

/** One line of the order. Whether its texts form a separator depends on what stands beside them. */
export const SessionItem = z.strictObject({
  name: filled(500),
  sku: filled(100),
  unit_price: Amount,
  quantity: z.int().check(z.gte(1), z.lte(999_999)),
});
export type SessionItem = z.infer<typeof SessionItem>;

const Answers = z.strictObject(shopperFieldGroups);

/** Whether a submit takes a text at a path; one at any other would be refused, and nobody could pay. */
function isAnswer(path: string): boolean {
  let at: z.core.$ZodType | undefined = Answers;
  for (const key of path.split('.')) {
    const shape: Readonly<Record<string, z.core.$ZodType>> = at instanceof z.ZodMiniObject ? at.def.shape : {};
    const inner: z.core.$ZodType | undefined = Object.hasOwn(shape, key) ? shape[key] : undefined;
    at = inner instanceof z.ZodMiniOptional ? inner.def.innerType : inner;
  }
  return at instanceof z.ZodMiniString;
}

/** A field the shopper is asked for, such as `billing.postal_code`; a trailing `?` makes it optional. */
export const FieldRequest = z
  .string()
  .check(
    z.refine(
      (path) => isAnswer(path.replace(/\?$/, '')),
      'a field of the submit, such as shopper.phone or person.document_number',
    ),
  );

/** Identity documents whose numbers the element knows how to check; any other name is taken as it is typed. */
const DocumentType = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,30}$/, 'the name of a document, such as CPF'));

/** One of several values. Without a name the element shows its own word for it, or the code. */
const FieldChoice = z.strictObject({ code: filled(50), name: z.optional(filled(100)) });

/** A field with what the element has to know to ask for it. */
export const FieldDescription = z.strictObject({
  path: FieldRequest,
  /** For a document number: the documents that the shopper may choose from, such as CPF and CNPJ. */
  document_types: z.optional(z.array(DocumentType).check(z.minLength(1), z.maxLength(20))),
  /** For a text: what the shopper chooses from, such as kinds of bank account. */
  choices: z.optional(z.array(FieldChoice).check(z.minLength(1), z.maxLength(100))),
  /** For a file: its media types; JPEG, PNG and PDF where absent. */
  file_types: z.optional(
    z
      .array(z.string().check(z.regex(/^[a-z]+\/[a-z0-9.+-]+$/, 'a media type, such as image/png')))
      .check(z.minLength(1), z.maxLength(10)),
  ),
  /** For a file: its most bytes; 256,000 where absent. */
  max_bytes: z.optional(z.int().check(z.gte(1), z.lte(FILE_MAX_BYTES))),
});
export type FieldDescription = z.infer<typeof FieldDescription>;

const fields = z.array(z.union([FieldRequest, FieldDescription])).check(z.maxLength(60));

/** A bank that an APM can be paid through. */
export const Bank = z.strictObject({ code: filled(50), name: filled(100) });
export type Bank = z.infer<typeof Bank>;

const IconColour = z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'a colour such as #32bcad'));

/**
 * A method's icon as data, in a box of 38 by 24 units: no address and no markup, so that no Content-Security-Policy
 * blocks it. Paths are painted in their order.
 */
export const MethodIcon = z.strictObject({
  /** Fills the box; transparent where absent. */
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

/** A way to pay that the session offers. A bare name takes its label, banks and fields from the profile. */
export const SessionMethod = z.strictObject({
  /** `card`, `gateway_page` (the gateway's own card page), or the interface's payment_method. */
  method: z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,50}$/, 'the name of a method')),
  label: z.optional(filled(60)),
  /** For all but cards: the mark at the end of the method's row; one for its kind where absent. */
  icon: z.optional(MethodIcon),
  /** Accepted card brands, as the element names them: visa, mastercard, amex ...; all where absent. */
  brands: z.optional(
    z.array(z.string().check(z.regex(/^[a-z_]{2,20}$/, 'the name of a brand'))).check(z.maxLength(40)),
  ),
  /** For `gateway_page`: in a frame of the shop's page, or in its place. */
  display: z.optional(z.enum(['iframe', 'redirect'])),
  /** For `gateway_page`: what that page is told beside the order. */
  page: z.optional(
    z.strictObject({
      card_type: z.optional(RedirectCardType),
      default_lang: z.optional(text(20)),
      cancel_url: z.optional(WebAddress),
      verify_billing_address: z.optional(text(10)),
    }),
  ),
  banks: z.optional(z.array(Bank).check(z.maxLength(300))),
  fields: z.optional(fields),
  /** What the shopper gets after choosing it: the bank's page, or a code that the element shows. The profile's, where absent. */
  presents: z.optional(z.enum(['page', 'qr', 'voucher'])),
});
export type SessionMethod = z.infer<typeof SessionMethod>;

/** A plan to pay in parts. `id` travels as installments_id, `count` as installments. */
export const InstallmentPlan = z.strictObject({
  id: filled(50),
  count: z.int().check(z.gte(1), z.lte(99)),
  label: z.optional(filled(100)),
  /** What each part costs, for the shopper to read. */
  amount: z.optional(Amount),
  /** What all parts cost together, where that is more than the order. */
  total: z.optional(Amount),
  /** Card brands that the plan is for; all where absent. */
  brands: z.optional(
    z.array(z.string().check(z.regex(/^[a-z_]{2,20}$/, 'the name of a brand'))).check(z.maxLength(40)),
  ),
});
export type InstallmentPlan = z.infer<typeof InstallmentPlan>;

/** The risk vendor's field is `<vendor>_token_cookie`, so the vendor is named as a field may be. */
const VendorName = z
  .string()
  .check(
    z.refine((name) => isVendorTokenField(`${name}_token_cookie`), 'a vendor as its field names it, such as forter'),
  );

/** What the shop knows of the shopper's visit and device. The element's own data fill what is absent. */
export const SessionDevice = z.strictObject({
  /** The shop's own id of the visit. */
  session_id: z.optional(filled(200)),
  platform_source: z.optional(filled(100)),
  /** Travels as `device_fingerprint`. */
  fingerprint: z.optional(filled(200)),
  /** name=value pairs joined by &. */
  cookie_new: z.optional(filled(4000)),
  cookie_old: z.optional(filled(4000)),
  /** Travels as `<vendor>_token_cookie`. */
  vendor_token: z.optional(filled(1000)),
  /** The vendor in that name; the profile's where absent. */
  vendor: z.optional(VendorName),
});
export type SessionDevice = z.infer<typeof SessionDevice>;

/** What the shopper is shown of the card behind the session's `token_id`. */
export const TokenCard = z.strictObject({
  brand: z.optional(z.string().check(z.regex(/^[a-z_]{2,20}$/, 'the name of a brand'))),
  last4: z.string().check(z.regex(/^\d{4}$/, 'four digits')),
  /** `MM/YY` */
  expiry: z.optional(z.string().check(z.regex(/^(0[1-9]|1[0-2])\/\d{2}$/, 'MM/YY'))),
});
export type TokenCard = z.infer<typeof TokenCard>;

/** The body of `POST /v1/sessions`: the order as the shop's server fixes it. The browser cannot change a word of it. */
export const CreateSession = z.strictObject({
  order_no: orderNo(FIELD_LENGTH_BOUNDS.order_no),
  currency: Currency,
  amount: Amount,
  items: z.array(SessionItem).check(z.minLength(1), z.maxLength(200)),
  /** Where the shopper ends; gets `?session_id=` added. */
  return_url: WebAddress,
  /** Where the hosted page's link back to the shop leads; the return_url's origin where absent. */
  cancel_url: z.optional(WebAddress),
  /** The shop's site; the return_url's origin where absent. */
  website: z.optional(filled(FIELD_LENGTH_BOUNDS.website)),
  methods: z.optional(
    z
      .array(z.union([z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,50}$/, 'the name of a method')), SessionMethod]))
      .check(z.minLength(1), z.maxLength(30)),
  ),
  /** Fields asked for whichever way is chosen. */
  fields: z.optional(fields),
  /** What the shop knows and the shopper may change: stands in the fields that are asked for. */
  prefill: z.optional(
    z.strictObject({
      shopper: z.optional(Shopper),
      billing: z.optional(Billing),
      delivery: z.optional(Delivery),
      person: z.optional(Person),
    }),
  ),
  /** The shopper is signed in at the shop as `shopper.id`: kept cards are offered, and keeping this one. */
  saved_cards: z.optional(z.boolean()),
  shopper: z.optional(Shopper),
  billing: z.optional(Billing),
  delivery: z.optional(Delivery),
  /** What the shop knows of the person who pays by an APM; travels even where it is not asked for. */
  person: z.optional(Person),
  /** The bank of an APM: chosen at the shop. */
  bank_code: z.optional(filled(50)),
  /** The gateway's token of a card that the shop holds. Stays with the companion; the shopper pays with it by a press. */
  token_id: z.optional(filled(255)),
  token_card: z.optional(TokenCard),
  device: z.optional(SessionDevice),
  item_total: z.optional(Amount),
  shipping: z.optional(Amount),
  handling: z.optional(Amount),
  tax_total: z.optional(Amount),
  insurance: z.optional(Amount),
  shipping_discount: z.optional(Amount),
  discount: z.optional(Amount),
  cart_items: z.optional(z.array(CartItem).check(z.maxLength(200))),
  account_owner: z.optional(z.array(AccountOwner).check(z.maxLength(10))),
  total_discount: z.optional(z.array(TotalDiscount).check(z.maxLength(50))),
  additional_information: z.optional(z.array(AdditionalInformation).check(z.maxLength(10))),
  /** Begins with this payment, which only a card can do: beside it `methods` holds nothing but `card`. */
  subscription: z.optional(SubscriptionTerms),
  installments: z.optional(z.array(InstallmentPlan).check(z.maxLength(40))),
  open3d: z.optional(Open3d),
  order_type: z.optional(text()),
  price_id: z.optional(text()),
  quote_id: z.optional(text()),
  quote_price: z.optional(text()),
  storefront_domains: z.optional(text()),
  secure_payment: z.optional(text()),
  note: z.optional(text(FIELD_LENGTH_BOUNDS.note)),
  custom: z.optional(text(FIELD_LENGTH_BOUNDS.custom)),
  /** The shop's own names and values; returned, never sent to the gateway. */
  metadata: z.optional(
    z.record(
      z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,40}$/, 'a name of at most 40 letters, digits, _ . -')),
      text(500),
    ),
  ),
  locale: z.optional(
    z.string().check(z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'a language tag such as en or pt-BR')),
  ),
  /** Seconds until the session ends, 60 to 604,800; 3,600 where absent. */
  expires_in: z.optional(z.int().check(z.gte(60), z.lte(604_800))),
});
export type CreateSession = z.infer<typeof CreateSession>;

/** Where a session stands: `processing` while a payment is under way or unsettled. */
export const SessionStatus = z.enum(['open', 'processing', 'paid', 'expired']);
export type SessionStatus = z.infer<typeof SessionStatus>;
