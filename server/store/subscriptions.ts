import { readPage } from './cursor.ts';
import type { NewWebhookEvent, Page, SubscriptionChanges, SubscriptionFilter } from './back-office-types.ts';
import { SUBSCRIPTIONS, type SubscriptionRecord } from './back-office-tables.ts';
import type { Db, Trx } from './schema.ts';
import { GatewayIdTakenError } from './store-errors.ts';
import { insertWebhookEvents } from './webhook-events.ts';

/**
 * Stores a subscription. For an existing subscription of the payment only the next renewal date changes.
 * @throws GatewayIdTakenError if another payment began the subscription
 */
export async function storeSubscription(trx: Trx, subscription: SubscriptionRecord): Promise<void> {
  const kept = await trx
    .insertInto('subscriptions')
    .values(SUBSCRIPTIONS.toRow(subscription))
    .onConflict((conflict) =>
      conflict
        .column('recurring_id')
        .doUpdateSet({ deduction_time: subscription.deduction_time, updated_at: subscription.updated_at })
        .where('subscriptions.payment_id', '=', subscription.payment_id),
    )
    .executeTakeFirst();
  if (kept.numInsertedOrUpdatedRows !== 1n) throw new GatewayIdTakenError('recurring_id');
}

export async function findSubscription(db: Db, recurringId: string): Promise<SubscriptionRecord | undefined> {
  const row = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('recurring_id', '=', recurringId)
    .executeTakeFirst();
  return row === undefined ? undefined : SUBSCRIPTIONS.toRecord(row);
}

export async function listSubscriptions(db: Db, filter: SubscriptionFilter): Promise<Page<SubscriptionRecord>> {
  let query = db.selectFrom('subscriptions').selectAll();
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.email !== undefined) query = query.where('shopper_email', '=', filter.email);
  return readPage(query, filter, SUBSCRIPTIONS.toRecord, ['created_at', 'recurring_id']);
}

/** Undefined if there is no such subscription. */
export async function updateSubscription(
  trx: Trx,
  recurringId: string,
  changes: SubscriptionChanges,
  at: number,
  events?: (after: SubscriptionRecord) => readonly NewWebhookEvent[],
): Promise<SubscriptionRecord | undefined> {
  await trx
    .updateTable('subscriptions')
    .set(SUBSCRIPTIONS.toRow({ ...changes, updated_at: at }))
    .where('recurring_id', '=', recurringId)
    .execute();
  const after = await findSubscription(trx, recurringId);
  if (after !== undefined) await insertWebhookEvents(trx, events?.(after) ?? [], at);
  return after;
}
