import { AccountId, MerchantId } from '../../shared/interface/formats.ts';
import { disableRiskData, type ProfileOverrides } from '../gateway/profile/index.ts';
import { isLoopback } from '../network/index.ts';
import type { CheckoutServerOptions, ParsedAccount } from './checkout-server-options.ts';
import { toMissingSettingsError } from './missing-settings.ts';
import { toInvalidSettingError, splitList, parseHttpUrl } from './setting-values.ts';

/** @throws CheckoutError `configuration_invalid` */
export function parseGatewayUrl(text: string): URL {
  const url = parseHttpUrl('TILLGATE_GATEWAY_URL', text);
  if (url.protocol === 'https:' || isLoopback(url.hostname)) return url;
  throw toInvalidSettingError('TILLGATE_GATEWAY_URL', 'https, unless the gateway runs on this machine');
}

/** @throws CheckoutError `configuration_invalid` */
export function checkMerchantId({ merchantId }: CheckoutServerOptions): void {
  if (MerchantId.safeParse(merchantId).success) return;
  throw toInvalidSettingError('TILLGATE_MERCHANT_ID', 'at most 7 letters, digits, _ and -');
}

/** @throws CheckoutError `configuration_invalid` */
export function checkAccountId({ accountId }: CheckoutServerOptions): void {
  if (AccountId.safeParse(accountId).success) return;
  throw toInvalidSettingError('TILLGATE_ACCOUNT_ID', 'at most 10 letters, digits, _ and -');
}

/** @throws CheckoutError `configuration_invalid` */
export function parseSignKeys(text: CheckoutServerOptions['signKey']): ParsedAccount['gateway']['signKeys'] {
  const [signKey, ...others] = splitList(text);
  if (signKey === undefined) throw toMissingSettingsError(['TILLGATE_SIGN_KEY']);
  return [signKey, ...others];
}

/**
 * The merchant's profile, without the risk data that is off.
 * @throws CheckoutError `configuration_invalid`
 */
export function toProfileOverrides({ profile, riskDataOff }: CheckoutServerOptions): ProfileOverrides {
  return disableRiskData(profile ?? {}, splitList(riskDataOff));
}

/**
 * The hosts that shoppers may be sent to.
 * @throws CheckoutError `configuration_invalid`
 */
export function parseIssuerHosts({ issuerHosts, gatewayUrl }: CheckoutServerOptions): string[] {
  return issuerHosts === undefined ? [parseGatewayUrl(gatewayUrl).host] : splitList(issuerHosts).map(parseHost);
}

function parseHost(text: string): string {
  if (!/^(\*\.)?[a-z0-9.-]+(:\d{1,5})?$|^\[[0-9a-f:]+\](:\d{1,5})?$/i.test(text)) {
    throw toInvalidSettingError(
      'TILLGATE_ISSUER_HOSTS',
      'host names such as acs.bank.example or *.bank.example, separated by commas',
    );
  }
  return text.toLowerCase();
}

/**
 * The issuing settings: all three or none.
 * @throws CheckoutError `configuration_invalid`
 */
export function parseIssuing(options: CheckoutServerOptions): ParsedAccount['issuing'] {
  const { issuingUrl, companyId } = options;
  // An incomplete set was refused before.
  if (issuingUrl === undefined || companyId === undefined) return undefined;
  const signKeys = splitList(options.issuingSignKey);
  const url = parseHttpUrl('TILLGATE_ISSUING_URL', issuingUrl);
  if (url.protocol !== 'https:' && !isLoopback(url.hostname)) {
    throw toInvalidSettingError('TILLGATE_ISSUING_URL', 'https, unless the service runs on this machine');
  }
  return { baseUrl: issuingUrl, companyId, signKeys };
}
