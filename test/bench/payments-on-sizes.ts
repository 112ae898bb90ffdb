import type { StoreOptions } from '../../server/store/open-store.ts';
import type { TestPostgres } from '../support/postgres.ts';
import {
  createSubmitRequests,
  createUnsignedGatewayRequests,
  runLoadAtConcurrency,
  type LoadFigures,
  type LoadRequest,
} from './load.ts';
import { environmentOf, readBenchSize, startProcess, type RunningProcess } from './processes.ts';
import { formatCount, formatFactor, formatMs, printReportTable } from './report.ts';
import { seedSessions } from './seed.ts';
import { median, ratio, ratioCells } from './turns.ts';
import { runStatement } from './upkeep.ts';

/** What a payment over HTTP costs with few payments on record and with many: of the proxy, the endpoint and the companion. */

const ROUNDS = readBenchSize('ROUNDS', 300);
const TURNS = readBenchSize('TURNS', 5);
const A_TURN = Math.ceil(ROUNDS / TURNS);
/** First of all each server gets so many. */
const WARM_UP = Math.ceil(readBenchSize('PAYMENTS', 6_000) / 3);
const TOTAL = WARM_UP + A_TURN * TURNS;

interface Measured {
  running: RunningProcess;
  requests: LoadRequest[];
  turns: LoadFigures[];
}

/** Starts the endpoint on a database with so many payments in its table. */
async function startEndpoint(gateway: RunningProcess, databaseUrl: string, size: number): Promise<RunningProcess> {
  const running = await startProcess('./endpoint.mjs', environmentOf(gateway, { databaseUrl }));
  await runStatement(
    databaseUrl,
    `insert into payments (id, order_no, currency, amount, shopper_email, card_bin, card_last4, status, transaction_id, result)
      select gen_random_uuid(), 'E-' || k, 'EUR', 24, 'ana' || k || '@example.com', '424242', '4242', 'paid', 'E-' || k,
        '{"order_status":"1","result_info":"0000:Success","card":"424242***4242"}'
      from generate_series(1, ${String(size)}) as n(k)`,
  );
  await runStatement(databaseUrl, 'vacuum analyze payments');
  return running;
}

/** One payment at a time: at the companion on each of the databases, the endpoint with as many payments, and the proxy. */
export async function measurePaymentsOnSizes(
  name: string,
  databases: readonly { options: StoreOptions; size: number }[],
  postgres: TestPostgres,
): Promise<void> {
  const gateway = await startProcess('./gateway.mjs');
  const toMeasured = (running: RunningProcess, requests: LoadRequest[]): Measured => ({ running, requests, turns: [] });
  const proxies: Measured[] = [];
  const endpoints: Measured[] = [];
  const companions: Measured[] = [];
  for (const { options, size } of databases) {
    const proxy = await startProcess('./proxy.mjs', environmentOf(gateway));
    proxies.push(toMeasured(proxy, createUnsignedGatewayRequests(TOTAL)));
    const endpoint = await startEndpoint(gateway, await postgres.createDatabase(), size);
    endpoints.push(toMeasured(endpoint, createUnsignedGatewayRequests(TOTAL)));
    const submits = createSubmitRequests(await seedSessions(options, TOTAL));
    const companion = await startProcess('./companion.mjs', environmentOf(gateway, options));
    companions.push(toMeasured(companion, submits));
  }
  const all = databases.flatMap((_, at) => [proxies[at]!, endpoints[at]!, companions[at]!]);
  for (const { running, requests } of all) await runLoadAtConcurrency([running.url], requests.splice(0, WARM_UP));
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const { running, requests, turns } of all)
      turns.push(await runLoadAtConcurrency([running.url], requests.splice(0, A_TURN), 1));
  }
  await Promise.all([gateway, ...all.map(({ running }) => running)].map((running) => running.stop()));
  const row = (kind: string, servers: readonly Measured[]): string[] => {
    const [first, last] = [servers[0]!, servers.at(-1)!];
    const growth = ratio(last, first, 'p50');
    const peers = { proxy: proxies.at(-1)!, endpoint: endpoints.at(-1)! };
    const growthCells = [growth.middle, growth.most].map(formatFactor);
    const times = servers.map((server) => formatMs(median(server, 'p50')));
    return [kind, ...times, ...growthCells, ...ratioCells(last, peers, 'p50')];
  };
  printReportTable(
    `A payment over HTTP, one at a time after ${formatCount(WARM_UP)} others, in ${formatCount(TURNS)} turns`,
    [
      'payments on record before',
      ...databases.map(({ size }) => formatCount(size)),
      'last to first',
      'worst turn',
      'last of the proxy',
      'last of the endpoint',
      'worst turn',
    ],
    [row('bare proxy', proxies), row('endpoint on PostgreSQL', endpoints), row(name, companions)],
  );
}
