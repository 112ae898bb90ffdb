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
 * Spans by hand, through the API only: they cost next to nothing until a program registers an SDK. Attributes hold names
 * of ours (route, operation, ids of sessions and payments), never anything that a shopper typed.
 */
const tracer = trace.getTracer('tillgate', VERSION);

/** What SDKs of OpenTelemetry look up before they trace or pass a trace on. */
const SUPPRESSED = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING');

/** What a result adds to its span. */
interface Said {
  name?: string;
  attributes?: Attributes;
  isFailed?: boolean;
}

export interface SpanOptions<T> {
  kind?: SpanKind;
  attributes?: Attributes;
  /** The trace that the work belongs to, where it is not the one that is active. */
  parent?: Context;
  /** Nothing within passes the trace on to whom it talks. */
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
      finish(span, options.describe?.(result));
      return result;
    } catch (error) {
      // The class only: messages may quote what came in.
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

/** Whether the work under way belongs to a trace: what runs every second must not begin one each time. */
export function isTraced(): boolean {
  return trace.getActiveSpan() !== undefined;
}

/** The trace that a request's headers name (W3C `traceparent`), where an SDK reads them. */
export function traceOf(headers: Headers): Context {
  return propagation.extract(context.active(), headers, {
    get: (carrier, key) => carrier.get(key) ?? undefined,
    keys: (carrier) => [...carrier.keys()],
  });
}
