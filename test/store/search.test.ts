import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase, type StoreOptions } from '../../server/store/open-database.ts';
import { openStore } from '../../server/store/open-store.ts';
import type { PaymentFilter } from '../../server/store/payment-types.ts';
import { searchPayments } from '../../server/store/search-payments.ts';
import { useDatabases } from '../support/databases.ts';
import { addSession, beginPayment } from '../support/store-contract.ts';

/** A page of a search reads one slice of the index, so a search goes on through short and empty pages. */

const FROM = Date.UTC(2030, 0, 1);
/** Oldest first; every third matches. Two are of the same time. */
const EMAILS = Array.from({ length: 12 }, (_, index) => (index % 3 === 0 ? 'maria@example.com' : 'ana@example.com'));

const { folder, createDatabase } = useDatabases('search');

const OPTIONS: Record<string, () => Promise<StoreOptions>> = {
  SQLite: () => Promise.resolve({ dataDir: join(folder, 'search') }),
  PostgreSQL: async () => ({ databaseUrl: await createDatabase() }),
};

describe.each(Object.entries(OPTIONS))('a search on %s', (_name, optionsOf) => {
  test('finds each match of its filter once, newest first, however many payments a page looks through', async () => {
    const options = await optionsOf();
    const store = openStore(options);
    await store.ready;
    const ids: string[] = [];
    for (const [index, email] of EMAILS.entries()) {
      const begun = await beginPayment(
        store,
        await addSession(store),
        { shopper_email: email },
        FROM + index - (index === 5 ? 1 : 0),
      );
      if (begun.kind !== 'started') throw new Error(begun.kind);
      ids.push(begun.payment.id);
    }
    const found = ids.filter((_, index) => EMAILS[index]?.startsWith('maria')).reverse();
    await store.close();
    const { db, reader } = openDatabase(options);
    const pagesOf = async (slice: number, filter: { limit: number } & Partial<PaymentFilter>): Promise<string[][]> => {
      const pages: string[][] = [];
      let cursor: string | undefined;
      do {
        const { rows, nextCursor } = await searchPayments(db, { search: 'MARIA', ...filter, cursor }, slice);
        pages.push(rows.map(({ id }) => id));
        cursor = nextCursor ?? undefined;
      } while (cursor !== undefined);
      return pages;
    };
    for (const slice of [1, 2, 3, 5, 12, 100]) {
      for (const limit of [1, 2, 4, 10]) {
        const pages = await pagesOf(slice, { limit });
        expect(pages.flat(), `${String(slice)} at a time, ${String(limit)} a page`).toEqual(found);
        expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(limit);
      }
    }
    expect(await pagesOf(2, { limit: 10 })).toEqual([[], [found[0]], [found[1]], [], [found[2]], [found[3]], []]);
    expect(await pagesOf(4, { limit: 10, from: FROM + 6 })).toEqual([[found[0]], [found[1]]]);
    expect((await pagesOf(2, { limit: 10, from: FROM + 3, to: FROM + 9 })).flat()).toEqual([found[1], found[2]]);
    expect((await pagesOf(2, { limit: 1, status: 'submitting' })).flat()).toEqual(found);
    expect((await pagesOf(2, { limit: 1, status: 'paid' })).flat()).toEqual([]);
    const newest = Buffer.from(`${String(FROM + 11)} ${ids[11]!}`).toString('base64url');
    const { rows } = await searchPayments(db, { search: 'maria', limit: 10, to: FROM + 6, cursor: newest });
    expect(rows.map(({ id }) => id)).toEqual(found.slice(2));
    await Promise.all([db.destroy(), reader.destroy()]);
  });
});
