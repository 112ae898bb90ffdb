import { parseAmount } from '../../shared/money.ts';
import { withAlert, withoutAlert, type AlertRecord } from './alerts.ts';
import type { RefundUpdate } from './back-office-types.ts';
import { GATEWAY_ACCEPTED_REFUND_STATES } from './back-office-tables.ts';
import { insertTimelineRecord } from './timeline.ts';
import { findPayment } from './payments.ts';
import { lockRows, type Trx } from './schema.ts';
import { PAYMENTS, type PaymentRecord } from './payment-tables.ts';

/**
 * Assigns refunds of a transaction to its payment, once that payment is known. Returns the updated payment; undefined
 * if there are no such refunds.
 */
export async function linkRefundsToPayment(
  trx: Trx,
  { id, account, transaction_id: transactionId }: Pick<PaymentRecord, 'id' | 'account' | 'transaction_id'>,
  at: number,
): Promise<PaymentRecord | undefined> {
  // A concurrent update of a refund must see that its version changed.
  const adopted = await trx
    .updateTable('refunds')
    .set((eb) => ({ payment_id: id, version: eb('version', '+', 1) }))
    .where('account', '=', account)
    .where('transaction_id', '=', transactionId)
    .where('payment_id', 'is', null)
    .executeTakeFirst();
  return adopted.numUpdatedRows === 0n ? undefined : recalculateRefundedAmount(trx, id, { at });
}

/** Stores the refunded amount of a payment, and adds a line to its timeline. */
export async function recalculateRefundedAmount(
  trx: Trx,
  paymentId: string,
  update: Pick<RefundUpdate, 'at' | 'note'>,
): Promise<PaymentRecord | undefined> {
  // Concurrent refunds of one payment are summed one after the other.
  const query = trx.selectFrom('payments').selectAll().where('id', '=', paymentId);
  const row = await lockRows(trx, query).executeTakeFirst();
  if (row === undefined) return undefined;
  const before = PAYMENTS.toRecord(row);
  const sum = await trx
    .selectFrom('refunds')
    .select((eb) => eb.fn.sum<number | string | null>('hundredths').as('given_back'))
    .where('payment_id', '=', paymentId)
    .where('status', 'in', GATEWAY_ACCEPTED_REFUND_STATES)
    .executeTakeFirst();
  const refunded = Number(sum?.given_back ?? 0);
  const version = before.version + 1;
  await trx
    .updateTable('payments')
    .set(
      PAYMENTS.toRow({
        refunded,
        alerts: alertsAfter(before, refunded, update.at),
        ...(update.note === undefined ? {} : { version, updated_at: update.at }),
      }),
    )
    .where('id', '=', paymentId)
    .execute();
  if (update.note !== undefined) {
    const { kind, detail } = update.note;
    await insertTimelineRecord(trx, {
      payment_id: paymentId,
      version,
      at: update.at,
      kind,
      from_status: before.status,
      to_status: before.status,
      detail,
    });
  }
  return findPayment(trx, paymentId);
}

/** A duplicate that is fully refunded needs no person any more, unless the refund fails later. */
function alertsAfter(
  { duplicate, alerts, amount, captured, refunded: before }: PaymentRecord,
  refunded: number,
  at: number,
): readonly AlertRecord[] {
  const whole = captured ?? Number(parseAmount(amount));
  const [wasRefunded, isRefunded] = [before >= whole, refunded >= whole];
  if (!duplicate || wasRefunded === isRefunded) return alerts;
  return isRefunded
    ? withoutAlert(alerts, 'order_paid_twice')
    : withAlert(alerts, { code: 'order_paid_twice', detail: {}, raised_at: at });
}
