import type { BackOfficeStore, Page } from './back-office-store.ts';
import { AUDIT_LOG, type AuditEntryRecord } from './back-office-tables.ts';
import { limitToPage, toPage } from './cursor.ts';
import type { Db } from './schema.ts';

export async function recordAudit(db: Db, entry: AuditEntryRecord): Promise<void> {
  await db.insertInto('audit_log').values(entry).execute();
}

export async function finishAudit(db: Db, id: string, status: number): Promise<void> {
  await db.updateTable('audit_log').set({ status }).where('id', '=', id).execute();
}

export async function listAudit(
  db: Db,
  filter: Parameters<BackOfficeStore['listAudit']>[0],
): Promise<Page<AuditEntryRecord>> {
  let query = db.selectFrom('audit_log').selectAll();
  if (filter.keyId !== undefined) query = query.where('key_id', '=', filter.keyId);
  if (filter.action !== undefined) query = query.where('action', '=', filter.action);
  if (filter.target !== undefined) query = query.where('target', '=', filter.target);
  const rows = await limitToPage(query, filter, ['at', 'id']).execute();
  return toPage(rows, filter.limit, AUDIT_LOG.toRecord, (row) => [row.at, row.id]);
}
