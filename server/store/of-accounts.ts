import { sql, type RawBuilder } from 'kysely';

/** The condition that a row belongs to one of the accounts; without them, every row passes. */
export function isOfAccounts(accounts: readonly string[] | undefined, column = 'account'): RawBuilder<boolean> {
  if (accounts === undefined) return sql<boolean>`true`;
  // PostgreSQL has no empty list.
  return accounts.length === 0 ? sql<boolean>`false` : sql<boolean>`${sql.ref(column)} in (${sql.join(accounts)})`;
}
