import { request, type Dispatcher } from 'undici';

/** What an address answers; `reason` is a network error's code and its meaning. */
export type Visit =
  | { kind: 'answered'; status: number; headers: Headers; text: string; serverTime: number | undefined }
  | { kind: 'unreachable'; code: string; reason: string };

/** The time limit of one visit, in ms. */
const LIMIT = 10_000;
/** The most characters of an answer that are read. */
const TEXT_MAX = 2_000_000;

const MEANINGS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at its host and port',
  ECONNRESET: 'its host ended the connection',
  ENOTFOUND: 'its host does not exist',
  EAI_AGAIN: 'its host cannot be looked up',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its host cannot be reached',
  ETIMEDOUT: 'its host does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'its host does not answer',
  UND_ERR_HEADERS_TIMEOUT: 'its host does not answer',
  UND_ERR_ABORTED: 'its host does not answer',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate comes from an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its server does not send the whole chain of certificates',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  EPROTO: 'it does not speak TLS',
};

/** Sends one request and follows no redirect. Never throws. */
export async function visitAddress(
  address: string,
  options: { method?: Dispatcher.HttpMethod; headers?: Record<string, string>; body?: string } = {},
): Promise<Visit> {
  try {
    const sent = Date.now();
    const answer = await request(address, {
      method: options.method ?? 'GET',
      headers: options.headers ?? {},
      ...(options.body === undefined ? {} : { body: options.body }),
      signal: AbortSignal.timeout(LIMIT),
    });
    const took = Date.now() - sent;
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) {
      for (const one of [value ?? []].flat()) headers.append(name, one);
    }
    const date = Date.parse(headers.get('date') ?? '');
    return {
      kind: 'answered',
      status: answer.statusCode,
      headers,
      text: (await answer.body.text()).slice(0, TEXT_MAX),
      // The header was written at some time between request and answer, and has no fractions of a second.
      serverTime: Number.isNaN(date) ? undefined : date + 500 - took / 2,
    };
  } catch (error) {
    const code = codeOf(error);
    const meaning = MEANINGS[code];
    return { kind: 'unreachable', code, reason: meaning === undefined ? code : `${meaning} (${code})` };
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'TimeoutError') return 'ETIMEDOUT';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
