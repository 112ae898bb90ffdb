import type { Context, MiddlewareHandler } from 'hono';
import { CheckoutError } from '../../shared/errors.ts';
import type { ChildLogger } from '../observability/index.ts';
import { problemResponse } from './problem.ts';

/** Values that the routes share, set for every request. */
export interface RequestContextVariables {
  requestId: string;
  /** The path prefix at which a Hono app of the host mounts the companion; empty without one. */
  mountPath: string;
  /** Its lines carry the facts of the request. */
  log: ChildLogger;
}

export interface AppEnv {
  Variables: RequestContextVariables;
}

/** The most header lines of a request; browsers and proxy chains send fewer. */
export const MAX_HEADER_COUNT = 100;

/**
 * The number of header lines of a request. A server that drops lines drops the last ones, such as the address that the
 * proxy adds.
 */
function countHeaders(c: Context<AppEnv>): number {
  const { incoming } = (c.env ?? {}) as { incoming?: { rawHeaders?: readonly string[] } };
  return incoming?.rawHeaders === undefined ? [...c.req.raw.headers.keys()].length : incoming.rawHeaders.length / 2;
}

/** Refuses requests with too many header lines. Sets `no-store` on responses whose route set nothing else. */
export function limitHeadersAndSetNoStore(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const tooMany = countHeaders(c) > MAX_HEADER_COUNT;
    if (tooMany) c.res = problemResponse(new CheckoutError('too_many_headers'), c.get('requestId'));
    else await next();
    const { headers } = c.res;
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  };
}

/** Control characters (U+0000 to U+001F, U+007F to U+009F) in an address. */
const CONTROL = /%(?:[01][0-9a-f]|7f|c2%[89][0-9a-f])/i;

/** Paths whose query is not checked: issuers and the gateway add parameters, and none is read. */
const FOREIGN_QUERIES = /\/(checkout\/return|gateway)\//;

/**
 * Refuses control characters in the path and the query before routing. No ID or value of ours contains one, and a
 * database may reject them.
 * @throws CheckoutError `not_found` for the path, `invalid_request` for the query
 */
export function refuseControlCharactersInUrl(): MiddlewareHandler<AppEnv> {
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
