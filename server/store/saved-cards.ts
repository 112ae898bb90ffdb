import { sql } from 'kysely';
import { readPage } from './cursor.ts';
import type { Page, SavedCardFilter } from './back-office-types.ts';
import { SAVED_CARDS, type SavedCardRecord } from './back-office-tables.ts';
import { accountsCondition } from './account-filter.ts';
import { isPostgres, type Db, type Trx } from './schema.ts';

/** The first key of the advisory lock; no other advisory lock of ours begins with it. */
const POSTGRES_LOCK = 7_811_606;

/**
 * Saves a card once. A card of the shopper with the same token, or with the same details, gets the newer token and
 * keeps its ID, so an open page can still pay with it. Concurrent saves of one shopper are serialised.
 */
export async function saveCard(trx: Trx, card: SavedCardRecord): Promise<void> {
  if (isPostgres(trx)) {
    await sql`select pg_advisory_xact_lock(${POSTGRES_LOCK}, hashtext(${card.shopper_id}))`.execute(trx);
  }
  const twins = await trx
    .selectFrom('saved_cards')
    .select(['id', 'default_since'])
    .where('shopper_id', '=', card.shopper_id)
    .where('account', '=', card.account)
    .where('account_id', 'in', [card.account_id, ''])
    .where((eb) =>
      eb.or([
        eb('token', '=', card.token),
        eb.and([
          eb('bin', card.bin === null ? 'is' : '=', card.bin),
          eb('last4', '=', card.last4),
          eb('expiry', card.expiry === null ? 'is' : '=', card.expiry),
          eb('brand', card.brand === null ? 'is' : '=', card.brand),
        ]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const ids = twins.map((twin) => twin.id);
  if (ids.length > 0) await trx.deleteFrom('saved_cards').where('id', 'in', ids).execute();
  await trx
    .insertInto('saved_cards')
    .values({
      ...card,
      id: ids[0] ?? card.id,
      default_since: twins.find((twin) => twin.default_since !== null)?.default_since ?? null,
    })
    .execute();
}

/** A shopper's cards, newest first. */
export async function listSavedCards(db: Db, filter: SavedCardFilter): Promise<Page<SavedCardRecord>> {
  const query = db.selectFrom('saved_cards').selectAll().where('shopper_id', '=', filter.shopperId);
  return readPage(query, filter, SAVED_CARDS.toRecord);
}

/** Undefined if no card has this ID, or it belongs to another shopper. */
export async function findSavedCard(db: Db, id: string, shopperId: string): Promise<SavedCardRecord | undefined> {
  return db
    .selectFrom('saved_cards')
    .selectAll()
    .where('id', '=', id)
    .where('shopper_id', '=', shopperId)
    .executeTakeFirst();
}

/** The shopper's default card: the one chosen last, else the newest; undefined without any. */
export async function findDefaultCard(
  db: Db,
  shopperId: string,
  accounts?: readonly string[],
): Promise<SavedCardRecord | undefined> {
  return db
    .selectFrom('saved_cards')
    .selectAll()
    .where('shopper_id', '=', shopperId)
    .where(accountsCondition(accounts))
    .orderBy('default_since', (order) => order.desc().nullsLast())
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Makes a card the shopper's default; false if the shopper has no such card. */
export async function setDefaultCard(trx: Trx, id: string, shopperId: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('saved_cards')
    .set({ default_since: at })
    .where('id', '=', id)
    .where('shopper_id', '=', shopperId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes a card; false if there was none. With `shopperId` only a card of that shopper. */
export async function deleteSavedCard(
  trx: Trx,
  id: string,
  shopperId?: string,
  accounts?: readonly string[],
): Promise<boolean> {
  const one = trx.deleteFrom('saved_cards').where('id', '=', id).where(accountsCondition(accounts));
  const deleted = await (shopperId === undefined ? one : one.where('shopper_id', '=', shopperId)).executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

/** A token, its account and its shopper. */
export type OwnedCardToken = Pick<SavedCardRecord, 'token' | 'account' | 'account_id' | 'shopper_id'>;

/** The oldest saved card of another shopper with the same token of the account. */
export async function findTokenOfOtherShopper(
  db: Db,
  { token, account, account_id, shopper_id }: OwnedCardToken,
): Promise<SavedCardRecord | undefined> {
  return db
    .selectFrom('saved_cards')
    .selectAll()
    .where('token', '=', token)
    .where('account', '=', account)
    .where('account_id', 'in', [account_id, ''])
    .where('shopper_id', '<>', shopper_id)
    .orderBy('created_at')
    .executeTakeFirst();
}
