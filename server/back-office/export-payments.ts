import { toApiPayment } from '../payments/index.ts';
import type { PaymentFilter, Store } from '../store/index.ts';
import { exportCsv } from './export-csv.ts';

const PAGE = 100;

const COLUMNS = [
  'id',
  'account',
  'created_at',
  'updated_at',
  'status',
  'order_no',
  'currency',
  'amount',
  'refunded_amount',
  'method',
  'card_brand',
  'card_last4',
  'shopper_email',
  'transaction_id',
  'decline_code',
  'review_status',
  'dispute_status',
  'recurring_id',
  'alerts',
  'duplicate',
] as const;

/** Payments as CSV. */
export function exportPayments(
  store: Pick<Store, 'listPayments'>,
  filter: Omit<PaymentFilter, 'cursor' | 'limit'>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return exportCsv(COLUMNS, async (cursor) => {
    const { payments, nextCursor } = await store.listPayments({ ...filter, cursor, limit: PAGE });
    return { rows: payments.map((payment) => toCells(toApiPayment(payment))), nextCursor };
  });
}

function toCells(payment: ReturnType<typeof toApiPayment>): string[] {
  const flat: Partial<Record<(typeof COLUMNS)[number], string | null>> = {
    ...payment,
    card_brand: payment.card?.brand ?? null,
    card_last4: payment.card?.last4 ?? null,
    decline_code: payment.decline?.code ?? null,
    alerts: payment.alerts.map(({ code }) => code).join(' '),
    duplicate: String(payment.duplicate),
  };
  return COLUMNS.map((name) => flat[name] ?? '');
}
