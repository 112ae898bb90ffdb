import type { CreateSession, InstallmentPlan, SessionStatus, Bank } from './create-session.ts';
import type { Outcome } from './outcome.ts';
import type { Billing, Delivery, Shopper } from './people.ts';

/** A field that the element asks the shopper for. */
export interface AskedField {
  /** Dotted path into the submit body: `shopper.email`, `person.document_number`. */
  path: string;
  required: boolean;
}

/** A way to pay, as the element shows it. */
export interface MethodView {
  /** `card` or the interface's payment_method. */
  method: string;
  kind: 'card' | 'redirect';
  /** For an APM its name for people; the element has its own word for cards. */
  label: string | null;
  /** Accepted card brands; null for all. */
  brands: string[] | null;
  banks: Bank[];
  fields: AskedField[];
}

/** A card kept by the gateway. */
export interface SavedCard {
  token_id: string;
  brand: string | null;
  last4: string;
  /** `MM/YY` */
  expiry: string | null;
}

/** What the element is to gather about the browser; the shop can switch each off. */
export interface DeviceRequest {
  fingerprint: boolean;
  time_zone: 'offset' | 'iana' | 'minutes';
  /** Names of cookies of the shop's page that travel as cookie_new and cookie_old. */
  cookie_new: string[];
  cookie_old: string[];
  /** Name of the cookie that holds the risk vendor's token; null where there is none. */
  vendor_token_cookie: string | null;
}

/** The answer of `GET /checkout/session`: all that the element needs to draw itself. */
export interface SessionView {
  session_id: string;
  status: SessionStatus;
  order_no: string;
  amount: string;
  currency: string;
  items: CreateSession['items'];
  /** Those parts of the amount that the shop gave. */
  totals: Pick<
    CreateSession,
    'item_total' | 'shipping' | 'handling' | 'tax_total' | 'insurance' | 'shipping_discount' | 'discount'
  >;
  shop: { name: string | null };
  methods: MethodView[];
  saved_cards: SavedCard[];
  installments: InstallmentPlan[];
  subscription: CreateSession['subscription'] | null;
  locale: string | null;
  shopper: Shopper;
  billing: Billing;
  delivery: Delivery;
  device: DeviceRequest;
  /** Where the shopper continues once all is done, with `session_id` in its query. */
  return_url: string;
  attempts_left: number;
  /** ISO 8601, UTC. */
  expires_at: string;
  outcome: Outcome;
}
