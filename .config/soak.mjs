// Runs the long load on each database; `--write` puts what it prints into the promise report.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeSection } from './report-section.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tillgate-soak-report-'));
const report = join(folder, 'report.md');
const vitest = ['run', '--config', '.config/vitest.config.mjs', '--project', 'soak', '--disable-console-intercept'];

const build = run(process.execPath, ['.config/build.mjs', '--if-stale']);
const status = build === 0 ? run(join(root, 'node_modules/.bin/vitest'), vitest) : build;
if (status === 0 && process.argv.includes('--write') && existsSync(report))
  writeSection(join(root, 'server/docs/promise-report.md'), 'soak', readFileSync(report, 'utf8'));
rmSync(folder, { recursive: true, force: true });
process.exit(status);

function run(command, args) {
  const env = { ...process.env, BENCH_REPORT: report };
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', env }).status ?? 1;
}
