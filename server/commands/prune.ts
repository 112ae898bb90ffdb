import { DEFAULT_RETENTION, pruneExpiredRecords } from '../jobs/index.ts';
import { createLogger } from '../observability/index.ts';
import { readDatabaseSettings, readRetention } from '../settings/index.ts';
import type { CliCommand } from './command.ts';
import { withExistingStore } from './on-database.ts';

export const pruneCommand: CliCommand = {
  usage: `tillgate prune

  Deletes old records, as the companion does every day: sessions without payment, stored responses, and webhook events and
  notifications that are done (TILLGATE_RETENTION_DAYS, ${String(DEFAULT_RETENTION.days)}), and the audit log
  (TILLGATE_AUDIT_RETENTION_DAYS, ${String(DEFAULT_RETENTION.auditDays)}). Payments, refunds and their timelines stay.
  DATABASE_URL or TILLGATE_DATA_DIR name the database.`,
  options: {},
  async run(_values, print) {
    const retention = readRetention(process.env);
    return withExistingStore(readDatabaseSettings(process.env), async (store) => {
      const deps = { store, log: createLogger('silent'), now: Date.now };
      const { deleted } = await pruneExpiredRecords(deps, retention, { limitMs: Infinity });
      const counts = Object.entries(deleted).map(([what, count]) => `${String(count)} ${what}`);
      print(`deleted: ${counts.join(', ')}`);
      return 0;
    });
  },
};
