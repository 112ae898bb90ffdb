import { context, propagation, trace } from '@opentelemetry/api';
import { NodeTracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace-node';

/** The spans that ended while they were recorded. */
export const recordedSpans: ReadableSpan[] = [];

let isRecording = false;
/** The companion's tracer keeps the first provider of its process, so test files that share one share it too. */
const provider = new NodeTracerProvider({
  spanProcessors: [
    {
      onStart: () => undefined,
      onEnd: (span) => {
        if (isRecording) recordedSpans.push(span);
      },
      forceFlush: () => Promise.resolve(),
      shutdown: () => Promise.resolve(),
    },
  ],
});

/** Records spans until the function that it returns is called. */
export function recordSpans(): () => void {
  provider.register();
  isRecording = true;
  return () => {
    isRecording = false;
    recordedSpans.length = 0;
    trace.disable();
    context.disable();
    propagation.disable();
  };
}
