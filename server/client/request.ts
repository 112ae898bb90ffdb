import type { ClientOptions, ApiCallByPath, WriteOptions } from './call.ts';
import { TillgateError } from './error.ts';
import { isRetriedAutomatically, readResponse, toNetworkErrorResult, type CallTryResult } from './read-response.ts';
import { retryDelayOf, sleepUnlessAborted } from './retry.ts';

/** Sends a call, again where that is safe, and returns the body of the response. */
export type SendCall = (call: ApiCallByPath, options?: WriteOptions) => Promise<unknown>;

const DEFAULT_TIMEOUT = 60_000;
const DEFAULT_RETRIES = 2;
const VISIBLE = /^[\x21-\x7e]+$/;

/** @throws TillgateError `configuration_invalid` for an invalid URL or API key */
export function createSendCall(options: ClientOptions): SendCall {
  const server = readUrl(options.url);
  // A runtime's own message about an invalid header would contain the key.
  if (typeof options.apiKey !== 'string' || !VISIBLE.test(options.apiKey)) {
    throw invalid('apiKey: must be an API key, without spaces and line ends.');
  }
  const { apiKey } = options;
  const send: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init));
  return async (call, given = {}) => {
    const address = `${server}/v1${toPath(call)}${toQuery({ account: given.account, ...call.query })}`;
    const isRead = call.isRead ?? call.method === 'GET';
    const idempotencyKey = isRead ? undefined : readKey(given.idempotencyKey);
    const maxRetries = given.maxRetries ?? options.maxRetries ?? DEFAULT_RETRIES;
    const limits: Limits = { signal: given.signal, timeout: given.timeout ?? options.timeout ?? DEFAULT_TIMEOUT };
    const init: RequestInit = {
      method: call.method,
      // A redirect would send the API key elsewhere.
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${apiKey}`,
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    };
    let isOutcomeUnknown = false;
    for (let tries = 1; ; tries += 1) {
      const result = await tryOnce((signal) => send(address, { ...init, signal }), server, limits);
      if (result.ok) return result.body;
      if (result.effect !== 'same') isOutcomeUnknown = !isRead && result.effect === 'unknown';
      const delay =
        isRetriedAutomatically(result.facts) && tries <= maxRetries
          ? retryDelayOf(tries, result.retryAfter)
          : undefined;
      if (delay === undefined) throw new TillgateError({ ...result.facts, isOutcomeUnknown, idempotencyKey });
      await sleepUnlessAborted(delay, given.signal);
    }
  };
}

interface Limits {
  signal: AbortSignal | undefined;
  timeout: number;
}

/** @throws the caller's own reason if they ended the call */
async function tryOnce(
  send: (signal: AbortSignal) => Promise<Response>,
  server: string,
  { signal, timeout }: Limits,
): Promise<CallTryResult> {
  signal?.throwIfAborted();
  // Node 20 may collect the signals of AbortSignal.timeout() and AbortSignal.any() while a request waits for them.
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException('timed out', 'TimeoutError')), timeout);
  const end = (): void => controller.abort(signal?.reason);
  signal?.addEventListener('abort', end, { once: true });
  try {
    return await readResponse(await send(controller.signal), server);
  } catch (cause) {
    signal?.throwIfAborted();
    return toNetworkErrorResult(server, cause);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

function readUrl(url: unknown): string {
  const parsed = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  const isWeb = parsed?.protocol === 'https:' || parsed?.protocol === 'http:';
  const isBare = parsed?.username === '' && parsed.password === '' && parsed.search === '' && parsed.hash === '';
  if (parsed === undefined || !isWeb || !isBare) {
    throw invalid('url: must be the companion’s address, such as https://pay.shop.example.');
  }
  return `${parsed.origin}${parsed.pathname}`.replace(/\/+$/, '');
}

const invalid = (message: string): TillgateError => new TillgateError({ code: 'configuration_invalid', message });

function readKey(given: string | undefined): string {
  if (given === undefined) return crypto.randomUUID();
  if (VISIBLE.test(given) && given.length <= 255) return given;
  throw refused('idempotencyKey', '1 to 255 visible characters');
}

/** Fills in the parameters. An empty value, `.` or `..` would name another call. */
function toPath({ path, params = {} }: ApiCallByPath): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value: unknown = params[name];
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) throw refused(name, 'an ID');
    return encodeURIComponent(value);
  });
}

function toQuery(query: object = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.append(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

function refused(path: string, rule: string): TillgateError {
  const fields = [{ path, code: 'format' as const, rule }];
  return new TillgateError({ code: 'invalid_request', message: `${path}: must be ${rule}.`, fields });
}
