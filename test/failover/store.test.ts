import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../server/store/open-store.ts';
import type { Store } from '../../server/store/store.ts';
import { describeAccountsStore } from '../support/accounts-store-contract.ts';
import { describeConsoleStore } from '../support/console-store-contract.ts';
import { pickRunSize } from '../support/full-size.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { recordPromiseFigures } from '../support/promise-figures.ts';
import { describeRefundStore } from '../support/refund-store-contract.ts';
import { addSession, beginPayment, describeStore, payAtOnce } from '../support/store-contract.ts';
import { describeUsersStore } from '../support/users-store-contract.ts';
import { startPgBouncer, type RunningPgBouncer } from './pgbouncer.ts';
import pg from 'pg';

let postgres: TestPostgres;
let bouncer: RunningPgBouncer;

beforeAll(async () => {
  postgres = await startPostgres();
  bouncer = await startPgBouncer(await postgres.createDatabase());
});

afterAll(async () => {
  await bouncer.close();
  await postgres.stop();
});

async function createSerializableDatabase(): Promise<string> {
  const databaseUrl = await postgres.createDatabase();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const name = new URL(databaseUrl).pathname.slice(1);
  await client.query(`alter database ${name} set default_transaction_isolation = 'serializable'`);
  await client.end();
  return databaseUrl;
}

/** Sessions that are paid at once, with 40 submits each. */
const SESSIONS = pickRunSize(20, 200);

const KINDS = {
  'PostgreSQL behind PgBouncer': {
    create: async () => bouncer.through(await postgres.createDatabase()),
    figure: 'paid behind PgBouncer',
  },
  'PostgreSQL with serializable transactions': { create: createSerializableDatabase, figure: 'paid serializable' },
} satisfies Record<string, { create: () => Promise<string>; figure: string }>;

for (const [name, { create, figure }] of Object.entries(KINDS)) {
  const options = async (): Promise<{ databaseUrl: string }> => ({ databaseUrl: await create() });
  describeStore(name, options);
  describeConsoleStore(name, options);
  describeUsersStore(name, options);
  describeRefundStore(name, options);
  describeAccountsStore(name, options);

  describe(`promise 11: ${name}, under load`, () => {
    test(
      'of 40 submits of one session that come at once, one begins a payment and is paid',
      { timeout: 240_000 },
      async () => {
        const databaseUrl = await create();
        const stores = [openStore({ databaseUrl }), openStore({ databaseUrl })];
        const [one, other] = stores as [Store, Store];
        await Promise.all(stores.map((store) => store.ready));
        const sessions = await Promise.all(Array.from({ length: SESSIONS }, () => addSession(one)));
        const paid = await Promise.all(
          sessions.map(async (session) => {
            const begun = await Promise.all(
              Array.from({ length: 40 }, (_, index) => beginPayment(index % 2 === 0 ? one : other, session)),
            );
            const started = begun.flatMap((result) => (result.kind === 'started' ? [result.payment] : []));
            expect(started).toHaveLength(1);
            return payAtOnce(other, started[0]!);
          }),
        );
        expect(paid.filter((payment) => payment?.status === 'paid' && !payment.duplicate)).toHaveLength(SESSIONS);
        await Promise.all(stores.map((store) => store.close()));
        recordPromiseFigures(11, { [figure]: SESSIONS });
      },
    );
  });
}
