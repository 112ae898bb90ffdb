import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { serve, type CheckoutServerOptions, type RunningServer } from '../../server/index.ts';
import { stubCardDeclines, nextCardNumber, startAttackTarget, type AttackTarget } from '../support/attack.ts';
import { recordPromiseFigures } from '../support/promise-figures.ts';
import { startHaproxy, type RunningHaproxy } from '../support/haproxy.ts';
import { SHOP_ORIGIN, createCardSubmit } from '../support/system.ts';

const parts: { close(): Promise<unknown> }[] = [];

async function start(
  options: Partial<CheckoutServerOptions>,
): Promise<{ target: AttackTarget; proxy: RunningHaproxy }> {
  const target = await startAttackTarget({ trustProxy: 1, ...options });
  parts.unshift(target);
  const served: RunningServer = await serve({ fetch: target.companion.fetch, port: 0 });
  parts.unshift({ close: () => served.close(0) });
  const proxy = await startHaproxy(Number(new URL(served.url).port));
  parts.unshift(proxy);
  return { target, proxy };
}

afterEach(async () => {
  for (const part of parts.splice(0)) await part.close();
});

interface Sender {
  /** The address that HAProxy sees. */
  from: string;
  /** What the client writes into X-Forwarded-For itself. */
  forged: string;
  /** How many lines of headers without a sense it adds. */
  filler: number;
}

const CLIENT = '198.51.100.7';

/** Sends one submit through the proxy; the status of the answer. */
async function submit(
  { target, proxy }: { target: AttackTarget; proxy: RunningHaproxy },
  sender: Sender,
): Promise<number> {
  const { token } = await target.openSession();
  const body = JSON.stringify({
    ...createCardSubmit(nextCardNumber()),
    shopper: { email: `${crypto.randomUUID()}@example.com` },
  });
  const version = sender.from.includes(':') ? 'TCP6' : 'TCP4';
  const own = version === 'TCP6' ? '::1' : '127.0.0.1';
  const lines = [
    'POST /checkout/payments HTTP/1.1',
    'Host: pay.localhost',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${String(Buffer.byteLength(body))}`,
    `Origin: ${SHOP_ORIGIN}`,
    'Connection: close',
    `X-Forwarded-For: ${sender.forged}`,
    ...Array.from({ length: sender.filler }, (_, at) => `F${String(at)}: x`),
  ];
  const text = await exchange(
    proxy.port,
    `PROXY ${version} ${sender.from} ${own} 40000 80\r\n${lines.join('\r\n')}\r\n\r\n${body}`,
  );
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
}

function exchange(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.once('error', reject);
    socket.once('close', () => resolve(text));
  });
}

/** Filler up to more than HAProxy itself takes, one by one where the number of lines decides. */
const FILLERS = [0, 1, 40, 80, ...Array.from({ length: 24 }, (_, at) => 84 + at)];

describe('promise 21: companion behind a real HAProxy', () => {
  test('promise 21: filler headers do not change the address that the companion sees', async () => {
    const system = await start({ limits: 'off' });
    const statuses: number[] = [];
    for (const filler of FILLERS) statuses.push(await submit(system, { from: CLIENT, forged: '203.0.113.9', filler }));
    const seen = system.target.gateway.charges.map((fields) => fields['shopper_ip']);
    expect(new Set(seen)).toEqual(new Set([CLIENT]));
    // What browsers send passes; beyond the companion's limit it answers, and beyond HAProxy's own HAProxy does.
    expect(statuses.slice(0, 4)).toEqual([200, 200, 200, 200]);
    expect(new Set(statuses)).toEqual(new Set([200, 431, 400]));
    expect(seen).toHaveLength(statuses.filter((status) => status === 200).length);
  });

  test('promise 21: a client that forges its address behind filler headers is limited by its own address', async () => {
    const system = await start({ limits: 'address=3/1h,shopper=off,card=off' });
    stubCardDeclines(system.target.gateway);
    const fillers = Array.from({ length: 30 }, (_, at) => 70 + at);
    const statuses = await Promise.all(
      fillers.map((filler) => submit(system, { from: CLIENT, forged: `203.0.113.${String(filler)}`, filler })),
    );
    expect(system.target.gateway.charges).toHaveLength(3);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(await submit(system, { from: '198.51.100.8', forged: CLIENT, filler: 0 })).toBe(200);
    recordPromiseFigures(21, { forged_addresses_behind_haproxy: fillers.length, sent_beyond_the_limit: 0 });
  });

  test('promise 21: addresses of one IPv6 /64 behind HAProxy share one limit', async () => {
    const system = await start({ limits: 'address=2/1h,shopper=off,card=off' });
    stubCardDeclines(system.target.gateway);
    const statuses: number[] = [];
    for (const end of ['1', '2', 'ffff:3', 'a:b:c:d']) {
      const from = `2001:db8:1:2${end.includes(':b:') ? `:${end}` : `::${end}`}`;
      statuses.push(await submit(system, { from, forged: '2001:db8:9::1', filler: 0 }));
    }
    expect(statuses).toEqual([200, 200, 429, 429]);
    expect(await submit(system, { from: '2001:db8:1:3::1', forged: '::1', filler: 0 })).toBe(200);
  });
});
