import type { MiddlewareHandler } from 'hono';
import type { AlertLogger } from '../observability/index.ts';
import type { AppEnv } from './request-limits.ts';

/** The response header with the request ID. Logs and problems repeat the ID. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** Gives each request an ID of ours, since a client's could equal that of another request, and a log that names it. */
export function identifyRequests(log: AlertLogger, createRequestId: () => string): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const id = createRequestId();
    c.set('requestId', id);
    c.set('log', log.child({ request_id: id }));
    await next();
    c.res.headers.set(REQUEST_ID_HEADER, id);
  };
}
