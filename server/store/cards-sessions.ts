import { CARDS_SESSIONS, type CardsSessionRecord } from './back-office-tables.ts';
import type { Db, Trx } from './schema.ts';

export async function createCardsSession(trx: Trx, session: CardsSessionRecord): Promise<void> {
  await trx.insertInto('cards_sessions').values(CARDS_SESSIONS.toRow(session)).execute();
}

export async function findCardsSession(db: Db, tokenHash: string): Promise<CardsSessionRecord | undefined> {
  const row = await db.selectFrom('cards_sessions').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
  return row === undefined ? undefined : CARDS_SESSIONS.toRecord(row);
}

/** Counts that the shopper begins to add a card; false once they began `max` times. */
export async function reserveCardAddition(trx: Trx, id: string, max: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('cards_sessions')
    .set((eb) => ({ additions: eb('additions', '+', 1) }))
    .where('id', '=', id)
    .where('additions', '<', max)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
