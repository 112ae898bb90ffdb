import { sql, type Kysely } from 'kysely';

type Index = readonly [table: string, columns: readonly string[]];

/** Indexes for list filters that had none. */
const LISTS: readonly Index[] = [
  ['subscriptions', ['shopper_email', 'created_at', 'recurring_id']],
  ['operations', ['name', 'created_at', 'id']],
  ['webhook_events', ['type', 'created_at', 'id']],
  ['audit_log', ['key_id', 'at', 'id']],
  ['audit_log', ['action', 'at', 'id']],
];

/** Columns that are null in most rows; a partial index costs those rows nothing. */
const SPARSE: readonly (readonly [...Index, filled: string])[] = [
  ['payments', ['transaction_id'], 'transaction_id'],
  ['payments', ['recurring_id', 'created_at', 'id'], 'recurring_id'],
  ['sessions', ['created_at', 'id'], 'active_payment_id'],
];

/** With these indexes every filter of every list seeks its page, regardless of the number of rows. */
export const listFilterIndexes = {
  name: '0004-indexes',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const [table, columns] of LISTS) await create(db, nameOf(table, columns), table, columns);
    for (const [table, columns, filled] of SPARSE) {
      if (table === 'payments') await db.schema.dropIndex(nameOf(table, columns)).execute();
      const name = table === 'payments' ? nameOf(table, columns) : `${table}_under_way_by_${columns.join('_')}`;
      await create(db, name, table, columns, filled);
    }
  },
};

function nameOf(table: string, columns: readonly string[]): string {
  return `${table}_by_${columns.join('_')}`;
}

async function create(
  db: Kysely<unknown>,
  name: string,
  table: string,
  columns: readonly string[],
  filled?: string,
): Promise<void> {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  const part = filled === undefined ? sql`` : sql` where ${sql.ref(filled)} is not null`;
  await sql`create index ${sql.ref(name)} on ${sql.table(table)} (${list})${part}`.execute(db);
}
