import { createAcquiringClient } from '../gateway/acquiring-client.ts';
import { parseOptions, readDatabaseSettings, readServeSettings } from '../settings/index.ts';
import { endSessionsAndFindUnrecordedPayments, type UnrecordedPayment } from '../payments/index.ts';
import { restrictStoreToAccounts } from '../store/index.ts';
import type { CliCommand } from './command.ts';
import { withExistingStore } from './on-database.ts';

export const recoverCommand: CliCommand = {
  usage: `tillgate recover

  For a database that was restored from an older copy, before companions run on it again: ends the sessions that were open in
  the copy, since they may have been paid after it was made, and asks the gateway about their orders and those of running
  subscriptions. Prints the payments that the gateway knows and the database does not: they are the shop's to settle.
  Changes nothing at the gateway; may be run again. Takes the settings of tillgate serve.`,
  options: {},
  async run(_values, print) {
    const { options } = readServeSettings(process.env);
    const { accounts } = parseOptions(options);
    return withExistingStore(readDatabaseSettings(process.env), async (store) => {
      const found: { closed: number; lost: UnrecordedPayment[] } = { closed: 0, lost: [] };
      for (const account of accounts) {
        const gateway = createAcquiringClient(account.gateway);
        try {
          const own = restrictStoreToAccounts(store, [account.name]);
          const { closed, lost } = await endSessionsAndFindUnrecordedPayments({ store: own, gateway, now: Date.now });
          found.closed += closed;
          found.lost.push(...lost);
        } finally {
          await gateway.close();
        }
      }
      print(
        `sessions ended: ${String(found.closed)}; payments that the gateway knows and the database does not: ${String(found.lost.length)}`,
      );
      for (const payment of found.lost) print(describe(payment));
      return 0;
    });
  },
};

function describe({ orderNo, transactionId, meaning, amount, currency }: UnrecordedPayment): string {
  return `  order ${orderNo}  transaction ${transactionId}  ${meaning}  ${amount} ${currency}`;
}
