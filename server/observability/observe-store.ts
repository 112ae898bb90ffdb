import { SpanKind } from '@opentelemetry/api';
import type { Store } from '../store/index.ts';
import { inSpan, isWithinTrace } from './tracing.ts';

type Call = (...args: unknown[]) => Promise<unknown>;

/** The same store, with the duration of each call recorded. */
export function observeStore(
  store: Store,
  observe: (call: string, result: 'ok' | 'failed', seconds: number) => void,
): Store {
  const timed =
    (name: string, call: Call): Call =>
    async (...args) => {
      const started = performance.now();
      const tell = (result: 'ok' | 'failed'): void => observe(name, result, (performance.now() - started) / 1_000);
      try {
        const work = (): Promise<unknown> => call(...args);
        const result = await (isWithinTrace() ? inSpan(`store ${name}`, { kind: SpanKind.CLIENT }, work) : work());
        tell('ok');
        return result;
      } catch (error) {
        tell('failed');
        throw error;
      }
    };
  const entries = Object.entries(store).map(([name, value]) => [
    name,
    typeof value === 'function' && name !== 'close' ? timed(name, value as Call) : (value as unknown),
  ]);
  return Object.fromEntries(entries) as Store;
}
