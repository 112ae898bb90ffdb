import type { LogFacts } from '../observability/index.ts';
import type { Deps } from './deps.ts';

/**
 * The row by which one thing is believed of those in which the gateway's records are about it: all have to say the same, or
 * none is believed, and a person is called. Undefined where there is none.
 * @param sayingOf what has to be the same, as JSON can write it
 */
export function findAgreed<Row extends object>(
  deps: Deps,
  facts: LogFacts,
  rows: readonly Row[],
  sayingOf: (row: Row) => unknown,
): Row | 'contradicted' | undefined {
  const sayings = new Set(rows.map((row) => JSON.stringify(sayingOf(row))));
  if (sayings.size < 2) return rows[0];
  deps.log.alert('query_contradicts_itself', { ...facts, count: sayings.size });
  return 'contradicted';
}
