import {
  context,
  createContextKey,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { VERSION } from '../version.ts';

/**
 * Manual spans through the API only: they cost almost nothing until a program registers an SDK. Attributes contain our
 * own names (route, operation, IDs of sessions and payments), never shopper input.
 */
const tracer = trace.getTracer('tillgate', VERSION);

/** Values that OpenTelemetry SDKs read before they trace or propagate a trace. */
const SUPPRESSED = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING');

/** Adds attributes of the result to the span. */
interface Said {
  name?: string;
  attributes?: Attributes;
  isFailed?: boolean;
}

export interface SpanOptions<T> {
  kind?: SpanKind;
  attributes?: Attributes;
  /** The parent trace, where it is not the active one. */
  parent?: Context;
  /** Do not propagate the trace to the called service. */
  isPrivate?: boolean;
  describe?: (result: T) => Said;
}

/** Does work within a span. */
export function inSpan<T>(name: string, options: SpanOptions<T>, work: () => Promise<T>): Promise<T> {
  const { kind = SpanKind.INTERNAL, attributes = {}, parent = context.active() } = options;
  const span = tracer.startSpan(name, { kind, attributes }, parent);
  const inside = trace.setSpan(parent, span);
  const scope = options.isPrivate === true ? inside.setValue(SUPPRESSED, true) : inside;
  return context.with(scope, async () => {
    try {
      const result = await work();
      if (span.isRecording()) finish(span, options.describe?.(result));
      return result;
    } catch (error) {
      // The class only: messages may contain input.
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'failed' });
      throw error;
    } finally {
      span.end();
    }
  });
}

function finish(span: Span, said: Said | undefined): void {
  if (said === undefined) return;
  if (said.name !== undefined) span.updateName(said.name);
  if (said.attributes !== undefined) span.setAttributes(said.attributes);
  if (said.isFailed === true) span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Whether the current work belongs to a trace: work that runs every second must not start a new trace each time. */
export function isWithinTrace(): boolean {
  return trace.getActiveSpan() !== undefined;
}

/** The trace that a request's headers name (W3C `traceparent`), where an SDK reads them. */
export function traceContextOf(headers: Headers): Context {
  return propagation.extract(context.active(), headers, {
    get: (carrier, key) => carrier.get(key) ?? undefined,
    keys: (carrier) => [...carrier.keys()],
  });
}
