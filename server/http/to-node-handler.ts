import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { CheckoutServer } from '../create-checkout-server.ts';

/**
 * The companion as a listener of Node's own server: for `http.createServer`, Express's `use` and Fastify. The body has to
 * be unread, so it stands before `express.json()` and other parsers.
 */
export function toNodeHandler(
  companion: Pick<CheckoutServer, 'fetch'>,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return getRequestListener(companion.fetch, { overrideGlobalObjects: false });
}
