import { SCOPES, type Scope } from '../../shared/contract/merchant/scopes.ts';
import { AccountId, MerchantId } from '../../shared/interface/formats.ts';
import { pricingByCallback, pricingByPriceList, type BasketPricing, parsePriceList } from '../baskets/index.ts';
import type { CheckoutServerOptions, ParsedOptions } from './checkout-server-options.ts';
import { readAll } from './collect-problems.ts';
import { toApiKey, type ApiKey } from '../http/index.ts';
import { estimateKeyBits, KEY_MIN_BITS } from './key-strength.ts';
import {
  type GatewayProfile,
  type ProfileOverrides,
  createProfile,
  withoutRiskData,
} from '../gateway/profile/index.ts';
import { parseBranding } from '../hosted-page/index.ts';
import { isLoopback, isPublicHost } from '../network/index.ts';
import { parseOidc } from './oidc.ts';
import { parseRetention } from './retention.ts';
import { refuseMissingSettings } from './missing-settings.ts';
import { PUBLISHED_SECRETS, refusePublishedSecrets } from './published-secrets.ts';
import { invalidSetting, missingSettings, splitList, webAddress } from './setting-values.ts';
import { CARD_TESTING_FORMAT, LIMITS_FORMAT, parseCardTesting, parseLimits } from '../risk/index.ts';
import { createSigner } from '../webhooks/sign.ts';
import { isWebhookAddress, WEBHOOK_ADDRESS_FORMAT } from '../webhooks/target-address.ts';

export type { CheckoutServerOptions, ParsedOptions } from './checkout-server-options.ts';

/**
 * Validates the options beyond their types.
 * @throws CheckoutError `configuration_invalid`; its message names the environment variable
 */
export function parseOptions(options: CheckoutServerOptions): ParsedOptions {
  const publicUrl = (): URL => webAddress('TILLGATE_PUBLIC_URL', options.publicUrl);
  const gatewayUrl = (): URL => parseGatewayUrl(options.gatewayUrl);
  // With a public address, a gateway on this machine is a tunnel to the real one.
  const isSandbox = (): boolean => isLoopback(gatewayUrl().hostname) && !isPublicHost(publicUrl().hostname);
  const signKeys = (): ParsedOptions['signKeys'] => parseSignKeys(options.signKey);
  const issuing = (): ParsedOptions['issuing'] => parseIssuing(options);
  const profile = (): ProfileOverrides => withoutRiskData(options.profile ?? {}, splitList(options.riskDataOff));
  // What is missing is named first; another problem of the same setting is not named beside it.
  const checks = [
    () => refuseMissingSettings(options),
    () => checkMerchantId(options),
    () => checkAccountId(options),
    () => checkTrustProxy(options),
    () =>
      refusePublishedSecrets({
        publicUrl: publicUrl(),
        gatewayUrl: gatewayUrl(),
        signKeys: signKeys(),
        issuingSignKeys: issuing()?.signKeys ?? [],
        apiKeys: splitList(options.apiKeys),
      }),
  ];
  return readAll<ParsedOptions>(checks, {
    publicUrl: () => publicUrl().href.replace(/\/+$/, ''),
    signKeys,
    apiKeys: () => parseApiKeys(options.apiKeys),
    allowedOrigins: () => splitList(options.allowedOrigins).map(parseOrigin),
    issuerHosts: () =>
      options.issuerHosts === undefined ? [gatewayUrl().host] : splitList(options.issuerHosts).map(parseHost),
    allowLoopbackIssuer: isSandbox,
    issuing,
    webhooks: () => parseWebhooks(options),
    profile: () => {
      const overrides = profile();
      createProfile(overrides);
      return Object.keys(overrides).length === 0 ? undefined : overrides;
    },
    pricing: () => parsePricing(options, createProfile(profile())),
    branding: () => parseBranding(options.theme, options.shopLogo, options.shopLinks),
    protection: () => parseProtection(options, { secret: signKeys()[0], isSandbox: isSandbox() }),
    retention: () => parseRetention(options),
    oidc: () => parseOidc(options),
  });
}

function checkMerchantId({ merchantId }: CheckoutServerOptions): void {
  if (MerchantId.safeParse(merchantId).success) return;
  throw invalidSetting('TILLGATE_MERCHANT_ID', 'at most 7 letters, digits, _ and -');
}

function checkAccountId({ accountId }: CheckoutServerOptions): void {
  if (AccountId.safeParse(accountId).success) return;
  throw invalidSetting('TILLGATE_ACCOUNT_ID', 'at most 10 letters, digits, _ and -');
}

function checkTrustProxy({ trustProxy = 0 }: CheckoutServerOptions): void {
  if (Number.isInteger(trustProxy) && trustProxy >= 0) return;
  throw invalidSetting('TILLGATE_TRUST_PROXY', 'a whole number of proxies');
}

function parseGatewayUrl(text: string): URL {
  const url = webAddress('TILLGATE_GATEWAY_URL', text);
  if (url.protocol === 'https:' || isLoopback(url.hostname)) return url;
  throw invalidSetting('TILLGATE_GATEWAY_URL', 'https, unless the gateway runs on this machine');
}

function parseSignKeys(text: CheckoutServerOptions['signKey']): ParsedOptions['signKeys'] {
  const [signKey, ...others] = splitList(text);
  if (signKey === undefined) throw missingSettings(['TILLGATE_SIGN_KEY']);
  return [signKey, ...others];
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
