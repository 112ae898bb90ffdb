import { toCsvLines } from '../csv.ts';
import { toPaymentBody } from '../payments/index.ts';
import type { PaymentFilter, Store } from '../store/index.ts';

const PAGE = 100;

const COLUMNS = [
  'id',
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

/** A mark that has spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';
const NEWLINE = '\r\n';

/**
 * Payments as CSV, read page by page while they are taken, so that a million need no more memory than a hundred. A text
 * that a spreadsheet would run as a formula is kept a text.
 */
export function exportPayments(
  store: Pick<Store, 'listPayments'>,
  filter: Omit<PaymentFilter, 'cursor' | 'limit'>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let cursor: string | undefined;
  let isOver = false;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(`${BYTE_ORDER_MARK}${toCsvLines([COLUMNS], NEWLINE)}${NEWLINE}`));
    },
    async pull(controller) {
      if (isOver) {
        controller.close();
        return;
      }
      const page = await store.listPayments({ ...filter, cursor, limit: PAGE });
      cursor = page.nextCursor ?? undefined;
      isOver = page.nextCursor === null;
      const rows = page.payments.map((payment) => toCells(toPaymentBody(payment)));
      if (rows.length > 0) {
        controller.enqueue(encoder.encode(`${toCsvLines(rows, NEWLINE)}${NEWLINE}`));
      } else {
        controller.close();
      }
    },
  });
}

function toCells(payment: ReturnType<typeof toPaymentBody>): string[] {
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
