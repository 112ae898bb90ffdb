import { readFileSync } from 'node:fs';
import { CheckoutError } from '../../../shared/errors.ts';
import type { ApiRoute } from '../../api/route.ts';
import type { Terminal } from './run-call.ts';

type Json = Record<string, unknown>;

/** An error of the API: a problem with a code. */
export interface ApiFailure {
  failure: Json;
}

export type Sender = (call: {
  entry: ApiRoute;
  params: Readonly<Record<string, string>>;
  query: Json;
  body?: Json | undefined;
  /** Idempotency-Key; a fresh one where absent. */
  key?: string;
}) => Promise<{ body: Json } | ApiFailure>;

/**
 * Calls the companion with the key of the environment.
 * @throws CheckoutError `configuration_invalid` where there is no key; `network_error` where nobody answers
 */
export function createSender(
  terminal: Pick<Terminal, 'environment' | 'fetch'>,
  values: Readonly<Record<string, unknown>>,
): Sender {
  const { environment } = terminal;
  const named = typeof values['server'] === 'string' ? values['server'] : environment['TILLGATE_URL'];
  const server = (named ?? 'http://localhost:8787').replace(/\/+$/, '');
  const key = environment['TILLGATE_API_KEY'] ?? readKeyFile(environment['TILLGATE_API_KEY_FILE']);
  if (key === undefined || key === '') {
    throw new CheckoutError('configuration_invalid', 'TILLGATE_API_KEY: must be given.');
  }
  const send = terminal.fetch ?? fetch;
  return async ({ entry, params, query, body, key: callKey }) => {
    const path = Object.entries(params).reduce(
      (text, [name, value]) => text.replace(`:${name}`, encodeURIComponent(value)),
      entry.path,
    );
    const url = new URL(`${server}/v1${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    const response = await send(url, {
      method: entry.method,
      redirect: 'error',
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(entry.once === 'none' ? {} : { 'idempotency-key': callKey ?? crypto.randomUUID() }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      throw new CheckoutError('network_error', `The companion at ${server} cannot be reached.`, { cause });
    });
    const answer = (await response
      .json()
      .catch(() => ({ code: 'network_error', detail: `${server} is no companion` }))) as Json;
    return response.ok ? { body: answer } : { failure: answer };
  };
}

function readKeyFile(path: string | undefined): string | undefined {
  if (path === undefined || path === '') return undefined;
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (cause) {
    throw new CheckoutError('configuration_invalid', 'TILLGATE_API_KEY_FILE: a file that can be read.', { cause });
  }
}
