import { CheckoutError } from '../../shared/errors.ts';
import { isLoopback, isPublicHost } from '../network/index.ts';

/** Secrets from this project's sources and documents, which are public. */
export const PUBLISHED_SECRETS: ReadonlySet<string> = new Set([
  'sandbox_sign_key_of_no_worth',
  'sandbox_second_key_of_no_worth',
  'sandbox_issuing_key_of_no_worth',
  'demo_key_for_the_demo_shop_only',
]);

export function isPublishedSecret(key: string): boolean {
  return PUBLISHED_SECRETS.has(key.replaceAll(' ', ''));
}

/** The settings that are checked. */
interface ExposedSettings {
  publicUrl: URL;
  signKeys: readonly string[];
  issuingSignKeys: readonly string[];
}

/**
 * Refuses a companion that other machines can reach if its secrets are public, or if cards would travel unencrypted. On
 * this machine and in private networks everything is allowed.
 * @throws CheckoutError `configuration_invalid` naming the setting
 */
export function refuseUnsafePublicServer(doors: ExposedSettings): void {
  const { publicUrl } = doors;
  const where = `${publicUrl.origin} is a public address`;
  if (!isPublicHost(publicUrl.hostname)) return;
  if (publicUrl.protocol !== 'https:') throw wrong('TILLGATE_PUBLIC_URL', `${where}, so it has to be https`);
  if (doors.signKeys.some(isPublishedSecret)) {
    throw wrong('TILLGATE_SIGN_KEY', `everybody knows the sandbox’s key, and ${where}`);
  }
  if (doors.issuingSignKeys.some(isPublishedSecret)) {
    throw wrong('TILLGATE_ISSUING_SIGN_KEY', `everybody knows the sandbox’s key, and ${where}`);
  }
}

/**
 * Refuses the demo's API key where other machines can reach the companion, or the gateway is a real one.
 * @throws CheckoutError `configuration_invalid`
 */
export function refusePublishedApiKeys(publicUrl: URL, gatewayUrls: readonly URL[], keys: readonly string[]): void {
  const isExposed = isPublicHost(publicUrl.hostname) || gatewayUrls.some(({ hostname }) => !isLoopback(hostname));
  if (isExposed && keys.some(isPublishedSecret))
    throw wrong('TILLGATE_API_KEYS', 'everybody knows the demo’s key; make your own');
}

function wrong(setting: string, rule: string): CheckoutError {
  return new CheckoutError('configuration_invalid', `${setting}: ${rule}.`, {
    fields: [{ path: setting, code: 'not_allowed', rule }],
  });
}
