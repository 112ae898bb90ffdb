// The back-office page: one script, one style sheet, a lazy chunk for each screen.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { bundledLit } from './bundled-lit.mjs';
import { shortenTemplates } from './short-templates.mjs';
import { verifyChunks } from './verified-chunks.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A screen's module registers its element; package.json calls only the element's own modules so. */
const registers = {
  name: 'tillgate-console-registers',
  transform(code, id) {
    return id.includes('/server/console/') ? { code, map: null, moduleSideEffects: true } : undefined;
  },
};

const templates = {
  name: 'tillgate-console-templates',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk') chunk.code = shortenTemplates(chunk.fileName, chunk.code);
    }
  },
};

const SHARED = [
  'list-page',
  'list-table',
  'list-filters',
  'batch-refunds',
  'payment-actors',
  'console-page',
  'polling-controller',
  'payment-forms',
  'operations',
  'payment-sections',
  'payment-notices',
  'payment-notes',
  'dispute-deadline',
  'refundable-payments',
  'saved-filters',
  'resolve-forms',
  'gross-volume',
  'i18n/alerts',
  'i18n/timeline',
];
const SCREENS = ['payments', 'payment', 'refunds', 'disputes', 'subscriptions', 'events', 'event', 'audit', 'payouts'];
const small = new Set([...SHARED, ...SCREENS.map((name) => `pages/${name}-page`)]);
const isSmallScreen = (id) => small.has(/\/server\/console\/(.+)\.ts$/.exec(id)?.[1]);

export default defineConfig({
  root,
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [registers, bundledLit, templates, verifyChunks('console.js')],
  build: {
    outDir: join(root, 'dist/console'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    assetsInlineLimit: 0,
    lib: {
      entry: join(root, 'server/console/index.ts'),
      formats: ['es'],
      fileName: () => 'console.js',
      cssFileName: 'console',
    },
    rolldownOptions: {
      // What minifying takes is known.
      checks: { bundlerTimings: false },
      // Screens take Lit from the entry.
      preserveEntrySignatures: 'allow-extension',
      output: {
        minify: true,
        chunkFileNames: 'chunks/[name]-[hash].js',
        // The small screens, and what they share, make one chunk: apart they would weigh more. What the entry holds stays
        // there, since only what is imported lazily is verified.
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: 'lists', test: isSmallScreen }] },
      },
    },
  },
});
