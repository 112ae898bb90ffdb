import type { Outcome, Problem, SessionView, SubmitPayment } from '../../shared/contract/index.ts';
import { CheckoutError, ERRORS } from '../../shared/errors.ts';

/** Time-outs in ms. A payment may take as long as the gateway; an outcome is held for up to 20 s. */
const READ_TIMEOUT = 15_000;
const SUBMIT_TIMEOUT = 75_000;
const WAIT_SECONDS = 20;
const WAIT_TIMEOUT = (WAIT_SECONDS + 10) * 1_000;

/** The element's only way to the network: the companion's checkout API. */
export interface CheckoutApi {
  session(signal: AbortSignal): Promise<SessionView>;
  pay(body: SubmitPayment, signal: AbortSignal): Promise<Outcome>;
  /** Held back by the companion until the status differs from `since`, or for 20 s. */
  awaitOutcome(since: Outcome['status'] | undefined, signal: AbortSignal): Promise<Outcome>;
  abandon(signal: AbortSignal): Promise<Outcome>;
  /** Removes a saved card; answers with those that remain. */
  removeCard(tokenId: string): Promise<Pick<SessionView, 'saved_cards'>>;
}

export type Fetch = (input: string, init: RequestInit) => Promise<Response>;

/** Every call rejects with a CheckoutError: the companion's code, or `network_error` where no answer came. */
export function createCheckoutApi(server: string, token: string, send: Fetch): CheckoutApi {
  const call = createApiCall(server, send, token);
  return {
    session: (signal) => call('session', { signal, timeout: READ_TIMEOUT }),
    pay: (body, signal) => call('payments', { signal, timeout: SUBMIT_TIMEOUT, body }),
    awaitOutcome: (since, signal) =>
      since === undefined
        ? call('outcome', { signal, timeout: READ_TIMEOUT })
        : call(`outcome?wait=${WAIT_SECONDS}&since=${since}`, { signal, timeout: WAIT_TIMEOUT }),
    abandon: (signal) => call('abandon', { signal, timeout: READ_TIMEOUT * 2, body: null }),
    removeCard: (tokenId) => call(`saved-cards/${encodeURIComponent(tokenId)}`, { method: 'DELETE' }),
  };
}

interface CallOptions {
  signal?: AbortSignal;
  timeout?: number;
  body?: unknown;
  method?: string;
}

/** Calls of the checkout API; with a session's token where there is one. */
export function createApiCall(server: string, send: Fetch, token?: string) {
  return async <T>(path: string, { signal, timeout = READ_TIMEOUT, body, method }: CallOptions): Promise<T> => {
    const deadline = AbortSignal.timeout(timeout);
    const init: RequestInit = {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
    };
    if (body) init.body = JSON.stringify(body);
    let response: Response;
    let answer: unknown;
    try {
      response = await send(`${server}/checkout/${path}`, init);
      answer = await response.json();
    } catch (cause) {
      throw new CheckoutError('network_error', undefined, { cause });
    }
    if (response.ok) return answer as T;
    throw toError(answer, response.status);
  };
}

/**
 * An answer that is no problem of ours, such as a proxy's error page, says only that nothing is known. One whose code the
 * element has no word for is the companion's all the same.
 */
function toError(answer: unknown, status: number): CheckoutError {
  const { code = status >= 500 ? 'network_error' : 'internal_error', fields = [] } = (answer ?? {}) as Partial<Problem>;
  return new CheckoutError(Object.hasOwn(ERRORS, code) ? code : 'internal_error', undefined, { fields });
}
