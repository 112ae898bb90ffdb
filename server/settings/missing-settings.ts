import type { CheckoutServerOptions } from './checkout-server-options.ts';
import { splitList, missingSettings } from './setting-values.ts';

/** @throws CheckoutError `configuration_invalid` with one line for each missing setting */
export function refuseMissingSettings(options: CheckoutServerOptions): void {
  const given: Readonly<Record<string, string | readonly string[] | undefined>> = {
    TILLGATE_PUBLIC_URL: options.publicUrl,
    TILLGATE_GATEWAY_URL: options.gatewayUrl,
    TILLGATE_MERCHANT_ID: options.merchantId,
    TILLGATE_ACCOUNT_ID: options.accountId,
    TILLGATE_SIGN_KEY: options.signKey,
    TILLGATE_API_KEYS: options.apiKeys,
    ...(isIssuing(options) ? issuingSettings(options) : {}),
    ...(usesOidc(options) ? oidcSettings(options) : {}),
    ...(takesEvents(options) ? webhookSettings(options) : {}),
  };
  const names = Object.keys(given).filter((name) => splitList(given[name]).length === 0);
  if (names.length > 0) throw missingSettings(names);
}

type SettingTexts = Record<string, string | readonly string[] | undefined>;

function issuingSettings({ issuingUrl, companyId, issuingSignKey }: CheckoutServerOptions): SettingTexts {
  return {
    TILLGATE_ISSUING_URL: issuingUrl,
    TILLGATE_COMPANY_ID: companyId,
    TILLGATE_ISSUING_SIGN_KEY: issuingSignKey,
  };
}

function isIssuing(options: CheckoutServerOptions): boolean {
  return (
    options.issuingUrl !== undefined || options.companyId !== undefined || splitList(options.issuingSignKey).length > 0
  );
}

function oidcSettings({ oidcIssuer, oidcClientId, oidcClientSecret, oidcRoles }: CheckoutServerOptions): SettingTexts {
  return {
    TILLGATE_OIDC_ISSUER: oidcIssuer,
    TILLGATE_OIDC_CLIENT_ID: oidcClientId,
    TILLGATE_OIDC_CLIENT_SECRET: oidcClientSecret,
    TILLGATE_OIDC_ROLES: typeof oidcRoles === 'object' ? Object.keys(oidcRoles) : oidcRoles,
  };
}

function usesOidc({ oidcIssuer, oidcClientId, oidcClientSecret, oidcRoles }: CheckoutServerOptions): boolean {
  return [oidcIssuer, oidcClientId, oidcClientSecret, oidcRoles].some((value) => value !== undefined);
}

function webhookSettings({ webhookUrl, webhookSecret }: CheckoutServerOptions): SettingTexts {
  return { TILLGATE_WEBHOOK_URL: webhookUrl, TILLGATE_WEBHOOK_SECRET: webhookSecret };
}

function takesEvents({ webhookUrl, webhookSecret }: CheckoutServerOptions): boolean {
  return webhookUrl !== undefined || splitList(webhookSecret).length > 0;
}
