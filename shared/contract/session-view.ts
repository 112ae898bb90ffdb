import type { CreateSession, InstallmentPlan, MethodIcon, SessionStatus, Bank } from './create-session.ts';
import type { Outcome } from './outcome.ts';
import type { Billing, Delivery, Shopper } from './people.ts';

/** A field that the element asks the shopper for. */
export interface RequiredField {
  /** Dotted path into the submit body: `shopper.email`, `person.document_number`. */
  path: string;
  required: boolean;
  /** For a document number: what the shopper may choose from. */
  document_types?: string[];
  /** For a text: what the shopper chooses from. */
  choices?: { code: string; name?: string | undefined }[];
  /** For a file: its media types and most bytes. */
  file_types?: string[];
  max_bytes?: number;
}

/** A way to pay, as the element shows it. */
export interface MethodView {
  /** `card` or the interface's payment_method. */
  method: string;
  kind: 'card' | 'redirect';
  /** The shop's or the companion's name for it; null where the element has a text of its own. */
  label: string | null;
  /** The shop's own icon; not for cards. */
  icon?: MethodIcon;
  /** Accepted card brands; null for all. */
  brands: string[] | null;
  banks: Bank[];
  fields: RequiredField[];
  /** What follows: a code that the element shows; the bank's page where absent. */
  presents?: 'qr' | 'voucher';
}

/** A card kept by the gateway. */
export interface SavedCard {
  /** Our own name of it, good for this shopper only; the gateway's token stays with the companion. */
  token_id: string;
  brand: string | null;
  last4: string;
  /** `MM/YY` */
  expiry: string | null;
  /** The shop's own: cannot be removed here. */
  fixed?: true;
}

/** What the element is to gather about the browser; the shop can switch each off. */
export interface DeviceRequest {
  fingerprint: boolean;
  /** Screen, colours, language and time zone of the browser. */
  browser: boolean;
  /** A random id of this visit, and the seconds it took to pay. */
  visit: boolean;
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
  /** Whether the shopper may keep a card here. */
  keeps_cards: boolean;
  installments: InstallmentPlan[];
  subscription: CreateSession['subscription'] | null;
  /** The day of the subscription's next payment as `YYYY-MM-DD`; absent where it is not known or there is none. */
  next_payment?: string;
  /** The country in which fields of countries start, by the methods or else the currency; two letters. */
  start_country?: string;
  locale: string | null;
  shopper: Shopper;
  billing: Billing;
  delivery: Delivery;
  /** What stands in asked fields at first; the shopper may change it. */
  prefill: NonNullable<CreateSession['prefill']>;
  device: DeviceRequest;
  /** Where the shopper continues once all is done, with `session_id` in its query. */
  return_url: string;
  attempts_left: number;
  /** ISO 8601, UTC. */
  expires_at: string;
  outcome: Outcome;
}
