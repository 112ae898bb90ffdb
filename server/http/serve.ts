import { serve as listen, type ServerType } from '@hono/node-server';
import { CheckoutError } from '../../shared/errors.ts';
import { MAX_HEADERS } from './guard.ts';

/** A listening server. */
export interface Served {
  url: string;
  /** From here on every answer ends its connection, so that clients come back elsewhere. */
  drain(): void;
  /**
   * Takes no more connections and waits for the requests under way, `grace` ms at the most; whether all came to their
   * end.
   */
  close(grace?: number): Promise<boolean>;
}

/** Time in which a client has to send its whole request, in ms: slow senders must not hold sockets for long. */
const REQUEST_TIMEOUT = 30_000;
const HEADERS_TIMEOUT = 10_000;
/** How often connections without a request are let go while the server closes, in ms. */
const IDLE_SWEEP = 50;
/** How often that is looked at, in ms; the runtime's own half a minute would treble the time. */
const CHECK_INTERVAL = 2_000;
/**
 * How many lines of headers the runtime keeps; it drops the others without a word. One more than the guard takes, so
 * that the guard sees that there were too many.
 */
const KEPT_HEADERS = MAX_HEADERS + 1;

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
    if ('maxHeadersCount' in server) server.maxHeadersCount = KEPT_HEADERS;
    const underway = countRequests(server);
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'EADDRINUSE' ? 'is taken by another program' : 'cannot be used';
      reject(new CheckoutError('configuration_invalid', `PORT: ${String(options.port)} ${why}.`, { cause }));
    });
    server.once('listening', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : options.port;
      resolve({
        url: `http://localhost:${String(port)}`,
        drain: () => void (underway.endConnections = true),
        close: (grace = 10_000) => closeServer(server, underway, grace),
      });
    });
  });
}

/** Requests whose answer is not out yet. */
interface Underway {
  count: number;
  endConnections: boolean;
}

function countRequests(server: ServerType): Underway {
  const underway: Underway = { count: 0, endConnections: false };
  // Before the handler, which answers in the same turn where it can.
  (server as NodeJS.EventEmitter).prependListener('request', (_request, response: RequestEnd) => {
    underway.count += 1;
    response.once('close', () => (underway.count -= 1));
    if (underway.endConnections) response.shouldKeepAlive = false;
  });
  return underway;
}

interface RequestEnd extends NodeJS.EventEmitter {
  shouldKeepAlive: boolean;
}

/** Waits for requests, not for sockets: one that never sends its request must not hold up the end. */
async function closeServer(server: ServerType, underway: Underway, grace: number): Promise<boolean> {
  underway.endConnections = true;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const deadline = performance.now() + grace;
  while (underway.count > 0 && performance.now() < deadline) {
    if ('closeIdleConnections' in server) server.closeIdleConnections();
    await new Promise((resolve) => setTimeout(resolve, IDLE_SWEEP));
  }
  const isDone = underway.count === 0;
  if ('closeAllConnections' in server) server.closeAllConnections();
  await closed;
  return isDone;
}
