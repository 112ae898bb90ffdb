import { onePage, toPage } from './cursor.ts';
import type { Page } from './merchant-store.ts';
import { DISPUTES, type DisputeRecord } from './merchant-tables.ts';
import type { Db } from './schema.ts';

/** The disputes of all payments, newest first. */
export async function listAllDisputes(
  db: Db,
  filter: { status?: DisputeRecord['status'] | undefined; cursor?: string | undefined; limit: number },
): Promise<Page<DisputeRecord>> {
  let query = db.selectFrom('disputes').selectAll();
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  const rows = await onePage(query, filter).execute();
  return toPage(rows, filter.limit, DISPUTES.toRecord, (row) => [row.created_at, row.id]);
}
