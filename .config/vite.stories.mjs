import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { bundledLit } from './bundled-lit.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'demo/stories');
const outDir = join(root, 'dist/demo/stories');

/** The pages of stories and themes as plain files that any host can serve: no companion, no gateway. */
export default defineConfig({
  root: folder,
  base: './',
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [
    bundledLit,
    {
      name: 'tillgate-themes',
      closeBundle() {
        cpSync(join(root, 'widget/themes'), join(outDir, 'themes'), { recursive: true });
      },
    },
  ],
  build: {
    outDir,
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: false,
    // A strict policy takes no image from an address that holds it.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The build is no faster for a warning about its own plugins.
      checks: { bundlerTimings: false },
      input: ['index', 'themes', 'issuer'].map((name) => join(folder, `${name}.html`)),
    },
  },
});
