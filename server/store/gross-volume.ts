import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { GATEWAY_ACCEPTED_REFUND_STATES } from './back-office-types.ts';
import { accountsCondition } from './account-filter.ts';
import type { Db, Trx } from './schema.ts';

/** Sums of a quarter of an hour in one currency, in hundredths. */
export interface QuarterHourGrossVolume {
  /** Its start, in ms since the epoch. In every time zone a day starts with a quarter of an hour. */
  at: number;
  currency: string;
  paid: bigint;
  paidCount: number;
  /** Payments that were paid in it and are cancelled now. */
  cancelled: bigint;
  cancelledCount: number;
  /** Refunds requested in it, refused ones excluded. */
  refunded: bigint;
  refundCount: number;
}

const QUARTER = 15 * 60_000;
/** The time span that one step sums up: some milliseconds of work at a million payments a month. */
const SLICE = 3_600_000;
const DAY = 24 * SLICE;
/** Hours that are stored together. */
const KEPT_AT_ONCE = 200;
/** After this delay no timeline entry of the hour can appear, even with clock skew between companions. */
const CLOSED_AFTER = 30 * 60_000;

type Work = <T>(work: (db: Db) => Promise<T>) => Promise<T>;
type Write = <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;

/**
 * Reads the gross volume from the payments' timelines. Timeline entries never change, so the sums of a past hour are
 * stored once. Refunds may still be refused, so they are read each time. Payments never wait for this: nothing is
 * counted when a payment changes, and other work runs between steps.
 */
export function createGrossVolumeReader(
  read: Work,
  transact: Write,
): (from: number, now: number, accounts?: readonly string[]) => Promise<QuarterHourGrossVolume[]> {
  return async (from, now, accounts) => {
    const first = from - (from % SLICE);
    // The stored sums are those of all accounts together.
    const isOfAll = accounts === undefined;
    const kept = isOfAll ? await read((db) => readKept(db, first)) : new Map<number, QuarterHourGrossVolume[]>();
    const rows: QuarterHourGrossVolume[] = [];
    const closed = new Map<number, readonly QuarterHourGrossVolume[]>();
    for (let slice = first; slice <= now; slice += SLICE) {
      const known = kept.get(slice);
      const turns = known ?? (await read((db) => readTurns(db, slice, slice + SLICE, accounts)));
      if (known === undefined) {
        if (isOfAll && slice + SLICE + CLOSED_AFTER < now) closed.set(slice, turns);
        await setImmediate();
      }
      rows.push(...turns);
      if (closed.size === KEPT_AT_ONCE || (slice + SLICE > now && closed.size > 0)) {
        await transact((trx) => keep(trx, closed));
        closed.clear();
      }
    }
    for (let day = first; day <= now; day += DAY) {
      rows.push(...(await read((db) => readRefunds(db, day, day + DAY, accounts))));
      await setImmediate();
    }
    return rows.filter((row) => row.at >= from);
  };
}

/** A stored row; refunds are not stored. */
type KeptRow = [
  at: number,
  currency: string,
  paid: string,
  paidCount: number,
  cancelled: string,
  cancelledCount: number,
];

async function readKept(db: Db, from: number): Promise<Map<number, QuarterHourGrossVolume[]>> {
  const slices = await db.selectFrom('takings').selectAll().where('slice', '>=', from).execute();
  return new Map(slices.map(({ slice, sums }) => [slice, (JSON.parse(sums) as KeptRow[]).map(fromKept)]));
}

const NOTHING = { paid: 0n, paidCount: 0, cancelled: 0n, cancelledCount: 0, refunded: 0n, refundCount: 0 };

function fromKept([at, currency, paid, paidCount, cancelled, cancelledCount]: KeptRow): QuarterHourGrossVolume {
  const sums = { paid: BigInt(paid), paidCount, cancelled: BigInt(cancelled), cancelledCount };
  return { ...NOTHING, at, currency, ...sums };
}

/** Another companion may have stored the same row first. */
async function keep(trx: Trx, closed: ReadonlyMap<number, readonly QuarterHourGrossVolume[]>): Promise<void> {
  const toKept = ({ at, currency, paid, paidCount, cancelled, cancelledCount }: QuarterHourGrossVolume): KeptRow => {
    return [at, currency, String(paid), paidCount, String(cancelled), cancelledCount];
  };
  await trx
    .insertInto('takings')
    .values([...closed].map(([slice, rows]) => ({ slice, sums: JSON.stringify(rows.map(toKept)) })))
    .onConflict((conflict) => conflict.column('slice').doNothing())
    .execute();
}

type Sums = Record<'bucket' | 'paid' | 'paid_count' | 'cancelled' | 'cancelled_count', number> & { currency: string };

/** The condition repeats that of the index exactly, so SQLite uses the index. */
async function readTurns(
  db: Db,
  from: number,
  to: number,
  accounts: readonly string[] | undefined,
): Promise<QuarterHourGrossVolume[]> {
  const hundredths = sql`coalesce(p.captured, cast(replace(p.amount, '.', '') as bigint))`;
  const { rows } = await sql<Sums>`
    select e.at - e.at % ${sql.lit(QUARTER)} as bucket, p.currency as currency,
      cast(sum(case when e.to_status = 'paid' then ${hundredths} else 0 end) as bigint) as paid,
      count(case when e.to_status = 'paid' then 1 end) as paid_count,
      cast(sum(case when e.to_status = 'paid' then 0 else ${hundredths} end) as bigint) as cancelled,
      count(case when e.to_status <> 'paid' then 1 end) as cancelled_count
    from payment_events e join payments p on p.id = e.payment_id
    where (e.to_status = 'paid' or e.from_status = 'paid') and coalesce(e.from_status, '') <> e.to_status
      and e.at >= ${from} and e.at < ${to} and ${accountsCondition(accounts, 'p.account')}
    group by 1, 2`.execute(db);
  return rows.map(({ bucket: at, paid_count: paidCount, cancelled_count: cancelledCount, ...row }) => ({
    ...NOTHING,
    at,
    currency: row.currency,
    paid: BigInt(row.paid),
    paidCount,
    cancelled: BigInt(row.cancelled),
    cancelledCount,
  }));
}

async function readRefunds(
  db: Db,
  from: number,
  to: number,
  accounts: readonly string[] | undefined,
): Promise<QuarterHourGrossVolume[]> {
  const { rows } = await sql<{ bucket: number; currency: string; refunded: number; refund_count: number }>`
    select created_at - created_at % ${sql.lit(QUARTER)} as bucket, currency,
      cast(sum(hundredths) as bigint) as refunded, count(*) as refund_count
    from refunds
    where status in (${sql.join(GATEWAY_ACCEPTED_REFUND_STATES)}) and created_at >= ${from} and created_at < ${to}
      and ${accountsCondition(accounts)}
    group by 1, 2`.execute(db);
  return rows.map(({ bucket: at, currency, refunded, refund_count: refundCount }) => ({
    ...NOTHING,
    at,
    currency,
    refunded: BigInt(refunded),
    refundCount,
  }));
}
