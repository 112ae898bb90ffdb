import { ipLiteralOfHost, isReservedHostName, isAllowedWebhookIp } from '../network/index.ts';

export const WEBHOOK_URL_RULE_TEXT = 'https, or http within your own network, without a user and a fragment';

/**
 * Whether webhooks may go to a URL: https; plain http only to this machine and its private networks, since events name
 * shoppers.
 */
export function isAllowedWebhookUrl(text: string): boolean {
  if (/[\u0000-\u0020\u007f\\]/.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  const address = ipLiteralOfHost(url.hostname);
  if (address !== undefined) return isAllowedWebhookIp(address, url.protocol);
  const name = url.hostname.replace(/\.$/, '');
  if (/^metadata(\.google\.internal)?$/.test(name)) return false;
  return url.protocol === 'https:' || isContainerName(name) || isReservedHostName(name);
}

/** A name without a dot, as containers have. */
function isContainerName(name: string): boolean {
  return /^[a-z0-9_-]+$/i.test(name);
}
