import { readFileSync } from 'node:fs';
import { SCOPES, type Scope } from '../../shared/contract/merchant/scopes.ts';
import { AccountId, MerchantId } from '../../shared/interface/formats.ts';
import { pricingByCallback, pricingByPriceList, type BasketPricing, parsePriceList } from '../baskets/index.ts';
import type { CheckoutServerOptions, ParsedOptions } from './checkout-server-options.ts';
import { toApiKey, type ApiKey } from '../http/index.ts';
import { estimateKeyBits, KEY_MIN_BITS } from './key-strength.ts';
import {
  type GatewayProfile,
  type ProfileOverrides,
  createProfile,
  withoutRiskData,
} from '../gateway/profile/index.ts';
import { parseBranding } from '../hosted-page/index.ts';
import { LOG_LEVELS, type LogLevel } from '../observability/index.ts';
import { isLoopback, isPublicHost } from '../network/index.ts';
import { parseOidc } from './oidc.ts';
import { parseRetention, retentionSettings } from './retention.ts';
import { refuseMissingSettings } from './missing-settings.ts';
import { PUBLISHED_SECRETS, refusePublishedSecrets } from './published-secrets.ts';
import { findReadableSecrets } from './readable-secrets.ts';
import { recordReadSettings } from './unknown-settings.ts';
import {
  splitList,
  missingSettings,
  onOrOff,
  optionalProperty,
  readSetting,
  webAddress,
  wholeNumber,
  invalidSetting,
  type Environment,
} from './setting-values.ts';
import { CARD_TESTING_FORMAT, LIMITS_FORMAT, parseCardTesting, parseLimits } from '../risk/index.ts';
import type { StoreOptions } from '../store/open-store.ts';
import { createSigner } from '../webhooks/sign.ts';
import { isWebhookAddress, WEBHOOK_ADDRESS_FORMAT } from '../webhooks/target-address.ts';

export type { CheckoutServerOptions, ParsedOptions } from './checkout-server-options.ts';

/**
 * Validates the options beyond their types.
 * @throws CheckoutError `configuration_invalid`; its message names the environment variable
 */
export function parseOptions(options: CheckoutServerOptions): ParsedOptions {
  refuseMissingSettings(options);
  const publicUrl = webAddress('TILLGATE_PUBLIC_URL', options.publicUrl);
  const gatewayUrl = webAddress('TILLGATE_GATEWAY_URL', options.gatewayUrl);
  if (!MerchantId.safeParse(options.merchantId).success) {
    throw invalidSetting('TILLGATE_MERCHANT_ID', 'at most 7 letters, digits, _ and -');
  }
  if (!AccountId.safeParse(options.accountId).success) {
    throw invalidSetting('TILLGATE_ACCOUNT_ID', 'at most 10 letters, digits, _ and -');
  }
  const [signKey, ...otherKeys] = splitList(options.signKey);
  if (signKey === undefined) throw missingSettings(['TILLGATE_SIGN_KEY']);
  const signKeys = [signKey, ...otherKeys] as const;
  const loopback = isLoopback(gatewayUrl.hostname);
  if (gatewayUrl.protocol !== 'https:' && !loopback) {
    throw invalidSetting('TILLGATE_GATEWAY_URL', 'https, unless the gateway runs on this machine');
  }
  if (options.trustProxy !== undefined && !(Number.isInteger(options.trustProxy) && options.trustProxy >= 0)) {
    throw invalidSetting('TILLGATE_TRUST_PROXY', 'a whole number of proxies');
  }
  // With a public address, a gateway on this machine is a tunnel to the real one.
  const isSandbox = loopback && !isPublicHost(publicUrl.hostname);
  const issuing = parseIssuing(options);
  refusePublishedSecrets({
    publicUrl,
    gatewayUrl,
    signKeys,
    issuingSignKeys: issuing?.signKeys ?? [],
    apiKeys: splitList(options.apiKeys),
  });
  const profile = withoutRiskData(options.profile ?? {}, splitList(options.riskDataOff));
  const whole = createProfile(profile);
  return {
    publicUrl: publicUrl.href.replace(/\/+$/, ''),
    signKeys,
    apiKeys: parseApiKeys(options.apiKeys),
    allowedOrigins: splitList(options.allowedOrigins).map(parseOrigin),
    issuerHosts: options.issuerHosts === undefined ? [gatewayUrl.host] : splitList(options.issuerHosts).map(parseHost),
    allowLoopbackIssuer: isSandbox,
    issuing,
    webhooks: parseWebhooks(options),
    profile: Object.keys(profile).length === 0 ? undefined : profile,
    pricing: parsePricing(options, whole),
    branding: parseBranding(options.theme, options.shopLogo, options.shopLinks),
    protection: parseProtection(options, { secret: signKey, isSandbox }),
    retention: parseRetention(options),
    oidc: parseOidc(options),
  };
}

/**
 * The database of a command, and whether the command may migrate it.
 * @throws CheckoutError `configuration_invalid`
 */
export function readDatabase(environment: Environment): StoreOptions & { dataDir: string } {
  return {
    databaseUrl: readSetting(environment, 'DATABASE_URL'),
    dataDir: readSetting(environment, 'TILLGATE_DATA_DIR') ?? './tillgate-data',
    migrates: readMigrates(environment),
    accountId: readSetting(environment, 'TILLGATE_ACCOUNT_ID'),
  };
}

function readMigrates(environment: Environment): boolean {
  return onOrOff('TILLGATE_MIGRATE', readSetting(environment, 'TILLGATE_MIGRATE') ?? 'on');
}

/** Test cards on this machine have no limits by default, because tests repeat the same few numbers. */
function parseProtection(
  options: CheckoutServerOptions,
  { secret, isSandbox }: { secret: string; isSandbox: boolean },
): ParsedOptions['protection'] {
  const standard = isSandbox ? 'off' : {};
  const limits = parseLimits(options.limits ?? standard);
  if (limits === undefined) throw invalidSetting('TILLGATE_LIMITS', LIMITS_FORMAT);
  const cardTesting = parseCardTesting(options.cardTesting ?? standard);
  if (cardTesting === undefined) throw invalidSetting('TILLGATE_CARD_TESTING', CARD_TESTING_FORMAT);
  const { screenPayment: screen, screenTimeout: timeout = 3_000, screenFailure: onFailure = 'refuse' } = options;
  if (!(timeout > 0 && timeout <= 30_000)) throw invalidSetting('screenTimeout', 'up to 30,000 ms');
  const screening = screen === undefined ? undefined : { screen, timeout, onFailure };
  return { limits, cardTesting, screening, secret };
}

/** The prices of baskets: a list, or the shop's own code. */
function parsePricing(
  { priceList, priceOrder }: CheckoutServerOptions,
  profile: GatewayProfile,
): BasketPricing | undefined {
  if (priceOrder !== undefined && priceList !== undefined)
    throw invalidSetting('TILLGATE_PRICE_LIST', 'not beside priceOrder');
  if (priceOrder !== undefined) return pricingByCallback(priceOrder);
  return priceList === undefined ? undefined : pricingByPriceList(parsePriceList(priceList, profile));
}

/** The issuing settings: all three or none. */
function parseIssuing(options: CheckoutServerOptions): ParsedOptions['issuing'] {
  const { issuingUrl, companyId } = options;
  // An incomplete set was refused before.
  if (issuingUrl === undefined || companyId === undefined) return undefined;
  const signKeys = splitList(options.issuingSignKey);
  const url = webAddress('TILLGATE_ISSUING_URL', issuingUrl);
  if (url.protocol !== 'https:' && !isLoopback(url.hostname)) {
    throw invalidSetting('TILLGATE_ISSUING_URL', 'https, unless the service runs on this machine');
  }
  return { baseUrl: issuingUrl, companyId, signKeys };
}

/** The webhook address; without a secret it is refused, because its events could not be verified. */
function parseWebhooks(options: CheckoutServerOptions): ParsedOptions['webhooks'] {
  // An address without a secret, or the reverse, was refused before.
  if (options.webhookUrl === undefined) return undefined;
  const secrets = splitList(options.webhookSecret);
  if (!isWebhookAddress(options.webhookUrl)) throw invalidSetting('TILLGATE_WEBHOOK_URL', WEBHOOK_ADDRESS_FORMAT);
  for (const secret of secrets) {
    try {
      createSigner(secret);
    } catch (cause) {
      throw invalidSetting(
        'TILLGATE_WEBHOOK_SECRET',
        'whsec_ and the base64 of 24 to 64 bytes, several separated by commas',
        cause,
      );
    }
  }
  return { url: options.webhookUrl, secrets };
}

/** The settings of `tillgate serve` besides the server's options. */
export interface ServeSettings {
  options: CheckoutServerOptions;
  port: number;
  host: string;
  /** How long it continues to serve after SIGTERM, in ms, so load balancers notice. */
  drainDelay: number;
  /** The time limit of the whole shutdown, in ms. */
  drainLimit: number;
  /** Warnings about secrets that other users can read. */
  warnings: readonly string[];
  /** The names of given settings that nothing reads, such as a misspelt one. */
  unknown: readonly string[];
}

/**
 * Reads the settings of `tillgate serve`. `X_FILE` names a file with the value of X.
 * @throws CheckoutError `configuration_invalid` with one line that names the setting
 */
export function readServeSettings(given: Environment): ServeSettings {
  const { environment, findUnknown } = recordReadSettings(given);
  const get = (name: string): string | undefined => readSetting(environment, name);
  // Missing settings are refused below, all at once.
  const need = (name: string): string => get(name) ?? '';
  const port = wholeNumber('PORT', get('PORT') ?? '8787', 65_535);
  const host = get('HOST') ?? '0.0.0.0';
  const logLevel = get('LOG_LEVEL') ?? 'info';
  if (!(LOG_LEVELS as readonly string[]).includes(logLevel))
    throw invalidSetting('LOG_LEVEL', `one of ${LOG_LEVELS.join(', ')}`);
  const options: CheckoutServerOptions = {
    publicUrl: get('TILLGATE_PUBLIC_URL') ?? `http://localhost:${String(port)}`,
    gatewayUrl: need('TILLGATE_GATEWAY_URL'),
    merchantId: need('TILLGATE_MERCHANT_ID'),
    accountId: need('TILLGATE_ACCOUNT_ID'),
    signKey: need('TILLGATE_SIGN_KEY'),
    apiKeys: need('TILLGATE_API_KEYS'),
    allowedOrigins: get('TILLGATE_ALLOWED_ORIGINS') ?? '',
    databaseUrl: get('DATABASE_URL'),
    dataDir: get('TILLGATE_DATA_DIR'),
    shopName: get('TILLGATE_SHOP_NAME'),
    shopLogo: get('TILLGATE_SHOP_LOGO'),
    shopLinks: get('TILLGATE_SHOP_LINKS'),
    theme: get('TILLGATE_THEME'),
    trustProxy: wholeNumber('TILLGATE_TRUST_PROXY', get('TILLGATE_TRUST_PROXY') ?? '0', 20),
    issuingUrl: get('TILLGATE_ISSUING_URL'),
    companyId: get('TILLGATE_COMPANY_ID'),
    issuingSignKey: get('TILLGATE_ISSUING_SIGN_KEY'),
    webhookUrl: get('TILLGATE_WEBHOOK_URL'),
    webhookSecret: get('TILLGATE_WEBHOOK_SECRET'),
    riskUpdates: onOrOff('TILLGATE_RISK_UPDATES', get('TILLGATE_RISK_UPDATES') ?? 'on'),
    ordersOnce: onOrOff('TILLGATE_ORDERS_ONCE', get('TILLGATE_ORDERS_ONCE') ?? 'off'),
    console: onOrOff('TILLGATE_CONSOLE', get('TILLGATE_CONSOLE') ?? 'on'),
    consoleKeys: onOrOff('TILLGATE_CONSOLE_KEYS', get('TILLGATE_CONSOLE_KEYS') ?? 'on'),
    oidcIssuer: get('TILLGATE_OIDC_ISSUER'),
    oidcClientId: get('TILLGATE_OIDC_CLIENT_ID'),
    oidcClientSecret: get('TILLGATE_OIDC_CLIENT_SECRET'),
    oidcRoles: get('TILLGATE_OIDC_ROLES'),
    oidcRolesClaim: get('TILLGATE_OIDC_ROLES_CLAIM'),
    oidcName: get('TILLGATE_OIDC_NAME'),
    logLevel: logLevel as LogLevel,
    priceList: get('TILLGATE_PRICE_LIST'),
    limits: get('TILLGATE_LIMITS'),
    cardTesting: get('TILLGATE_CARD_TESTING'),
    migrate: readMigrates(environment),
    ...retentionSettings(environment),
    ...optionalProperty('riskDataOff', get('TILLGATE_RISK_DATA_OFF')),
    ...optionalProperty('issuerHosts', get('TILLGATE_ISSUER_HOSTS')),
    ...optionalProperty('profile', readProfile('TILLGATE_PROFILE', get('TILLGATE_PROFILE'))),
  };
  parseOptions(options);
  const seconds = (name: string, otherwise: string): number => wholeNumber(name, get(name) ?? otherwise, 3_600) * 1_000;
  const drainDelay = seconds('TILLGATE_DRAIN_DELAY', '5');
  const drainLimit = seconds('TILLGATE_DRAIN_LIMIT', '75');
  if (drainLimit < drainDelay) throw invalidSetting('TILLGATE_DRAIN_LIMIT', 'not less than TILLGATE_DRAIN_DELAY');
  const warnings = findReadableSecrets(environment);
  return { options, port, host, drainDelay, drainLimit, warnings, unknown: findUnknown() };
}

/**
 * The overrides in a gateway profile's file.
 * @throws CheckoutError `configuration_invalid` naming the setting, if the file is not JSON
 */
export function readProfile(setting: string, file: string | undefined): ProfileOverrides | undefined {
  if (file === undefined) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProfileOverrides;
  } catch (cause) {
    throw invalidSetting(setting, 'a file that holds JSON', cause);
  }
}

function parseApiKeys(text: string): ApiKey[] {
  const rule = `key:scope+scope,... with the scopes ${SCOPES.join(', ')}`;
  const keys = splitList(text).map((entry, index) => {
    const at = entry.lastIndexOf(':');
    const key = entry.slice(0, at);
    const scopes = entry.slice(at + 1).split('+');
    const known = scopes.every((scope) => (SCOPES as readonly string[]).includes(scope));
    if (at < 1 || !known || !/^[\x21-\x7e]+$/.test(key)) throw invalidSetting('TILLGATE_API_KEYS', rule);
    if (!PUBLISHED_SECRETS.has(key) && estimateKeyBits(key) < KEY_MIN_BITS) {
      throw invalidSetting(
        'TILLGATE_API_KEYS',
        `keys of at least ${String(KEY_MIN_BITS)} random bits, which number ${String(index + 1)} has not; ` +
          '`npx tillgate key` makes one',
      );
    }
    return toApiKey(key, scopes as Scope[]);
  });
  if (keys.length === 0) throw invalidSetting('TILLGATE_API_KEYS', rule);
  return keys;
}

function parseOrigin(text: string): string {
  if (!URL.canParse(text) || new URL(text).origin !== text || !/^https?:/.test(text)) {
    throw invalidSetting('TILLGATE_ALLOWED_ORIGINS', 'origins such as https://shop.example, separated by commas');
  }
  return text;
}

function parseHost(text: string): string {
  if (!/^(\*\.)?[a-z0-9.-]+(:\d{1,5})?$|^\[[0-9a-f:]+\](:\d{1,5})?$/i.test(text)) {
    throw invalidSetting(
      'TILLGATE_ISSUER_HOSTS',
      'host names such as acs.bank.example or *.bank.example, separated by commas',
    );
  }
  return text.toLowerCase();
}
