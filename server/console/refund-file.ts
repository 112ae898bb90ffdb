import type { Refund } from '../../shared/contract/merchant/refunds.ts';
import type { Payment } from '../../shared/contract/merchant/payments.ts';
import { parseAmount, type Hundredths } from '../../shared/money.ts';
import { readAmount, refundableAmount } from './amounts.ts';
import type { ConsoleApi } from './console-api.ts';
import { texts } from './i18n/texts.ts';

/** The most refunds of one request. */
export const MAX_ROWS = 500;

const KEYS = ['payment_id', 'transaction_id', 'order_no'] as const;

/** One row of a refund file. */
export interface RefundRow {
  key: (typeof KEYS)[number];
  id: string;
  amount: string;
  reason: string;
}

/** A payment to refund, with the amount and the reason that the file names. */
export type RefundablePayment = Payment & { left: Hundredths; wanted?: string; reason?: string };

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

/** How many rows are looked up at once. */
const AT_ONCE = 8;

/** Finds the paid payment of each row; a row without one has a problem instead. */
export async function findRefundRows(
  api: ConsoleApi,
  rows: readonly RefundRow[],
): Promise<{ payments: RefundablePayment[]; problems: string[] }> {
  const found: (RefundablePayment | string)[] = [];
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    found.push(...(await Promise.all(rows.slice(at, at + AT_ONCE).map((row) => findRow(api, row)))));
  }
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
  const { refunds } = await api.get<{ refunds: Refund[] }>('/refunds', { payment_id: payment.id, limit: '100' });
  const left = refundableAmount(payment, refunds);
  if (left === 0n) return t.rowNotRefundable;
  const reason = row.reason === '' ? {} : { reason: row.reason };
  if (row.amount === '') return { ...payment, left, ...reason };
  const read = readAmount(row.amount, left);
  return 'amount' in read && parseAmount(read.amount) > 0n
    ? { ...payment, left, wanted: read.amount, ...reason }
    : t.rowAmount;
}

async function findPaid(api: ConsoleApi, { key, id }: RefundRow): Promise<Payment[]> {
  if (key !== 'payment_id') {
    return (await api.get<{ payments: Payment[] }>('/payments', { [key]: id, status: 'paid', limit: '2' })).payments;
  }
  try {
    return [await api.get<Payment>(`/payments/${encodeURIComponent(id)}`)].filter(({ status }) => status === 'paid');
  } catch {
    return [];
  }
}
