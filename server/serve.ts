import { serve as listen, type ServerType } from '@hono/node-server';
import { CheckoutError } from '../shared/errors.ts';

/** A listening server. */
export interface Served {
  url: string;
  /** Stops taking requests and waits for those under way, `grace` ms at the most. */
  close(grace?: number): Promise<void>;
}

/** Time in which a client has to send its whole request, in ms: slow senders must not hold sockets for long. */
const REQUEST_TIMEOUT = 30_000;
const HEADERS_TIMEOUT = 10_000;
/** How often that is looked at, in ms; the runtime's own half a minute would treble the time. */
const CHECK_INTERVAL = 2_000;
/** More headers than any browser and any row of proxies send. */
const MAX_HEADERS = 100;

/**
 * Serves a handler on a port; 0 takes any free one.
 * @throws CheckoutError `configuration_invalid` naming the port that is taken.
 */
export function serve(options: {
  fetch: (request: Request, ...rest: unknown[]) => Response | Promise<Response>;
  port: number;
  host?: string;
}): Promise<Served> {
  const hostname = options.host ?? '127.0.0.1';
  return new Promise((resolve, reject) => {
    const server = listen({
      fetch: options.fetch,
      port: options.port,
      hostname,
      serverOptions: {
        requestTimeout: REQUEST_TIMEOUT,
        headersTimeout: HEADERS_TIMEOUT,
        connectionsCheckingInterval: CHECK_INTERVAL,
      },
    });
    if ('maxHeadersCount' in server) server.maxHeadersCount = MAX_HEADERS;
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'EADDRINUSE' ? 'is taken by another program' : 'cannot be used';
      reject(new CheckoutError('configuration_invalid', `PORT: ${String(options.port)} ${why}.`, { cause }));
    });
    server.once('listening', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : options.port;
      resolve({ url: `http://localhost:${String(port)}`, close: (grace = 10_000) => closeServer(server, grace) });
    });
  });
}

function closeServer(server: ServerType, grace: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      if ('closeAllConnections' in server) server.closeAllConnections();
    }, grace);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    if ('closeIdleConnections' in server) server.closeIdleConnections();
  });
}
