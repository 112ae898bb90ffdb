import type { Branding, ShopLink } from '../hosted-page/index.ts';
import type { PriceOrder, Pricing, PriceList } from '../baskets/index.ts';
import type { ProfileOverrides } from '../gateway/profile/index.ts';
import type { Deadlines } from '../gateway/transport.ts';
import type { ApiKey } from '../http/index.ts';
import type { SettingsText, ProtectionSettings, ScreenPayment } from '../risk/index.ts';
import type { Retention } from '../jobs/index.ts';
import type { LogLevel, Logger } from '../observability/index.ts';
import type { Store } from '../store/index.ts';

/** Settings of the companion; the environment's names in camelCase. */
export interface CheckoutServerOptions {
  /** The companion's own address as browsers and the gateway reach it, such as `https://pay.shop.example`. */
  publicUrl: string;
  /** The interface's {base_url}. */
  gatewayUrl: string;
  /** At most 7 characters. */
  merchantId: string;
  /** At most 10 characters. */
  accountId: string;
  /** One key, or several separated by commas: signs with the first, verifies with any. */
  signKey: string | readonly string[];
  /** `key:scope+scope,...`; scopes are pay, refund, payout, resolve, issue, read. */
  apiKeys: string;
  /** Origins of the shop's pages, exactly, separated by commas where one text. */
  allowedOrigins?: string | readonly string[];
  /** Hosts shoppers may be sent to; the gateway's own where absent. `*.bank.example` takes every host below. */
  issuerHosts?: string | readonly string[];
  /** The interface's {issuing_base_url}; with companyId and issuingSignKey. Absent: the merchant issues no cards. */
  issuingUrl?: string | undefined;
  companyId?: string | undefined;
  /** One key, or several separated by commas. */
  issuingSignKey?: string | readonly string[] | undefined;
  /** Where the shop takes events; with webhookSecret. Absent: events are kept for reading only. */
  webhookUrl?: string | undefined;
  /** `whsec_...`, or several separated by commas while one takes the place of another. */
  webhookSecret?: string | readonly string[] | undefined;
  /** Whether the gateway's risk product is told how payments that it scored ended; yes where absent. */
  riskUpdates?: boolean | undefined;
  /** `postgres://...`; one SQLite file in dataDir where absent. */
  databaseUrl?: string | undefined;
  /** Where the SQLite file lives; `./tillgate-data` where absent, `:memory:` for tests. */
  dataDir?: string | undefined;
  /** A store that takes the place of both, for tests that put faults into one. Closed with the server. */
  store?: Store | undefined;
  /** Whether the schema of the database is brought up to date at the start; yes where absent. */
  migrate?: boolean | undefined;
  /**
   * Days after which sessions without payment, stored responses, webhook events and notifications are deleted; 0 for
   * never. Default: `days` of {@link DEFAULT_RETENTION}.
   */
  retentionDays?: number | undefined;
  /** Days after which the audit log is deleted; 0 for never. Default: `auditDays` of {@link DEFAULT_RETENTION}. */
  auditRetentionDays?: number | undefined;
  /** Whether an order, by its `order_no`, is paid in one session only; where absent, paying the same twice is flagged. */
  ordersOnce?: boolean | undefined;
  /** What differs from the default gateway profile. */
  profile?: ProfileOverrides;
  /** What of the shopper's data is neither gathered nor sent: fingerprint, browser, visit, cookies, vendor_token, platform_source, request. */
  riskDataOff?: string | readonly string[];
  /** For shops without a back end: what is sold and at which prices, or the path of a JSON file that says so. */
  priceList?: PriceList | string | undefined;
  /** As priceList, in the shop's own way: prices a basket when it comes. */
  priceOrder?: PriceOrder | undefined;
  /** How many proxies stand before the companion; 0 where absent. */
  trustProxy?: number;
  /** Shown on the hosted payment page and in the element. */
  shopName?: string | undefined;
  /** The shop's logo on the hosted payment page: an https address, or a file that the companion serves. */
  shopLogo?: string | undefined;
  /** Links at the foot of the hosted payment page, https or `mailto:`; or their JSON. */
  shopLinks?: string | Readonly<Partial<Record<ShopLink, string>>> | undefined;
  /** Looks of the hosted payment page: `--tillgate-*` properties, whose names may leave that prefix out; or their JSON. */
  theme?: string | Readonly<Record<string, string>> | undefined;
  /** Attempts that a session takes; 5 where absent. */
  maxAttempts?: number;
  /** How many submits of one address, shopper and card are taken: `address=120/1h,shopper=20/1h,card=20/1h`, or `off`. */
  limits?: SettingsText | undefined;
  /** When typed cards are refused for a while, because stolen numbers are tried out: `share=70,cards=40,within=10m,pause=5m`, or `off`. */
  cardTesting?: SettingsText | undefined;
  /** The shop's own check, such as a captcha's, before a payment is sent. */
  screenPayment?: ScreenPayment | undefined;
  /** How long that may take, in ms; 3,000 where absent. */
  screenTimeout?: number | undefined;
  /** What becomes of a payment whose check fails or takes too long; `refuse` where absent. */
  screenFailure?: 'refuse' | 'allow' | undefined;
  /** Deadlines of requests to the gateway, in ms. */
  deadlines?: Partial<Deadlines>;
  /** Pause between rounds of reconciliation, in ms; 1,000 where absent, 0 for none. */
  reconcileEvery?: number;
  logLevel?: LogLevel;
  /** For tests and hosts with a logger of their own. */
  logger?: Logger;
  /** Clock in ms since the epoch, for tests. */
  now?: () => number;
  /** Whether the back-office page is served at /console; yes where absent. */
  console?: boolean | undefined;
  /** Folder of the element's script build; the package's own where absent. */
  widgetDir?: string;
  /** Folder of the back-office page's build; the package's own where absent. */
  consoleDir?: string;
}

/** Options after checking, in the form the server works with. */
export interface ParsedOptions {
  publicUrl: string;
  signKeys: readonly [string, ...string[]];
  apiKeys: readonly ApiKey[];
  allowedOrigins: readonly string[];
  issuerHosts: readonly string[];
  allowLoopbackIssuer: boolean;
  issuing: { baseUrl: string; companyId: string; signKeys: readonly string[] } | undefined;
  webhooks: { url: string; secrets: readonly string[] } | undefined;
  /** Undefined where the default is as the merchant wants it. */
  profile: ProfileOverrides | undefined;
  /** Undefined where baskets have no prices here. */
  pricing: Pricing | undefined;
  branding: Branding;
  protection: ProtectionSettings;
  retention: Retention;
}
