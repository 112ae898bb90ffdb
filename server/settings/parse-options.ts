import { createProfile, type ProfileOverrides } from '../gateway/profile/index.ts';
import { parseBranding } from '../hosted-page/index.ts';
import { toApiKey } from '../http/index.ts';
import { isLoopback, isPublicHost } from '../network/index.ts';
import { parseApiKeys, type ApiKeyEntry } from './api-keys.ts';
import type { CheckoutServerOptions, ParsedOptions } from './checkout-server-options.ts';
import { readAll } from './collect-problems.ts';
import {
  checkAccountId,
  checkMerchantId,
  parseGatewayUrl,
  parseIssuerHosts,
  parseIssuing,
  parseProfileOverrides,
  parseSignKeys,
} from './gateway.ts';
import { refuseMissingSettings } from './missing-settings.ts';
import { parseOidc } from './oidc.ts';
import { parseProtection } from './protection.ts';
import { refusePublishedSecrets } from './published-secrets.ts';
import { parseRetention } from './retention.ts';
import { invalidSetting, webAddress } from './setting-values.ts';
import { parseAllowedOrigins, parsePricing } from './shop.ts';
import { parseWebhooks } from './webhooks.ts';

/**
 * Validates the options beyond their types.
 * @throws CheckoutError `configuration_invalid`; its message names the environment variable
 */
export function parseOptions(options: CheckoutServerOptions): ParsedOptions {
  const publicUrl = (): URL => webAddress('TILLGATE_PUBLIC_URL', options.publicUrl);
  const gatewayUrl = (): URL => parseGatewayUrl(options.gatewayUrl);
  // With a public address, a gateway on this machine is a tunnel to the real one.
  const isSandbox = (): boolean => isLoopback(gatewayUrl().hostname) && !isPublicHost(publicUrl().hostname);
  const signKeys = (): ParsedOptions['gateway']['signKeys'] => parseSignKeys(options.signKey);
  const issuing = (): ParsedOptions['issuing'] => parseIssuing(options);
  const profile = (): ProfileOverrides => parseProfileOverrides(options);
  const apiKeys = (): ApiKeyEntry[] => parseApiKeys(options.apiKeys);
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
        apiKeys: apiKeys().map(({ key }) => key),
      }),
    () => createProfile(profile()),
  ];
  return readAll<ParsedOptions>(checks, {
    publicUrl: () => publicUrl().href.replace(/\/+$/, ''),
    gateway: () => {
      gatewayUrl();
      const { gatewayUrl: baseUrl, merchantId, accountId } = options;
      return { baseUrl, merchantId, accountId, signKeys: signKeys(), profile: profile() };
    },
    apiKeys: () => apiKeys().map(({ key, scopes, name }) => toApiKey(key, scopes, name)),
    allowedOrigins: () => parseAllowedOrigins(options),
    issuerHosts: () => parseIssuerHosts(options),
    allowLoopbackIssuer: isSandbox,
    issuing,
    webhooks: () => parseWebhooks(options),
    pricing: () => parsePricing(options, createProfile(profile())),
    branding: () => parseBranding(options.theme, options.shopLogo, options.shopLinks),
    protection: () => parseProtection(options, { secret: signKeys()[0], isSandbox: isSandbox() }),
    retention: () => parseRetention(options),
    oidc: () => parseOidc(options),
  });
}

function checkTrustProxy({ trustProxy = 0 }: CheckoutServerOptions): void {
  if (Number.isInteger(trustProxy) && trustProxy >= 0) return;
  throw invalidSetting('TILLGATE_TRUST_PROXY', 'a whole number of proxies');
}
