import { CheckoutError } from '../../shared/errors.ts';
import type { CheckoutServerOptions } from './checkout-server-options.ts';
import { splitList } from './setting-values.ts';

/** How an operator finds the value of a required setting. */
const NEEDED: Readonly<Record<string, string>> = {
  TILLGATE_PUBLIC_URL: 'the companion’s address as browsers and the gateway reach it',
  TILLGATE_GATEWAY_URL: 'the gateway’s base address, such as https://gateway.example',
  TILLGATE_MERCHANT_ID: 'your merchant ID at the gateway, at most 7 characters',
  TILLGATE_ACCOUNT_ID: 'your account ID at the gateway, at most 10 characters',
  TILLGATE_SIGN_KEY: 'the key for digests that the gateway gave you',
  TILLGATE_API_KEYS:
    'key:scope+scope or key:scope+scope:Name, such as <key>:pay+refund+read; "npx tillgate key" makes a key',
  TILLGATE_OIDC_ISSUER: 'the issuer of your identity provider, such as https://login.example',
  TILLGATE_OIDC_CLIENT_ID: 'the client ID that your identity provider gave you',
  TILLGATE_OIDC_CLIENT_SECRET: 'the client secret that your identity provider gave you',
  TILLGATE_OIDC_ROLES: 'the scopes of each role, such as {"support": "read+refund"}',
  TILLGATE_WEBHOOK_SECRET: 'whsec_ and the base64 of 24 to 64 bytes; "echo whsec_$(openssl rand -base64 32)" makes one',
};

/** The error for missing settings, with one line for each. */
export function toMissingSettingsError(settings: readonly string[]): CheckoutError {
  const fields = settings.map((path) => {
    const hint = NEEDED[path];
    return { path, code: 'required' as const, rule: hint === undefined ? 'must be given' : `must be given: ${hint}` };
  });
  return new CheckoutError('configuration_invalid', fields.map(({ path, rule }) => `${path}: ${rule}.`).join('\n'), {
    fields,
  });
}

/** @throws CheckoutError `configuration_invalid` with one line for each missing setting */
export function refuseMissingSettings(options: CheckoutServerOptions): void {
  const given: SettingTexts = {
    TILLGATE_PUBLIC_URL: options.publicUrl,
    TILLGATE_GATEWAY_URL: options.gatewayUrl,
    TILLGATE_MERCHANT_ID: options.merchantId,
    TILLGATE_ACCOUNT_ID: options.accountId,
    TILLGATE_SIGN_KEY: options.signKey,
    TILLGATE_API_KEYS: options.apiKeys,
    ...(usesOidc(options) ? oidcSettings(options) : {}),
    ...(takesEvents(options) ? webhookSettings(options) : {}),
  };
  refuseEmpty(given);
}

/** @throws CheckoutError `configuration_invalid` with one line for each missing setting of the issuing area */
export function refuseMissingIssuingSettings(options: CheckoutServerOptions): void {
  if (isIssuing(options)) refuseEmpty(issuingSettings(options));
}

function refuseEmpty(given: Readonly<SettingTexts>): void {
  const names = Object.keys(given).filter((name) => splitList(given[name]).length === 0);
  if (names.length > 0) throw toMissingSettingsError(names);
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
