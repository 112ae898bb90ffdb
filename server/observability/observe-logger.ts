import { trace } from '@opentelemetry/api';
import type { LogFacts, Logger } from './log.ts';
import { factsOfWork } from './work-facts.ts';

/** How the messages begin that somebody has to act upon; server/docs/alerts.md says what to do for each. */
const ALARM = 'alarm: ';

/** A logger whose lines carry the facts of the work they belong to, and whose alarms are counted. */
export function observeLogger(log: Logger, onAlarm: (alarm: string) => void): Logger {
  const write =
    (level: keyof Logger) =>
    (facts: LogFacts, message: string): void => {
      if (message.startsWith(ALARM)) onAlarm(message.slice(ALARM.length));
      log[level]({ ...traceFacts(), ...factsOfWork(), ...withoutGaps(facts) }, message);
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}

function traceFacts(): LogFacts {
  const span = trace.getActiveSpan()?.spanContext();
  return span === undefined ? {} : { trace_id: span.traceId };
}

/** An empty fact must not hide what is known of the work. */
function withoutGaps(facts: LogFacts): LogFacts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}
