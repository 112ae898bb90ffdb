import * as z from '../../../shared/zod.ts';
import { DeclineCode } from '../../../shared/contract/outcome.ts';
import { Bank, RequestedField, RequestedFieldPath } from '../../../shared/contract/create-session.ts';
import {
  DirectPaymentRequest,
  ThreeDSecureFlag,
  isRiskVendorTokenFieldName,
} from '../../../shared/interface/payment-request.ts';
import { Amount } from '../../../shared/interface/formats.ts';
import { ProfileFieldLengths, RequiredFields } from './field-rules.ts';
import {
  XmlElementName,
  WireFieldNames,
  IssuingOperations,
  Operations,
  DigestRecipes,
  ResponseDigestRecipes,
} from './operations.ts';

/**
 * Everything about the gateway that the interface leaves open, as one value that the merchant can override: paths,
 * content types, digest recipes, the meaning of status values. server/docs/gateway-profile.md lists the defaults and
 * how certain each is.
 */

const PaymentStatusValue = z.enum(['paid', 'declined', 'pending', 'held']);
const QueriedStatusValue = z.enum(['paid', 'declined', 'pending', 'refunded', 'cancelled']);
const ReportedItemStatus = z.enum(['accepted', 'refused', 'in_progress']);
/** The status of an item of a batch, or of a whole request (interface 2.4, 4.1). */
export type ReportedItemStatus = z.infer<typeof ReportedItemStatus>;
const IssuingMovementType = z.enum(['create', 'recharge', 'withdraw', 'cancel']);
/** The type of an issuing operation on a card or a group (interface 4.9). */
export type IssuingMovementType = z.infer<typeof IssuingMovementType>;
const NotificationKind = z.enum([
  'payment',
  'review_result',
  'dispute_received',
  'dispute_result',
  'refund_received',
  'refund_accepted',
  'refund_result',
]);
/** The event that a notification reports (gateway-profile.md). */
export type NotificationKind = z.infer<typeof NotificationKind>;
const statusText = z.string().check(z.minLength(1), z.maxLength(20));

/** A payment method that sessions can name without describing it. */
const MethodDescription = z.strictObject({
  label: z.optional(z.string().check(z.minLength(1), z.maxLength(60))),
  banks: z.optional(z.array(Bank)),
  fields: z.optional(z.array(z.union([RequestedFieldPath, RequestedField]))),
  /** The action that follows: the bank's page, or a QR code or voucher that the element shows. */
  presents: z.optional(z.enum(['page', 'qr', 'voucher'])),
});

/** A merchant may name fields that the interface does not name, unless the name belongs to another field. */
const OwnField = z.string().check(
  z.regex(/^[a-z][a-z0-9_]{1,49}$/, 'the name of a field'),
  z.refine((name) => !Object.hasOwn(DirectPaymentRequest.def.shape, name), 'no field that the interface names'),
);

const flagText = z.string().check(z.minLength(1), z.maxLength(50));

const batchLimit = z.int().check(z.gte(1), z.lte(1_000));

export const GatewayProfile = z.strictObject({
  operations: Operations,
  issuing_operations: IssuingOperations,
  recipes: DigestRecipes,
  /** By operation, the digest recipe of the response; without one the response repeats the request's digest. */
  response_recipes: ResponseDigestRecipes,
  field_names: WireFieldNames,
  /** The most characters of the fields whose length the interface does not show. */
  field_lengths: ProfileFieldLengths,
  /** Fields of a payment that must be present and not empty. */
  required_fields: RequiredFields,
  /** The shape of the request_id of payouts and of the query for payment methods. */
  request_id: z.enum(['uuid', 'text']),
  /** The format of a card's expiry date. */
  card_expiry: z.strictObject({ month: z.enum(['MM', 'M']), year: z.enum(['YYYY', 'YY']) }),
  /** Whether card fields are sent empty in a payment by token_id; false omits them. */
  empty_card_fields: z.boolean(),
  /** The unit of checkout_time. */
  checkout_time: z.enum(['seconds', 'milliseconds']),
  /** The response body that acknowledges a notification. */
  acknowledgement: z.string().check(z.maxLength(100)),
  /** webhooks_type values; a notification of any other type only causes a query. */
  webhooks_type: z.record(z.string(), NotificationKind),
  /** The order of the parts of an `items` entry; each of the four once. */
  item_parts: z
    .array(z.enum(['name', 'sku', 'unit_price', 'quantity']))
    .check(
      z.refine(
        (parts) => parts.length === 4 && new Set(parts).size === 4,
        'name, sku, unit_price, quantity, each once',
      ),
    ),
  /** The separator between values of a list in one field: of the transaction query and of the refund search. */
  list_separator: z.string().check(z.regex(/^[^\w-]{1,3}$/, 'one to three signs, such as a comma')),
  /** The most transactions of one request, where the interface shows no limit. */
  batch_limits: z.strictObject({ capture: batchLimit, cancel: batchLimit, query: batchLimit }),
  /** The value of open3d. */
  open3d: z.strictObject({ do3DS: flagText, no3DS: flagText }),
  /** The value of token_flag. */
  token_flag: z.strictObject({ YES: flagText, NO: flagText }),
  /** The default value of platform_source, if neither the session nor the page sets one. */
  platform_source: z.string().check(z.minLength(1), z.maxLength(100)),
  /** Fields that mark a charge of a saved card without the shopper. A field that the shop sends itself overrides them. */
  merchant_initiated: z.strictObject({
    open3d: z.optional(ThreeDSecureFlag),
    order_type: z.optional(flagText),
    secure_payment: z.optional(flagText),
  }),
  /**
   * The amount of a payment that only saves a card: zero, or one that is voided at once. null: a card is saved by paying
   * an order only.
   */
  card_verification: z.nullable(Amount),
  /** The allowed card_type values on the gateway's own page. */
  card_types: z.array(statusText).check(z.minLength(1)),
  /**
   * How the shopper's browser opens issuer_url: the method, and the query names under which return_url and notify_url
   * are added. null adds none.
   */
  issuer_redirect: z.strictObject({
    method: z.enum(['POST', 'GET']),
    return_url: z.nullable(XmlElementName),
    notify_url: z.nullable(XmlElementName),
  }),
  /** Whether the gateway can capture less than the authorised amount. */
  partial_capture: z.boolean(),
  /** Whether the gateway reviews, captures and cancels transactions made outside this companion. */
  transactions_elsewhere: z.boolean(),
  /**
   * Digest checks of responses and notifications. `required`: must be present and valid. `when-present`: checked if
   * present; in a response, only under a confirmed recipe. `off`: not checked.
   */
  verification: z.enum(['required', 'when-present', 'off']),
  /** order_status values; any other value is unknown, never paid. */
  order_status: z.record(z.string(), PaymentStatusValue),
  /** query_result values of a query; any other value is inconclusive. Without it, payment_status counts. */
  query_result: z.record(z.string(), z.enum(['found', 'not_found'])),
  /** payment_status values of a query; any other value is inconclusive. */
  payment_status: z.record(z.string(), QueriedStatusValue),
  /**
   * Values of return_status, refund_status, review_status, capture_status, cancel_status and the issuing area's
   * status; any other value is unknown.
   */
  item_status: z.record(z.string(), ReportedItemStatus),
  /** type values of a queried issuing operation; any other value is inconclusive. */
  operation_type: z.record(z.string(), IssuingMovementType),
  /** Days until a dispute must be answered, from its notification; null if unknown. */
  dispute_days: z.nullable(z.int().check(z.gte(1), z.lte(120))),
  /** order_status of a DISPUTE RESULT, by winner. */
  dispute_status: z.record(z.string(), z.enum(['won', 'lost'])),
  /** The values of review_flag. */
  review_flag: z.strictObject({ approve: statusText, reject: statusText }),
  /** The status values of a card group. */
  group_status: z.strictObject({ active: statusText, inactive: statusText }),
  /** Allowed subscription intervals; case and plural are ignored. */
  intervals: z.array(statusText).check(z.minLength(1)),
  /** Currency codes that the gateway accepts beyond ISO 4217. */
  currencies: z.array(z.string().check(z.regex(/^[A-Z]{3}$/, 'a three-letter currency code in capitals'))),
  /** threeds_result values that mean that the shopper was authenticated, in any case; no other value does. */
  threeds_passed: z.array(z.string().check(z.minLength(1), z.maxLength(100))),
  /** result_info codes that mean success. */
  success_codes: z.array(z.string()).check(z.minLength(1)),
  /** result_info codes that refuse our credentials. */
  configuration_codes: z.array(z.string()),
  /** Codes by which the issuing service refuses a write and did nothing. Any other code but success is unknown. */
  issuing_refusal_codes: z.array(z.string()),
  /** The decline code for each result_info code. */
  decline_codes: z.record(z.string(), DeclineCode),
  /** Name of the request field for the risk vendor's token. */
  vendor_token_field: z.string().check(z.refine(isRiskVendorTokenFieldName, 'a name such as forter_token_cookie')),
  /** The challenge window size that is requested if the browser names none. */
  challenge_window_size: z.enum(['01', '02', '03', '04', '05']),
  /** The format of the shopper's time zone. */
  time_zone: z.enum(['offset', 'iana', 'minutes']),
  /** The shop page's cookies that are sent as cookie_new and cookie_old, and the cookie with the vendor's token. */
  cookies: z.strictObject({
    cookie_new: z.array(z.string()),
    cookie_old: z.array(z.string()),
    vendor_token: z.nullable(z.string()),
  }),
  /** Whether the element computes a device fingerprint. */
  device_fingerprint: z.boolean(),
  /** The other data for risk scoring; disabled data is neither requested nor sent. */
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
    /** Values from the HTTP request: os, browser, user_agent, accept, device_type. */
    request: z.boolean(),
  }),
  /** The request field of a direct payment for the card brand that the shopper chose; null sends none. */
  card_brand_field: z.nullable(OwnField),
  /** The response elements of an APM that contain a code to pay by, and its expiry. */
  code_elements: z.strictObject({ value: XmlElementName, expires_at: XmlElementName }),
  methods: z.record(z.string(), MethodDescription),
});
export type GatewayProfile = z.infer<typeof GatewayProfile>;
