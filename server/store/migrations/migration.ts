import type { Kysely } from 'kysely';

/**
 * A step of the schema. Steps only add what older versions can ignore: tables, columns that are nullable or have a
 * default, indexes. So an older companion can run beside a newer one, and again after it. A step that older versions
 * cannot work with has a name that ends in `!`; they refuse to start.
 */
export interface Migration {
  name: string;
  up(db: Kysely<unknown>, context: MigrationContext): Promise<void>;
}

/** The settings that a step may need. */
export interface MigrationContext {
  /** The gateway account of existing rows; empty if the settings name none. */
  accountId: string;
}
