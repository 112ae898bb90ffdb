// Made from the routes of the merchant API by test/architecture/client.test.ts. Do not edit.
import type { RequestedField, SessionItem } from '../../../shared/contract/create-session.ts';
import type { BillingAddress, DeliveryAddress, Shopper } from '../../../shared/contract/people.ts';
import type {
  AdditionalInformation,
  CartItem,
  ShopperAccount,
  SubscriptionTerms,
  UsedCoupon,
} from '../../../shared/interface/payment-request.ts';
import type { Person } from '../../../shared/interface/person.ts';
import type { ApiCallDefinition, WriteOptions } from '../call.ts';

export type { RequestedField, SessionItem } from '../../../shared/contract/create-session.ts';
export type { BillingAddress, DeliveryAddress, Shopper } from '../../../shared/contract/people.ts';
export type {
  AdditionalInformation,
  CartItem,
  ShopperAccount,
  SubscriptionTerms,
  UsedCoupon,
} from '../../../shared/interface/payment-request.ts';
export type { Person } from '../../../shared/interface/person.ts';

export interface CreateRedirectPaymentRequest {
  order_no: string;
  currency: string;
  account?: string | undefined;
  amount: string;
  items: SessionItem[];
  return_url: string;
  cancel_url?: string | undefined;
  website?: string | undefined;
  fields?: (string | RequestedField)[] | undefined;
  prefill?:
    | {
        shopper?: Shopper | undefined;
        billing?: BillingAddress | undefined;
        delivery?: DeliveryAddress | undefined;
        person?: Person | undefined;
      }
    | undefined;
  saved_cards?: boolean | undefined;
  shopper?: Shopper | undefined;
  billing?: BillingAddress | undefined;
  delivery?: DeliveryAddress | undefined;
  person?: Person | undefined;
  bank_code?: string | undefined;
  token_id?: string | undefined;
  item_total?: string | undefined;
  shipping?: string | undefined;
  handling?: string | undefined;
  tax_total?: string | undefined;
  insurance?: string | undefined;
  shipping_discount?: string | undefined;
  discount?: string | undefined;
  cart_items?: CartItem[] | undefined;
  account_owner?: ShopperAccount[] | undefined;
  total_discount?: UsedCoupon[] | undefined;
  additional_information?: AdditionalInformation[] | undefined;
  subscription?: SubscriptionTerms | undefined;
  open3d?: 'do3DS' | 'no3DS' | undefined;
  order_type?: string | undefined;
  price_id?: string | undefined;
  quote_id?: string | undefined;
  quote_price?: string | undefined;
  storefront_domains?: string | undefined;
  secure_payment?: string | undefined;
  note?: string | undefined;
  custom?: string | undefined;
  metadata?: Record<string, string> | undefined;
  locale?: string | undefined;
  expires_in?: number | undefined;
  shopper_ip: string;
  user_agent?: string | undefined;
  accept?: string | undefined;
  os?: string | undefined;
  browser?: string | undefined;
  device_type?: string | undefined;
  device?:
    | {
        resolution?: string | undefined;
        color_depth?: string | undefined;
        time_zone?: string | undefined;
        browser_lang?: string | undefined;
        fingerprint?: string | undefined;
        cookie_new?: string | undefined;
        cookie_old?: string | undefined;
        challenge_window_size?: '01' | '02' | '03' | '04' | '05' | undefined;
        session_id?: string | undefined;
        checkout_time?: number | undefined;
        vendor_token?: string | undefined;
        platform_source?: string | undefined;
        vendor?: string | undefined;
      }
    | undefined;
  page?:
    | {
        card_type?: string | undefined;
        default_lang?: string | undefined;
        cancel_url?: string | undefined;
        verify_billing_address?: string | undefined;
      }
    | undefined;
  installments?: { count: number; id?: string | undefined } | undefined;
}

export interface CreateRedirectPaymentResponse {
  session_id: string;
  payment_id: string;
  url: string;
  method: 'POST';
  fields: Record<string, string>;
}

/** `tillgate.redirectPayments` */
export interface RedirectPaymentsApi {
  /**
   * Open a payment on the gateway’s own page.
   *
   * Opens a session and begins its payment. The shopper’s browser posts the form, in the page or in a frame. The
   * body is a session’s, without `methods` and `token_card`, with `shopper_ip`: the shopper’s address as your
   * server sees it. `installments` is the chosen plan: `{count, id?}`. The form holds a `token_id`, so the browser
   * sees it. With the element, use the method `gateway_page` instead.
   *
   * `POST /v1/redirect-payments`, scope `pay`.
   * @throws TillgateError `reference_taken`, `session_closed`, `payment_in_progress`, `gateway_misconfigured`, or
   * a code of each call
   * @example
   * await tillgate.redirectPayments.create({
   *   order_no: 'A-1001',
   *   currency: 'EUR',
   *   amount: '24.00',
   *   items: [
   *     {
   *       name: 'Morning mug',
   *       sku: 'MUG-1',
   *       unit_price: '12.00',
   *       quantity: 2
   *     }
   *   ],
   *   return_url: 'https://shop.example/thank-you',
   *   shopper_ip: '192.0.2.1'
   * });
   */
  create(body: CreateRedirectPaymentRequest, options?: WriteOptions): Promise<CreateRedirectPaymentResponse>;
}

export const redirectPaymentsEndpoints = {
  create: { method: 'POST', path: '/redirect-payments', input: 'body', isRead: false },
} as const satisfies Record<keyof RedirectPaymentsApi, ApiCallDefinition>;
