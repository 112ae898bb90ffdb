import type { Context, MiddlewareHandler } from 'hono';
import { CheckoutError } from '../../shared/errors.ts';
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

/** Refuses requests with too many header lines, and sets `no-store` on responses whose route set nothing else. */
export function guard(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const tooMany = countHeaders(c) > MAX_HEADERS;
    if (tooMany) c.res = problemResponse(new CheckoutError('too_many_headers'), c.get('requestId'));
    else await next();
    const { headers } = c.res;
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
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
