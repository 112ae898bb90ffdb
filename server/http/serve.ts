import { serve as listen, type ServerType } from '@hono/node-server';
import { CheckoutError } from '../../shared/errors.ts';
import { MAX_HEADER_COUNT } from './request-limits.ts';

/** A listening server. */
export interface RunningServer {
  url: string;
  /** From now on every response closes its connection, so clients reconnect to another companion. */
  drain(): void;
  /** Refuses new connections and waits for open requests, at most `grace` ms. Returns whether all requests ended. */
  close(grace?: number): Promise<boolean>;
}

/** The time in which a client must send its whole request, in ms. Slow senders must not hold sockets for long. */
const REQUEST_TIMEOUT = 30_000;
const HEADERS_TIMEOUT = 10_000;
/** The interval at which idle connections are closed while the server closes, in ms. */
const IDLE_SWEEP = 50;
/** The interval of that check, in ms. The runtime's default of 30 s would triple the time limit. */
const CHECK_INTERVAL = 2_000;
/**
 * The most header lines that the runtime keeps; it drops further lines silently. One more than the guard allows, so the
 * guard detects the excess.
 */
const KEPT_HEADERS = MAX_HEADER_COUNT + 1;

/**
 * Serves a handler on a port; 0 takes any free one.
 * @throws CheckoutError `configuration_invalid` naming the port that is taken.
 */
export function serve(options: {
  fetch: (request: Request, ...rest: unknown[]) => Response | Promise<Response>;
  port: number;
  host?: string;
}): Promise<RunningServer> {
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

/** Requests without a complete response. */
interface Underway {
  count: number;
  endConnections: boolean;
}

function countRequests(server: ServerType): Underway {
  const underway: Underway = { count: 0, endConnections: false };
  // Counted before the handler, which may respond in the same turn.
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

/** Waits for requests, not for sockets: a connection without a request must not delay the end. */
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
