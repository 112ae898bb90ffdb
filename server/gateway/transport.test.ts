import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createTransport, OVERDUE_REASON, type CallTimeouts, type Transport } from './transport.ts';

const REQUEST = { path: '/v1/authorise', contentType: 'application/json', accept: 'application/xml', body: '{}' };

const opened: { close(): unknown }[] = [];

afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

/** A gateway, and a transport to it with one connection. */
async function start(
  respond: (request: IncomingMessage, response: ServerResponse) => void,
  deadlines: Partial<CallTimeouts> = {},
): Promise<{ transport: Transport; received: () => number }> {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    respond(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const transport = createTransport(`http://127.0.0.1:${String(port)}`, { deadlines, connections: 1 });
  opened.push({ close: () => server.close().closeAllConnections() }, transport);
  return { transport, received: () => count };
}

test('a response is returned with its status, its type and its bytes', async () => {
  const { transport } = await start((_request, response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' });
    response.writeHead(201, { 'content-type': 'application/xml' });
    response.write('<respon>');
    setTimeout(() => response.end('</respon>'), 10);
  });
  expect(await transport.send(REQUEST)).toEqual({
    kind: 'received',
    status: 201,
    contentType: 'application/xml',
    body: Buffer.from('<respon></respon>'),
  });
});

/** The process stands still: neither a timer nor a socket has its turn. */
function standStill(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('a request that no connection takes before its deadline is not sent', async () => {
  const arrivals = new EventEmitter();
  const { transport, received } = await start(() => arrivals.emit('request'), { total: 500 });
  const first = transport.send(REQUEST);
  const second = transport.send(REQUEST);
  await once(arrivals, 'request');
  // The first one's deadline frees the connection, which must not happen before that of the second is over.
  standStill(600);
  expect(await first).toEqual({ kind: 'lost', reason: OVERDUE_REASON });
  expect(await second).toEqual({ kind: 'not_sent', reason: OVERDUE_REASON });
  expect(received()).toBe(1);
});

test('after the deadline no byte leaves, also where a connection is free', async () => {
  const { transport, received } = await start((_request, response) => response.end('<respon/>'), { total: 300 });
  expect(await transport.send(REQUEST)).toMatchObject({ kind: 'received' });
  const late = transport.send(REQUEST);
  standStill(400);
  expect(await late).toEqual({ kind: 'not_sent', reason: OVERDUE_REASON });
  expect(received()).toBe(1);
});

test('a request whose response does not end before the deadline is lost', async () => {
  const { transport } = await start((_request, response) => response.writeHead(200).write('<respon>'), { total: 200 });
  expect(await transport.send(REQUEST)).toEqual({ kind: 'lost', reason: OVERDUE_REASON });
});

test('a response that is too long is lost, and the next request has a connection of its own', async () => {
  const { transport, received } = await start((_request, response) => response.end('x'.repeat(2_000)));
  expect(await transport.send({ ...REQUEST, maxBytes: 1_024 })).toEqual({
    kind: 'lost',
    reason: 'the answer is longer than 1 KB',
  });
  expect(await transport.send(REQUEST)).toMatchObject({ kind: 'received' });
  expect(received()).toBe(2);
});

test('a request whose connection closes before the response is lost', async () => {
  const { transport, received } = await start((request) => request.socket.destroy());
  expect(await transport.send(REQUEST)).toMatchObject({ kind: 'lost' });
  expect(received()).toBe(1);
});

test('a closed transport sends nothing', async () => {
  const transport = createTransport('http://127.0.0.1:1');
  await transport.close();
  expect(await transport.send(REQUEST)).toMatchObject({ kind: 'not_sent' });
});
