import { isIP } from 'node:net';
import type { Context } from 'hono';
import { getConnInfo } from '@hono/node-server/conninfo';
import { networkKindOf, type NetworkKind } from '../network-addresses.ts';
import type { LimitAddress } from '../payments/velocity-limits.ts';

/** The longest chain of proxies that is looked at. */
const MAX_HOPS = 50;

/**
 * The shopper's address: the socket's, or what the outermost trusted proxy saw. Whatever stands before that in
 * X-Forwarded-For was written by the client.
 * @param trustProxy how many proxies stand before us, each of which adds one address to X-Forwarded-For.
 */
export function addressOf(c: Context, trustProxy: number): string {
  const socket = socketAddress(c);
  if (trustProxy < 1) return socket;
  const hops = (c.req.header('x-forwarded-for') ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '')
    .slice(-MAX_HOPS);
  const seen = hops.at(-trustProxy) ?? hops[0];
  return readAddress(seen) ?? socket;
}

/**
 * The address by which a client is limited. Where no proxy is trusted and one evidently stands before us, its address
 * is not the shopper's: a private one is nobody's on the internet, so it is not limited by; one that comes with the
 * headers of a proxy may be a crowd or a client that pretends, so it is limited generously.
 */
export function limitAddressOf(c: Context, trustProxy: number): LimitAddress {
  const address = addressOf(c, trustProxy);
  if (isPrivateAddress(address)) return { network: null, isCrowd: true };
  const isForwarded = PROXY_HEADERS.some((name) => c.req.header(name) !== undefined);
  return { network: networkOf(address), isCrowd: trustProxy < 1 && isForwarded };
}

const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'via'];

/** Kinds of networks in which no client on the internet is. */
const INSIDE: ReadonlySet<NetworkKind> = new Set(['private', 'loopback', 'link_local', 'shared', 'secrets']);

/** Whether no client on the internet has this address: private, loopback, link-local, shared by carriers inside. */
export function isPrivateAddress(address: string): boolean {
  const kind = networkKindOf(address);
  return kind !== undefined && (INSIDE.has(kind) || (kind === 'unspecified' && isIP(address) === 4));
}

/** An address as proxies write it: bare, with a port, in brackets; undefined for anything else. */
function readAddress(text: string | undefined): string | undefined {
  if (text === undefined || text.length > 60) return undefined;
  const bare = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^(\d+(?:\.\d+){3}):\d{1,5}$/.exec(text)?.[1] ?? text;
  const address = plain(bare.replace(/%.*$/, ''));
  return isIP(address) === 0 ? undefined : address;
}

function socketAddress(c: Context): string {
  try {
    return plain(getConnInfo(c).remote.address ?? '127.0.0.1');
  } catch {
    // A request made in memory has no socket.
    return '127.0.0.1';
  }
}

/** An IPv4 address that came through an IPv6 socket reads as IPv4. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}

/** An IPv4 address itself; of an IPv6 address its first 64 bits, however it is written. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [front, back] = [head, tail].map((part) => (part === '' ? [] : part.split(':')));
  const gap = 8 - (front?.length ?? 0) - (back?.length ?? 0);
  const groups = [...(front ?? []), ...Array.from({ length: gap }, () => '0'), ...(back ?? [])];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
