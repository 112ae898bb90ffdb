import { readFileSync } from 'node:fs';
import { CheckoutError } from '../../../shared/errors.ts';
import type { ApiRoute } from '../../api/index.ts';

/** The environment of a command: its inputs and outputs. */
export interface Terminal {
  environment: Readonly<Record<string, string | undefined>>;
  print: (line: string) => void;
  printError: (line: string) => void;
  /** Whether the error output is a terminal, so a progress bar makes sense. */
  isWatched: boolean;
  /** For tests. */
  fetch?: typeof fetch;
}

type Json = Record<string, unknown>;

/** An error of the API: a problem document with a code. */
export interface ApiFailure {
  failure: Json;
  /** The companion may have processed the request. A retry with this Idempotency-Key is idempotent. */
  key?: string | undefined;
}

export function isFailure(answer: { body: Json } | ApiFailure): answer is ApiFailure {
  return 'failure' in answer;
}

export type Sender = (call: {
  entry: ApiRoute;
  params: Readonly<Record<string, string>>;
  query: Json;
  body?: Json | undefined;
  /** Idempotency-Key. Default: a new one. */
  key?: string | undefined;
}) => Promise<{ body: Json } | ApiFailure>;

/**
 * Calls the companion with the API key of the environment. Without a response the result is a `network_error`.
 * @throws CheckoutError `configuration_invalid` without an API key
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
      (text, [name, value]) => text.replace(`:${name}`, () => encodeURIComponent(value)),
      entry.path,
    );
    const url = new URL(`${server}/v1${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    const once = entry.idempotency === 'none' ? undefined : (callKey ?? crypto.randomUUID());
    const lost = (detail: string): ApiFailure => ({ failure: { code: 'network_error', detail }, key: once });
    const response = await send(url, {
      method: entry.method,
      redirect: 'error',
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(once === undefined ? {} : { 'idempotency-key': once }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(() => undefined);
    if (response === undefined) return lost(`The companion at ${server} cannot be reached.`);
    const answer = await response.json().catch(() => undefined);
    if (!isObject(answer)) return lost(`${server} did not respond as a companion.`);
    if (response.ok) return { body: answer };
    return { failure: answer, key: response.status >= 500 ? once : undefined };
  };
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readKeyFile(path: string | undefined): string | undefined {
  if (path === undefined || path === '') return undefined;
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (cause) {
    throw new CheckoutError('configuration_invalid', 'TILLGATE_API_KEY_FILE: a file that can be read.', { cause });
  }
}
