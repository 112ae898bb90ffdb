import { BlockList, isIP } from 'node:net';

/** Addresses of a network of one's own, where plain http is between one's own machines. */
const OWN = new BlockList();
OWN.addSubnet('10.0.0.0', 8, 'ipv4');
OWN.addSubnet('172.16.0.0', 12, 'ipv4');
OWN.addSubnet('192.168.0.0', 16, 'ipv4');
OWN.addSubnet('127.0.0.0', 8, 'ipv4');
OWN.addSubnet('::1', 128, 'ipv6');
OWN.addSubnet('fc00::', 7, 'ipv6');

/** Where a cloud tells a machine its secrets, and what answers for no machine in particular. */
const NEVER = new BlockList();
NEVER.addSubnet('169.254.0.0', 16, 'ipv4');
NEVER.addSubnet('0.0.0.0', 8, 'ipv4');
NEVER.addSubnet('224.0.0.0', 3, 'ipv4');
NEVER.addAddress('100.100.100.200', 'ipv4');
NEVER.addAddress('::', 'ipv6');
NEVER.addAddress('fd00:ec2::254', 'ipv6');
NEVER.addSubnet('fe80::', 10, 'ipv6');
NEVER.addSubnet('ff00::', 8, 'ipv6');

export const WEBHOOK_ADDRESS_RULE = 'https, or http within your own network, without a user and a fragment';

/**
 * Whether events may go to an address: https; plain http only to this machine and to names and addresses of one's own
 * network, since events name shoppers; never to where clouds keep secrets.
 */
export function isWebhookAddress(text: string): boolean {
  if (/[\u0000-\u0020\u007f\\]/.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIn(NEVER, host) || /^metadata(\.google\.internal)?$/.test(host)) return false;
  return url.protocol === 'https:' || isOwnName(host) || isIn(OWN, host);
}

/** A name without a dot, as containers have, or one that is kept for networks of one's own. */
function isOwnName(host: string): boolean {
  return (
    isIP(host) === 0 && (/^[a-z0-9_-]+$/i.test(host) || /\.(localhost|internal|local|test|home\.arpa)$/i.test(host))
  );
}

function isIn(list: BlockList, host: string): boolean {
  const version = isIP(host);
  return version !== 0 && list.check(host, version === 4 ? 'ipv4' : 'ipv6');
}
