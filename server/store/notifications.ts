import type { Transaction } from 'kysely';
import type { Database, Tables } from './schema.ts';
import type { NewNotification } from './store.ts';

/** See {@link Store.recordNotification}; runs inside a transaction. */
export async function recordNotification(
  trx: Transaction<Tables>,
  kind: Database['kind'],
  notification: NewNotification,
  maxUnverified: number,
): Promise<'stored' | 'duplicate' | 'full'> {
  const { paymentId, bodyHash } = notification;
  // Those that come together are counted one after the other; SQLite has one writer anyway.
  if (kind === 'postgres')
    await trx.selectFrom('payments').select('id').where('id', '=', paymentId).forUpdate().execute();
  const twin = await trx
    .selectFrom('notifications')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('body_hash', '=', bodyHash)
    .executeTakeFirst();
  if (twin !== undefined) return 'duplicate';
  if (!notification.verified && (await countUnverified(trx, paymentId)) >= maxUnverified) return 'full';
  const inserted = await trx
    .insertInto('notifications')
    .values({
      id: notification.id,
      payment_id: paymentId,
      body_hash: bodyHash,
      fields: JSON.stringify(notification.fields),
      verified: notification.verified ? 1 : 0,
      at: notification.at,
    })
    .onConflict((conflict) => conflict.columns(['payment_id', 'body_hash']).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n ? 'stored' : 'duplicate';
}

async function countUnverified(trx: Transaction<Tables>, paymentId: string): Promise<number> {
  const row = await trx
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('payment_id', '=', paymentId)
    .where('verified', '=', 0)
    .executeTakeFirst();
  return row?.count ?? 0;
}
