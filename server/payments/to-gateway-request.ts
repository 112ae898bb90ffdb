import type { ShopperClientInfo } from '../context/index.ts';
import { CheckoutError } from '../../shared/errors.ts';
import { encodeItems } from '../../shared/items.ts';
import { createMerge, mergeWithoutSpread } from '../../shared/merge.ts';
import type { SubmitPayment } from '../../shared/contract/index.ts';
import type { MethodView } from '../../shared/contract/session-view.ts';
import type { Person } from '../../shared/interface/person.ts';
import type { ApmPaymentInput, AuthoriseInput, DirectPaymentInput } from '../gateway/operations/authorise.ts';
import type { RedirectPaymentInput } from '../gateway/operations/redirect-payment.ts';
import type { GatewayProfile } from '../gateway/profile/index.ts';
import type { SessionRecord } from '../store/index.ts';
import { findSubmitErrors } from './find-submit-errors.ts';
import { bankFixedBySession, gatewayPageOptionsOf } from '../sessions/index.ts';
import type { TokenCardOfSubmit } from '../saved-cards/index.ts';

/** The id of a plan that the gateway knows by its count alone. */
export const UNSENT_INSTALLMENT_PLAN_ID = '-';

/**
 * The wire request of a submit: what the session fixed wins over what the browser gave; the browser fills the gaps.
 * @throws CheckoutError `invalid_request` with the subscription's paths where something needed is missing.
 */
export function toAuthoriseRequest(input: {
  session: SessionRecord;
  submit: SubmitPayment;
  method: MethodView;
  facts: ShopperClientInfo;
  profile: GatewayProfile;
  /** The saved card that the submit names. */
  savedCard: TokenCardOfSubmit | undefined;
  /** The saved card that the shop charges without the shopper. */
  charged?: TokenCardOfSubmit | undefined;
  /** The shop's own server submits, and no browser. */
  isByShop?: boolean;
  addresses: { return_url: string; notify_url: string };
}): AuthoriseInput {
  const faults = findSubmitErrors(input);
  if (faults.length > 0) throw new CheckoutError('invalid_request', undefined, { fields: faults });
  return input.method.kind === 'card' ? toDirect(input) : toApm(input);
}

type Input = Parameters<typeof toAuthoriseRequest>[0];

/**
 * The request of the gateway's own page (interface 4.10): a direct payment without the card.
 * @throws CheckoutError `invalid_request` with the subscription's paths where something needed is missing.
 */
export function toRedirectPaymentRequest(input: Input): RedirectPaymentInput {
  const faults = findSubmitErrors(input);
  if (faults.length > 0) throw new CheckoutError('invalid_request', undefined, { fields: faults });
  const {
    card: _card,
    expiration_month: _month,
    expiration_year: _year,
    security_code: _code,
    card_brand: _brand,
    ...direct
  } = toDirect(input);
  return { ...direct, return_url: input.addresses.return_url, ...gatewayPageOptionsOf(input.session.request).page };
}

type Common = Omit<ApmPaymentInput, 'payment_method'>;
type OfDirect = Partial<DirectPaymentInput>;

const mergeDirect = createMerge<[Common, Partial<Common>, OfDirect, OfDirect]>();
const mergeApm = createMerge<[Common, Partial<Common>, Partial<ApmPaymentInput> & { payment_method: string }]>();

function toDirect(input: Input): DirectPaymentInput {
  const { session, submit, facts, profile, savedCard } = input;
  const { request } = session;
  const { risk_data: risk } = profile;
  const plan = request.installments?.find((candidate) => candidate.id === submit.installments);
  const byToken = savedCard !== undefined;
  const marks: Partial<GatewayProfile['merchant_initiated']> =
    input.charged === undefined ? {} : profile.merchant_initiated;
  const none = profile.empty_card_fields ? '' : undefined;
  const own = {
    open3d: request.open3d ?? marks.open3d,
    order_type: request.order_type ?? marks.order_type,
    secure_payment: request.secure_payment ?? marks.secure_payment,
    token_flag: flagOf(submit.save_card),
    token_id: savedCard?.token,
    card: byToken ? none : submit.card?.number,
    expiration_month: byToken ? none : submit.card?.expiry_month,
    expiration_year: byToken ? none : submit.card?.expiry_year,
    security_code: (byToken ? submit.security_code : submit.card?.security_code) ?? none,
    challenge_window_size: submit.device.challenge_window_size ?? profile.challenge_window_size,
    session_id: risk.visit ? (request.device?.session_id ?? submit.device.session_id ?? session.id) : undefined,
    installments: plan === undefined ? undefined : String(plan.count),
    installments_id: plan?.id === UNSENT_INSTALLMENT_PLAN_ID ? undefined : plan?.id,
    user_agent: risk.request ? facts.user_agent : undefined,
    checkout_time: risk.visit ? submit.device.checkout_time : undefined,
    cart_items: request.cart_items,
    account_owner: request.account_owner,
    total_discount: request.total_discount,
    additional_information: request.additional_information,
    subscription: request.subscription,
    card_brand: submit.card?.brand,
  };
  return mergeDirect(common(input), riskData(input), vendorTokenOf(input), own);
}

/** The risk vendor's token, under the vendor's own name where the session has one. */
function vendorTokenOf({
  session,
  submit,
  profile,
}: Input): Pick<DirectPaymentInput, 'vendor_token' | 'vendor_token_field'> {
  const { vendor_token: given, vendor } = session.request.device ?? {};
  const token = profile.risk_data.vendor_token ? (given ?? submit.device.vendor_token) : undefined;
  const isNamed = token !== undefined && vendor !== undefined;
  return { vendor_token: token, vendor_token_field: isNamed ? `${vendor}_token_cookie` : undefined };
}

function flagOf(isWanted: boolean | undefined): 'YES' | 'NO' | undefined {
  return isWanted === undefined ? undefined : isWanted ? 'YES' : 'NO';
}

function toApm(input: Input): ApmPaymentInput {
  const { session, submit, method } = input;
  const delivery = mergeWithoutSpread(submit.delivery ?? {}, session.request.delivery ?? {});
  const own = {
    payment_method: method.method,
    delivery_district_name: delivery.district_name,
    delivery_street_name: delivery.street_name,
    bank_code: bankFixedBySession(session.request, method) ?? submit.bank_code,
    person: toPerson(submit.person, session.request.person),
  };
  return mergeApm(common(input), riskData(input), own);
}

/** The person: values of the session win, also inside documents and bank accounts. */
function toPerson(typed: Person | undefined, fixed: Person | undefined): Person | undefined {
  if (typed === undefined || fixed === undefined) return fixed ?? typed;
  return mergeDeep(typed, fixed);
}

function mergeDeep(under: object, over: object): object {
  const merged: Record<string, unknown> = { ...under };
  for (const [name, value] of Object.entries(over) as [string, unknown][]) {
    const below = merged[name];
    const areObjects = typeof below === 'object' && below !== null && typeof value === 'object' && value !== null;
    if (value !== undefined) merged[name] = areObjects ? mergeDeep(below, value) : value;
  }
  return merged;
}

/** The fields that both kinds share. */
function common(input: Input): Common {
  const { session, submit, facts } = input;
  const { request } = session;
  const shopper = mergeWithoutSpread(submit.shopper ?? {}, request.shopper ?? {});
  const billing = mergeWithoutSpread(submit.billing ?? {}, request.billing ?? {});
  const delivery = mergeWithoutSpread(submit.delivery ?? {}, request.delivery ?? {});
  const name = splitName(submit.card?.holder_name ?? input.savedCard?.holder ?? undefined);
  return {
    order_no: session.order_no,
    currency: session.currency,
    amount: session.amount,
    item_total: request.item_total,
    shipping: request.shipping,
    handling: request.handling,
    tax_total: request.tax_total,
    insurance: request.insurance,
    shipping_discount: request.shipping_discount,
    discount: request.discount,
    website: request.website ?? new URL(request.return_url).origin,
    items: encodeItems(request.items, input.profile.item_parts),
    note: request.note,
    // A shorter length keeps the random end of the ID.
    shopper_id: shopper.id ?? `guest-${session.id}`.slice(-input.profile.field_lengths.shopper_id),
    shopper_email: shopper.email ?? '',
    shopper_ip: facts.shopper_ip,
    shopper_phone: shopper.phone,
    shopper_level: shopper.level,
    first_name: shopper.first_name ?? name.first,
    last_name: shopper.last_name ?? name.last,
    document: shopper.document,
    birth_date: shopper.birth_date,
    billing_country: billing.country,
    billing_state: billing.state,
    billing_city: billing.city,
    billing_address: billing.address,
    billing_postal_code: billing.postal_code,
    delivery_firstname: delivery.first_name,
    delivery_lastname: delivery.last_name,
    delivery_country: delivery.country,
    delivery_state: delivery.state,
    delivery_city: delivery.city,
    delivery_address: delivery.address,
    delivery_postal_code: delivery.postal_code,
    return_url: input.addresses.return_url,
    notify_url: input.addresses.notify_url,
    custom: request.custom,
    price_id: request.price_id,
    quote_id: request.quote_id,
    quote_price: request.quote_price,
    storefront_domains: request.storefront_domains,
    secure_payment: request.secure_payment,
  };
}

/** Data of browser and request for risk scoring, without what the merchant switched off. */
function riskData({ session, submit: { device }, facts, profile }: Input): Partial<Common> {
  const { risk_data: risk } = profile;
  const given = session.request.device ?? {};
  const only = <T>(isOn: boolean, value: T): T | undefined => (isOn ? value : undefined);
  return {
    device_fingerprint: only(profile.device_fingerprint, given.fingerprint ?? device.fingerprint),
    platform_source: only(
      risk.platform_source,
      given.platform_source ?? device.platform_source ?? profile.platform_source,
    ),
    cookie_new: only(risk.cookies, given.cookie_new ?? device.cookie_new),
    cookie_old: only(risk.cookies, given.cookie_old ?? device.cookie_old),
    os: only(risk.request, facts.os),
    browser: only(risk.request, facts.browser),
    device_type: only(risk.request, facts.device_type),
    accept: only(risk.request, facts.accept),
    browser_lang: only(risk.browser, device.browser_lang),
    time_zone: only(risk.browser, device.time_zone),
    resolution: only(risk.browser, device.resolution),
    color_depth: only(risk.browser, device.color_depth),
  };
}

/** The interface has two names; a card shows one line. */
function splitName(holder: string | undefined): { first: string; last: string } {
  const words = (holder ?? '').trim().split(/\s+/);
  const last = words.at(-1) ?? '';
  return { first: words.length > 1 ? words.slice(0, -1).join(' ') : last, last };
}

/** The path of a gateway field in the submit, for errors that name it. */
export function toSubmitFieldPath(wirePath: string): string {
  const special: Record<string, string> = {
    card: 'card.number',
    expiration_month: 'card.expiry_month',
    expiration_year: 'card.expiry_year',
    security_code: 'card.security_code',
    first_name: 'shopper.first_name',
    last_name: 'shopper.last_name',
    document: 'shopper.document',
    birth_date: 'shopper.birth_date',
    delivery_firstname: 'delivery.first_name',
    delivery_lastname: 'delivery.last_name',
    installments_id: 'installments',
  };
  if (Object.hasOwn(special, wirePath)) return special[wirePath] ?? wirePath;
  return wirePath
    .replace(/^shopper_(?!ip)/, 'shopper.')
    .replace(/^billing_/, 'billing.')
    .replace(/^delivery_/, 'delivery.');
}
