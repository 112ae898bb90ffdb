import type { Context, MiddlewareHandler } from 'hono';
import { CheckoutError } from '../../shared/errors.ts';
import { createId } from '../payments/ids.ts';
import { problemResponse } from './problem.ts';

/** Values that the routes share, set for every request. */
export interface RequestVariables {
  requestId: string;
  /** The prefix below which a Hono app of the host routes requests here; empty where there is none. */
  mountPath: string;
}

export interface AppEnv {
  Variables: RequestVariables;
}

/** For answers that are no pages: opened as one, they do nothing. */
const DATA_POLICY =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'";

/** A year: browsers then never ask the companion over plain http. */
const HTTPS_ONLY = 'max-age=31536000';

/** More lines of headers than any browser and any row of proxies send. */
export const MAX_HEADERS = 100;

/**
 * How many lines of headers a request came with. A server that drops lines drops the last ones, among them the address
 * that the proxy adds.
 */
function countHeaders(c: Context<AppEnv>): number {
  const { incoming } = (c.env ?? {}) as { incoming?: { rawHeaders?: readonly string[] } };
  return incoming?.rawHeaders === undefined ? [...c.req.raw.headers.keys()].length : incoming.rawHeaders.length / 2;
}

/**
 * Names the request and puts the headers on that every answer carries.
 * @param isSecure whether browsers reach the companion by https
 */
export function guard(isSecure: boolean): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const requestId = createId('req');
    c.set('requestId', requestId);
    if (countHeaders(c) > MAX_HEADERS) c.res = problemResponse(new CheckoutError('too_many_headers'), requestId);
    else await next();
    const { headers } = c.res;
    setAbsent(headers, 'x-content-type-options', 'nosniff');
    setAbsent(headers, 'referrer-policy', 'no-referrer');
    setAbsent(headers, 'cache-control', 'no-store');
    setAbsent(headers, 'content-security-policy', DATA_POLICY);
    setAbsent(headers, 'cross-origin-resource-policy', 'same-origin');
    setAbsent(headers, 'x-request-id', requestId);
    if (isSecure) setAbsent(headers, 'strict-transport-security', HTTPS_ONLY);
  };
}

/** Control characters (U+0000 to U+001F, U+007F to U+009F) as they stand in an address. */
const CONTROL = /%(?:[01][0-9a-f]|7f|c2%[89][0-9a-f])/i;

/** Whose queries are not ours to judge: issuers and the gateway add what they like, and nothing of it is read. */
const FOREIGN_QUERIES = /\/(checkout\/return|gateway)\//;

/**
 * Refuses control characters in the path and the query, before anything looks for what they name: no id and no value
 * of ours holds one, and a database may take none.
 * @throws CheckoutError `not_found` for the path, `invalid_request` for the query
 */
export function refuseControlCharacters(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { url } = c.req;
    if (CONTROL.test(url)) {
      const start = url.indexOf('?');
      if (CONTROL.test(start === -1 ? url : url.slice(0, start))) throw new CheckoutError('not_found');
      if (!FOREIGN_QUERIES.test(c.req.path)) throw inQuery(url.slice(start + 1));
    }
    await next();
  };
}

function inQuery(query: string): CheckoutError {
  const rule = 'no control characters';
  const pair = query.split('&').find((text) => CONTROL.test(text)) ?? '';
  const [name = ''] = pair.split('=');
  const path = /^\w{1,64}$/.test(name) ? name : 'query';
  return new CheckoutError('invalid_request', undefined, { fields: [{ path, code: 'format', rule }] });
}

/**
 * CORS for the browser's side: listed origins only, no cookies.
 * @param onRefused called for each request of a page whose origin is not listed
 */
export function allowOrigins(
  origins: readonly string[],
  onRefused: (c: Context<AppEnv>, origin: string) => void,
): MiddlewareHandler<AppEnv> {
  const allowed = new Set(origins);
  return async (c, next) => {
    const origin = c.req.header('origin');
    const known = origin !== undefined && allowed.has(origin);
    if (origin !== undefined && !known) onRefused(c, origin);
    if (c.req.method === 'OPTIONS') {
      return new Response(null, { status: 204, headers: known ? preflight(origin) : { vary: 'Origin' } });
    }
    await next();
    c.res.headers.append('vary', 'Origin');
    c.res.headers.set('cross-origin-resource-policy', 'cross-origin');
    if (known) {
      c.res.headers.set('access-control-allow-origin', origin);
      c.res.headers.set('access-control-expose-headers', 'retry-after, x-request-id');
    }
    return undefined;
  };
}

function preflight(origin: string): Record<string, string> {
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-max-age': '7200',
  };
}

function setAbsent(headers: Headers, name: string, value: string): void {
  if (!headers.has(name)) headers.set(name, value);
}
