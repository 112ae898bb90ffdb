import { AsyncLocalStorage } from 'node:async_hooks';
import type { LogFacts } from './log.ts';

/** What every line of one piece of work has in common: its request or job, and what it turned out to be about. */
const facts = new AsyncLocalStorage<LogFacts>();

/** Runs a request or a job; whatever is logged meanwhile carries its facts. */
export function runWithFacts<T>(known: LogFacts, work: () => T): T {
  return facts.run({ ...known }, work);
}

/** Adds what came out about the work that is under way, such as whose session it is. Outside of any it does nothing. */
export function addLogFacts(found: LogFacts): void {
  const known = facts.getStore();
  if (known !== undefined) Object.assign(known, found);
}

export function factsOfWork(): LogFacts {
  return facts.getStore() ?? {};
}

/** Ids of ours among the parameters of a route, by their shape: a stranger may write anything there. */
export function factsOfIds(ids: Iterable<string>): LogFacts {
  const found: LogFacts = {};
  for (const id of ids) {
    const name = NAMES[/^(ses|pay)_[\w-]{22}$/.exec(id)?.[1] ?? ''];
    if (name !== undefined) found[name] = id;
  }
  return found;
}

const NAMES: Readonly<Record<string, 'session_id' | 'payment_id'>> = { ses: 'session_id', pay: 'payment_id' };
