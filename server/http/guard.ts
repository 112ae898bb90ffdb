import type { Context, MiddlewareHandler } from 'hono';
import { createId } from '../payments/ids.ts';

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

/**
 * Names the request and puts the headers on that every answer carries.
 * @param isSecure whether browsers reach the companion by https
 */
export function guard(isSecure: boolean): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const requestId = createId('req');
    c.set('requestId', requestId);
    await next();
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
