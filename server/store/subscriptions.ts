import type { Transaction } from 'kysely';
import { onePage, toPage } from './cursor.ts';
import type { DisputeRow, SubscriptionRow } from './merchant-schema.ts';
import type {
  DisputeRecord,
  MerchantStore,
  NewWebhookEvent,
  Page,
  SubscriptionRecord,
  SubscriptionStatus,
} from './merchant-store.ts';
import type { Db, Tables } from './schema.ts';
import { TakenError } from './taken-error.ts';
import { insertWebhookEvents } from './webhook-events.ts';

type Trx = Transaction<Tables>;

/**
 * Keeps a subscription; one that the payment began before only learns when it is charged next.
 * @throws TakenError where another payment began the subscription
 */
export async function keepSubscription(trx: Trx, subscription: SubscriptionRecord): Promise<void> {
  const kept = await trx
    .insertInto('subscriptions')
    .values({
      recurring_id: subscription.recurringId,
      contract_name: subscription.contractName,
      session_id: subscription.sessionId,
      payment_id: subscription.paymentId,
      shopper_email: subscription.shopperEmail,
      currency: subscription.currency,
      amount: subscription.amount,
      deduction_period: subscription.deductionPeriod,
      deduction_time: subscription.deductionTime,
      status: subscription.status,
      cancel_unknown: 0,
      created_at: subscription.createdAt,
      updated_at: subscription.updatedAt,
    })
    .onConflict((conflict) =>
      conflict
        .column('recurring_id')
        .doUpdateSet({ deduction_time: subscription.deductionTime, updated_at: subscription.updatedAt })
        .where('subscriptions.payment_id', '=', subscription.paymentId),
    )
    .executeTakeFirst();
  if (kept.numInsertedOrUpdatedRows !== 1n) throw new TakenError('recurring_id');
}

export async function findSubscription(db: Db, recurringId: string): Promise<SubscriptionRecord | undefined> {
  const row = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('recurring_id', '=', recurringId)
    .executeTakeFirst();
  return row === undefined ? undefined : toSubscription(row);
}

export async function listSubscriptions(
  db: Db,
  filter: Parameters<MerchantStore['listSubscriptions']>[0],
): Promise<Page<SubscriptionRecord>> {
  let query = db.selectFrom('subscriptions').selectAll();
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.email !== undefined) query = query.where('shopper_email', '=', filter.email);
  const rows = await onePage(query, filter, ['created_at', 'recurring_id']).execute();
  return toPage(rows, filter.limit, toSubscription, (row) => [row.created_at, row.recurring_id]);
}

export async function updateSubscription(
  trx: Trx,
  recurringId: string,
  changes: Partial<Pick<SubscriptionRecord, 'status' | 'cancelUnknown' | 'deductionTime'>>,
  context: { at: number; events: ((after: SubscriptionRecord) => readonly NewWebhookEvent[]) | undefined },
): Promise<SubscriptionRecord | undefined> {
  const { status, cancelUnknown, deductionTime } = changes;
  await trx
    .updateTable('subscriptions')
    .set({
      ...(status === undefined ? {} : { status }),
      ...(cancelUnknown === undefined ? {} : { cancel_unknown: cancelUnknown ? 1 : 0 }),
      ...(deductionTime === undefined ? {} : { deduction_time: deductionTime }),
      updated_at: context.at,
    })
    .where('recurring_id', '=', recurringId)
    .execute();
  const after = await findSubscription(trx, recurringId);
  if (after !== undefined) await insertWebhookEvents(trx, context.events?.(after) ?? [], context.at);
  return after;
}

/** Keeps a dispute, or what became of it. A dispute that has ended stays as it is. */
export async function keepDispute(trx: Trx, dispute: DisputeRecord): Promise<void> {
  await trx
    .insertInto('disputes')
    .values({
      id: dispute.id,
      payment_id: dispute.paymentId,
      transaction_id: dispute.transactionId,
      status: dispute.status,
      reason: dispute.reason,
      code: dispute.code,
      created_at: dispute.createdAt,
      updated_at: dispute.updatedAt,
    })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ status: dispute.status, updated_at: dispute.updatedAt })
        .where('disputes.status', '=', 'received'),
    )
    .execute();
}

export async function listDisputes(db: Db, paymentId: string): Promise<DisputeRecord[]> {
  const rows = await db
    .selectFrom('disputes')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('created_at')
    .execute();
  return rows.map(toDispute);
}

function toSubscription(row: SubscriptionRow): SubscriptionRecord {
  return {
    recurringId: row.recurring_id,
    contractName: row.contract_name,
    sessionId: row.session_id,
    paymentId: row.payment_id,
    shopperEmail: row.shopper_email,
    currency: row.currency,
    amount: row.amount,
    deductionPeriod: row.deduction_period,
    deductionTime: row.deduction_time,
    status: row.status as SubscriptionStatus,
    cancelUnknown: row.cancel_unknown === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function toDispute(row: DisputeRow): DisputeRecord {
  return {
    id: row.id,
    paymentId: row.payment_id,
    transactionId: row.transaction_id,
    status: row.status as DisputeRecord['status'],
    reason: row.reason,
    code: row.code,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
