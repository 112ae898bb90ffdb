import { request, type Dispatcher } from 'undici';
import { toNetworkFailure } from '../../shared/network-failures.ts';

/** What an address answers; `reason` is a network error's code and its meaning. */
export type ProbeResult =
  | { kind: 'answered'; status: number; headers: Headers; text: string; serverTime: number | undefined }
  | { kind: 'unreachable'; code: string; reason: string };

/** The time limit of one visit, in ms. */
const LIMIT = 10_000;
/** The most characters of an answer that are read. */
const TEXT_MAX = 2_000_000;

/** Sends one request and follows no redirect. Never throws. */
export async function probeUrl(
  address: string,
  options: { method?: Dispatcher.HttpMethod; headers?: Record<string, string>; body?: string } = {},
): Promise<ProbeResult> {
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
    return { kind: 'unreachable', ...toNetworkFailure(error) };
  }
}
