import { pruneOld } from '../jobs/index.ts';
import { createLogger } from '../observability/index.ts';
import { readDatabase, readRetention } from '../settings/index.ts';
import type { Command } from './command.ts';
import { onStore } from './on-database.ts';

export const pruneCommand: Command = {
  usage: `tillgate prune

  Forgets what need not be kept, as the companion does by itself every day: sessions without payment, kept answers, events
  and notifications that are done with (TILLGATE_RETENTION_DAYS, 90), the audit log (TILLGATE_AUDIT_RETENTION_DAYS, 730).
  Never payments, refunds and their timelines. DATABASE_URL or TILLGATE_DATA_DIR name the database.`,
  options: {},
  async run(_values, print) {
    const retention = readRetention(process.env);
    return onStore(readDatabase(process.env), async (store) => {
      const deps = { store, log: createLogger('silent'), now: Date.now };
      const { deleted } = await pruneOld(deps, retention, { limitMs: Infinity });
      const said = Object.entries(deleted).map(([what, count]) => `${String(count)} ${what}`);
      print(`deleted: ${said.join(', ')}`);
      return 0;
    });
  },
};
