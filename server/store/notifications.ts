import type { Transaction } from 'kysely';
import { planJob } from './jobs.ts';
import type { Database, Db, NotificationRow, Tables } from './schema.ts';
import type { NewNotification } from './store.ts';

/** How many more are kept with a digest of ours: it covers not every field, so that one may come in many forms. */
const VERIFIED_FACTOR = 10;

/** See {@link Store.recordNotification}; runs inside a transaction. */
export async function recordNotification(
  trx: Transaction<Tables>,
  kind: Database['kind'],
  notification: NewNotification,
  limits: { maxUnverified: number; applyAt: number },
): Promise<'stored' | 'duplicate' | 'full'> {
  const { paymentId, bodyHash } = notification;
  // Those that come together are counted one after the other; SQLite has one writer anyway.
  if (kind === 'postgres')
    await trx.selectFrom('payments').select('id').where('id', '=', paymentId).forUpdate().execute();
  const twin = await trx
    .selectFrom('notifications')
    .select(['id', 'verified', 'given_up'])
    .where('payment_id', '=', paymentId)
    .where('body_hash', '=', bodyHash)
    .executeTakeFirst();
  if (twin !== undefined && !countsAsNew(notification, twin)) return 'duplicate';
  const max = limits.maxUnverified * (notification.verified ? VERIFIED_FACTOR : 1);
  if ((await countKept(trx, notification)) >= max) return 'full';
  if (twin !== undefined) {
    await planJob(trx, 'notification', twin.id, null);
    await trx.deleteFrom('notifications').where('id', '=', twin.id).execute();
  }
  const inserted = await trx
    .insertInto('notifications')
    .values({
      id: notification.id,
      payment_id: paymentId,
      body_hash: bodyHash,
      fields: JSON.stringify(notification.fields),
      verified: notification.verified ? 1 : 0,
      given_up: 0,
      at: notification.at,
    })
    .onConflict((conflict) => conflict.columns(['payment_id', 'body_hash']).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return 'duplicate';
  await planJob(trx, 'notification', notification.id, limits.applyAt);
  return 'stored';
}

/**
 * Whether what came before may count once more: it came while our sign key was another one, and somebody vouches for it
 * now; or it was given up, and is vouched for no less than before.
 */
function countsAsNew({ verified }: NewNotification, twin: Pick<NotificationRow, 'verified' | 'given_up'>): boolean {
  return twin.verified === 0 ? verified || twin.given_up === 1 : verified && twin.given_up === 1;
}

/** See {@link Store.giveUpNotification}. */
export async function giveUpNotification(db: Db, id: string): Promise<void> {
  await db.updateTable('notifications').set({ given_up: 1 }).where('id', '=', id).execute();
}

export async function findNotification(db: Db, id: string): Promise<NewNotification | undefined> {
  const row = await db.selectFrom('notifications').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    id: row.id,
    paymentId: row.payment_id,
    bodyHash: row.body_hash,
    fields: JSON.parse(row.fields) as NewNotification['fields'],
    verified: row.verified === 1,
    at: row.at,
  };
}

async function countKept(
  trx: Transaction<Tables>,
  { paymentId, verified }: Pick<NewNotification, 'paymentId' | 'verified'>,
): Promise<number> {
  const row = await trx
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('payment_id', '=', paymentId)
    .where('verified', '=', verified ? 1 : 0)
    .executeTakeFirst();
  return row?.count ?? 0;
}
