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
 * Limits a list's query to its accounts, its times and one page, newest first, and one more row that shows whether another page
 * follows. The position is compared as a row value, so both databases seek in the index.
 * @throws CheckoutError `invalid_request`
 */
export function selectPage<Name extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Name, Row>,
  filter: ListFilter,
  [at, id]: readonly [at: string, id: string] = ['created_at', 'id'],
): SelectQueryBuilder<Tables, Name, Row> {
  const place = filter.cursor === undefined ? undefined : decodeCursor(filter.cursor);
  let limited = query;
  if (filter.account !== undefined) limited = limited.where(accountsCondition([filter.account]));
  if (filter.accounts !== undefined) limited = limited.where(accountsCondition(filter.accounts));
  if (filter.from !== undefined) limited = limited.where(sql<boolean>`${sql.ref(at)} >= ${filter.from}`);
  if (filter.to !== undefined) limited = limited.where(sql<boolean>`${sql.ref(at)} < ${filter.to}`);
  if (place !== undefined) {
    limited = limited.where(sql<boolean>`(${sql.ref(at)}, ${sql.ref(id)}) < (${place.at}, ${place.id})`);
  }
  return limited
    .orderBy(sql.ref(at), 'desc')
    .orderBy(sql.ref(id), 'desc')
    .limit(filter.limit + 1);
}

/** A page of at most `limit` entries, from up to one row more. */
export function toPage<Row, Entry>(
  rows: readonly Row[],
  limit: number,
  toEntry: (row: Row) => Entry,
  placeOf: (row: Row) => [at: number, id: string],
): Page<Entry> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const isMore = rows.length > limit && last !== undefined;
  return { entries: page.map(toEntry), nextCursor: isMore ? encodeCursor(...placeOf(last)) : null };
}
