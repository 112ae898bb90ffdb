import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { API_ROUTES } from '../../server/api/routes.ts';
import { DEFAULT_PROFILE } from '../../server/gateway/profile/default-profile.ts';
import { createMetrics } from '../../server/observability/metrics.ts';

/** Names that the manual and the code share: metrics, settings and paths. */

const root = new URL('../../', import.meta.url).pathname;
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
/** Written by a command; held by tests of their own. */
const GENERATED = new Set(['error-table.md', 'interface-table.md', 'labels.md', 'promise-report.md']);
const pages = ['.', '.github', 'server/docs', 'widget/docs'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md') && !GENERATED.has(name))
    .map((name) => join(folder, name)),
);
const manual = pages.map(read).join('\n');
const sources = ['server', '.config', 'test/support'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.(ts|mjs)$/.test(name) && !name.includes('node_modules'))
    .map((name) => read(join(folder, name))),
);
const code = sources.join('\n');

const found = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, name]) => name!))].sort();

/** Names of the metrics that a companion exports. */
async function readMetrics(): Promise<string[]> {
  const unknownPayments = { under_1m: 0, '1m_to_10m': 0, '10m_to_1h': 0, '1h_to_24h': 0, over_24h: 0 };
  const backlog = { unknownPayments, oldestUnknownAt: null, waitingEvents: {}, dueJobs: {} };
  const store = { readBacklog: () => Promise.resolve(backlog), ping: () => Promise.resolve() };
  const { body } = await createMetrics(store, { now: Date.now, endpoints: ['default'] }).render();
  return found(body, /^# TYPE (tillgate_\w+) /gm);
}

test('the metrics page lists exactly the metrics of the code', async () => {
  expect(found(read('server/docs/metrics.md'), /^\| `(tillgate_\w+)` \|/gm)).toEqual(await readMetrics());
});

test('every path that the recipes name exists', () => {
  const paths = found(
    read('server/docs/recipes.md'),
    /`((?:server|widget|shared|demo|test|\.config|\.decisions)[\w./-]*\w)`/g,
  );
  expect(paths.length).toBeGreaterThan(150);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('every metric named in the manual exists', async () => {
  const metrics = await readMetrics();
  const named = found(manual, /\b(tillgate_[a-z_]+)\b/g).map((name) => name.replace(/_(count|bucket|sum)$/, ''));
  // The cookie of the console is no metric.
  expect(named.filter((name) => !metrics.includes(name) && name !== 'tillgate_console')).toEqual([]);
});

test('every setting named in the manual is read by the code', () => {
  const named = found(manual, /\b(TILLGATE_[A-Z_]*[A-Z])\b/g);
  expect(named.length).toBeGreaterThan(30);
  const isRead = (name: string): boolean => code.includes(`'${name}'`) || code.includes(`env.${name}`);
  expect(named.filter((name) => !isRead(name) && !isRead(name.replace(/_FILE$/, '')))).toEqual([]);
});

test('the settings page lists every setting of the code', () => {
  const settings = found(read('server/docs/settings.md'), /`(TILLGATE_[A-Z_]+|DATABASE_URL|PORT|HOST|LOG_LEVEL)`/g);
  const server = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .map((name) => read(join('server', name)))
    .join('\n');
  const inCode = found(server, /'(TILLGATE_[A-Z_]*[A-Z]|DATABASE_URL|PORT|HOST|LOG_LEVEL)'/g);
  expect(inCode.filter((name) => !settings.includes(name) && !name.endsWith('_FILE'))).toEqual([]);
});

test('every /v1 path named in the manual is a route of the API or an operation of the gateway', () => {
  const shapeOf = (path: string): string => path.replace(/\{[^}]*\}|:\w+/g, '{}');
  const routes = new Set([
    ...API_ROUTES.map(({ path }) => shapeOf(`/v1${path.replace(/^\/v1/, '')}`)),
    ...Object.values(DEFAULT_PROFILE.operations).map(({ path }) => path),
  ]);
  const named = found(manual, /(?<![\w.])(\/v1\/[\w/{}-]+)/g).map((path) => path.replace(/\/$/, ''));
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((path) => !routes.has(shapeOf(path)))).toEqual([]);
});

test('the API reference lists exactly the events of the code', () => {
  const rows = read('server/docs/api.md').split('\n## Events\n')[1]!.split('\n## ')[0]!;
  const cells = rows
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|')[1]!);
  expect(found(cells.join('\n'), /`([a-z_]+\.[a-z_]+)`/g)).toEqual(
    found(read('server/webhooks/event-data.ts'), /^ {2}'([a-z_]+\.[a-z_]+)':/gm),
  );
});
