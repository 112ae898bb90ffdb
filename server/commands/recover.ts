import { createAcquiringClient } from '../gateway/acquiring-client.ts';
import { parseOptions, readDatabase, readServeSettings } from '../settings/index.ts';
import { findLostPayments, type LostPayment } from '../payments/index.ts';
import type { Command } from './command.ts';
import { withExistingStore } from './on-database.ts';

export const recoverCommand: Command = {
  usage: `tillgate recover

  For a database that was restored from an older copy, before companions run on it again: ends the sessions that were open in
  the copy, since they may have been paid after it was made, and asks the gateway about their orders and those of running
  subscriptions. Prints the payments that the gateway knows and the database does not: they are the shop's to settle.
  Changes nothing at the gateway; may be run again. Takes the settings of tillgate serve.`,
  options: {},
  async run(_values, print) {
    const { options } = readServeSettings(process.env);
    const gateway = createAcquiringClient(parseOptions(options).gateway);
    try {
      return await withExistingStore(readDatabase(process.env), async (store) => {
        const { closed, lost } = await findLostPayments({ store, gateway, now: Date.now });
        print(
          `sessions ended: ${String(closed)}; payments that the gateway knows and the database does not: ${String(lost.length)}`,
        );
        for (const payment of lost) print(describe(payment));
        return 0;
      });
    } finally {
      await gateway.close();
    }
  },
};

function describe({ orderNo, transactionId, meaning, amount, currency }: LostPayment): string {
  return `  order ${orderNo}  transaction ${transactionId}  ${meaning}  ${amount} ${currency}`;
}
