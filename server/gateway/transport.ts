import { Pool, type Dispatcher } from 'undici';
import { PAYMENT_RESPONSE_MAX_BYTES, UnreadableMessageError, decompress } from './decode-body.ts';

/** How long each step of a request may take, in milliseconds. */
export interface CallTimeouts {
  connect: number;
  /** From the last byte sent to the response's headers. */
  headers: number;
  /** From the first attempt to connect to the last byte of the response. */
  total: number;
}

export const DEFAULT_CALL_TIMEOUTS: CallTimeouts = { connect: 5_000, headers: 45_000, total: 60_000 };

/**
 * The result of sending a request. `not_sent`: no byte left, so a retry is safe. `lost`: a byte may have left and no
 * usable response came, so it must not be sent again.
 */
export type TransportResult =
  | { kind: 'received'; status: number; contentType: string | undefined; body: Buffer }
  | { kind: 'not_sent'; reason: string }
  | { kind: 'lost'; reason: string };

/** One HTTP request. */
export interface OutgoingRequest {
  /** The operation, by its profile name; never sent. */
  operation?: string;
  /** Default: POST. A GET has no body: its fields are in its path. */
  method?: 'POST' | 'GET' | 'PUT';
  path: string;
  contentType: string;
  accept: string;
  body: string;
  /** The most bytes of the response. Default: 64 KB. */
  maxBytes?: number | undefined;
}

export interface Transport {
  send(request: OutgoingRequest): Promise<TransportResult>;
  close(): Promise<void>;
}

/** Pauses before the second and third try to connect. */
const CONNECT_RETRY_PAUSES = [100, 400];

/**
 * A keep-alive pool to one gateway. Follows no redirect (a redirect would send the card again), limits the response
 * size, and retries only while no byte has left.
 */
export function createTransport(
  baseUrl: string,
  options: { deadlines?: Partial<CallTimeouts>; connections?: number } = {},
): Transport {
  const deadlines = { ...DEFAULT_CALL_TIMEOUTS, ...options.deadlines };
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const pool = new Pool(base.origin, {
    connections: options.connections ?? 128,
    pipelining: 1,
    connectTimeout: deadlines.connect,
    headersTimeout: deadlines.headers,
    bodyTimeout: deadlines.headers,
    keepAliveTimeout: 10_000,
    keepAliveMaxTimeout: 60_000,
  });
  return {
    async send(request) {
      const deadline = performance.now() + deadlines.total;
      for (let attempt = 0; ; attempt += 1) {
        const sent = await sendOnce(pool, `${prefix}${request.path}`, request, deadline);
        const pause = CONNECT_RETRY_PAUSES[attempt];
        if (sent.kind !== 'not_sent' || pause === undefined || performance.now() + pause >= deadline) return sent;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    },
    close: () => pool.close(),
  };
}

/**
 * Sends a request on one connection, and collects its response as undici hands it over: as a stream it would take several
 * promises and another copy of each header.
 * @param deadline in ms by the clock of `performance`
 */
function sendOnce(
  pool: Pool,
  path: string,
  { method = 'POST', accept, contentType, body, maxBytes = PAYMENT_RESPONSE_MAX_BYTES }: OutgoingRequest,
  deadline: number,
): Promise<TransportResult> {
  const headers = { accept, 'accept-encoding': 'identity' };
  const content = method === 'GET' ? { headers } : { headers: { 'content-type': contentType, ...headers }, body };
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined;
    // A request that waits for a connection ends when it gets one, or when connecting fails.
    const timer = setTimeout(() => controller?.abort(overdue()), deadline - performance.now()).unref();
    let isEnded = false;
    const end = (result: TransportResult): void => {
      isEnded = true;
      clearTimeout(timer);
      resolve(result);
    };
    const fail = (error: unknown): void =>
      end({ kind: controller === undefined ? 'not_sent' : 'lost', reason: reasonOf(error) });
    let status = 0;
    let received: Readonly<Record<string, string | string[] | undefined>> = {};
    const chunks: Buffer[] = [];
    let size = 0;
    pool.dispatch(
      { method, path, ...content },
      {
        // A connected socket takes the request; before that no byte can have left, and after the deadline none may.
        onRequestStart(started) {
          if (isEnded || performance.now() >= deadline) started.abort(overdue());
          else controller = started;
        },
        // Informational responses come first, the last one counts.
        onResponseStart(_controller, statusCode, responseHeaders) {
          status = statusCode;
          received = responseHeaders;
        },
        onResponseData(started, chunk) {
          size += chunk.length;
          if (size <= maxBytes) chunks.push(chunk);
          else started.abort(new UnreadableMessageError(`the answer is longer than ${String(maxBytes / 1024)} KB`));
        },
        onResponseEnd() {
          try {
            const bytes = decompress(Buffer.concat(chunks), joinHeader(received['content-encoding']), maxBytes);
            end({ kind: 'received', status, contentType: joinHeader(received['content-type']), body: bytes });
          } catch (error) {
            fail(error);
          }
        },
        onResponseError: (_controller, error) => fail(error),
      },
    );
  });
}

/** The reason of a request that took longer than its total time. */
export const OVERDUE_REASON = 'TimeoutError';

function overdue(): Error {
  return new DOMException('The request took too long.', OVERDUE_REASON);
}

function joinHeader(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header;
}

/** Codes of undici and Node name the cause without content; other messages stay internal. */
function reasonOf(error: unknown): string {
  if (error instanceof UnreadableMessageError) return error.message;
  if (error instanceof Error) {
    const code = (error as NodeJS.ErrnoException).code;
    return typeof code === 'string' ? code : error.name;
  }
  return 'unknown failure';
}
