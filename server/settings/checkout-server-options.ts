import type { WebhookEndpoint } from '../webhooks/endpoint.ts';
import type { Branding, FooterLinkName } from '../hosted-page/index.ts';
import type { BasketPricer, BasketPricing, PriceList } from '../baskets/index.ts';
import type { AcquiringClientOptions } from '../gateway/acquiring-client.ts';
import type { ProfileOverrides } from '../gateway/profile/index.ts';
import type { CallTimeouts } from '../gateway/transport.ts';
import type { ApiKey } from '../http/index.ts';
import type { RiskSettingsInput, AbuseProtectionSettings, PaymentScreener } from '../risk/index.ts';
import type { Retention } from '../jobs/index.ts';
import type { LogLevel, Logger } from '../observability/index.ts';
import type { OidcSettings } from '../sign-in/index.ts';
import type { Store } from '../store/index.ts';

/** The companion's settings: the environment's names in camelCase. */
export interface CheckoutServerOptions {
  /** The companion's own address as browsers and the gateway reach it, such as `https://pay.shop.example`. */
  publicUrl: string;
  /** The interface's {base_url}. */
  gatewayUrl: string;
  /** At most 7 characters. */
  merchantId: string;
  /** At most 10 characters. */
  accountId: string;
  /** One or more keys, separated by commas; the first signs, all verify. */
  signKey: string | readonly string[];
  /** Further accounts of the gateway by their names; the one above is named `default`. */
  accounts?: Readonly<Record<string, AccountOptions>> | undefined;
  /** `key:scope+scope,...`; scopes are pay, refund, payout, resolve, issue, users, read. */
  apiKeys: string;
  /** The exact origins of the shop's pages; separated by commas in one text. */
  allowedOrigins?: string | readonly string[];
  /** Allowed hosts of an issuer_url. Default: the gateway's own. `*.bank.example` allows every subdomain. */
  issuerHosts?: string | readonly string[] | undefined;
  /**
   * The interface's {issuing_base_url}; requires companyId and issuingSignKey. Absent: the merchant issues no cards.
   */
  issuingUrl?: string | undefined;
  companyId?: string | undefined;
  /** One or more keys, separated by commas. */
  issuingSignKey?: string | readonly string[] | undefined;
  /**
   * The shop's webhook endpoint, named `default`; requires webhookSecret. Without an endpoint events are only stored for
   * reading.
   */
  webhookUrl?: string | undefined;
  /** `whsec_...`; several separated by commas during a rotation. */
  webhookSecret?: string | readonly string[] | undefined;
  /** Further webhook endpoints by their names. */
  webhooks?: Readonly<Record<string, WebhookEndpointOptions>> | undefined;
  /** Whether outcomes of risk-scored payments are reported to the gateway's risk product. Default: yes. */
  riskUpdates?: boolean | undefined;
  /** `postgres://...`. Default: one SQLite file in dataDir. */
  databaseUrl?: string | undefined;
  /** The folder of the SQLite file. Default: `./tillgate-data`; `:memory:` for tests. */
  dataDir?: string | undefined;
  /** Replaces the database, for tests that inject faults. Closed with the server. */
  store?: Store | undefined;
  /** Whether the database is migrated at the start. Default: yes. */
  migrate?: boolean | undefined;
  /**
   * Days after which sessions without payment, stored responses, webhook events and notifications are deleted; 0 for
   * never. Default: `days` of {@link DEFAULT_RETENTION}.
   */
  retentionDays?: number | undefined;
  /** Days after which the audit log is deleted; 0 for never. Default: `auditDays` of {@link DEFAULT_RETENTION}. */
  auditRetentionDays?: number | undefined;
  /** `true` allows one paid session per `order_no`. Default: duplicates are accepted and flagged. */
  ordersOnce?: boolean | undefined;
  /** Overrides of the default gateway profile. */
  profile?: ProfileOverrides | undefined;
  /**
   * Shopper data that is neither collected nor sent: fingerprint, browser, visit, cookies, vendor_token,
   * platform_source, request.
   */
  riskDataOff?: string | readonly string[] | undefined;
  /** For shops without a back end: the products and prices, or the path of a JSON file with them. */
  priceList?: PriceList | string | undefined;
  /** Like priceList, in code: prices a basket when it arrives. */
  priceOrder?: BasketPricer | undefined;
  /** The number of proxies before the companion. Default: 0. */
  trustProxy?: number;
  /** Shown on the hosted payment page and in the element. */
  shopName?: string | undefined;
  /** The shop's logo on the hosted payment page: an https address, or the path of a file that the companion serves. */
  shopLogo?: string | undefined;
  /** Links at the foot of the hosted payment page, https or `mailto:`; or their JSON. */
  shopLinks?: string | Readonly<Partial<Record<FooterLinkName, string>>> | undefined;
  /** Branding of the hosted payment page: `--tillgate-*` properties (the prefix is optional), or their JSON. */
  theme?: string | Readonly<Record<string, string>> | undefined;
  /** Attempts per session. Default: 5. */
  maxAttempts?: number;
  /** Submit limits per address, shopper and card: `address=120/1h,shopper=20/1h,card=20/1h`, or `off`. */
  limits?: RiskSettingsInput | undefined;
  /** Pauses card entry when too many cards are declined: `share=70,cards=40,within=10m,pause=5m`, or `off`. */
  cardTesting?: RiskSettingsInput | undefined;
  /** The shop's own check, such as a captcha's, before a payment is sent. */
  screenPayment?: PaymentScreener | undefined;
  /** Its time limit, in ms. Default: 3,000. */
  screenTimeout?: number | undefined;
  /** The result for a payment whose check fails or times out. Default: `refuse`. */
  screenFailure?: 'refuse' | 'allow' | undefined;
  /** Deadlines of requests to the gateway, in ms. */
  deadlines?: Partial<CallTimeouts>;
  /** Pause between rounds of background jobs, in ms. Default: 1,000; 0 disables them. */
  reconcileEvery?: number;
  logLevel?: LogLevel | undefined;
  /** For tests and hosts with their own logger. */
  logger?: Logger;
  /** Clock in ms since the epoch, for tests. */
  now?: () => number;
  /** Whether the back office is served at /console. Default: yes. */
  console?: boolean | undefined;
  /** Whether API keys sign in to the console. Default: yes; `false` once each person has a user. */
  consoleKeys?: boolean | undefined;
  /** The issuer of an OpenID Connect provider whose users sign in to the console; requires oidcClientId, oidcClientSecret and oidcRoles. */
  oidcIssuer?: string | undefined;
  oidcClientId?: string | undefined;
  oidcClientSecret?: string | undefined;
  /** The scopes of each role, such as `{"support": "read+refund"}`; or its JSON. */
  oidcRoles?: string | Readonly<Record<string, string>> | undefined;
  /** The claim with the roles. Default: `groups`. */
  oidcRolesClaim?: string | undefined;
  /** The provider's name on the button. Default: the host name of the issuer. */
  oidcName?: string | undefined;
  /** Folder of the element's built script. Default: the package's own. */
  widgetDir?: string;
  /** Folder of the built console. Default: the package's own. */
  consoleDir?: string;
}

/**
 * An account of the gateway beside that of the options. Credentials are its own; address, profile, limits and issuer hosts
 * are those of the options unless it has others.
 */
export interface AccountOptions
  extends
    Pick<CheckoutServerOptions, 'merchantId' | 'accountId' | 'signKey' | 'issuingUrl' | 'companyId' | 'issuingSignKey'>,
    Pick<CheckoutServerOptions, 'issuerHosts' | 'profile' | 'riskDataOff' | 'limits' | 'cardTesting'> {
  gatewayUrl?: string | undefined;
  /** The currencies whose sessions are of this account unless they name another. */
  currencies?: readonly string[] | undefined;
}

/** What every client of the gateway is made with. */
interface GatewayClientOptions extends Pick<AcquiringClientOptions, 'baseUrl' | 'merchantId' | 'accountId'> {
  signKeys: readonly [string, ...string[]];
  profile: ProfileOverrides;
}

/** An account in the server's form. */
export interface ParsedAccount {
  name: string;
  currencies: readonly string[];
  gateway: GatewayClientOptions;
  issuerHosts: readonly string[];
  allowLoopbackIssuer: boolean;
  issuing: { baseUrl: string; companyId: string; signKeys: readonly string[] } | undefined;
  protection: AbuseProtectionSettings;
}

/** A webhook endpoint beside that of `webhookUrl`. */
export interface WebhookEndpointOptions {
  url: string;
  /** `whsec_...`; several separated by commas during a rotation. */
  secret: string | readonly string[];
  /** The events that it receives, such as `payment.paid`. Absent: all. */
  events?: readonly string[] | undefined;
  /** The accounts whose events it receives, by their names. Absent: all. */
  accounts?: readonly string[] | undefined;
}

/** The validated options in the server's form. */
export interface ParsedOptions {
  publicUrl: string;
  /** The first is that of the options, `default`. */
  accounts: readonly [ParsedAccount, ...ParsedAccount[]];
  apiKeys: readonly ApiKey[];
  allowedOrigins: readonly string[];
  webhooks: readonly WebhookEndpoint[];
  /** Undefined without prices for baskets. */
  pricing: BasketPricing | undefined;
  branding: Branding;
  retention: Retention;
  /** Undefined without an identity provider. */
  oidc: OidcSettings | undefined;
}
