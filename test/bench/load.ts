import { expect } from 'vitest';
import { Pool } from 'undici';
import type { SubmitPayment } from '../../shared/contract/index.ts';
import { TEST_SESSION_FIELDS } from '../support/system.ts';
import { sleep } from '../support/wait.ts';

/** One request of a load. Everybody comes with an address, a card and a mailbox of their own, as shoppers do. */
export interface LoadRequest {
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface LoadFigures {
  perSecond: number;
  /** In ms. */
  p50: number;
  p99: number;
}

/** How many payments at a time one server usually gets. */
export const CONCURRENCY = 32;

/** Sends every request, so many at a time to all of the servers together; every answer has to say paid. */
export async function runLoadAtConcurrency(
  urls: readonly string[],
  requests: readonly LoadRequest[],
  concurrency = CONCURRENCY,
): Promise<LoadFigures> {
  return measure(urls, requests, async (send) => {
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < requests.length) await send((next += 1) - 1);
    };
    await Promise.all(Array.from({ length: concurrency }, work));
  });
}

/** Sends so many a second, whether or not the ones before are answered: what shoppers would meet at that rate. */
export async function runLoadAtRate(
  url: string,
  perSecond: number,
  requests: readonly LoadRequest[],
): Promise<LoadFigures> {
  return measure([url], requests, async (send) => {
    const began = performance.now();
    const sent: Promise<void>[] = [];
    while (sent.length < requests.length) {
      const due = Math.min(requests.length, Math.ceil(((performance.now() - began) / 1_000) * perSecond));
      while (sent.length < due) sent.push(send(sent.length));
      await sleep(1);
    }
    await Promise.all(sent);
  });
}

async function measure(
  urls: readonly string[],
  requests: readonly LoadRequest[],
  run: (send: (index: number) => Promise<void>) => Promise<void>,
): Promise<LoadFigures> {
  const pools = urls.map((url) => new Pool(url, { connections: CONCURRENCY * 4 }));
  const times: number[] = [];
  const send = async (index: number): Promise<void> => {
    const { path, headers, body } = requests[index]!;
    const began = performance.now();
    const answer = await pools[index % pools.length]!.request({ path, method: 'POST', headers, body });
    const { status } = (await answer.body.json()) as { status: string };
    times.push(performance.now() - began);
    expect(status).toBe('paid');
  };
  const began = performance.now();
  await run(send);
  const seconds = (performance.now() - began) / 1_000;
  await Promise.all(pools.map((pool) => pool.close()));
  return { perSecond: requests.length / seconds, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

export function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** Submits for sessions that are open already. */
export function createSubmitRequests(tokens: readonly string[]): LoadRequest[] {
  return tokens.map((token, index) => {
    const submit: SubmitPayment = {
      attempt_id: crypto.randomUUID(),
      method: 'card',
      card: {
        number: cardNumber(index),
        expiry_month: '12',
        expiry_year: '2031',
        security_code: '123',
        holder_name: 'Ana Souza',
      },
      device: { resolution: '1280x720', color_depth: '24', time_zone: '+01:00', browser_lang: 'en-GB' },
    };
    return { path: '/checkout/payments', headers: headersOf(index, token), body: JSON.stringify(submit) };
  });
}

let ordered = 0;

/** The same payments as the proxy and the endpoint take them: the gateway's request without what is signed. */
export function createUnsignedGatewayRequests(count: number): LoadRequest[] {
  return Array.from({ length: count }, (_, index) => ({
    path: '/payments',
    headers: headersOf(index, '-'),
    body: JSON.stringify({
      order_no: `P-${String((ordered += 1))}`,
      currency: TEST_SESSION_FIELDS.currency,
      amount: TEST_SESSION_FIELDS.amount,
      website: 'https://shop.example',
      items: 'Mug#,#MUG-1#,#12.00#,#2',
      shopper_id: `c-${String(index)}`,
      shopper_email: emailOf(index),
      shopper_ip: '127.0.0.1',
      first_name: 'Ana',
      last_name: 'Souza',
      card: cardNumber(index),
      expiration_month: '12',
      expiration_year: '2031',
      security_code: '123',
    }),
  }));
}

/** Shoppers do not come in the order of their addresses. */
export const emailOf = (index: number): string => `ana${String((index * 7_919) % 1_000_003)}@example.com`;

function headersOf(index: number, token: string): Record<string, string> {
  const address = [11 + ((index >> 16) & 63), (index >> 8) & 255, index & 255, 7].join('.');
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-forwarded-for': address };
}

/** A number of a test range with its check digit. */
function cardNumber(index: number): string {
  const digits = `424242${String(index).padStart(9, '0')}`;
  const sum = Array.from(digits).reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${String((10 - (sum % 10)) % 10)}`;
}
