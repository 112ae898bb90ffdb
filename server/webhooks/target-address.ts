import {
  addressOfHost,
  embeddedAddresses,
  isOwnName,
  networkKindOf,
  type NetworkKind,
} from '../network/network-addresses.ts';

/** Networks of one's own, where plain http is between one's own machines. */
const OWN: ReadonlySet<NetworkKind> = new Set(['loopback', 'private']);

/** Where a cloud tells a machine its secrets, what answers for no machine in particular, and what hides its target. */
const NEVER: ReadonlySet<NetworkKind> = new Set(['secrets', 'link_local', 'unspecified', 'multicast', 'translated']);

export const WEBHOOK_ADDRESS_RULE = 'https, or http within your own network, without a user and a fragment';

/**
 * Whether events may go to an address: https; plain http only to this machine and to names and addresses of one's own
 * network, since events name shoppers; never to where clouds keep secrets, nor to an address that hides a private one.
 */
export function isWebhookAddress(text: string): boolean {
  if (/[\u0000-\u0020\u007f\\]/.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  const address = addressOfHost(url.hostname);
  if (address !== undefined) {
    const kind = networkKindOf(address) ?? 'public';
    if (NEVER.has(kind) || embeddedAddresses(address).some((inner) => networkKindOf(inner) !== 'public')) return false;
    return url.protocol === 'https:' || OWN.has(kind);
  }
  const name = url.hostname.replace(/\.$/, '');
  if (/^metadata(\.google\.internal)?$/.test(name)) return false;
  return url.protocol === 'https:' || isContainerName(name) || isOwnName(name);
}

/** A name without a dot, as containers have. */
function isContainerName(name: string): boolean {
  return /^[a-z0-9_-]+$/i.test(name);
}
