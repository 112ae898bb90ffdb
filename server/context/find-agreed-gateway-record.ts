import type { LogFields } from '../observability/index.ts';
import type { PaymentDeps } from './deps.ts';

/**
 * The effective row of a query, out of those about one transaction, refund or payout. All rows must agree; otherwise an
 * alert is logged and no row counts. Undefined if there is no row.
 * @param comparableOf the values in which the rows must agree, as JSON
 */
export function findAgreedGatewayRecord<Row extends object>(
  deps: PaymentDeps,
  facts: LogFields,
  rows: readonly Row[],
  comparableOf: (row: Row) => unknown,
): Row | 'contradicted' | undefined {
  const versions = new Set(rows.map((row) => JSON.stringify(comparableOf(row))));
  if (versions.size < 2) return rows[0];
  deps.log.alert('query_contradicts_itself', { ...facts, count: versions.size });
  return 'contradicted';
}
