import type { Context } from 'hono';
import bowser from 'bowser';
import { containsCardNumber } from '../../shared/card-numbers.ts';
import { maskCardNumbers } from '../gateway/redact.ts';
import type { ShopperClientInfo } from '../context/index.ts';
import { clientIpOf } from './client-network.ts';

/** Longer header values carry no useful information and exceed the interface's lengths. */
const HEADER_MAX_LENGTH = 500;

/**
 * The facts that the request carries about the shopper's client (shopper_ip, accept, user_agent, os, browser,
 * device_type).
 * @param trustProxy the number of proxies before the companion, each of which adds one address to X-Forwarded-For
 */
export function clientInfoOf(c: Context, trustProxy: number): ShopperClientInfo {
  const agent = header(c, 'user-agent');
  const parsed = agent === undefined ? undefined : bowser.parse(agent);
  return {
    shopper_ip: clientIpOf(c, trustProxy),
    accept: header(c, 'accept'),
    user_agent: agent,
    os: join(parsed?.os.name, parsed?.os.version),
    browser: join(parsed?.browser.name, parsed?.browser.version),
    device_type: parsed?.platform.type,
    page_origin: originOf(c),
  };
}

function header(c: Context, name: string): string | undefined {
  const value = c.req
    .header(name)
    ?.slice(0, HEADER_MAX_LENGTH)
    .replace(/[^\x20-\x7e]/g, '');
  return value === undefined || value === '' ? undefined : maskCardNumbers(value);
}

function originOf(c: Context): string | null {
  const origin = c.req.header('origin');
  return origin !== undefined && /^https?:\/\/[^\s/]{1,255}$/.test(origin) && !containsCardNumber(origin)
    ? origin
    : null;
}

function join(name: string | undefined, version: string | undefined): string | undefined {
  return name === undefined ? undefined : [name, version].filter((part) => part !== undefined && part !== '').join(' ');
}
