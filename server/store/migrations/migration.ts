import type { Kysely } from 'kysely';

/**
 * A step of the schema. Steps only add what older versions may ignore (tables, columns that may be empty or have a
 * default, indexes), so that an older companion can run beside a newer one, and again after it. One that older versions
 * cannot live with has a name that ends in `!`, and they refuse to start.
 */
export interface Migration {
  name: string;
  up(db: Kysely<unknown>, context: MigrationContext): Promise<void>;
}

/** What a step of the schema may need to know of the settings. */
export interface MigrationContext {
  /** The account of the gateway that existing rows belong to; empty where the settings name none. */
  accountId: string;
}
