import { AsyncLocalStorage } from 'node:async_hooks';
import type { LogFields } from './log-fields.ts';

/** The facts that all log lines of one piece of work share: its request or job, and its subject. */
const facts = new AsyncLocalStorage<LogFields>();

/** Runs a request or a job; all log lines of it carry its facts. */
export function runWithLogContext<T>(known: LogFields, work: () => T): T {
  return facts.run({ ...known }, work);
}

/** Adds facts to the current work, such as its session. Does nothing outside of any work. */
export function addToLogContext(found: LogFields): void {
  const known = facts.getStore();
  if (known !== undefined) Object.assign(known, found);
}

export function currentLogContext(): LogFields {
  return facts.getStore() ?? {};
}

/** Our IDs among the parameters of a route, recognised by their shape: a client may send anything there. */
export function findRecordIdLogFields(ids: Iterable<string>): LogFields {
  const found: LogFields = {};
  for (const id of ids) {
    const name = NAMES[/^(ses|pay)_[\w-]{22}$/.exec(id)?.[1] ?? ''];
    if (name !== undefined) found[name] = id;
  }
  return found;
}

const NAMES: Readonly<Record<string, 'session_id' | 'payment_id'>> = { ses: 'session_id', pay: 'payment_id' };
