import { openStore, restoreSqlite } from '../store/open-store.ts';
import { requireSqliteFolder } from './backup.ts';
import type { CliCommand } from './command.ts';

export const restoreCommand: CliCommand = {
  usage: `tillgate restore <file>

  Puts a backup in the place of the SQLite database of TILLGATE_DATA_DIR; the one before is kept beside it. Stop the companion
  first. Sessions that were open in the backup are ended: they may have been paid since. Then run: tillgate recover`,
  options: {},
  positionals: ['file'],
  async run(_values, print, [file = '']) {
    const dataDir = requireSqliteFolder('pg_restore, and then: tillgate recover');
    const before = restoreSqlite(dataDir, file, new Date());
    const store = openStore({ dataDir });
    try {
      const closed = await store.expireAllUnpaidSessions(Date.now());
      print(`restored ${file}; sessions ended: ${String(closed)}`);
      if (before !== undefined) print(`the database before: ${before}`);
      print('now run: tillgate recover');
      return 0;
    } finally {
      await store.close();
    }
  },
};
