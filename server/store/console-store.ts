import type { Transaction } from 'kysely';
import { countEntriesNeedingAttention, type AttentionCounts } from './attention.ts';
import type { Db, Tables } from './schema.ts';
import { createUsersStore, type UsersStore } from './users-store.ts';
import { createGrossVolumeReader, type QuarterHourGrossVolume } from './gross-volume.ts';

/** The additional queries of the console, and its users. */
export interface ConsoleStore extends UsersStore {
  countEntriesNeedingAttention(accounts?: readonly string[]): Promise<AttentionCounts>;
  /** Gross volume since a moment (ms since the epoch), by quarter of an hour and currency, unordered. */
  readGrossVolume(from: number, now: number, accounts?: readonly string[]): Promise<QuarterHourGrossVolume[]>;
}

export function createConsoleStore(
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
  transact: <T>(work: (trx: Transaction<Tables>) => Promise<T>) => Promise<T>,
): ConsoleStore {
  return {
    ...createUsersStore(read, transact),
    countEntriesNeedingAttention: (accounts) => read((db) => countEntriesNeedingAttention(db, accounts)),
    readGrossVolume: createGrossVolumeReader(read, transact),
  };
}
