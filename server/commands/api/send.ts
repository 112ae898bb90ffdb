import { readFileSync } from 'node:fs';
import { CheckoutError } from '../../../shared/errors.ts';
import type { ApiRoute } from '../../api/index.ts';
import { createTillgateClient, isTillgateError, type TillgateError } from '../../client/index.ts';

/** The inputs and outputs of a command. */
export interface CommandIo {
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

export function isApiFailure(answer: { body: Json } | ApiFailure): answer is ApiFailure {
  return 'failure' in answer;
}

export type SendRequest = (call: {
  entry: ApiRoute;
  params: Readonly<Record<string, string>>;
  query: Json;
  body?: Json | undefined;
  /** Idempotency-Key. Default: a new one. */
  key?: string | undefined;
}) => Promise<{ body: Json } | ApiFailure>;

/**
 * Calls the companion with the API key of the environment.
 * @throws CheckoutError or TillgateError `configuration_invalid` for a missing or invalid API key or URL
 */
export function createSendRequest(
  terminal: Pick<CommandIo, 'environment' | 'fetch'>,
  values: Readonly<Record<string, unknown>>,
): SendRequest {
  const { environment } = terminal;
  const url = typeof values['server'] === 'string' ? values['server'] : environment['TILLGATE_URL'];
  const apiKey = environment['TILLGATE_API_KEY'] ?? readKeyFile(environment['TILLGATE_API_KEY_FILE']);
  if (apiKey === undefined || apiKey === '') {
    throw new CheckoutError('configuration_invalid', 'TILLGATE_API_KEY: must be given.');
  }
  const tillgate = createTillgateClient({ url: url ?? 'http://localhost:8787', apiKey, fetch: terminal.fetch });
  return async ({ entry: { method, path, idempotency, query }, key, ...call }) => {
    try {
      const isRead = idempotency === 'none';
      // A list has its account in the query that was typed.
      const account = query !== undefined && method !== 'GET' ? (values['account'] as string | undefined) : undefined;
      return {
        body: await tillgate.request<Json>({ method, path, isRead, ...call }, { idempotencyKey: key, account }),
      };
    } catch (error) {
      if (!isTillgateError(error)) throw error;
      return { failure: toProblem(error), key: error.isOutcomeUnknown ? error.idempotencyKey : undefined };
    }
  };
}

function toProblem({ status, code, message, requestId, fields }: TillgateError): Json {
  return {
    status,
    code,
    detail: message,
    ...(requestId === undefined ? {} : { request_id: requestId }),
    ...(fields.length === 0 ? {} : { fields }),
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
