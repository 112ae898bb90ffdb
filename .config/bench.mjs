// Runs every bench, or those named on the command line; with `--soak` the long load on each database. `--write` puts the
// tables that they print into a document; a long load that failed leaves its document as it was.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeSection } from './report-section.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const isSoak = process.argv.includes('--soak');
/** The vitest project, and the section of the document. */
const project = isSoak ? 'soak' : 'bench';
const document = join(root, 'server/docs', isSoak ? 'promise-report.md' : 'performance.md');
const folder = mkdtempSync(join(tmpdir(), 'tillgate-bench-report-'));
const report = join(folder, 'report.md');
const names = process.argv.slice(2).filter((name) => !name.startsWith('-'));
const writes = process.argv.includes('--write');

run(process.execPath, ['.config/build.mjs', '--if-stale']);
if (names.length === 0 && !isSoak) run(process.execPath, ['.config/sizes.mjs']);
const vitest = ['run', '--config', '.config/vitest.config.mjs', '--project', project];
const files = names.map((name) => `test/${project}/${name}`);
const status = run(join(root, 'node_modules/.bin/vitest'), [...vitest, ...files, '--disable-console-intercept'], true);
if (writes && existsSync(report) && (status === 0 || !isSoak))
  writeSection(document, project, readFileSync(report, 'utf8'));
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
