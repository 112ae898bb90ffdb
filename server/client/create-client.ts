import { API_CALLS, type TillgateApi } from './api/index.ts';
import type { ApiCallDefinition, ClientOptions, ApiCallByPath, WriteOptions } from './call.ts';
import { createPagedList } from './list.ts';
import { createSendCall, type SendCall } from './request.ts';

/** Every call of the merchant API, grouped by subject. */
export interface TillgateClient extends TillgateApi {
  /**
   * Makes a call by its address, such as one of a newer companion.
   * @throws TillgateError with the code of the failure
   * @example
   * const { payments } = await tillgate.request<{ payments: Payment[] }>({ method: 'GET', path: '/payments' });
   */
  request<T = unknown>(call: ApiCallByPath, options?: WriteOptions): Promise<T>;
}

/**
 * Makes a client of the companion's merchant API, in any runtime with `fetch`. Keep the API key on your server.
 *
 * A call is repeated after 429, 503 and a lost connection: with back-off and jitter, with the same Idempotency-Key.
 * @throws TillgateError `configuration_invalid` for an invalid URL or API key
 * @example
 * const tillgate = createTillgateClient({ url: 'https://pay.shop.example', apiKey });
 * for await (const payment of tillgate.payments.list({ status: 'paid' })) console.log(payment.order_no);
 */
export function createTillgateClient(options: ClientOptions): TillgateClient {
  const request = createSendCall(options);
  const calls: Readonly<Record<string, Readonly<Record<string, ApiCallDefinition>>>> = API_CALLS;
  const subjects = Object.entries(calls).map(([subject, methods]) => [
    subject,
    Object.fromEntries(Object.entries(methods).map(([name, call]) => [name, toMethod(call, request)])),
  ]);
  return { ...(Object.fromEntries(subjects) as TillgateApi), request: request as TillgateClient['request'] };
}

/** A method: the path's parameters in order, then the query or body if the call has one, then the options. */
function toMethod(
  { method, path, input, isRead, list }: ApiCallDefinition,
  request: SendCall,
): (...given: unknown[]) => unknown {
  const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  return (...given) => {
    const params = Object.fromEntries(names.map((name, index) => [name, given[index] as string]));
    const rest = given.slice(names.length);
    const value = input === undefined ? undefined : (rest[0] as object | undefined);
    const options = rest[input === undefined ? 0 : 1] as WriteOptions | undefined;
    const call: ApiCallByPath = { method, path, params, isRead, ...(input === undefined ? {} : { [input]: value }) };
    if (list === undefined) return request(call, options);
    const readPage = (cursor: string | undefined): Promise<{ next_cursor: string | null }> =>
      request(cursor === undefined ? call : { ...call, query: { ...value, cursor } }, options) as Promise<{
        next_cursor: string | null;
      }>;
    return createPagedList(readPage, list);
  };
}
