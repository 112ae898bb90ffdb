import type { Payment } from '../../shared/contract/merchant/payments.ts';
import { parseTypedAmount } from './amounts.ts';
import { ApiError, type ConsoleApi } from './console-api.ts';
import { texts } from './i18n/texts.ts';
import { mapInBatches, readRefundableAmount, type RefundablePayment } from './refundable-payments.ts';

/** The most refunds of one request. */
export const MAX_REFUND_FILE_ROWS = 500;

const KEYS = ['payment_id', 'transaction_id', 'order_no'] as const;

/** One row of a refund file. */
interface RefundRow {
  key: (typeof KEYS)[number];
  id: string;
  amount: string;
  reason: string;
}

/** Parses CSV with a header row; the separator is a comma, a semicolon or a tab. Rows without an ID are omitted. */
export function parseRefundFile(text: string): RefundRow[] {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '');
  const separator = ['\t', ';', ','].find((mark) => lines[0]?.includes(mark)) ?? ',';
  const [header = [], ...rows] = lines.map((line) => splitLine(line, separator));
  const names = header.map((name) => name.trim().toLowerCase());
  const cell = (row: readonly string[], name: string): string => row[names.indexOf(name)]?.trim() ?? '';
  return rows.flatMap((row) => {
    const key = KEYS.find((name) => cell(row, name) !== '');
    return key === undefined
      ? []
      : [{ key, id: cell(row, key), amount: cell(row, 'amount'), reason: cell(row, 'reason') }];
  });
}

function splitLine(line: string, separator: string): string[] {
  const cells = [''];
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line.charAt(at);
    if (sign === '"' && isQuoted && line.charAt(at + 1) === '"') at += 1;
    else if (sign === '"') {
      isQuoted = !isQuoted;
      continue;
    } else if (sign === separator && !isQuoted) {
      cells.push('');
      continue;
    }
    cells.push((cells.pop() ?? '') + sign);
  }
  return cells;
}

/**
 * Finds the paid payment of each row; a row without one has a problem instead.
 * @throws ApiError where a row could not be looked up
 */
export async function findPaymentsOfRows(
  api: ConsoleApi,
  rows: readonly RefundRow[],
): Promise<{ payments: RefundablePayment[]; problems: string[] }> {
  const found = await mapInBatches(rows, (row) => findRow(api, row));
  const seen = new Set<string>();
  const payments: RefundablePayment[] = [];
  const problems: string[] = [];
  for (const [index, one] of found.entries()) {
    const problem = typeof one === 'string' ? one : seen.has(one.id) ? texts.payments.rowTwice : undefined;
    if (typeof one !== 'string' && problem === undefined) {
      seen.add(one.id);
      payments.push(one);
    } else problems.push(`${rows[index]?.id ?? ''}: ${problem ?? ''}`);
  }
  return { payments, problems };
}

async function findRow(api: ConsoleApi, row: RefundRow): Promise<RefundablePayment | string> {
  const t = texts.payments;
  const payments = await findPaid(api, row);
  const [payment] = payments;
  if (payment === undefined) return t.rowNotFound;
  if (payments.length > 1) return t.rowAmbiguous;
  const left = await readRefundableAmount(api, payment);
  if (left === 0n) return t.rowNotRefundable;
  const reason = row.reason === '' ? {} : { reason: row.reason };
  if (row.amount === '') return { ...payment, left, ...reason };
  const read = parseTypedAmount(row.amount, left);
  return 'amount' in read ? { ...payment, left, wanted: read.amount, ...reason } : t.rowAmount;
}

async function findPaid(api: ConsoleApi, { key, id }: RefundRow): Promise<Payment[]> {
  if (key !== 'payment_id') {
    return (await api.get<{ payments: Payment[] }>('/payments', { [key]: id, status: 'paid', limit: '2' })).payments;
  }
  try {
    return [await api.get<Payment>(`/payments/${encodeURIComponent(id)}`)].filter(({ status }) => status === 'paid');
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return [];
    throw error;
  }
}
