import type { LogFacts } from '../observability/log.ts';
import type { PaymentDeps } from './deps.ts';

/**
 * The row by which one thing is believed of those in which the gateway's books speak of it: all have to say the same, or
 * none is believed, and a person is called. Undefined where there is none.
 * @param sayingOf what has to be the same, as JSON can write it
 */
export function findAgreed<Row extends object>(
  deps: PaymentDeps,
  facts: LogFacts,
  rows: readonly Row[],
  sayingOf: (row: Row) => unknown,
): Row | 'contradicted' | undefined {
  const sayings = new Set(rows.map((row) => JSON.stringify(sayingOf(row))));
  if (sayings.size < 2) return rows[0];
  deps.log.error({ ...facts, count: sayings.size }, 'alarm: the gateway’s books contradict themselves');
  return 'contradicted';
}
