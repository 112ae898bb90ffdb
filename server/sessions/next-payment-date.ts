const UNITS: Readonly<Record<string, string>> = { d: 'day', w: 'week', m: 'month', y: 'year' };

/**
 * The day of the next payment as `YYYY-MM-DD`: one interval after today, or after the start of a subscription that starts
 * later; undefined after its end, or where the interval is not known. A day that a month lacks becomes its last one.
 */
export function nextPaymentDate(
  terms: Readonly<
    Partial<Record<'interval' | 'interval_count' | 'contract_start' | 'contract_end', string | undefined>>
  >,
  now: Date,
): string | undefined {
  const unit = UNITS[(terms.interval ?? '').trim().charAt(0).toLowerCase()];
  const count = Number(terms.interval_count ?? 1);
  if (unit === undefined || !Number.isInteger(count) || count < 1) return undefined;
  const today = [now.getUTCFullYear(), now.getUTCMonth() + 1, now.getUTCDate()].map((part) =>
    String(part).padStart(2, '0'),
  );
  const [start, end] = [terms.contract_start, terms.contract_end].map((date = '') =>
    date.replace(/^(\d{4})-?(\d{2})-?(\d{2}).*/, '$1-$2-$3'),
  );
  if (start !== undefined && start > today.join('-')) return start;
  const [year = 0, month = 0, day = 0] = today.map(Number);
  const months = unit === 'month' ? count : unit === 'year' ? 12 * count : 0;
  const days = unit === 'day' ? count : unit === 'week' ? 7 * count : 0;
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const next = new Date(Date.UTC(year, month - 1 + months, Math.min(day, last) + days)).toISOString().slice(0, 10);
  return end !== undefined && end !== '' && next > end ? undefined : next;
}
