import type { GrossVolumePeriod, GrossVolume } from '../../shared/contract/merchant/reports.ts';
import type { Store, QuarterHourGrossVolume } from '../store/index.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Sums up what was paid, cancelled and refunded on each of the last days, or in each of their hours, as a time zone
 * counts them, today included.
 * @param days 1 to 92
 */
export async function readGrossVolume(
  store: Pick<Store, 'readGrossVolume'>,
  { timeZone, days, byHour = false, now }: { timeZone: string; days: number; byHour?: boolean; now: number },
): Promise<GrossVolume> {
  const dayOf = createDayReader(timeZone);
  const wanted = lastDays(dayOf, days, now);
  const from = wanted.at(-1) ?? dayOf(now);
  // A day more, so that the first one is whole wherever the zone lies.
  const rows = await store.readGrossVolume(now - (days + 1) * DAY, now);
  const hourOf = byHour ? createHourReader(timeZone) : undefined;
  const sums = new Map<string, { day: string; hour: number | undefined; row: QuarterHourGrossVolume }>();
  for (const row of rows) {
    const day = dayOf(row.at);
    if (!wanted.includes(day)) continue;
    const hour = hourOf?.(row.at);
    const place = `${day} ${String(hour ?? '').padStart(2, '0')} ${row.currency}`;
    const known = sums.get(place);
    sums.set(place, { day, hour, row: known === undefined ? row : add(known.row, row) });
  }
  const found = [...sums].sort(([a], [b]) => (a < b ? 1 : -1));
  return {
    time_zone: timeZone,
    from,
    to: dayOf(now),
    days: found.map(([, { day, hour, row }]) => ({ day, ...(hour === undefined ? {} : { hour }), ...toSums(row) })),
  };
}

/** Whether a name is a time zone's, such as `Europe/Lisbon`. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function createDayReader(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const known = new Map<number, string>();
  return (at) => {
    const day = known.get(at) ?? format.format(at);
    known.set(at, day);
    return day;
  };
}

function createHourReader(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  return (at) => Number(format.format(at));
}

/** The newest first. Half days, since the days on which clocks change are shorter or longer. */
function lastDays(dayOf: (at: number) => string, count: number, now: number): string[] {
  const found = new Set<string>();
  for (let at = now; found.size < count; at -= 12 * HOUR) found.add(dayOf(at));
  return [...found];
}

function add(a: QuarterHourGrossVolume, b: QuarterHourGrossVolume): QuarterHourGrossVolume {
  return {
    ...a,
    paid: a.paid + b.paid,
    paidCount: a.paidCount + b.paidCount,
    cancelled: a.cancelled + b.cancelled,
    cancelledCount: a.cancelledCount + b.cancelledCount,
    refunded: a.refunded + b.refunded,
    refundCount: a.refundCount + b.refundCount,
  };
}

function toSums(row: QuarterHourGrossVolume): Omit<GrossVolumePeriod, 'day'> {
  return {
    currency: row.currency,
    paid_amount: toText(row.paid),
    paid_count: row.paidCount,
    cancelled_amount: toText(row.cancelled),
    cancelled_count: row.cancelledCount,
    refunded_amount: toText(row.refunded),
    refund_count: row.refundCount,
  };
}

/** A sum may be longer than an amount on the wire. */
function toText(hundredths: bigint): string {
  const digits = hundredths.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
