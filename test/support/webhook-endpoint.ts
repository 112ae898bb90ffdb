import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A shop's webhook endpoint that keeps every event, and accepts it unless it never responds. */
export interface WebhookEndpoint {
  url: string;
  readonly received: { headers: IncomingMessage['headers']; body: string }[];
  close(): Promise<void>;
}

export async function startWebhookEndpoint({ responds = true } = {}): Promise<WebhookEndpoint> {
  const received: WebhookEndpoint['received'] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      if (responds) response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/events`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
