import { isIP } from 'node:net';
import type { Context } from 'hono';
import { getConnInfo } from '@hono/node-server/conninfo';
import { embeddedIpv4Addresses, ipv6Groups, isInternalAddress } from '../network/index.ts';
import type { ClientNetwork } from '../risk/index.ts';

/** The most proxies of a chain that are read. */
const MAX_HOPS = 50;

/**
 * The shopper's address: the socket's, or the one that the outermost trusted proxy saw. Earlier entries of
 * X-Forwarded-For come from the client.
 * @param trustProxy the number of proxies before the companion, each of which adds one address to X-Forwarded-For
 */
export function clientIpOf(c: Context, trustProxy: number): string {
  return forwardedAddress(c, trustProxy) ?? socketAddress(c);
}

/**
 * The address that the outermost trusted proxy saw; undefined if no proxy is trusted or none wrote a readable address.
 */
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
 * The address by which a client is rate limited. If no proxy is trusted but one is in front of the companion, the
 * socket's address is the proxy's. A private address is not limited, because no internet client has it. An address
 * with proxy headers may stand for many clients, so it gets the generous limit. A trusted proxy that names no client,
 * or a private address, also stands for many: a missing header never avoids the limits.
 */
export function clientNetworkOf(c: Context, trustProxy: number): ClientNetwork {
  if (trustProxy >= 1) {
    const forwarded = forwardedAddress(c, trustProxy);
    const address = forwarded ?? socketAddress(c);
    return { network: networkPrefixOf(address), isCrowd: forwarded === undefined || isInternalAddress(address) };
  }
  const address = socketAddress(c);
  if (isInternalAddress(address)) return { network: null, isCrowd: true };
  return { network: networkPrefixOf(address), isCrowd: PROXY_HEADERS.some((name) => c.req.header(name) !== undefined) };
}

const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'via'];

/** Parses an address as proxies write it: bare, with a port, or in brackets. Undefined for anything else. */
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

/** An address without its zone. An IPv4 address inside an IPv6 one (mapped, or NAT64's 64:ff9b::/96) becomes IPv4. */
function plain(address: string): string {
  const bare = address.replace(/%.*$/, '');
  if (isIP(bare) !== 6) return bare;
  const prefix = hexGroups(bare).slice(0, 6).join(':');
  const isTranslated = prefix === '0:0:0:0:0:ffff' || prefix === '64:ff9b:0:0:0:0';
  return (isTranslated ? embeddedIpv4Addresses(bare)[0] : undefined) ?? bare;
}

/** The IPv4 address, or the first 64 bits of an IPv6 address in a canonical form. */
export function networkPrefixOf(address: string): string {
  return isIP(address) === 6 ? `${hexGroups(address).slice(0, 4).join(':')}::/64` : address;
}

function hexGroups(address: string): string[] {
  return ipv6Groups(address).map((group) => group.toString(16));
}
