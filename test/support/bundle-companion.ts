import { build } from 'vite';

const root = new URL('../..', import.meta.url).pathname;

/**
 * Bundles the built companion of `companion-process.mjs`, once for a run: a test that kills hundreds of processes loads one
 * file for each instead of a thousand.
 */
export async function setup(): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['libsql'] },
    build: {
      ssr: new URL('companion-process.mjs', import.meta.url).pathname,
      outDir: '.cache/companion-process',
      target: 'node20',
      minify: false,
    },
  });
}
