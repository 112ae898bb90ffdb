import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve, type RunningServer } from '../../server/index.ts';
import { startAttackTarget, type AttackTarget } from '../support/attack.ts';
import { recordPromiseFigures } from '../support/promise-figures.ts';
import { API_KEY, untilDefined } from '../support/system.ts';

let target: AttackTarget;
let served: RunningServer;
let port: number;

beforeAll(async () => {
  target = await startAttackTarget();
  served = await serve({ fetch: target.companion.fetch, port: 0 });
  port = Number(new URL(served.url).port);
});

afterAll(async () => {
  await served.close(0);
  await target.close();
});

interface Slow {
  socket: Socket;
  opened: number;
  /** ms from the opening to the end; undefined while it lasts. */
  lasted?: number;
  seen: string;
}

/** A client that sends its request one byte at a time, or stops in the middle of it. */
function slowly(first: string, drip: string | undefined): Slow {
  let timer: NodeJS.Timeout | undefined;
  const socket = connect(port, '127.0.0.1', () => {
    socket.write(first);
    if (drip !== undefined) timer = setInterval(() => socket.write(drip), 500);
  });
  const slow: Slow = { socket, opened: performance.now(), seen: '' };
  socket.on('data', (chunk: Buffer) => (slow.seen += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearInterval(timer);
    slow.lasted = performance.now() - slow.opened;
  });
  return slow;
}

/** How long the slowest of some payments took, one after the other, in ms. */
async function slowestPayment(count: number): Promise<number> {
  let slowest = 0;
  for (let round = 0; round < count; round += 1) {
    const { token } = await target.openSession();
    const began = performance.now();
    const answer = await fetch(`http://127.0.0.1:${String(port)}/checkout/payments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        attempt_id: crypto.randomUUID(),
        method: 'card',
        card: {
          number: '4242424242424242',
          expiry_month: '12',
          expiry_year: '2031',
          security_code: '123',
          holder_name: 'A B',
        },
        shopper: { email: 'ana@example.com' },
        device: {},
      }),
    });
    expect(await answer.json()).toMatchObject({ status: 'paid' });
    slowest = Math.max(slowest, performance.now() - began);
  }
  return slowest;
}

describe('promise 23: slow clients', () => {
  test('promise 23: 900 slow sockets do not delay other requests and are closed', async () => {
    const alone = await slowestPayment(10);
    const times = (count: number, make: () => Slow): Slow[] => Array.from({ length: count }, make);
    const head = `POST /v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer ${API_KEY}\r\n`;
    const groups = {
      silent: times(200, () => slowly('', undefined)),
      'half a header': times(200, () => slowly('GET /healthz HTTP/1.1\r\nHost: x\r\nX-Sl', undefined)),
      'a header byte by byte': times(300, () => slowly('GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'a')),
      'a body byte by byte': times(200, () => slowly(`${head}Content-Length: 20000\r\n\r\n{`, ' ')),
    };
    const all = Object.values(groups).flat();
    await untilDefined(() => (all.every(({ socket }) => !socket.connecting) ? true : undefined), 20_000);
    const beside = await slowestPayment(30);
    // Far below what one of them would hold up, if it could.
    expect(beside).toBeLessThan(Math.max(2_000, alone * 10));
    await untilDefined(() => (all.every(({ lasted }) => lasted !== undefined) ? true : undefined), 50_000);
    const headers = [...groups.silent, ...groups['half a header'], ...groups['a header byte by byte']];
    const longestHeader = Math.max(...headers.map(({ lasted }) => lasted ?? 0));
    const longestBody = Math.max(...groups['a body byte by byte'].map(({ lasted }) => lasted ?? 0));
    expect(longestHeader).toBeLessThan(20_000);
    expect(longestBody).toBeLessThan(42_000);
    expect(new Set(all.map(({ seen }) => seen.slice(0, 12)))).toEqual(new Set(['HTTP/1.1 408']));
    recordPromiseFigures(23, {
      slow_sockets: all.length,
      slowest_payment_alone_ms: Math.round(alone),
      slowest_payment_beside_ms: Math.round(beside),
      longest_header_ms: Math.round(longestHeader),
      longest_body_ms: Math.round(longestBody),
    });
  });

  test('promise 23: one session holds at most eight long polls, and the others respond at once', async () => {
    target.gateway.respond = () => undefined;
    const { token } = await target.openSession();
    const headers = { authorization: `Bearer ${token}` };
    const began = performance.now();
    const asked = Array.from({ length: 60 }, async () => {
      const answer = await fetch(`http://127.0.0.1:${String(port)}/checkout/outcome?wait=3&since=open`, { headers });
      expect(answer.status).toBe(200);
      return performance.now() - began;
    });
    const took = await Promise.all(asked);
    expect(took.filter((ms) => ms > 2_500)).toHaveLength(8);
    expect(took.filter((ms) => ms < 2_500)).toHaveLength(52);
  });
});
