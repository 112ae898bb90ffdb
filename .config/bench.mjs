// Runs every bench, or those named on the command line; `--write` puts what the server's print into its document.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeSection } from './report-section.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const document = join(root, 'server/docs/performance.md');
const folder = mkdtempSync(join(tmpdir(), 'tillgate-bench-report-'));
const report = join(folder, 'report.md');
const names = process.argv.slice(2).filter((name) => !name.startsWith('-'));
const writes = process.argv.includes('--write');

run(process.execPath, ['.config/build.mjs', '--if-stale']);
if (names.length === 0) run(process.execPath, ['.config/sizes.mjs']);
const vitest = ['run', '--config', '.config/vitest.config.mjs', '--project', 'bench'];
const files = names.map((name) => `test/bench/${name}`);
const status = run(join(root, 'node_modules/.bin/vitest'), [...vitest, ...files, '--disable-console-intercept'], true);
if (writes && existsSync(report)) writeSection(document, 'bench', readFileSync(report, 'utf8'));
rmSync(folder, { recursive: true, force: true });
process.exit(status);

function run(command, args, goesOn = false) {
  const { status: code } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, BENCH_REPORT: report },
  });
  if (code !== 0 && !goesOn) process.exit(code ?? 1);
  return code ?? 1;
}
