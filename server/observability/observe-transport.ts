import { SpanKind } from '@opentelemetry/api';
import type { TransportResult, Transport } from '../gateway/transport.ts';
import { inSpan } from './tracing.ts';

/**
 * Records the duration and result of each gateway request. The request is not changed, and no trace is passed on with
 * it.
 */
export function observeTransport(
  transport: Transport,
  observe: (operation: string, result: string, seconds: number) => void,
): Transport {
  return {
    send(request) {
      const operation = request.operation ?? 'other';
      const describe = (sent: TransportResult): { attributes: Record<string, string>; isFailed: boolean } => {
        const result = resultOf(sent);
        return { attributes: { 'tillgate.result': result }, isFailed: result !== 'ok' };
      };
      const attributes = { 'tillgate.operation': operation };
      const span = { kind: SpanKind.CLIENT, attributes, isPrivate: true, describe };
      return inSpan(`gateway ${operation}`, span, async () => {
        const started = performance.now();
        const sent = await transport.send(request);
        observe(operation, resultOf(sent), (performance.now() - started) / 1_000);
        return sent;
      });
    },
    close: () => transport.close(),
  };
}

/** `ok`, `http_4xx` and the like, `not_sent`, `lost`. */
function resultOf(sent: TransportResult): string {
  if (sent.kind !== 'received') return sent.kind;
  return sent.status === 200 ? 'ok' : `http_${String(Math.floor(sent.status / 100))}xx`;
}
