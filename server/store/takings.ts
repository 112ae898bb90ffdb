import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { GIVEN_BACK } from './merchant-store.ts';
import type { Db } from './schema.ts';

/** What came and went within a quarter of an hour in one currency, in hundredths. */
export interface TakingsRow {
  /** When it begins, in ms since the epoch. Every zone's days begin with a quarter of an hour. */
  at: number;
  currency: string;
  paid: bigint;
  paidCount: number;
  /** Paid before, and undone by the shop since. */
  undone: bigint;
  undoneCount: number;
  /** Refunds that were asked for then, and were not refused. */
  refunded: bigint;
  refundCount: number;
}

const QUARTER = 15 * 60_000;
/** How much is read at once: some milliseconds' work where a million payments a month come. */
const SLICE = 2 * 3_600_000;
/** After this nothing is written that belongs before, whatever another companion's clock says. */
const CLOSED_AFTER = 30 * 60_000;

type Reader = (from: number, now: number) => Promise<TakingsRow[]>;

/**
 * Reads takings out of the payments' timelines. A line of a timeline never changes, so a slice that is over is read once
 * and remembered; refunds, which may still be refused, are read each time. Whoever pays never waits for this: nothing is
 * counted when a payment moves, and between slices other work has its turn.
 */
export function createTakingsReader(read: <T>(work: (db: Db) => Promise<T>) => Promise<T>): Reader {
  const closed = new Map<number, readonly TakingsRow[]>();
  return async (from, now) => {
    const rows: TakingsRow[] = [];
    const first = from - (from % SLICE);
    for (const start of closed.keys()) if (start < first) closed.delete(start);
    for (let start = first; start <= now; start += SLICE) {
      let slice = closed.get(start);
      if (slice === undefined) {
        slice = await read((db) => readTurns(db, start, start + SLICE));
        if (start + SLICE + CLOSED_AFTER < now) closed.set(start, slice);
        await setImmediate();
      }
      rows.push(...slice);
    }
    rows.push(...(await read((db) => readRefunds(db, first))));
    return rows.filter((row) => row.at >= from);
  };
}

interface Sums {
  bucket: number;
  currency: string;
  paid: number;
  paid_count: number;
  undone: number;
  undone_count: number;
}

/** The condition is the index's own, word for word, so that SQLite takes the index. */
async function readTurns(db: Db, from: number, to: number): Promise<TakingsRow[]> {
  const hundredths = sql`cast(replace(p.amount, '.', '') as bigint)`;
  const { rows } = await sql<Sums>`
    select e.at - e.at % ${sql.lit(QUARTER)} as bucket, p.currency as currency,
      cast(sum(case when e.to_status = 'paid' then ${hundredths} else 0 end) as bigint) as paid,
      count(case when e.to_status = 'paid' then 1 end) as paid_count,
      cast(sum(case when e.to_status = 'paid' then 0 else ${hundredths} end) as bigint) as undone,
      count(case when e.to_status <> 'paid' then 1 end) as undone_count
    from payment_events e join payments p on p.id = e.payment_id
    where (e.to_status = 'paid' or e.from_status = 'paid') and coalesce(e.from_status, '') <> e.to_status
      and e.at >= ${from} and e.at < ${to}
    group by 1, 2`.execute(db);
  return rows.map((row) => ({
    at: Number(row.bucket),
    currency: row.currency,
    paid: BigInt(row.paid),
    paidCount: Number(row.paid_count),
    undone: BigInt(row.undone),
    undoneCount: Number(row.undone_count),
    refunded: 0n,
    refundCount: 0,
  }));
}

async function readRefunds(db: Db, from: number): Promise<TakingsRow[]> {
  const { rows } = await sql<{ bucket: number; currency: string; refunded: number; refund_count: number }>`
    select created_at - created_at % ${sql.lit(QUARTER)} as bucket, currency,
      cast(sum(hundredths) as bigint) as refunded, count(*) as refund_count
    from refunds
    where status in (${sql.join(GIVEN_BACK)}) and created_at >= ${from}
    group by 1, 2`.execute(db);
  return rows.map((row) => ({
    at: Number(row.bucket),
    currency: row.currency,
    paid: 0n,
    paidCount: 0,
    undone: 0n,
    undoneCount: 0,
    refunded: BigInt(row.refunded),
    refundCount: Number(row.refund_count),
  }));
}
