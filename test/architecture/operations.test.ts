import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createMetrics } from '../../server/observability/metrics.ts';
import {
  METRIC_ALERT_MESSAGES,
  LOG_ONLY_ALERT_MESSAGES,
  RECORD_ALERT_MESSAGES,
  UNCOUNTED_ALERT_MESSAGES,
} from '../../server/observability/alerts.ts';

const root = new URL('../../', import.meta.url).pathname;
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const alerts = read('server/docs/alerts.md');
const manual = read('server/docs/operations.md') + alerts;
const rules = read('server/prometheus-alerts.yaml');
const settings = read('server/docs/settings.md');
const sources = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.test)\.ts$/.test(name))
  .map((name) => read(join('server', name)));

const found = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, name]) => name!))].sort();
/** First cells of the table below a heading. */
const rowsOf = (heading: string): string[] =>
  found(alerts.split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!, /^\| `([^`]+)` +\|/gm);

describe('operations manual', () => {
  test('the manual describes exactly the alerts of the code', () => {
    const inCode = Object.keys({ ...LOG_ONLY_ALERT_MESSAGES, ...UNCOUNTED_ALERT_MESSAGES }).sort();
    expect(inCode.length).toBeGreaterThan(20);
    expect(rowsOf('Alerts in the log only')).toEqual(inCode);
    expect(rowsOf('Alerts on a payment, refund or operation')).toEqual(Object.keys(RECORD_ALERT_MESSAGES).sort());
  });

  test('the code raises every alert in the manual, by its full name', () => {
    const raised = found(sources.join('\n'), /(?:\balert\(\s*|\bcode: )'(\w+)'/g);
    const codes = Object.keys({ ...METRIC_ALERT_MESSAGES, ...UNCOUNTED_ALERT_MESSAGES });
    expect(codes.filter((code) => !raised.includes(code))).toEqual([]);
  });

  test('the manual describes exactly the Prometheus alert rules', () => {
    const inRules = found(rules, /- alert: (\w+)/g);
    expect(inRules.length).toBeGreaterThan(10);
    expect(rowsOf('Rules of Prometheus')).toEqual(inRules);
  });

  test('the alert rules use the alert names of the code', () => {
    const named = found(rules, /alert="([^"]+)"/g);
    expect(named).not.toEqual([]);
    // A rule can only use alerts that are counted.
    for (const alert of named) expect(Object.keys(METRIC_ALERT_MESSAGES)).toContain(alert);
  });
});

test('every metric in the rules and the manual exists with the labels and values used', async () => {
  const backlog = {
    unknownPayments: { under_1m: 0, '1m_to_10m': 0, '10m_to_1h': 0, '1h_to_24h': 0, over_24h: 0 },
    oldestUnknownAt: null,
    waitingEvents: {},
    dueJobs: {},
  };
  const metrics = createMetrics(
    { readBacklog: () => Promise.resolve(backlog), ping: () => Promise.resolve() },
    { now: Date.now, endpoints: ['default'] },
  );
  metrics.countGatewayCall('authorise', 'ok', 1);
  metrics.countStoreCall('beginPayment', 'ok', 1);
  metrics.countRequest({ method: 'GET', route: '/', status: 200, seconds: 1 });
  metrics.countPaymentStatus('paid', 'response');
  metrics.countAlert('card_testing');
  metrics.countNotification('stored');
  const { body } = await metrics.render();
  const named = found(rules + manual, /\b((?:tillgate|nodejs|process)_[a-z0-9_]+)\b(?=[\s{[=)`:])/g);
  expect(named.length).toBeGreaterThan(10);
  for (const name of named) expect(body, name).toMatch(new RegExp(`^(# TYPE )?${name}(\\{| )`, 'm'));
  for (const [, name, labels] of (rules + manual).matchAll(/\b(tillgate_[a-z_]+)\{([^}]*)\}/g)) {
    const line = new RegExp(`^${name!}\\{.*`, 'm').exec(body)?.[0];
    for (const label of found(labels!, /(\w+)(?:=|!=)/g)) expect(line, `${name!}{${label}}`).toContain(`${label}="`);
  }
  for (const age of found(rules, /age="(\w+)"/g)) expect(body).toContain(`age="${age}"`);
  // The payments counter starts with each series that an alert rule reads.
  for (const [, labels] of rules.matchAll(/\btillgate_payments_total\{([^}]*)\}/g)) {
    for (const [, label, values] of labels!.matchAll(/(\w+)=~?"([^"]*)"/g)) {
      for (const value of values!.split('|'))
        expect(body).toMatch(new RegExp(`^tillgate_payments_total\\{.*${label!}="${value}"`, 'm'));
    }
  }
});

test('the settings page lists exactly the settings of the code', () => {
  const inCode = found(sources.join('\n'), /'((?:TILLGATE_[A-Z_]+|DATABASE_URL|PORT|HOST|LOG_LEVEL))'/g).filter(
    // `X_FILE` is described once, for each setting.
    (name) => !name.endsWith('_FILE'),
  );
  const table = settings
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|')[1]!);
  const onPage = found(table.join('\n'), /`((?:TILLGATE_[A-Z_]+|DATABASE_URL|PORT|HOST|LOG_LEVEL))`/g);
  expect(onPage.filter((name) => !inCode.includes(name))).toEqual([]);
  expect(inCode.filter((name) => !onPage.includes(name))).toEqual([]);
});

describe('container image', () => {
  const dockerfile = read('server/Dockerfile');
  const compose = read('server/compose.yaml');
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));

  test('the image runs without root, has a health check and starts the package’s program', () => {
    const { bin } = JSON.parse(read('package.json')) as { bin: { tillgate: string } };
    expect(last).toMatch(/\nUSER node\n/);
    expect(last).toMatch(/\nHEALTHCHECK .*\/healthz/);
    expect(last).toContain(`ENTRYPOINT ["node", "--max-semi-space-size=32", "/app/${bin.tillgate.replace('./', '')}"]`);
    expect(read('server/docs/going-live.md')).toContain('node --max-semi-space-size=32 /opt');
    expect(last.indexOf('USER node')).toBeLessThan(last.indexOf('ENTRYPOINT'));
    expect(dockerfile).not.toMatch(/\n(ADD|RUN .*curl)/);
  });

  test('the Dockerfile copies only existing files and no secrets', () => {
    for (const [, paths] of dockerfile.matchAll(/^COPY ((?!--from)[^\n]+)$/gm)) {
      for (const path of paths!.split(' ').slice(0, -1)) {
        // `package-lock.jso[n]` is copied where it is there.
        if (path !== '.') expect(read(path.replace(/\[(.)\]$/, '$1'))).not.toBe('');
      }
    }
    expect(dockerfile).not.toMatch(/^(ENV|ARG) .*(KEY|SECRET|PASSWORD|DATABASE_URL)/m);
    const ignored = read('server/Dockerfile.dockerignore').split('\n');
    for (const path of ['.git', '**/.env*', '**/secrets', 'tillgate-data']) expect(ignored).toContain(path);
  });

  test('the compose file uses secrets from files, a read-only root and a stop period longer than the drain', () => {
    expect(compose).not.toMatch(/(KEY|SECRET|PASSWORD|DATABASE_URL|API_KEYS):/);
    const used = found(compose, /\/run\/secrets\/(\w+)/g);
    const declared = found(compose, /^ {2}(\w+): \{ file: /gm);
    expect(declared).toEqual(used);
    const companion = compose.split('\n  companion:\n')[1]!.split('\nsecrets:')[0]!;
    expect(companion).toContain('read_only: true');
    expect(companion).toContain('cap_drop: [ALL]');
    const grace = Number(/stop_grace_period: (\d+)s/.exec(companion)?.[1]);
    expect(grace).toBeGreaterThan(Number(/TILLGATE_DRAIN_LIMIT', '(\d+)'/.exec(sources.join('\n'))?.[1]));
    expect(compose).toMatch(/pg_isready/);
  });

  test('the compose file and the manual name the settings of a first shop', () => {
    const companion = compose.split('\n  companion:\n')[1]!.split('\nsecrets:')[0]!;
    for (const name of ['TILLGATE_ISSUER_HOSTS', 'TILLGATE_PROFILE', 'TILLGATE_SHOP_NAME']) {
      expect(companion).toMatch(new RegExp(`^ {6}${name}:`, 'm'));
    }
    expect(manual.split('\n## First start\n')[1]!.split('\n## ')[0]).toContain('TILLGATE_ISSUER_HOSTS');
  });
});
