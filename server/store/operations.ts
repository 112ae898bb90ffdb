import { CheckoutError } from '../../shared/errors.ts';
import { readPage } from './cursor.ts';
import { scheduleJob } from './jobs.ts';
import type {
  NewIssuingOrPayoutOperation,
  IssuingOrPayoutOperationFilter,
  IssuingOrPayoutOperationUpdate,
  Page,
} from './back-office-types.ts';
import { ISSUING_OR_PAYOUT_OPERATIONS, type IssuingOrPayoutOperationRecord } from './back-office-tables.ts';
import type { Db, Trx } from './schema.ts';

/** Stores the intent of an operation. Returns the existing one if its request_id was used before. */
export async function beginIssuingOrPayoutOperation(
  trx: Trx,
  operation: NewIssuingOrPayoutOperation,
  at: number,
  checkAt: number,
): Promise<{ kind: 'started' | 'exists'; operation: IssuingOrPayoutOperationRecord }> {
  const times = { sent_at: at, created_at: at, updated_at: at };
  const record = ISSUING_OR_PAYOUT_OPERATIONS.create({ ...operation, status: 'submitting', version: 1, ...times });
  const inserted = await trx
    .insertInto('operations')
    .values(ISSUING_OR_PAYOUT_OPERATIONS.toRow(record))
    .onConflict((conflict) => conflict.column('request_id').doNothing())
    .executeTakeFirst();
  const isNew = inserted.numInsertedOrUpdatedRows === 1n;
  if (isNew) await scheduleJob(trx, 'operation', operation.id, checkAt);
  const row = await trx
    .selectFrom('operations')
    .selectAll()
    .where('request_id', '=', operation.request_id)
    .executeTakeFirst();
  if (row === undefined) throw new CheckoutError('internal_error');
  return { kind: isNew ? 'started' : 'exists', operation: ISSUING_OR_PAYOUT_OPERATIONS.toRecord(row) };
}

/** Undefined if the version has changed. */
export async function updateIssuingOrPayoutOperation(
  trx: Trx,
  update: IssuingOrPayoutOperationUpdate,
): Promise<IssuingOrPayoutOperationRecord | undefined> {
  const changed = await trx
    .updateTable('operations')
    .set(ISSUING_OR_PAYOUT_OPERATIONS.toRow({ ...update.changes, version: update.version + 1, updated_at: update.at }))
    .where('id', '=', update.id)
    .where('version', '=', update.version)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return undefined;
  await scheduleJob(trx, 'operation', update.id, update.checkAt);
  return findIssuingOrPayoutOperation(trx, update.id);
}

export async function findIssuingOrPayoutOperation(
  db: Db,
  id: string,
): Promise<IssuingOrPayoutOperationRecord | undefined> {
  const row = await db.selectFrom('operations').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : ISSUING_OR_PAYOUT_OPERATIONS.toRecord(row);
}

export async function listIssuingOrPayoutOperations(
  db: Db,
  filter: IssuingOrPayoutOperationFilter,
): Promise<Page<IssuingOrPayoutOperationRecord>> {
  let query = db.selectFrom('operations').selectAll();
  if (filter.name !== undefined) query = query.where('name', '=', filter.name);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  return readPage(query, filter, ISSUING_OR_PAYOUT_OPERATIONS.toRecord);
}
