import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcp, type Socket } from 'node:net';

/** A gateway whose responses a test sets, and that counts its charges. */
export interface StubGateway {
  url: string;
  /** Fields of every complete authorise request. */
  readonly charges: Record<string, string>[];
  readonly queries: number[];
  respond: (fields: Record<string, string>, response: ServerResponse, request: IncomingMessage) => void;
  /** The response to transaction queries; undefined resets the connection. */
  respondToQuery: (() => unknown) | undefined;
  /** If set, the response to a query of one order. */
  respondToOrderQuery: ((orderNo: string) => unknown) | undefined;
  close(): Promise<void>;
}

/** @param listen its port; 0 takes a free one */
export async function startStubGateway(listen = 0): Promise<StubGateway> {
  const charges: Record<string, string>[] = [];
  const queries: number[] = [];
  const server = createHttp((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (request.url?.endsWith('/v1/authorise') === true) {
        const fields = JSON.parse(body) as Record<string, string>;
        charges.push(fields);
        stub.respond(fields, response, request);
        return;
      }
      queries.push(Date.now());
      const order = new URLSearchParams(body).get('orders') ?? '';
      if (stub.respondToOrderQuery !== undefined) response.end(JSON.stringify(stub.respondToOrderQuery(order)));
      else if (stub.respondToQuery === undefined) response.destroy();
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(stub.respondToQuery()));
    });
  });
  await new Promise<void>((resolve) => server.listen(listen, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const stub: StubGateway = {
    url: `http://127.0.0.1:${String(port)}`,
    charges,
    queries,
    respond: (fields, response) => sendXml(response, authoriseResponse(fields)),
    respondToQuery: () => ({ return_status: '1', orders_list: [] }),
    respondToOrderQuery: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return stub;
}

export function sendXml(response: ServerResponse, body: string, status = 200, type = 'application/xml'): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
}

/** A paid authorise response, with `changes` to its elements. */
export function authoriseResponse(
  fields: Record<string, string>,
  changes: Record<string, string | undefined> = {},
): string {
  const elements: Record<string, string | undefined> = {
    merchant_id: fields['merchant_id'],
    account_id: fields['account_id'],
    order_no: fields['order_no'],
    amount: fields['amount'],
    currency: fields['currency'],
    transaction_id: `${String(fields['order_no'])}-00001`,
    card: '424242***4242',
    order_status: '1',
    result_info: '0000:Success',
    ...changes,
  };
  const inner = Object.entries(elements).map(([name, value]) =>
    value === undefined ? '' : `<${name}>${value}</${name}>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><respon>${inner.join('')}</respon>`;
}

/** A TCP server that passes each socket to `handle`. */
export async function startSocketServer(
  handle: (socket: Socket) => void,
): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createTcp((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    handle(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
