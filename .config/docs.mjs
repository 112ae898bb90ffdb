// Builds the manual as a site, and serves it: npm run docs. `npm run docs -- build` only builds; other words go to
// VitePress, such as `--base /tillgate/` for a site below a path or `--port 8080`.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gatherPages } from './site/gather-pages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, '.config/site');
/** VitePress, the gathered pages and the site that is made of them; git ignores it. */
const folder = join(root, '.cache/site');
const words = process.argv.slice(2);
const onlyBuilds = words[0] === 'build';
const options = onlyBuilds ? words.slice(1) : words;

mkdirSync(folder, { recursive: true });
install();
// The element on the page "Try the element" is the built one.
run(process.execPath, ['.config/build.mjs', '--if-stale']);
gatherPages({ root, folder });
vitepress('build', options);
console.log(`The site is in ${join(folder, 'dist')}.`);
if (!onlyBuilds) vitepress('preview', options);

/** Installs what the site's own lockfile names, unless it is there. */
function install() {
  const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  const lockfile = read(join(source, 'package-lock.json'));
  if (read(join(folder, 'package-lock.json')) === lockfile && existsSync(join(folder, 'node_modules/vitepress')))
    return;
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(source, name), join(folder, name));
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder]);
}

function vitepress(command, more) {
  run(process.execPath, [join(folder, 'node_modules/vitepress/bin/vitepress.js'), command, folder, ...more]);
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
