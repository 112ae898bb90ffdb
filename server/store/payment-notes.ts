import type { Db, Trx } from './schema.ts';
import { PAYMENT_NOTES, type PaymentNoteRecord } from './back-office-tables.ts';

export async function addPaymentNote(trx: Trx, note: PaymentNoteRecord): Promise<void> {
  await trx.insertInto('payment_notes').values(PAYMENT_NOTES.toRow(note)).execute();
}

/** The notes on a payment, oldest first. */
export async function listPaymentNotes(db: Db, paymentId: string): Promise<PaymentNoteRecord[]> {
  return db.selectFrom('payment_notes').selectAll().where('payment_id', '=', paymentId).orderBy('at').execute();
}
