import type { Transaction } from 'kysely';
import { CheckoutError } from '../../shared/errors.ts';
import { onePage, toPage } from './cursor.ts';
import { planJob } from './jobs.ts';
import type { AuditRow, OperationRow } from './merchant-schema.ts';
import type {
  AuditEntry,
  MerchantStore,
  NewOperation,
  OperationFilter,
  OperationRecord,
  OperationStatus,
  OperationUpdate,
  Page,
} from './merchant-store.ts';
import type { Db, Tables } from './schema.ts';

type Trx = Transaction<Tables>;

/** See {@link MerchantStore.beginOperation}; runs inside a transaction. */
export async function beginOperation(
  trx: Trx,
  operation: NewOperation,
  at: number,
  checkAt: number,
): Promise<{ kind: 'started' | 'exists'; operation: OperationRecord }> {
  const inserted = await trx
    .insertInto('operations')
    .values({
      id: operation.id,
      name: operation.name,
      request_id: operation.requestId,
      fingerprint: operation.fingerprint,
      keyed_fingerprint: operation.keyedFingerprint,
      status: 'submitting',
      order_id: null,
      request: JSON.stringify(operation.request),
      result: null,
      code: null,
      message: null,
      alarm: null,
      version: 1,
      sent_at: at,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.column('request_id').doNothing())
    .executeTakeFirst();
  const isNew = inserted.numInsertedOrUpdatedRows === 1n;
  if (isNew) await planJob(trx, 'operation', operation.id, checkAt);
  const row = await trx
    .selectFrom('operations')
    .selectAll()
    .where('request_id', '=', operation.requestId)
    .executeTakeFirst();
  if (row === undefined) throw new CheckoutError('internal_error');
  return { kind: isNew ? 'started' : 'exists', operation: toOperation(row) };
}

/** See {@link MerchantStore.updateOperation}; runs inside a transaction. */
export async function updateOperation(trx: Trx, update: OperationUpdate): Promise<OperationRecord | undefined> {
  const { status, orderId, result, code, message, alarm, sentAt } = update.changes;
  const changed = await trx
    .updateTable('operations')
    .set({
      ...(status === undefined ? {} : { status }),
      ...(orderId === undefined ? {} : { order_id: orderId }),
      ...(result === undefined ? {} : { result: result === null ? null : JSON.stringify(result) }),
      ...(code === undefined ? {} : { code }),
      ...(message === undefined ? {} : { message }),
      ...(alarm === undefined ? {} : { alarm }),
      ...(sentAt === undefined ? {} : { sent_at: sentAt }),
      version: update.version + 1,
      updated_at: update.at,
    })
    .where('id', '=', update.id)
    .where('version', '=', update.version)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return undefined;
  await planJob(trx, 'operation', update.id, update.checkAt);
  return findOperation(trx, update.id);
}

export async function findOperation(db: Db, id: string): Promise<OperationRecord | undefined> {
  const row = await db.selectFrom('operations').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : toOperation(row);
}

export async function listOperations(db: Db, filter: OperationFilter): Promise<Page<OperationRecord>> {
  let query = db.selectFrom('operations').selectAll();
  if (filter.name !== undefined) query = query.where('name', '=', filter.name);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  const rows = await onePage(query, filter).execute();
  return toPage(rows, filter.limit, toOperation, (row) => [row.created_at, row.id]);
}

function toOperation(row: OperationRow): OperationRecord {
  return {
    id: row.id,
    name: row.name,
    requestId: row.request_id,
    fingerprint: row.fingerprint,
    keyedFingerprint: row.keyed_fingerprint,
    status: row.status as OperationStatus,
    orderId: row.order_id,
    request: JSON.parse(row.request) as Record<string, unknown>,
    result: row.result === null ? null : (JSON.parse(row.result) as Record<string, unknown>),
    code: row.code,
    message: row.message,
    alarm: row.alarm,
    version: row.version,
    sentAt: row.sent_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export async function recordAudit(db: Db, entry: AuditEntry): Promise<void> {
  const { id, at, action, target, status } = entry;
  await db
    .insertInto('audit_log')
    .values({ id, at, key_id: entry.keyId, action, target, request_id: entry.requestId, status })
    .execute();
}

export async function finishAudit(db: Db, id: string, status: number): Promise<void> {
  await db.updateTable('audit_log').set({ status }).where('id', '=', id).execute();
}

export async function listAudit(db: Db, filter: Parameters<MerchantStore['listAudit']>[0]): Promise<Page<AuditEntry>> {
  let query = db.selectFrom('audit_log').selectAll();
  if (filter.keyId !== undefined) query = query.where('key_id', '=', filter.keyId);
  if (filter.action !== undefined) query = query.where('action', '=', filter.action);
  if (filter.target !== undefined) query = query.where('target', '=', filter.target);
  const rows = await onePage(query, filter, ['at', 'id']).execute();
  return toPage(rows, filter.limit, toAudit, (row) => [row.at, row.id]);
}

function toAudit(row: AuditRow): AuditEntry {
  const { id, at, action, target, status } = row;
  return { id, at, keyId: row.key_id, action, target, requestId: row.request_id, status };
}
