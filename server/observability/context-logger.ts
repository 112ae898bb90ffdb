import { trace } from '@opentelemetry/api';
import { createAlertLogger, type AlertName, type AlertLogger } from './alerts.ts';
import type { LogFields } from './log-fields.ts';
import type { Logger } from './log.ts';
import { currentLogContext } from './log-context.ts';

/** A log whose lines carry the facts of the current work, and whose alerts are counted. */
export function createContextLogger(log: Logger, onAlert: (alert: AlertName) => void): AlertLogger {
  const write =
    (level: keyof Logger) =>
    (facts: LogFields, message: string): void =>
      log[level]({ ...traceFacts(), ...currentLogContext(), ...withoutGaps(facts) }, message);
  return createAlertLogger(
    { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') },
    onAlert,
  );
}

function traceFacts(): LogFields {
  const span = trace.getActiveSpan()?.spanContext();
  return span === undefined ? {} : { trace_id: span.traceId };
}

/** An empty fact must not hide a known fact of the work. */
function withoutGaps(facts: LogFields): LogFields {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}
