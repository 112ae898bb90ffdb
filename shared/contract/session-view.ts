import type { CreateSession, InstallmentPlan, MethodIcon, SessionStatus, Bank } from './create-session.ts';
import type { Outcome } from './outcome.ts';
import type { BillingAddress, DeliveryAddress, Shopper } from './people.ts';

/** A field that the shopper must fill in. */
export interface ShopperField {
  /** Dotted path into the submit body: `shopper.email`, `person.document_number`. */
  path: string;
  required: boolean;
  /** For a document number: the documents that the shopper can choose from. */
  document_types?: string[];
  /** For a text: the values that the shopper can choose from. */
  choices?: { code: string; name?: string | undefined }[];
  /** For a file: its media types and most bytes. */
  file_types?: string[];
  max_bytes?: number;
}

/** A payment method, as the element shows it. */
export interface MethodView {
  /** `card` or the interface's payment_method. */
  method: string;
  kind: 'card' | 'redirect';
  /** The shop's or the companion's name for it; null if the element has its own text. */
  label: string | null;
  /** The shop's own icon; not for cards. */
  icon?: MethodIcon;
  /** Accepted card brands; null for all. */
  brands: string[] | null;
  banks: Bank[];
  fields: ShopperField[];
  /** The next step: a code that the element shows. Absent: the bank's page. */
  presents?: 'qr' | 'voucher';
}

/** A saved card. */
export interface SavedCard {
  /** Our own ID of the card, valid for this shopper only; the companion never reveals the gateway's token. */
  token_id: string;
  brand: string | null;
  last4: string;
  /** `MM/YY` */
  expiry: string | null;
  /** The shop's own card: cannot be removed here. */
  fixed?: true;
}

/** The browser data that the element collects; the shop can disable each. */
export interface RequestedDeviceData {
  fingerprint: boolean;
  /** Screen, colours, language and time zone of the browser. */
  browser: boolean;
  /** A random ID of this visit, and the seconds until payment. */
  visit: boolean;
  time_zone: 'offset' | 'iana' | 'minutes';
  /** Names of the shop page's cookies that are sent as cookie_new and cookie_old. */
  cookie_new: string[];
  cookie_old: string[];
  /** Name of the cookie with the risk vendor's token; null if there is none. */
  vendor_token_cookie: string | null;
}

/** The response of `GET /checkout/session`: the data that the element needs to render. */
export interface SessionView {
  session_id: string;
  status: SessionStatus;
  /** Increased by each change of the order; a submit names the version that the shopper saw. */
  version: number;
  order_no: string;
  amount: string;
  currency: string;
  items: CreateSession['items'];
  /** The parts of the amount that the shop sent. */
  totals: Pick<
    CreateSession,
    'item_total' | 'shipping' | 'handling' | 'tax_total' | 'insurance' | 'shipping_discount' | 'discount'
  >;
  shop: { name: string | null };
  methods: MethodView[];
  saved_cards: SavedCard[];
  /** Whether the shopper can save a card here. */
  keeps_cards: boolean;
  installments: InstallmentPlan[];
  subscription: CreateSession['subscription'] | null;
  /** The day of the subscription's next payment as `YYYY-MM-DD`; absent where it is not known or there is none. */
  next_payment?: string;
  /** The country in which fields of countries start, by the methods or else the currency; two letters. */
  start_country?: string;
  locale: string | null;
  shopper: Shopper;
  billing: BillingAddress;
  delivery: DeliveryAddress;
  /** The initial values of required fields; the shopper can change them. */
  prefill: NonNullable<CreateSession['prefill']>;
  device: RequestedDeviceData;
  /** Where the shopper continues at the end, with `session_id` in the query. */
  return_url: string;
  attempts_left: number;
  /** ISO 8601, UTC. */
  expires_at: string;
  outcome: Outcome;
}
