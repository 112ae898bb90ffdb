import { createProfile } from '../gateway/profile/index.ts';
import { parseBranding } from '../hosted-page/index.ts';
import { toHashedApiKey } from '../http/index.ts';
import { DEFAULT_ACCOUNT_NAME } from '../../shared/contract/account-name.ts';
import { parseApiKeys, type ApiKeyEntry } from './api-keys.ts';
import type { CheckoutServerOptions, ParsedOptions } from './checkout-server-options.ts';
import { runSettingReaders } from './collect-problems.ts';
import { parseGatewayUrl, toProfileOverrides } from './gateway.ts';
import { refuseMissingSettings } from './missing-settings.ts';
import { parseOidc } from './oidc.ts';
import { parseAccounts } from './parse-accounts.ts';
import { refusePublishedApiKeys } from './unsafe-public-server.ts';
import { parseRetention } from './retention.ts';
import { toInvalidSettingError, parseHttpUrl } from './setting-values.ts';
import { parseAllowedOrigins, parseBasketPricing } from './shop.ts';
import { parseWebhookEndpoints } from './webhooks.ts';

/**
 * Validates the options beyond their types.
 * @throws CheckoutError `configuration_invalid`; its message names the environment variable
 */
export function parseOptions(options: CheckoutServerOptions): ParsedOptions {
  const publicUrl = (): URL => parseHttpUrl('TILLGATE_PUBLIC_URL', options.publicUrl);
  const names = [DEFAULT_ACCOUNT_NAME, ...Object.keys(options.accounts ?? {})];
  const apiKeys = (): ApiKeyEntry[] => parseApiKeys(options.apiKeys, names);
  // What is missing is named first; another problem of the same setting is not named beside it.
  const checks = [
    () => refuseMissingSettings(options),
    () => checkTrustProxy(options),
    () =>
      refusePublishedApiKeys(
        publicUrl(),
        [options, ...Object.values(options.accounts ?? {})].flatMap(({ gatewayUrl: url }) =>
          url === undefined ? [] : parseGatewayUrl(url),
        ),
        apiKeys().map(({ key }) => key),
      ),
  ];
  return runSettingReaders<ParsedOptions>(checks, {
    publicUrl: () => publicUrl().href.replace(/\/+$/, ''),
    accounts: () => parseAccounts(options),
    apiKeys: () => apiKeys().map(({ key, ...entry }) => toHashedApiKey(key, entry)),
    allowedOrigins: () => parseAllowedOrigins(options),
    webhooks: () => parseWebhookEndpoints(options),
    pricing: () => parseBasketPricing(options, createProfile(toProfileOverrides(options))),
    branding: () => parseBranding(options.theme, options.shopLogo, options.shopLinks),
    retention: () => parseRetention(options),
    oidc: () => parseOidc(options),
  });
}

function checkTrustProxy({ trustProxy = 0 }: CheckoutServerOptions): void {
  if (Number.isInteger(trustProxy) && trustProxy >= 0) return;
  throw toInvalidSettingError('TILLGATE_TRUST_PROXY', 'a whole number of proxies');
}
