import * as z from 'zod/mini';
import { DeclineCode } from '../../../shared/contract/outcome.ts';
import { Bank, FieldDescription, FieldRequest } from '../../../shared/contract/create-session.ts';
import { DIRECT_FIELD_NAMES, isVendorTokenField } from '../../../shared/interface/payment-request.ts';
import { FieldLengths, RequiredFields } from './field-rules.ts';
import { ElementName, FieldNames, IssuingOperations, Operations, Recipes, ResponseRecipes } from './operations.ts';

/**
 * Everything about the gateway that the interface leaves open, as one value that the merchant can override: paths,
 * content types, digest recipes, the meaning of status values. The defaults and how sure we are of each stand in
 * server/docs/gateway-profile.md.
 */

const PaymentStatusValue = z.enum(['paid', 'declined', 'pending', 'held']);
const QueriedStatusValue = z.enum(['paid', 'declined', 'pending', 'refunded', 'cancelled']);
const ItemStatusValue = z.enum(['accepted', 'refused', 'in_progress']);
/** The status of an item of a batch, or of a whole request (interface 2.4, 4.1). */
export type ItemStatusValue = z.infer<typeof ItemStatusValue>;
const OperationKind = z.enum(['create', 'recharge', 'withdraw', 'cancel']);
/** The type of an issuing operation on a card or a group (interface 4.9). */
export type OperationKind = z.infer<typeof OperationKind>;
const NotificationKind = z.enum([
  'payment',
  'review_result',
  'dispute_received',
  'dispute_result',
  'refund_received',
  'refund_accepted',
  'refund_result',
]);
/** The event that a notification reports (interface-gaps, "Notifications"). */
export type NotificationKind = z.infer<typeof NotificationKind>;
const statusText = z.string().check(z.minLength(1), z.maxLength(20));

/** A payment method as sessions may name it without describing it again. */
const MethodDescription = z.strictObject({
  label: z.optional(z.string().check(z.minLength(1), z.maxLength(60))),
  banks: z.optional(z.array(Bank)),
  fields: z.optional(z.array(z.union([FieldRequest, FieldDescription]))),
  /** What follows: the bank's page, a QR code or a voucher that the element shows. */
  presents: z.optional(z.enum(['page', 'qr', 'voucher'])),
});

/** What the interface does not name may be named by a merchant, as long as it takes no other field's place. */
const OwnField = z.string().check(
  z.regex(/^[a-z][a-z0-9_]{1,49}$/, 'the name of a field'),
  z.refine((name) => !DIRECT_FIELD_NAMES.has(name), 'no field that the interface names'),
);

const flagText = z.string().check(z.minLength(1), z.maxLength(50));

const batchLimit = z.int().check(z.gte(1), z.lte(1_000));

export const GatewayProfile = z.strictObject({
  operations: Operations,
  issuing_operations: IssuingOperations,
  recipes: Recipes,
  /** By operation, the recipe of a response's digest; without one the response repeats the request's digest. */
  response_recipes: ResponseRecipes,
  field_names: FieldNames,
  /** The most characters of the fields whose length the interface does not show. */
  field_lengths: FieldLengths,
  /** Fields of a payment that must be present and not empty. */
  required_fields: RequiredFields,
  /** The shape of the request_id of payouts and of the query for payment methods. */
  request_id: z.enum(['uuid', 'text']),
  /** How the expiry date of a card is written. */
  card_expiry: z.strictObject({ month: z.enum(['MM', 'M']), year: z.enum(['YYYY', 'YY']) }),
  /** Whether the card fields are sent empty where token_id pays; false leaves them out. */
  empty_card_fields: z.boolean(),
  /** The unit of checkout_time. */
  checkout_time: z.enum(['seconds', 'milliseconds']),
  /** The body of the response that acknowledges a notification. */
  acknowledgement: z.string().check(z.maxLength(100)),
  /** webhooks_type values; a notification of any other type only causes a query. */
  webhooks_type: z.record(z.string(), NotificationKind),
  /** The order of the parts of an `items` entry: each of the four once. */
  item_parts: z
    .array(z.enum(['name', 'sku', 'unit_price', 'quantity']))
    .check(
      z.refine(
        (parts) => parts.length === 4 && new Set(parts).size === 4,
        'name, sku, unit_price, quantity, each once',
      ),
    ),
  /** What stands between the values of a list in one field: of the transaction query and of the refund search. */
  list_separator: z.string().check(z.regex(/^[^\w-]{1,3}$/, 'one to three signs, such as a comma')),
  /** The most transactions of one request, where the interface shows no limit. */
  batch_limits: z.strictObject({ capture: batchLimit, cancel: batchLimit, query: batchLimit }),
  /** What travels as open3d. */
  open3d: z.strictObject({ do3DS: flagText, no3DS: flagText }),
  /** What travels as token_flag. */
  token_flag: z.strictObject({ YES: flagText, NO: flagText }),
  /** What travels as platform_source where neither the session nor the page names one. */
  platform_source: z.string().check(z.minLength(1), z.maxLength(100)),
  /** What card_type may be on the gateway's own page. */
  card_types: z.array(statusText).check(z.minLength(1)),
  /**
   * How the shopper's browser is sent to issuer_url: by which method, and under which names return_url and notify_url
   * are added to its query; null adds none.
   */
  issuer_redirect: z.strictObject({
    method: z.enum(['POST', 'GET']),
    return_url: z.nullable(ElementName),
    notify_url: z.nullable(ElementName),
  }),
  /** Whether the gateway captures less than was authorised. */
  partial_capture: z.boolean(),
  /** Whether the gateway reviews, captures and cancels transactions that were not made here. */
  transactions_elsewhere: z.boolean(),
  /**
   * Digests of answers and notifications: `required`: must be there and match; `when-present`: one that is there must
   * match, in an answer only by a confirmed recipe; `off`: not looked at.
   */
  verification: z.enum(['required', 'when-present', 'off']),
  /** order_status values; any other value is unknown, never paid. */
  order_status: z.record(z.string(), PaymentStatusValue),
  /** query_result values of a query; any other value says nothing. Where there is none, payment_status counts. */
  query_result: z.record(z.string(), z.enum(['found', 'not_found'])),
  /** payment_status values of a query; any other value says nothing. */
  payment_status: z.record(z.string(), QueriedStatusValue),
  /**
   * Values of return_status, refund_status, review_status, capture_status, cancel_status and the issuing area's
   * status; any other value is unknown.
   */
  item_status: z.record(z.string(), ItemStatusValue),
  /** type values of an issuing operation that was looked up; any other value says nothing. */
  operation_type: z.record(z.string(), OperationKind),
  /** Days in which a dispute has to be answered, from its notification; null where they are not known. */
  dispute_days: z.nullable(z.int().check(z.gte(1), z.lte(120))),
  /** order_status of a DISPUTE RESULT: who won. */
  dispute_status: z.record(z.string(), z.enum(['won', 'lost'])),
  /** What travels as review_flag. */
  review_flag: z.strictObject({ approve: statusText, reject: statusText }),
  /** What travels as the status of a group. */
  group_status: z.strictObject({ active: statusText, inactive: statusText }),
  /** What a subscription's interval may be, in capitals or not, one or many. */
  intervals: z.array(statusText).check(z.minLength(1)),
  /** Codes of currencies that the gateway takes beyond ISO 4217. */
  currencies: z.array(z.string().check(z.regex(/^[A-Z]{3}$/, 'a three-letter currency code in capitals'))),
  /** threeds_result values that mean that the shopper was authenticated, in capitals or not; no other does. */
  threeds_passed: z.array(z.string().check(z.minLength(1), z.maxLength(100))),
  /** result_info codes that mean success. */
  success_codes: z.array(z.string()).check(z.minLength(1)),
  /** result_info codes that blame our credentials. */
  configuration_codes: z.array(z.string()),
  /**
   * Codes by which the issuing service says no to what changes something, and did nothing; any other but success is
   * unknown.
   */
  issuing_refusal_codes: z.array(z.string()),
  /** result_info codes of declines in our words. */
  decline_codes: z.record(z.string(), DeclineCode),
  /** Name of the request field for the risk vendor's token. */
  vendor_token_field: z.string().check(z.refine(isVendorTokenField, 'a name such as forter_token_cookie')),
  /** Which challenge window is asked for where the browser names none. */
  challenge_window_size: z.enum(['01', '02', '03', '04', '05']),
  /** How the shopper's time zone is written. */
  time_zone: z.enum(['offset', 'iana', 'minutes']),
  /** Cookies of the shop's page that travel as cookie_new and cookie_old, and the one with the vendor's token. */
  cookies: z.strictObject({
    cookie_new: z.array(z.string()),
    cookie_old: z.array(z.string()),
    vendor_token: z.nullable(z.string()),
  }),
  /** Whether the element computes a device fingerprint. */
  device_fingerprint: z.boolean(),
  /** What else is gathered for risk scoring; what is off is neither asked for nor sent on. */
  risk_data: z.strictObject({
    /** resolution, color_depth, browser_lang, time_zone. */
    browser: z.boolean(),
    /** session_id, checkout_time. */
    visit: z.boolean(),
    /** cookie_new, cookie_old. */
    cookies: z.boolean(),
    /** The risk vendor's token. */
    vendor_token: z.boolean(),
    platform_source: z.boolean(),
    /** What the request itself tells: os, browser, user_agent, accept, device_type. */
    request: z.boolean(),
  }),
  /** Name of a direct payment's field for the brand that the shopper chose; null sends none. */
  card_brand_field: z.nullable(OwnField),
  /** Elements of an APM's answer that hold a code to pay by and its end. */
  code_elements: z.strictObject({ value: ElementName, expires_at: ElementName }),
  methods: z.record(z.string(), MethodDescription),
});
export type GatewayProfile = z.infer<typeof GatewayProfile>;
