import { isIP } from 'node:net';
import type { Context } from 'hono';
import { getConnInfo } from '@hono/node-server/conninfo';
import { embeddedAddresses, ipv6Groups, isInternalAddress } from '../network/index.ts';
import type { LimitAddress } from '../risk/index.ts';

/** The longest chain of proxies that is looked at. */
const MAX_HOPS = 50;

/**
 * The shopper's address: the socket's, or what the outermost trusted proxy saw. Whatever stands before that in
 * X-Forwarded-For was written by the client.
 * @param trustProxy how many proxies stand before us, each of which adds one address to X-Forwarded-For.
 */
export function addressOf(c: Context, trustProxy: number): string {
  return forwardedAddress(c, trustProxy) ?? socketAddress(c);
}

/** The address that the outermost trusted proxy saw; undefined where none is trusted or none wrote a readable one. */
function forwardedAddress(c: Context, trustProxy: number): string | undefined {
  if (trustProxy < 1) return undefined;
  const hops = (c.req.header('x-forwarded-for') ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '')
    .slice(-MAX_HOPS);
  return readAddress(hops.at(-trustProxy) ?? hops[0]);
}

/**
 * The address by which a client is limited. Where no proxy is trusted and one evidently stands before us, its address
 * is not the shopper's: a private one is nobody's on the internet, so it is not limited by; one that comes with the
 * headers of a proxy may be a crowd or a client that pretends, so it is limited generously. A trusted proxy that names
 * no client, or a private address, is a crowd as well: nobody escapes the limits by a header that is missing.
 */
export function limitAddressOf(c: Context, trustProxy: number): LimitAddress {
  if (trustProxy >= 1) {
    const forwarded = forwardedAddress(c, trustProxy);
    const address = forwarded ?? socketAddress(c);
    return { network: networkOf(address), isCrowd: forwarded === undefined || isInternalAddress(address) };
  }
  const address = socketAddress(c);
  if (isInternalAddress(address)) return { network: null, isCrowd: true };
  return { network: networkOf(address), isCrowd: PROXY_HEADERS.some((name) => c.req.header(name) !== undefined) };
}

const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'via'];

/** An address as proxies write it: bare, with a port, in brackets; undefined for anything else. */
function readAddress(text: string | undefined): string | undefined {
  if (text === undefined || text.length > 60) return undefined;
  const bare = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^(\d+(?:\.\d+){3}):\d{1,5}$/.exec(text)?.[1] ?? text;
  const address = plain(bare);
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

/** An address without its zone; an IPv4 address inside an IPv6 one (mapped, or NAT64's 64:ff9b::/96) as IPv4. */
function plain(address: string): string {
  const bare = address.replace(/%.*$/, '');
  if (isIP(bare) !== 6) return bare;
  const prefix = hexGroups(bare).slice(0, 6).join(':');
  const isTranslated = prefix === '0:0:0:0:0:ffff' || prefix === '64:ff9b:0:0:0:0';
  return (isTranslated ? embeddedAddresses(bare)[0] : undefined) ?? bare;
}

/** An IPv4 address itself; of an IPv6 address its first 64 bits, however it is written. */
export function networkOf(address: string): string {
  return isIP(address) === 6 ? `${hexGroups(address).slice(0, 4).join(':')}::/64` : address;
}

function hexGroups(address: string): string[] {
  return ipv6Groups(address).map((group) => group.toString(16));
}
