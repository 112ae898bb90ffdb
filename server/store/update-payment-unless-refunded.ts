import type { Transaction } from 'kysely';
import { readRefundReservation } from './refunds.ts';
import type { Database, Tables } from './schema.ts';
import type { PaymentUpdate } from './payment-types.ts';
import type { PaymentRecord } from './payment-tables.ts';
import { updatePayment } from './update-payment.ts';

/** See {@link Store.updatePaymentUnlessRefunded}; runs inside a transaction. */
export async function updatePaymentUnlessRefunded(
  trx: Transaction<Tables>,
  database: Database['kind'],
  update: PaymentUpdate,
): Promise<PaymentRecord | 'refunded' | undefined> {
  // A new refund locks the payment after it has reserved its amount, so one of the two transactions sees the other's
  // change.
  const found = trx.selectFrom('payments').select(['account', 'transaction_id']).where('id', '=', update.id);
  const locked = await (database === 'postgres' ? found.forUpdate() : found).executeTakeFirst();
  const { account = '', transaction_id = null } = locked ?? {};
  if (transaction_id !== null && (await readRefundReservation(trx, { account, transaction_id })) > 0) return 'refunded';
  return updatePayment(trx, database, update);
}
