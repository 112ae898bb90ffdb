import type { Outcome, Problem, SessionView, SubmitPayment } from '../../shared/contract/index.ts';
import { CheckoutError, ERRORS, type ErrorCode, type FieldError } from '../../shared/errors.ts';

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
}

export type Fetch = (input: string, init: RequestInit) => Promise<Response>;

/** Every call rejects with a CheckoutError: the companion's code, or `network_error` where no answer came. */
export function createCheckoutApi(server: string, token: string, send: Fetch): CheckoutApi {
  const call = async <T>(path: string, signal: AbortSignal, timeout: number, body?: unknown): Promise<T> => {
    const init: RequestInit = {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
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
  return {
    session: (signal) => call('session', signal, READ_TIMEOUT),
    pay: (body, signal) => call('payments', signal, SUBMIT_TIMEOUT, body),
    awaitOutcome: (since, signal) =>
      since === undefined
        ? call('outcome', signal, READ_TIMEOUT)
        : call(`outcome?wait=${String(WAIT_SECONDS)}&since=${since}`, signal, WAIT_TIMEOUT),
    abandon: (signal) => call('abandon', signal, READ_TIMEOUT * 2, null),
  };
}

/** An answer that is no problem of ours, such as a proxy's error page, says only that nothing is known. */
function toError(answer: unknown, status: number): CheckoutError {
  const { code, fields } = (answer ?? {}) as Partial<Problem>;
  if (code === undefined || !Object.hasOwn(ERRORS, code)) {
    return new CheckoutError(status >= 500 ? 'network_error' : 'internal_error');
  }
  return new CheckoutError(code satisfies ErrorCode, undefined, {
    fields: (fields ?? []) satisfies readonly FieldError[],
  });
}
