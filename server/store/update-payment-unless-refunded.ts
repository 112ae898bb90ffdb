import { readRefundReservation } from './refunds.ts';
import { lockRows, type Trx } from './schema.ts';
import type { PaymentUpdate } from './payment-types.ts';
import type { PaymentRecord } from './payment-tables.ts';
import { updatePayment } from './update-payment.ts';

/** As `updatePayment`. `refunded`, and nothing is changed, if refunds have reserved an amount of the payment. */
export async function updatePaymentUnlessRefunded(
  trx: Trx,
  update: PaymentUpdate,
): Promise<PaymentRecord | 'refunded' | undefined> {
  // A new refund locks the payment after it has reserved its amount, so one of the two transactions sees the other's
  // change.
  const query = trx.selectFrom('payments').select(['account', 'transaction_id']).where('id', '=', update.id);
  const locked = await lockRows(trx, query).executeTakeFirst();
  const { account = '', transaction_id = null } = locked ?? {};
  if (transaction_id !== null && (await readRefundReservation(trx, { account, transaction_id })) > 0) return 'refunded';
  return updatePayment(trx, update);
}
