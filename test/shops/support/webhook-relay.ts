import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands between the companion and the shop's webhook, so that a test may hold events or deliver them several times. */
export interface WebhookRelay {
  url: string;
  /** The events that came, by type. */
  readonly types: string[];
  /** How often each event is delivered, all at once. */
  copies: number;
  /** Keeps events until it is called again with false. */
  hold(isHeld: boolean): void;
  close(): Promise<void>;
}

export async function startWebhookRelay(target: string): Promise<WebhookRelay> {
  const types: string[] = [];
  let gate = Promise.resolve();
  let open = (): void => undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      types.push((JSON.parse(body.toString()) as { type: string }).type);
      const headers = Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => name.startsWith('webhook-') || name === 'content-type'),
      ) as Record<string, string>;
      const deliver = (): Promise<number> =>
        fetch(target, { method: 'POST', headers, body }).then(
          ({ status }) => status,
          () => 503,
        );
      void gate
        .then(() => Promise.all(Array.from({ length: relay.copies }, deliver)))
        .then((statuses) => response.writeHead(Math.max(...statuses)).end());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const relay: WebhookRelay = {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`,
    types,
    copies: 1,
    hold(isHeld) {
      open();
      gate = isHeld ? new Promise((resolve) => (open = resolve)) : Promise.resolve();
    },
    close: () =>
      new Promise((resolve) => {
        open();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return relay;
}
