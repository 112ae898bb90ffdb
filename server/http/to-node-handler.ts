import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';

/** An object that answers requests: a companion. */
interface FetchHandler {
  fetch: (request: Request, ...rest: unknown[]) => Response | Promise<Response>;
}

/**
 * The companion as a request listener of Node's server: for `http.createServer`, Express's `use` and Fastify. The body
 * must be unread, so mount it before `express.json()` and other parsers.
 */
export function toNodeHandler(
  companion: FetchHandler,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return getRequestListener(companion.fetch, { overrideGlobalObjects: false });
}
