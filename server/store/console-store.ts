import type { Transaction } from 'kysely';
import { countAttention, type Attention } from './attention.ts';
import { listAllDisputes } from './disputes.ts';
import type { Page } from './back-office-store.ts';
import type { ConsoleSession, DisputeOfOrder, DisputeRecord } from './back-office-tables.ts';
import type { Db, Tables } from './schema.ts';
import { createGrossVolumeReader, type GrossVolumeRow } from './gross-volume.ts';

/** The additional queries of the console. */
export interface ConsoleStore {
  /** Stores a sign-in, and deletes those created before `oldest`. */
  addConsoleSession(session: ConsoleSession, oldest: number): Promise<void>;
  findConsoleSession(tokenHash: string): Promise<ConsoleSession | undefined>;
  /** Records that a sign-in was used. */
  touchConsoleSession(tokenHash: string, at: number): Promise<void>;
  deleteConsoleSession(tokenHash: string): Promise<void>;

  countAttention(): Promise<Attention>;
  /** Newest first. */
  listAllDisputes(filter: {
    status?: DisputeRecord['status'] | undefined;
    cursor?: string | undefined;
    limit: number;
  }): Promise<Page<DisputeOfOrder>>;
  /** Gross volume since a moment (ms since the epoch), by quarter of an hour and currency, unordered. */
  readGrossVolume(from: number, now: number): Promise<GrossVolumeRow[]>;
}

export function createConsoleStore(
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
  transact: <T>(work: (trx: Transaction<Tables>) => Promise<T>) => Promise<T>,
): ConsoleStore {
  return {
    addConsoleSession: (session, oldest) =>
      transact(async (trx) => {
        await trx.deleteFrom('console_sessions').where('created_at', '<', oldest).execute();
        await trx.insertInto('console_sessions').values(session).execute();
      }),
    findConsoleSession: (tokenHash) =>
      read((db) =>
        db.selectFrom('console_sessions').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst(),
      ),
    touchConsoleSession: (tokenHash, at) =>
      transact(async (trx) => {
        await trx.updateTable('console_sessions').set({ seen_at: at }).where('token_hash', '=', tokenHash).execute();
      }),
    deleteConsoleSession: (tokenHash) =>
      transact(async (trx) => {
        await trx.deleteFrom('console_sessions').where('token_hash', '=', tokenHash).execute();
      }),
    countAttention: () => read(countAttention),
    listAllDisputes: (filter) => read((db) => listAllDisputes(db, filter)),
    readGrossVolume: createGrossVolumeReader(read, transact),
  };
}
