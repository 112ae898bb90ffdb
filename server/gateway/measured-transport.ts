import type { Transport } from './transport.ts';

/** Tells how long each request took and what became of it; the request itself stays untouched. */
export function measuredTransport(
  transport: Transport,
  observe: (path: string, outcome: string, seconds: number) => void,
): Transport {
  return {
    async send(request) {
      const started = performance.now();
      const sent = await transport.send(request);
      observe(request.path, sent.kind, (performance.now() - started) / 1_000);
      return sent;
    },
    close: () => transport.close(),
  };
}
