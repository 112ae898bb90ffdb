import { readDatabaseSettings } from '../settings/index.ts';
import { listPaymentsSharingTransactionId, migrateStore } from '../store/open-store.ts';
import type { CliCommand } from './command.ts';
import { runWithDatabaseErrors } from './on-database.ts';

export const migrateCommand: CliCommand = {
  usage: `tillgate migrate

  Brings the companion's database (DATABASE_URL, or TILLGATE_DATA_DIR) up to date. Any number may run at once.`,
  options: {},
  async run(_values, print) {
    const database = readDatabaseSettings(process.env);
    const applied = await runWithDatabaseErrors(database, () => migrateStore(database));
    print(applied.length === 0 ? 'the database is up to date' : `applied: ${applied.join(', ')}`);
    const shared =
      applied.length === 0
        ? []
        : await runWithDatabaseErrors(database, () => listPaymentsSharingTransactionId(database));
    for (const { paymentId, transactionId, ownerId } of shared)
      print(`${paymentId} has the transaction_id ${transactionId} of ${ownerId}: look both up in the gateway's portal`);
    return 0;
  },
};
