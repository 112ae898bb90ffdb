import type { Transaction } from 'kysely';
import { adoptRefunds } from './given-back.ts';
import { insertEvent } from './payment-events.ts';
import { findPayment } from './payments.ts';
import type { Database, Db, Tables } from './schema.ts';
import type { Deduction } from './store.ts';
import { PAYMENTS, type PaymentRecord } from './tables.ts';
import { insertWebhookEvents } from './webhook-events.ts';

/** What the attempt of a deduction begins with; that of a submit has no space. */
export const DEDUCTION = 'deduction ';

/**
 * See {@link Store.addDeduction}; runs inside a transaction. A deduction belongs to the session in which its contract
 * was agreed; the transaction takes the place of the attempt, so that a repeated report finds it there.
 */
export async function addDeduction(
  trx: Transaction<Tables>,
  database: Database['kind'],
  deduction: Deduction,
): Promise<PaymentRecord | undefined> {
  const { first, at } = deduction;
  const record = PAYMENTS.create({
    id: deduction.id,
    session_id: first.session_id,
    attempt_id: `${DEDUCTION}${deduction.transactionId}`,
    fingerprint: '',
    status: deduction.status,
    method: first.method,
    order_no: first.order_no,
    currency: first.currency,
    amount: deduction.amount,
    shopper_email: first.shopper_email,
    account_id: first.account_id,
    transaction_id: deduction.transactionId,
    card_brand: first.card_brand,
    card_bin: first.card_bin,
    card_last4: first.card_last4,
    decline_code: deduction.declineCode,
    result: deduction.result,
    recurring_id: deduction.recurringId,
    version: 1,
    created_at: at,
    updated_at: at,
  });
  // The attempt is the transaction's, and the transaction belongs to one payment of the account: either is known then.
  const inserted = await trx
    .insertInto('payments')
    .values(PAYMENTS.toRow(record))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return undefined;
  const detail = { source: deduction.source, recurring_id: deduction.recurringId };
  await insertEvent(trx, {
    payment_id: deduction.id,
    version: 1,
    at,
    kind: 'deducted',
    from_status: null,
    to_status: deduction.status,
    detail,
  });
  await trx
    .updateTable('subscriptions')
    .set({ deduction_time: deduction.deductionTime, updated_at: at })
    .where('recurring_id', '=', deduction.recurringId)
    .execute();
  const after = (await adoptRefunds(trx, database, record, at)) ?? (await findPayment(trx, deduction.id));
  if (after !== undefined) await insertWebhookEvents(trx, deduction.events?.(after) ?? [], at);
  return after;
}

/** See {@link Store.findPaymentByTransaction}. Rows of an older version may name no account. */
export async function findByTransaction(
  db: Db,
  transactionId: string,
  accountId?: string,
): Promise<PaymentRecord | undefined> {
  const found = db.selectFrom('payments').selectAll().where('transaction_id', '=', transactionId);
  const row = await (accountId === undefined ? found : found.where('account_id', 'in', [accountId, '']))
    .orderBy('shares_transaction')
    .orderBy('created_at')
    .executeTakeFirst();
  return row === undefined ? undefined : PAYMENTS.toRecord(row);
}
