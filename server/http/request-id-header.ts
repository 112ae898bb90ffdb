import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './request-limits.ts';

/** The response header with the request ID. Logs and problems repeat the ID. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** Sets the request ID of Hono's `requestId` middleware on each response. That middleware would also take a client's ID. */
export function setRequestIdHeader(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    c.res.headers.set(REQUEST_ID_HEADER, c.get('requestId'));
  };
}
