import type { CheckoutServerOptions } from './checkout-server-options.ts';
import { listOf, missing } from './setting-values.ts';

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
    ...(takesEvents(options) ? webhookSettings(options) : {}),
  };
  const names = Object.keys(given).filter((name) => listOf(given[name]).length === 0);
  if (names.length > 0) throw missing(names);
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
    options.issuingUrl !== undefined || options.companyId !== undefined || listOf(options.issuingSignKey).length > 0
  );
}

function webhookSettings({ webhookUrl, webhookSecret }: CheckoutServerOptions): SettingTexts {
  return { TILLGATE_WEBHOOK_URL: webhookUrl, TILLGATE_WEBHOOK_SECRET: webhookSecret };
}

function takesEvents({ webhookUrl, webhookSecret }: CheckoutServerOptions): boolean {
  return webhookUrl !== undefined || listOf(webhookSecret).length > 0;
}
