import { scheduleJob } from './jobs.ts';
import { isPostgres, type Db, type Trx } from './schema.ts';
import {
  NOTIFICATIONS,
  type NewNotification,
  type NotificationRecord,
  type NotificationRow,
  type HeldNotification,
} from './payment-tables.ts';

/**
 * The factor for stored notifications with a valid digest: the digest does not cover all fields, so one notification
 * can have many forms.
 */
const VERIFIED_FACTOR = 10;

/**
 * Stores a notification, with a job that applies it at `applyAt`, unless the same one came before and was not given
 * up. `full` if the payment already has `maxUnverified` unverified ones of the same address, or ten times as many
 * verified ones.
 */
export async function recordNotification(
  trx: Trx,
  notification: NewNotification,
  maxUnverified: number,
  applyAt: number,
): Promise<'stored' | 'duplicate' | 'full'> {
  const { payment_id: paymentId, body_hash: bodyHash } = notification;
  // Concurrent ones are counted one after the other; SQLite has one writer.
  if (isPostgres(trx)) await trx.selectFrom('payments').select('id').where('id', '=', paymentId).forUpdate().execute();
  const twin = await trx
    .selectFrom('notifications')
    .select(['id', 'verified', 'address', 'given_up'])
    .where('payment_id', '=', paymentId)
    .where('body_hash', '=', bodyHash)
    .executeTakeFirst();
  if (twin !== undefined && !countsAsNew(notification, twin)) return 'duplicate';
  const max = maxUnverified * (notification.verified ? VERIFIED_FACTOR : 1);
  const { count } = await trx
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('payment_id', '=', paymentId)
    .where('verified', '=', notification.verified ? 1 : 0)
    .where('address', '=', notification.address)
    .executeTakeFirstOrThrow();
  if (count >= max) return 'full';
  if (twin !== undefined) {
    await scheduleJob(trx, 'notification', twin.id, null);
    await trx.deleteFrom('notifications').where('id', '=', twin.id).execute();
  }
  const inserted = await trx
    .insertInto('notifications')
    .values(NOTIFICATIONS.toRow(NOTIFICATIONS.create(notification)))
    .onConflict((conflict) => conflict.columns(['payment_id', 'body_hash']).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return 'duplicate';
  await scheduleJob(trx, 'notification', notification.id, applyAt);
  return 'stored';
}

/**
 * Whether a repeated notification counts as new: it has better evidence now (its digest, or the secret address), or it
 * was given up and its evidence is no weaker.
 */
function countsAsNew(
  notification: NewNotification,
  twin: Pick<NotificationRow, 'verified' | 'address' | 'given_up'>,
): boolean {
  const before = weightOf(twin.verified === 1, twin.address);
  const now = weightOf(notification.verified, notification.address);
  return now > before || (now === before && twin.given_up === 1);
}

function weightOf(verified: boolean, address: string): number {
  return (verified ? 2 : 0) + (address === 'secret' ? 1 : 0);
}

/** A notification was applied: removes its job. */
export function finishNotification(trx: Trx, id: string): Promise<void> {
  return scheduleJob(trx, 'notification', id, null);
}

/** A notification is given up unless the gateway sends it again. */
export async function giveUpNotification(trx: Trx, id: string): Promise<void> {
  await trx.updateTable('notifications').set({ given_up: 1 }).where('id', '=', id).execute();
}

export async function findNotification(db: Db, id: string): Promise<NewNotification | undefined> {
  const row = await db.selectFrom('notifications').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : NOTIFICATIONS.toRecord(row);
}

/** Records what an applied notification waits for; null for nothing. */
export async function setNotificationHold(
  trx: Trx,
  id: string,
  waits_for: NotificationRecord['waits_for'],
): Promise<void> {
  await trx.updateTable('notifications').set({ waits_for }).where('id', '=', id).execute();
}

/** The waiting notifications of a payment, oldest first. */
export async function listHeldNotificationsOfPayment(db: Db, paymentId: string): Promise<HeldNotification[]> {
  const rows = await db
    .selectFrom('notifications')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('waits_for', 'is not', null)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map((row) => NOTIFICATIONS.toRecord(row) as HeldNotification);
}
