import { test } from 'vitest';
import {
  CONCURRENCY,
  createSubmitRequests,
  createUnsignedGatewayRequests,
  runLoadAtConcurrency,
  type LoadFigures,
  type LoadRequest,
} from './load.ts';
import { environmentOf, readBenchSize, startProcess, type RunningProcess } from './processes.ts';
import { formatCount, formatFactor, formatMs, printReportTable } from './report.ts';
import { seedSessions } from './seed.ts';
import { setUpBench } from './set-up-bench.ts';
import { median, ratio } from './turns.ts';

/**
 * Payments a second of several companions on one PostgreSQL, beside as many endpoints on another database of it, which show
 * what any server loses on this machine. At one load for all processes together, and at that load for each.
 */

const PAYMENTS = readBenchSize('PAYMENTS', 6_000);
const TURNS = readBenchSize('TURNS', 5);
const A_TURN = Math.ceil(PAYMENTS / TURNS);
const MOST = 4;
const LOADS = [
  { count: 1, atATime: CONCURRENCY },
  { count: 2, atATime: CONCURRENCY },
  { count: MOST, atATime: CONCURRENCY },
  { count: 1, atATime: MOST * CONCURRENCY },
  { count: MOST, atATime: MOST * CONCURRENCY },
];

const bench = setUpBench();

/** A kind of server: its processes, and a source of requests for any of them. */
interface Kind {
  name: string;
  processes: readonly RunningProcess[];
  takeRequests: (count: number) => LoadRequest[];
}

/** The first makes the tables. */
async function startProcesses(script: string, databaseUrl: string): Promise<readonly RunningProcess[]> {
  const env = environmentOf(bench.gateway, { databaseUrl });
  const first = await startProcess(script, env);
  return [first, ...(await Promise.all(Array.from({ length: MOST - 1 }, () => startProcess(script, env))))];
}

test('payments a second of several companions on one PostgreSQL are measured', { timeout: 900_000 }, async () => {
  const databaseUrl = await bench.postgres.createDatabase();
  const total = MOST * PAYMENTS + LOADS.length * TURNS * A_TURN;
  const submits = createSubmitRequests(await seedSessions({ databaseUrl }, total));
  const kinds: Kind[] = [
    {
      name: 'endpoint',
      processes: await startProcesses('./endpoint.mjs', await bench.postgres.createDatabase()),
      takeRequests: createUnsignedGatewayRequests,
    },
    {
      name: 'companion',
      processes: await startProcesses('./companion.mjs', databaseUrl),
      takeRequests: (count) => submits.splice(0, count),
    },
  ];
  const proxy = await startProcess('./proxy.mjs', environmentOf(bench.gateway));
  const proxies = [CONCURRENCY, MOST * CONCURRENCY].map((atATime) => ({ atATime, turns: [] as LoadFigures[] }));
  await runLoadAtConcurrency([proxy.url], createUnsignedGatewayRequests(PAYMENTS));
  for (const { processes, takeRequests } of kinds)
    await runLoadAtConcurrency(urlsOf(processes), takeRequests(MOST * PAYMENTS));
  const groups = LOADS.flatMap((load) => kinds.map((kind) => ({ ...load, kind, turns: [] as LoadFigures[] })));
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const { atATime, turns } of proxies)
      turns.push(await runLoadAtConcurrency([proxy.url], createUnsignedGatewayRequests(A_TURN), atATime));
    for (const { count, atATime, kind, turns } of groups) {
      const urls = urlsOf(kind.processes.slice(0, count));
      turns.push(await runLoadAtConcurrency(urls, kind.takeRequests(A_TURN), atATime));
    }
  }
  const all = [proxy, ...kinds.flatMap(({ processes }) => processes)];
  await Promise.all(all.map((running) => running.stop()));
  printReportTable(
    `Several companions on one PostgreSQL, in ${formatCount(TURNS)} turns`,
    [
      '',
      'at a time',
      'payments/s',
      'of one',
      'worst turn',
      'of as many endpoints',
      'worst turn',
      'of the proxy',
      'p99',
    ],
    [
      ...proxies.map((proxied) => [
        'bare proxy',
        String(proxied.atATime),
        formatCount(median(proxied, 'perSecond')),
        '',
        '',
        '',
        '',
        formatFactor(1),
        formatMs(median(proxied, 'p99')),
      ]),
      ...groups.map((group) => {
        const isLikeThis = (other: { atATime: number }): boolean => other.atATime === group.atATime;
        const one = groups.find((other) => isLikeThis(other) && other.kind === group.kind && other.count === 1)!;
        const peer = groups.find((other) => isLikeThis(other) && other.count === group.count)!;
        const proxied = proxies.find(isLikeThis)!;
        const cells = [one, peer].flatMap((other) => {
          const { middle, least } = ratio(group, other, 'perSecond');
          return [formatFactor(middle), formatFactor(least)];
        });
        return [
          `${String(group.count)} × ${group.kind.name}`,
          String(group.atATime),
          formatCount(median(group, 'perSecond')),
          ...cells,
          formatFactor(ratio(group, proxied, 'perSecond').middle),
          formatMs(median(group, 'p99')),
        ];
      }),
    ],
  );
});

const urlsOf = (processes: readonly RunningProcess[]): string[] => processes.map(({ url }) => url);
