import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const COMPETITOR_PACKAGE = { name: '@adyen/adyen-web', version: '6.45.2' };

/** Where its frames ask for their page, as this version of it has it. */
const FIELD = `checkoutshopper/test/securedfields/test_${'A'.repeat(32)}/6.3.0/securedFields.html`;

const root = new URL('../../', import.meta.url).pathname;

/** Vite's settings for the peer, as close to those of our own script build as its code allows. */
const SETTINGS = `export default {
  logLevel: 'error',
  build: {
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: {
      input: 'peer-entry.js',
      output: { minify: true, entryFileNames: 'peer.js', assetFileNames: 'peer[extname]' },
    },
  },
};
`;

/**
 * Builds the peer's card component from its npm package and returns the folder with `peer.js`, `peer.css` and the page
 * of its fields. The package is kept in `.cache`, so that only the first run downloads its 16 MB from the
 * registry.
 * @throws where the registry cannot be reached
 */
export function buildCompetitorCardComponent(): string {
  const folder = join(root, '.cache/bench-peer');
  mkdirSync(folder, { recursive: true });
  const manifest = join(folder, 'node_modules', COMPETITOR_PACKAGE.name, 'package.json');
  const run = (command: string, ...words: string[]): void => {
    // The test runner's own NODE_ENV would choose development builds.
    execFileSync(command, words, { cwd: folder, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } });
  };
  if (!existsSync(manifest) || !readFileSync(manifest, 'utf8').includes(`"version": "${COMPETITOR_PACKAGE.version}"`)) {
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
    run(
      'npm',
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      `${COMPETITOR_PACKAGE.name}@${COMPETITOR_PACKAGE.version}`,
    );
  }
  copyFileSync(new URL('pages/peer-entry.js', import.meta.url), join(folder, 'peer-entry.js'));
  writeFileSync(join(folder, 'vite.config.mjs'), SETTINGS);
  run(process.execPath, join(root, 'node_modules/vite/bin/vite.js'), 'build');
  const field = join(folder, 'dist', FIELD);
  mkdirSync(dirname(field), { recursive: true });
  copyFileSync(new URL('pages/peer-field.html', import.meta.url), field);
  return join(folder, 'dist');
}
