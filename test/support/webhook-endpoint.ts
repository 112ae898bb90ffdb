import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A shop's webhook endpoint that keeps every event, and accepts it unless it refuses or never responds. */
export interface TestWebhookEndpoint {
  url: string;
  readonly received: { headers: IncomingMessage['headers']; body: string }[];
  /** The most requests that were open at once. */
  readonly mostAtOnce: number;
  close(): Promise<void>;
}

/** @param delay before each response, in ms */
export async function startWebhookEndpoint({
  responds = true,
  status = 204,
  delay = 0,
} = {}): Promise<TestWebhookEndpoint> {
  const received: TestWebhookEndpoint['received'] = [];
  let open = 0;
  let mostAtOnce = 0;
  const server = createServer((request, response) => {
    open += 1;
    mostAtOnce = Math.max(mostAtOnce, open);
    response.once('close', () => (open -= 1));
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      if (responds) setTimeout(() => response.writeHead(status).end(), delay);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/events`,
    received,
    get mostAtOnce() {
      return mostAtOnce;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
