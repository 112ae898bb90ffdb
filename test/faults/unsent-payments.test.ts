import dns from 'node:dns';
import { createServer as createTls } from 'node:tls';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { recordPromiseFigures } from '../support/promise-figures.ts';
import { createSelfSignedCertificate } from '../support/self-signed.ts';
import { authoriseResponse, sendXml, startSocketServer, startStubGateway } from '../support/stub-gateway.ts';
import { startTestSystem, createCardSubmit, type TestSystem } from '../support/system.ts';

/** A gateway that cannot be reached: nothing left, so it may be tried again. */

let system: TestSystem;
let ahead = 0;

afterEach(async () => {
  ahead = 0;
  vi.restoreAllMocks();
  await system.close();
});

async function startAt(gatewayUrl: string): Promise<void> {
  system = await startTestSystem({
    companion: {
      gatewayUrl,
      deadlines: { connect: 300, headers: 3_000, total: 9_000 },
      now: () => Date.now() + ahead,
    },
  });
}

/** Has every lookup of a host fail with a code, or, where there is none, lead to this machine. */
function answerLookups(host: string, codeOf: (count: number) => string | undefined): { count: number } {
  const lookups = { count: 0 };
  const original = dns.lookup;
  const answer = (...given: [string, ...unknown[]]): void => {
    const isAsked = given[0] === host;
    if (isAsked) lookups.count += 1;
    const code = isAsked ? codeOf(lookups.count) : undefined;
    const done = given.at(-1) as (error: Error) => void;
    if (code === undefined) Reflect.apply(original, dns, isAsked ? ['127.0.0.1', ...given.slice(1)] : given);
    else process.nextTick(() => done(Object.assign(new Error(code), { code })));
  };
  vi.spyOn(dns, 'lookup').mockImplementation(answer);
  return lookups;
}

/** Submits once: refused, nothing recorded as sent, the session as open as before. */
async function expectNothingSent(): Promise<void> {
  const { token, id } = await system.openSession();
  const refused = await system.browser(token, 'POST', '/checkout/payments', createCardSubmit());
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ code: 'gateway_unreachable' });
  expect(await system.get(`/v1/sessions/${id}`)).toMatchObject({ status: 'open', attempts: 0 });
  const { payments } = await system.get<{ payments: object[] }>('/v1/payments');
  expect(payments).toMatchObject([{ status: 'not_sent' }]);
  recordPromiseFigures(4, { 'not sent': 1, 'sent again': 0 });
}

describe('promise 4: payment that is not sent', () => {
  test('a refused connection sends nothing and leaves the session open', async () => {
    await startAt('http://127.0.0.1:1');
    await expectNothingSent();
  });

  test('a host without an address sends nothing and leaves the session open', async () => {
    const lookups = answerLookups('gateway.invalid', () => 'ENOTFOUND');
    await startAt('https://gateway.invalid');
    await expectNothingSent();
    expect(lookups.count, 'once, and twice more').toBe(3);
  });

  test('a connection that times out sends nothing and leaves the session open', async () => {
    let connections = 0;
    // Accepts the connection and never starts TLS. The handshake is part of connecting.
    const silent = await startSocketServer(() => void (connections += 1));
    await startAt(silent.url.replace('http:', 'https:'));
    await expectNothingSent();
    expect(connections).toBe(3);
    await silent.close();
  }, 30_000);

  test('a TLS handshake with a server without TLS sends nothing and leaves the session open', async () => {
    let bytes = 0;
    const plain = await startSocketServer((socket) => {
      socket.on('data', (chunk) => {
        bytes += chunk.length;
        socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      });
    });
    await startAt(plain.url.replace('http:', 'https:'));
    await expectNothingSent();
    expect(bytes).toBeGreaterThan(0);
    await plain.close();
  });

  test('an untrusted certificate sends nothing and leaves the session open', async () => {
    let secured = 0;
    let heard = 0;
    const server = createTls(createSelfSignedCertificate(), (socket) => {
      secured += 1;
      socket.on('data', () => (heard += 1));
      socket.on('error', () => undefined);
    });
    server.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    await startAt(`https://localhost:${String(port)}`);
    await expectNothingSent();
    expect(heard, 'requests that reached it').toBe(0);
    expect(secured).toBeLessThanOrEqual(3);
    await new Promise((resolve) => server.close(resolve));
  });
});

test('promise 4: a gateway that is reachable at the third connection gets the request once', async () => {
  const stub = await startStubGateway();
  stub.respond = (fields, response) => sendXml(response, authoriseResponse(fields));
  await startAt(stub.url.replace('127.0.0.1', 'localhost'));
  const tries = answerLookups('localhost', (count) => (count < 3 ? 'EAI_AGAIN' : undefined));
  const { token } = await system.openSession();
  expect(await system.pay(token)).toMatchObject({ status: 'paid' });
  expect(tries.count).toBe(3);
  expect(stub.charges).toHaveLength(1);
  await stub.close();
});

test('promise 4: a request of which one byte was sent is never sent again', async () => {
  let submits = 0;
  let queries = 0;
  const greedy = await startSocketServer((socket) => {
    // The first byte is enough.
    socket.once('data', (chunk) => {
      if (chunk.toString().includes('/v1/authorise')) submits += 1;
      else queries += 1;
      socket.resetAndDestroy();
    });
  });
  await startAt(greedy.url);
  const { token } = await system.openSession();
  expect(await system.pay(token)).toMatchObject({ status: 'unknown' });
  expect(await system.pay(token)).toMatchObject({ code: 'payment_in_progress' });
  await system.settle();
  ahead = 300_000;
  await system.companion.reconcile();
  expect(queries).toBeGreaterThan(0);
  expect(submits).toBe(1);
  recordPromiseFigures(4, { 'cut after a byte': 1, 'sent again': submits - 1 });
  await greedy.close();
});
