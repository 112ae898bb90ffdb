import { accountsCondition } from './account-filter.ts';
import { linkRefundsToPayment } from './refunded-amount.ts';
import { insertTimelineRecord } from './timeline.ts';
import { findPayment } from './payments.ts';
import type { Db, Trx } from './schema.ts';
import type { NewRenewal } from './payment-types.ts';
import { PAYMENTS, type PaymentRecord } from './payment-tables.ts';
import { insertWebhookEvents } from './webhook-events.ts';

/**
 * The prefix of a renewal's attempt ID, which separates it from a submit's. Nothing reads it: `kind` marks a renewal.
 */
const RENEWAL_ATTEMPT = 'deduction ';

/**
 * Creates the payment of a renewal, once for each transaction; undefined if it exists already. A renewal belongs to the
 * session in which its subscription was agreed. Its attempt ID is the transaction ID, so a repeated report finds it.
 */
export async function addRenewal(trx: Trx, renewal: NewRenewal): Promise<PaymentRecord | undefined> {
  const { first, at } = renewal;
  const { session_id, account, account_id, method, order_no, currency, shopper_email } = first;
  const { card_brand, card_bin, card_last4 } = first;
  const session = { session_id, account, account_id, method, order_no, currency, shopper_email };
  const card = { card_brand, card_bin, card_last4 };
  const record = PAYMENTS.create({
    ...session,
    ...card,
    id: renewal.id,
    kind: 'renewal',
    attempt_id: `${RENEWAL_ATTEMPT}${renewal.transactionId}`,
    fingerprint: '',
    status: renewal.status,
    amount: renewal.amount,
    transaction_id: renewal.transactionId,
    decline_code: renewal.declineCode,
    result: renewal.result,
    recurring_id: renewal.recurringId,
    version: 1,
    created_at: at,
    updated_at: at,
  });
  // The attempt ID comes from the transaction, and a transaction belongs to one payment of the account; either
  // identifies the renewal.
  const inserted = await trx
    .insertInto('payments')
    .values(PAYMENTS.toRow(record))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return undefined;
  const detail = { source: renewal.source, recurring_id: renewal.recurringId };
  await insertTimelineRecord(trx, {
    payment_id: renewal.id,
    version: 1,
    at,
    kind: 'renewed',
    from_status: null,
    to_status: renewal.status,
    detail,
  });
  await trx
    .updateTable('subscriptions')
    .set({ deduction_time: renewal.deductionTime, updated_at: at })
    .where('account', '=', first.account)
    .where('recurring_id', '=', renewal.recurringId)
    .execute();
  const after = (await linkRefundsToPayment(trx, record, at)) ?? (await findPayment(trx, renewal.id));
  if (after !== undefined) await insertWebhookEvents(trx, renewal.events?.(after) ?? [], at);
  return after;
}

/**
 * The payment of a transaction: of these accounts, and of this account_id at the gateway, where they are given. Rows
 * of an older version may name no account_id.
 */
export async function findPaymentByTransaction(
  db: Db,
  transactionId: string,
  { accounts, accountId }: { accounts?: readonly string[] | undefined; accountId?: string | undefined } = {},
): Promise<PaymentRecord | undefined> {
  let found = db.selectFrom('payments').selectAll().where('transaction_id', '=', transactionId);
  if (accounts !== undefined) found = found.where(accountsCondition(accounts));
  if (accountId !== undefined) found = found.where('account_id', 'in', [accountId, '']);
  const row = await found.orderBy('shares_transaction').orderBy('created_at').executeTakeFirst();
  return row === undefined ? undefined : PAYMENTS.toRecord(row);
}
