import { CheckoutError } from '../../shared/errors.ts';
import { addressOfHost, isLoopback, isOwnName, networkKindOf, type NetworkKind } from '../network/network-addresses.ts';

/** Secrets that stand in this project's sources and documents: everybody knows them. */
export const PUBLISHED_SECRETS: ReadonlySet<string> = new Set([
  'sandbox_sign_key_of_no_worth',
  'sandbox_issuing_key_of_no_worth',
  'demo_key_for_the_demo_shop_only',
]);

/** What is looked at before a companion starts. */
interface Doors {
  publicUrl: URL;
  gatewayUrl: URL;
  signKeys: readonly string[];
  issuingSignKeys: readonly string[];
  /** `key:scopes` each. */
  apiKeys: readonly string[];
}

/**
 * Refuses a companion that strangers can reach and whose secrets they know, or to which cards would travel in clear. On this machine and in private networks everything goes.
 * @throws CheckoutError `configuration_invalid` naming the setting
 */
export function refusePublishedSecrets(doors: Doors): void {
  const { publicUrl, gatewayUrl } = doors;
  const isReal = !isLoopback(gatewayUrl.hostname);
  const isKnown = (key: string): boolean => PUBLISHED_SECRETS.has(key.replaceAll(' ', ''));
  const knownApiKey = doors.apiKeys.some((entry) => isKnown(entry.slice(0, entry.lastIndexOf(':'))));
  const open = isPublicHost(publicUrl.hostname);
  const where = `${publicUrl.origin} is a public address`;
  if (knownApiKey && (open || isReal))
    throw wrong('TILLGATE_API_KEYS', 'everybody knows the demo’s key; make your own');
  if (!open) return;
  if (publicUrl.protocol !== 'https:') throw wrong('TILLGATE_PUBLIC_URL', `${where}, so it has to be https`);
  if (doors.signKeys.some(isKnown)) {
    throw wrong('TILLGATE_SIGN_KEY', `everybody knows the sandbox’s key, and ${where}`);
  }
  if (doors.issuingSignKeys.some(isKnown)) {
    throw wrong('TILLGATE_ISSUING_SIGN_KEY', `everybody knows the sandbox’s key, and ${where}`);
  }
}

/** Kinds of networks that only this machine or a private network knows (RFC 1918, 4193, 3927). */
const INSIDE: ReadonlySet<NetworkKind> = new Set(['loopback', 'private', 'link_local']);

/** Whether strangers may find this host: neither this machine, nor a private address, nor a name without a dot. */
export function isPublicHost(hostname: string): boolean {
  const address = addressOfHost(hostname);
  if (address !== undefined) return !INSIDE.has(networkKindOf(address) ?? 'public');
  return hostname.replace(/\.$/, '').includes('.') && !isOwnName(hostname);
}

function wrong(setting: string, rule: string): CheckoutError {
  return new CheckoutError('configuration_invalid', `${setting}: ${rule}.`, {
    fields: [{ path: setting, code: 'not_allowed', rule }],
  });
}
