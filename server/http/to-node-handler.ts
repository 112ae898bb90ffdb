import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';

/** What answers requests: a companion. */
interface FetchHandler {
  fetch: (request: Request, ...rest: unknown[]) => Response | Promise<Response>;
}

/**
 * The companion as a listener of Node's own server: for `http.createServer`, Express's `use` and Fastify. The body has to
 * be unread, so it stands before `express.json()` and other parsers.
 */
export function toNodeHandler(
  companion: FetchHandler,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return getRequestListener(companion.fetch, { overrideGlobalObjects: false });
}
