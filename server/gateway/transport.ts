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
  const dispatcher = pool.compose(trackRequestStart);
  return {
    async send(request) {
      const signal = AbortSignal.timeout(deadlines.total);
      for (let attempt = 0; ; attempt += 1) {
        const sent = await sendOnce(dispatcher, `${prefix}${request.path}`, request, signal);
        const pause = CONNECT_RETRY_PAUSES[attempt];
        if (sent.kind !== 'not_sent' || pause === undefined || signal.aborted) return sent;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    },
    close: () => pool.close(),
  };
}

async function sendOnce(
  dispatcher: Dispatcher,
  path: string,
  request: OutgoingRequest,
  signal: AbortSignal,
): Promise<TransportResult> {
  const progress: Progress = { started: false };
  try {
    const { method = 'POST', accept, contentType } = request;
    const isRead = method === 'GET';
    const answer = await dispatcher.request({
      method,
      path,
      signal,
      headers: { ...(isRead ? {} : { 'content-type': contentType }), accept, 'accept-encoding': 'identity' },
      ...(isRead ? {} : { body: request.body }),
      opaque: progress,
    });
    const maxBytes = request.maxBytes ?? PAYMENT_RESPONSE_MAX_BYTES;
    const raw = await readCapped(answer.body, maxBytes);
    const body = decompress(raw, joinHeader(answer.headers['content-encoding']), maxBytes);
    return {
      kind: 'received',
      status: answer.statusCode,
      contentType: joinHeader(answer.headers['content-type']),
      body,
    };
  } catch (error) {
    return { kind: progress.started ? 'lost' : 'not_sent', reason: reasonOf(error) };
  }
}

interface Progress {
  started: boolean;
}

/** Records when a connected socket takes the request; before that no byte can have left. */
const trackRequestStart: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) =>
  dispatch(options, {
    ...bindHandler(handler),
    onRequestStart(controller, context) {
      const { opaque } = options as { opaque?: Progress };
      if (opaque !== undefined) opaque.started = true;
      handler.onRequestStart?.(controller, context);
    },
  });

function bindHandler(handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler {
  return {
    onRequestUpgrade: handler.onRequestUpgrade?.bind(handler),
    onResponseStart: handler.onResponseStart?.bind(handler),
    onResponseData: handler.onResponseData?.bind(handler),
    onResponseEnd: handler.onResponseEnd?.bind(handler),
    onResponseError: handler.onResponseError?.bind(handler),
  };
}

async function readCapped(body: AsyncIterable<Buffer> & { destroy(): unknown }, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) {
      body.destroy();
      throw new UnreadableMessageError(`the answer is longer than ${String(maxBytes / 1024)} KB`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
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
