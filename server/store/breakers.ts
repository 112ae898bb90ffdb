import { sql, type ExpressionBuilder } from 'kysely';
import type { DeclineCode } from '../../shared/contract/index.ts';
import type { BreakerRecord, TriedCardCounts } from './risk-types.ts';
import { accountsCondition } from './account-filter.ts';
import type { Db, Tables, Trx } from './schema.ts';

/** Decline codes that are unrelated to the card: the network, the gateway or the shopper was the cause. */
export const DECLINES_UNRELATED_TO_CARD: readonly DeclineCode[] = [
  'processing_error',
  'method_not_supported',
  'cancelled_by_shopper',
  'authentication_failed',
];

/** The declined cards of one network, or of one shopper, that are tolerated before they count as card testing. */
const TOLERATED_DECLINES = 3;

/** The longest pause, in ms. */
export const MAX_BREAKER_PAUSE_MS = 3_600_000;

/** The largest clock skew between two companions, in ms. */
export const MAX_CLOCK_SKEW_MS = 60_000;

export async function readBreaker(db: Db, name: string): Promise<BreakerRecord | undefined> {
  const row = await db.selectFrom('breakers').selectAll().where('name', '=', name).executeTakeFirst();
  return row === undefined ? undefined : { refusesUntil: row.refuses_until, trips: row.trips };
}

/**
 * Starts a pause of a breaker; false if it refuses already: of companions that detect the same attack, one trips the
 * breaker. A pause that ends later than possible came from a clock that was ahead, and is over.
 */
export async function tripBreaker(
  trx: Trx,
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
            eb('breakers.refuses_until', '>', at + MAX_BREAKER_PAUSE_MS + MAX_CLOCK_SKEW_MS),
          ]),
        ),
    )
    .executeTakeFirst();
  return tripped.numInsertedOrUpdatedRows === 1n;
}

/** The issuer refused the card itself. */
const isRefusal = (eb: ExpressionBuilder<Tables, 'payments'>) =>
  eb.and([eb('status', '=', 'declined'), eb('decline_code', 'not in', DECLINES_UNRELATED_TO_CARD)]);

/**
 * Cards tried between two moments (ms since the epoch), by the newest `limit` payments, identified by BIN and last
 * four digits. Renewals are excluded: no shopper types their card, and their declines say nothing about card entry. A
 * card belongs to the network that tried it last, or to its session if no network is known.
 */
export async function countTriedCards(
  db: Db,
  since: number,
  until: number,
  limit: number,
  accounts?: readonly string[],
): Promise<TriedCardCounts> {
  const rows = await db
    .selectFrom('payments')
    .select(['card_bin', 'card_last4', 'status', sql<string>`coalesce(network, session_id)`.as('source')])
    .where('created_at', '>=', since)
    .where('created_at', '<=', until)
    .where(accountsCondition(accounts))
    .where('card_last4', 'is not', null)
    .where('kind', 'in', ['initial', 'verification'])
    .where((eb) => eb.or([eb('status', '=', 'paid'), isRefusal(eb)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  const cards = new Map<string, { source: string; isPaid: boolean }>();
  for (const { card_bin: bin, card_last4: last4, status, source } of rows) {
    const name = `${bin ?? ''}-${last4 ?? ''}`;
    const card = cards.get(name) ?? { source, isPaid: false };
    cards.set(name, { source: card.source, isPaid: card.isPaid || status === 'paid' });
  }
  return countTries([...cards.values()]);
}

function countTries(cards: readonly { source: string; isPaid: boolean }[]): TriedCardCounts {
  const sources = new Map<string, { paid: number; refused: number }>();
  for (const { source, isPaid } of cards) {
    const { paid, refused } = sources.get(source) ?? { paid: 0, refused: 0 };
    sources.set(source, isPaid ? { paid: paid + 1, refused } : { paid, refused: refused + 1 });
  }
  const refused = cards.filter(({ isPaid }) => !isPaid).length;
  const spread = [...sources.values()].reduce((sum, one) => sum + Math.min(one.refused, TOLERATED_DECLINES), 0);
  const suspects = [...sources].filter(([, one]) => one.refused > TOLERATED_DECLINES && one.paid === 0);
  return {
    cards: cards.length,
    refused,
    spread: { cards: cards.length - refused + spread, refused: spread },
    suspects: suspects.map(([source]) => source),
  };
}

/**
 * Whether a shopper is known by email address: paid by card before `before`, and since then had no more declined
 * cards than tolerated.
 */
export async function isTrustedShopper(
  db: Db,
  email: string,
  before: number,
  accounts?: readonly string[],
): Promise<boolean> {
  const typed = db
    .selectFrom('payments')
    .where('shopper_email', '=', email)
    .where('card_last4', 'is not', null)
    .where(accountsCondition(accounts));
  const paid = await typed
    .select('id')
    .where('status', '=', 'paid')
    .where('created_at', '<', before)
    .limit(1)
    .executeTakeFirst();
  if (paid === undefined) return false;
  const refused = await typed
    .select(['card_bin', 'card_last4'])
    .distinct()
    .where('created_at', '>=', before)
    .where((eb) => isRefusal(eb))
    .limit(TOLERATED_DECLINES)
    .execute();
  return refused.length < TOLERATED_DECLINES;
}
