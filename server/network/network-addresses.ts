import { BlockList, isIP, SocketAddress } from 'node:net';

/** Kinds of networks, by RFC 1918, 3927, 4193, 6598 and the metadata addresses of clouds. */
type NetworkKind =
  | 'loopback'
  | 'private'
  | 'link_local'
  | 'carrier'
  | 'this_network'
  | 'unspecified'
  | 'multicast'
  | 'metadata'
  | 'translated'
  | 'public';

interface NetworkTraits {
  /** No internet client has an address of this kind. */
  isInternal: boolean;
  /** Only this machine or a private network reaches a host of this kind. */
  isUnreachable: boolean;
  /** Which webhook addresses may resolve to this kind. */
  webhooks: 'http_or_https' | 'https' | 'none';
}

/** The rules for each kind of network: clients, the public address, webhook addresses. */
const TRAITS: Readonly<Record<NetworkKind, NetworkTraits>> = {
  loopback: { isInternal: true, isUnreachable: true, webhooks: 'http_or_https' },
  private: { isInternal: true, isUnreachable: true, webhooks: 'http_or_https' },
  link_local: { isInternal: true, isUnreachable: true, webhooks: 'none' },
  carrier: { isInternal: true, isUnreachable: false, webhooks: 'https' },
  this_network: { isInternal: true, isUnreachable: false, webhooks: 'none' },
  unspecified: { isInternal: false, isUnreachable: false, webhooks: 'none' },
  multicast: { isInternal: false, isUnreachable: false, webhooks: 'none' },
  metadata: { isInternal: true, isUnreachable: false, webhooks: 'none' },
  translated: { isInternal: false, isUnreachable: false, webhooks: 'none' },
  public: { isInternal: false, isUnreachable: false, webhooks: 'https' },
};

type Row = readonly [kind: NetworkKind, network: string, prefix: number];

/** The first range that contains an address determines its kind. */
const IPV4: readonly Row[] = [
  ['metadata', '100.100.100.200', 32],
  ['loopback', '127.0.0.0', 8],
  ['private', '10.0.0.0', 8],
  ['private', '172.16.0.0', 12],
  ['private', '192.168.0.0', 16],
  ['link_local', '169.254.0.0', 16],
  ['carrier', '100.64.0.0', 10],
  ['this_network', '0.0.0.0', 8],
  ['multicast', '224.0.0.0', 3],
];
const IPV6: readonly Row[] = [
  ['metadata', 'fd00:ec2::254', 128],
  ['loopback', '::1', 128],
  ['unspecified', '::', 128],
  ['private', 'fc00::', 7],
  ['link_local', 'fe80::', 10],
  ['link_local', 'fec0::', 10],
  ['multicast', 'ff00::', 8],
  // NAT64 within a private network (RFC 8215): the target of such an address is never public.
  ['translated', '64:ff9b:1::', 48],
];

interface Rule {
  kind: NetworkKind;
  list: BlockList;
}

const RULES = {
  4: IPV4.map((row): Rule => ({ kind: row[0], list: blockListOf([row], 'ipv4') })),
  6: IPV6.map((row): Rule => ({ kind: row[0], list: blockListOf([row], 'ipv6') })),
};

/** All ranges: most addresses are in none of them. */
const RANGES = { 4: blockListOf(IPV4, 'ipv4'), 6: blockListOf(IPV6, 'ipv6') };

function blockListOf(rows: readonly Row[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [, network, prefix] of rows) list.addSubnet(network, prefix, family);
  return list;
}

/** The kind of network of an address; undefined for text that is no address. */
function networkKindOf(address: string): NetworkKind | undefined {
  const version = isIP(address);
  if (version !== 4 && version !== 6) return undefined;
  const parsed = new SocketAddress({ address, family: version === 4 ? 'ipv4' : 'ipv6' });
  if (!RANGES[version].check(parsed)) return 'public';
  return RULES[version].find(({ list }) => list.check(parsed))?.kind ?? 'public';
}

/** The address in a URL's host name, without brackets and a trailing dot; undefined for a name. */
export function ipLiteralOfHost(hostname: string): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return isIP(host) === 0 ? undefined : host;
}

/** The eight groups of an IPv6 address as numbers. */
export function ipv6Groups(address: string): number[] {
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [front = [], back = []] = [head, tail].map((part) => (part === '' ? [] : part.split(':')));
  const gap = Array.from({ length: 8 - front.length - back.length }, () => '0');
  return [...front, ...gap, ...back].map((group) => Number.parseInt(group, 16));
}

/**
 * The IPv4 addresses that an IPv6 address contains: mapped and compatible ones (RFC 4291), translated ones (RFC 2765,
 * 6052), 6to4 (RFC 3056), Teredo with its server and its client (RFC 4380), ISATAP (RFC 5214).
 */
export function embeddedIpv4Addresses(address: string): string[] {
  if (isIP(address) !== 6 || ['loopback', 'unspecified'].includes(networkKindOf(address) ?? '')) return [];
  const groups = ipv6Groups(address);
  const [first, second, third = 0, fourth = 0] = groups;
  const [fifth, sixth, seventh = 0, eighth = 0] = groups.slice(4);
  const found: string[] = [];
  const start = groups.slice(0, 4).join(':');
  const isZero = start === '0:0:0:0';
  if (isZero && ((fifth === 0 && (sixth === 0 || sixth === 0xffff)) || (fifth === 0xffff && sixth === 0))) {
    found.push(ipv4Of(seventh, eighth));
  }
  if (first === 0x64 && second === 0xff9b) found.push(ipv4Of(seventh, eighth));
  if (first === 0x2002) found.push(ipv4Of(second ?? 0, third));
  if (first === 0x2001 && second === 0) found.push(ipv4Of(third, fourth), ipv4Of(seventh ^ 0xffff, eighth ^ 0xffff));
  if ((fifth === 0 || fifth === 0x200) && sixth === 0x5efe) found.push(ipv4Of(seventh, eighth));
  return found;
}

function ipv4Of(high: number, low: number): string {
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

/** Whether no client on the internet has this address: private, loopback, link-local, carrier-grade NAT. */
export function isInternalAddress(address: string): boolean {
  const kind = networkKindOf(address);
  return kind !== undefined && TRAITS[kind].isInternal;
}

/** Whether clients outside this machine and its private networks can reach a URL's host name. */
export function isPublicHost(hostname: string): boolean {
  const address = ipLiteralOfHost(hostname);
  if (address !== undefined) return !TRAITS[networkKindOf(address) ?? 'public'].isUnreachable;
  return hostname.replace(/\.$/, '').includes('.') && !isReservedHostName(hostname);
}

/**
 * Whether webhooks may go to an IP address over this protocol: never to a cloud's metadata service, nor to an address
 * that contains a private one.
 */
export function isAllowedWebhookIp(address: string, protocol: string): boolean {
  const { webhooks } = TRAITS[networkKindOf(address) ?? 'public'];
  if (webhooks === 'none' || embeddedIpv4Addresses(address).some((inner) => networkKindOf(inner) !== 'public'))
    return false;
  return protocol === 'https:' || webhooks === 'http_or_https';
}

/** Whether a URL's host name means this machine. */
export function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost') return true;
  return !hostname.endsWith('.') && networkKindOf(ipLiteralOfHost(hostname) ?? '') === 'loopback';
}

/** Whether a name is reserved for this machine and for private networks (RFC 6761, 6762, 8375, and `internal`). */
export function isReservedHostName(hostname: string): boolean {
  return /(^|\.)(localhost|local|internal|test|home\.arpa)$/i.test(hostname.replace(/\.$/, ''));
}
