import { sql, type Transaction } from 'kysely';
import type { DeclineCode } from '../../shared/contract/index.ts';
import { DEDUCTION } from './deductions.ts';
import type { BreakerRecord, CardTries } from './limits-store.ts';
import type { Db, Tables } from './schema.ts';

/** Refusals that say nothing about the card: the way, the gateway or the shopper was at fault. */
export const INNOCENT_DECLINES: readonly DeclineCode[] = [
  'processing_error',
  'method_not_supported',
  'cancelled_by_shopper',
  'authentication_failed',
];

/** The longest stop, in ms. */
export const LONGEST_STOP = 3_600_000;

/** How far the clocks of two companions may be apart, in ms. */
export const CLOCK_SKEW = 60_000;

export async function readBreaker(db: Db, name: string): Promise<BreakerRecord | undefined> {
  const row = await db.selectFrom('breakers').selectAll().where('name', '=', name).executeTakeFirst();
  return row === undefined ? undefined : { refusesUntil: row.refuses_until, trips: row.trips };
}

/**
 * Of companions that see the same at the same time, one trips the breaker. A stop that ends later than any may was
 * written by a clock that was ahead, and is over.
 */
export async function tripBreaker(
  trx: Transaction<Tables>,
  name: string,
  { refusesUntil, trips }: BreakerRecord,
  at: number,
): Promise<boolean> {
  const tripped = await trx
    .insertInto('breakers')
    .values({ name, refuses_until: refusesUntil, trips })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ refuses_until: refusesUntil, trips })
        .where((eb) =>
          eb.or([
            eb('breakers.refuses_until', '<=', at),
            eb('breakers.refuses_until', '>', at + LONGEST_STOP + CLOCK_SKEW),
          ]),
        ),
    )
    .executeTakeFirst();
  return tripped.numInsertedOrUpdatedRows === 1n;
}

/**
 * Cards tried between two moments: by bank number and last four digits, which is all that is known of them. Nobody types the
 * card of a subscription's deduction, and a run of refused ones says nothing about those who pay.
 */
export async function readCardTries(db: Db, since: number, until: number, limit: number): Promise<CardTries> {
  const isPaid = sql<number>`max(case when status = 'paid' then 1 else 0 end)`;
  const row = await db
    .selectFrom(
      db
        .selectFrom(
          db
            .selectFrom('payments')
            .select(['card_bin', 'card_last4', 'status'])
            .where('created_at', '>=', since)
            .where('created_at', '<=', until)
            .where('card_last4', 'is not', null)
            .where('attempt_id', 'not like', `${DEDUCTION}%`)
            .where((eb) =>
              eb.or([
                eb('status', '=', 'paid'),
                eb.and([eb('status', '=', 'declined'), eb('decline_code', 'not in', INNOCENT_DECLINES)]),
              ]),
            )
            .orderBy('created_at', 'desc')
            .orderBy('id', 'desc')
            .limit(limit)
            .as('tries'),
        )
        .select(isPaid.as('paid'))
        .groupBy(['card_bin', 'card_last4'])
        .as('cards'),
    )
    .select([sql<number>`count(*)`.as('cards'), sql<number>`coalesce(sum(1 - paid), 0)`.as('refused')])
    .executeTakeFirst();
  return { cards: row?.cards ?? 0, refused: row?.refused ?? 0 };
}
