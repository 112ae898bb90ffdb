import { readDatabase } from '../options.ts';
import { migrate } from '../store/index.ts';
import type { Command } from './command.ts';
import { onDatabase } from './on-database.ts';

export const migrateCommand: Command = {
  usage: `tillgate migrate

  Brings the companion's database (DATABASE_URL, or TILLGATE_DATA_DIR) up to date. Any number may run at once.`,
  options: {},
  async run(_values, print) {
    const database = readDatabase(process.env);
    const applied = await onDatabase(database, () => migrate(database));
    print(applied.length === 0 ? 'the database is up to date' : `applied: ${applied.join(', ')}`);
    return 0;
  },
};
