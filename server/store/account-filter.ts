import { sql, type RawBuilder } from 'kysely';

/**
 * The condition that a row belongs to one of the accounts; without them, every row passes. The empty text keeps it off the
 * index of payments by account: most rows are of one account, so any other condition is a better way in.
 */
export function accountsCondition(accounts: readonly string[] | undefined, column = 'account'): RawBuilder<boolean> {
  if (accounts === undefined) return sql<boolean>`true`;
  // PostgreSQL has no empty list.
  return accounts.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`${sql.ref(column)} || '' in (${sql.join(accounts)})`;
}
