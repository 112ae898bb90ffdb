// Builds everything that is published: compiled modules, the element's script build, assets and pages.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => join(root, 'node_modules', '.bin', name);

if (process.argv.includes('--if-stale') && !isStale()) process.exit(0);
// On standard error: what npm pack prints for programs stays as it is.
const say = (line) => process.stderr.write(`${line}\n`);
say('Building Tillgate: half a minute or more.');
rmSync(join(root, 'dist'), { recursive: true, force: true });
say('  modules and types');
run(process.execPath, [
  'node_modules/typescript-native/bin/tsc',
  '-b',
  'shared',
  'widget',
  'server',
  'plugins/vendure',
  'plugins/medusa',
  'demo',
]);
say('  the element');
run(bin('vite'), ['build', '--config', '.config/vite.widget.mjs', '--logLevel', 'warn']);
say('  the saved cards');
run(bin('vite'), ['build', '--config', '.config/vite.cards.mjs', '--logLevel', 'warn']);
say('  the isolated form');
run(bin('vite'), ['build', '--config', '.config/vite.frame.mjs', '--logLevel', 'warn']);
say('  the stories');
run(bin('vite'), ['build', '--config', '.config/vite.stories.mjs', '--logLevel', 'warn']);
say('  the console');
run(bin('vite'), ['build', '--config', '.config/vite.console.mjs', '--logLevel', 'warn']);
run(process.execPath, ['.config/manifest/write.mjs']);
copy('server/assets');
copy('server/compose.yaml');
copy('server/init/templates');
copy('server/sandbox/assets');
copy('demo/assets');
copy('widget/themes', 'themes');
chmodSync(join(root, 'dist/server/cli.js'), 0o755);

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

function copy(folder, to = folder) {
  if (existsSync(join(root, folder))) cpSync(join(root, folder), join(root, 'dist', to), { recursive: true });
}

function isStale() {
  const built = modified(join(root, 'dist/server/cli.js'));
  const script = modified(join(root, 'dist/script/tillgate.js'));
  const newest = Math.max(
    modified(join(root, 'package.json')),
    ...['shared', 'widget', 'server', 'plugins', 'demo', '.config'].map((folder) => newestIn(join(root, folder))),
  );
  return Math.min(built, script) < newest;
}

function newestIn(folder) {
  return Math.max(0, ...readdirSync(folder, { recursive: true }).map((entry) => modified(join(folder, entry))));
}

function modified(path) {
  return existsSync(path) ? statSync(path).mtimeMs : 0;
}
