import { sql, type SelectQueryBuilder } from 'kysely';
import { CheckoutError } from '../../shared/errors.ts';
import type { Page, ListFilter } from './back-office-types.ts';
import { accountsCondition } from './account-filter.ts';
import type { Tables } from './schema.ts';

/** The end of a page: the time and the ID of its last entry. Opaque to callers. */
export function encodeCursor(at: number, id: string): string {
  return Buffer.from(`${String(at)} ${id}`).toString('base64url');
}

/** @throws CheckoutError `invalid_request` for a cursor that no page returned */
export function decodeCursor(cursor: string): { at: number; id: string } {
  const match = /^(\d{1,15}) ([\x21-\x7e]{1,120})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (match?.[1] === undefined || match[2] === undefined) {
    throw new CheckoutError('invalid_request', undefined, {
      fields: [{ path: 'cursor', code: 'format', rule: 'the next_cursor of the page before' }],
    });
  }
  return { at: Number(match[1]), id: match[2] };
}

/**
 * Reads one page of a list, newest first: of the filter's accounts and times, after its cursor. One row more than the
 * page shows whether another follows. The position is compared as a row value, so both databases seek in the index.
 * @throws CheckoutError `invalid_request`
 */
export async function readPage<Name extends keyof Tables, Row extends object, Entry>(
  query: SelectQueryBuilder<Tables, Name, Row>,
  filter: ListFilter,
  toEntry: (row: Row) => Entry,
  [at, id]: readonly [at: string, id: string] = ['created_at', 'id'],
): Promise<Page<Entry>> {
  const place = filter.cursor === undefined ? undefined : decodeCursor(filter.cursor);
  let limited = query;
  if (filter.account !== undefined) limited = limited.where(accountsCondition([filter.account]));
  if (filter.accounts !== undefined) limited = limited.where(accountsCondition(filter.accounts));
  if (filter.from !== undefined) limited = limited.where(sql<boolean>`${sql.ref(at)} >= ${filter.from}`);
  if (filter.to !== undefined) limited = limited.where(sql<boolean>`${sql.ref(at)} < ${filter.to}`);
  if (place !== undefined) {
    limited = limited.where(sql<boolean>`(${sql.ref(at)}, ${sql.ref(id)}) < (${place.at}, ${place.id})`);
  }
  const rows = await limited
    .orderBy(sql.ref(at), 'desc')
    .orderBy(sql.ref(id), 'desc')
    .limit(filter.limit + 1)
    .execute();
  const page = rows.slice(0, filter.limit);
  const last = page.at(-1) as Readonly<Record<string, string | number>> | undefined;
  const isMore = rows.length > filter.limit && last !== undefined;
  return { entries: page.map(toEntry), nextCursor: isMore ? encodeCursor(Number(last[at]), String(last[id])) : null };
}
