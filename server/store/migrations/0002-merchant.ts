import { sql, type Kysely } from 'kysely';

type Type = 'text' | 'integer' | 'bigint';

/** Columns by name; a trailing `?` makes a column nullable. */
type Columns = Readonly<Record<string, Type>>;

const TABLES: Readonly<Record<string, { columns: Columns; key: string; unique?: readonly string[] }>> = {
  refunds: {
    columns: {
      id: 'text',
      'payment_id?': 'text',
      transaction_id: 'text',
      order_no: 'text',
      currency: 'text',
      amount: 'text',
      refund_amount: 'text',
      hundredths: 'bigint',
      reason: 'text',
      reference: 'text',
      status: 'text',
      'reference_id?': 'text',
      'code?': 'text',
      'message?': 'text',
      'alarm?': 'text',
      version: 'integer',
      created_at: 'bigint',
      updated_at: 'bigint',
    },
    key: 'id',
    unique: ['transaction_id', 'reference'],
  },
  refund_totals: {
    columns: { transaction_id: 'text', currency: 'text', paid: 'bigint', bound: 'bigint' },
    key: 'transaction_id',
  },
  subscriptions: {
    columns: {
      recurring_id: 'text',
      contract_name: 'text',
      session_id: 'text',
      payment_id: 'text',
      'shopper_email?': 'text',
      currency: 'text',
      amount: 'text',
      'deduction_period?': 'text',
      'deduction_time?': 'text',
      status: 'text',
      cancel_unknown: 'integer',
      created_at: 'bigint',
      updated_at: 'bigint',
    },
    key: 'recurring_id',
  },
  disputes: {
    columns: {
      id: 'text',
      payment_id: 'text',
      transaction_id: 'text',
      status: 'text',
      'reason?': 'text',
      'code?': 'text',
      created_at: 'bigint',
      updated_at: 'bigint',
    },
    key: 'id',
  },
  operations: {
    columns: {
      id: 'text',
      name: 'text',
      request_id: 'text',
      fingerprint: 'text',
      status: 'text',
      'order_id?': 'text',
      request: 'text',
      'result?': 'text',
      'code?': 'text',
      'message?': 'text',
      'alarm?': 'text',
      version: 'integer',
      sent_at: 'bigint',
      created_at: 'bigint',
      updated_at: 'bigint',
    },
    key: 'id',
    unique: ['request_id'],
  },
  webhook_events: {
    columns: {
      id: 'text',
      type: 'text',
      ref: 'text',
      data: 'text',
      state: 'text',
      attempts: 'integer',
      created_at: 'bigint',
      'delivered_at?': 'bigint',
    },
    key: 'id',
  },
  webhook_deliveries: {
    columns: {
      id: 'text',
      event_id: 'text',
      at: 'bigint',
      'status?': 'integer',
      'error?': 'text',
      duration_ms: 'integer',
    },
    key: 'id',
  },
  audit_log: {
    columns: {
      id: 'text',
      at: 'bigint',
      key_id: 'text',
      action: 'text',
      'target?': 'text',
      request_id: 'text',
      'status?': 'integer',
    },
    key: 'id',
  },
};

const INDEXES: readonly [table: string, columns: readonly string[]][] = [
  ['payments', ['transaction_id']],
  ['payments', ['recurring_id', 'created_at', 'id']],
  ['refunds', ['created_at', 'id']],
  ['refunds', ['status', 'created_at', 'id']],
  ['refunds', ['payment_id', 'created_at', 'id']],
  ['refunds', ['order_no', 'created_at', 'id']],
  ['subscriptions', ['created_at', 'recurring_id']],
  ['subscriptions', ['status', 'created_at', 'recurring_id']],
  ['disputes', ['payment_id', 'created_at']],
  ['operations', ['created_at', 'id']],
  ['operations', ['status', 'created_at', 'id']],
  ['webhook_events', ['created_at', 'id']],
  ['webhook_events', ['state', 'created_at', 'id']],
  ['webhook_events', ['ref', 'created_at', 'id']],
  ['webhook_deliveries', ['event_id', 'at']],
  ['audit_log', ['at', 'id']],
  ['audit_log', ['target', 'at', 'id']],
  ['jobs', ['kind', 'run_at']],
];

/** Refunds, subscriptions, disputes, operations of the issuing area, webhook events, the audit log. */
export const merchantApiTables = {
  name: '0002-merchant',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const [name, { columns, key, unique }] of Object.entries(TABLES)) {
      let table = db.schema.createTable(name);
      for (const [column, type] of Object.entries(columns)) {
        const isOptional = column.endsWith('?');
        table = table.addColumn(column.replace('?', ''), type, (builder) => {
          const built = isOptional ? builder : builder.notNull();
          return column === key ? built.primaryKey() : built;
        });
      }
      if (unique !== undefined)
        table = table.addUniqueConstraint(`${name}_${unique.join('_')}`, [...unique] as never[]);
      await table.execute();
    }
    // Columns of payments for refunds, subscriptions and disputes.
    for (const [column, type] of [
      ['refunded', sql`bigint not null default 0`],
      ['recurring_id', sql`text`],
      ['review_status', sql`text`],
      ['dispute_status', sql`text`],
      ['decision', sql`text`],
      ['decision_at', sql`bigint`],
    ] as const) {
      await db.schema.alterTable('payments').addColumn(column, type).execute();
    }
    for (const [table, columns] of INDEXES) {
      const index = db.schema.createIndex(`${table}_by_${columns.join('_')}`).on(table);
      await index.columns([...columns]).execute();
    }
  },
};
