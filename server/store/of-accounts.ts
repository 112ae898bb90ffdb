import { sql, type RawBuilder } from 'kysely';

/** The condition that a row belongs to one of the accounts; without them, every row passes. */
export function isOfAccounts(accounts: readonly string[] | undefined, column = 'account'): RawBuilder<boolean> {
  return accounts === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} in (${sql.join(accounts)})`;
}
