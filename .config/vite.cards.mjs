// The script of `<tillgate-cards>`: a build of its own, so that the form of a card stays one file. It takes that form from
// `tillgate.js`, and shares the languages' chunks, whose names and bytes are the same. It runs after the element's.
import { join } from 'node:path';
import { defineConfig, mergeConfig } from 'vite';
import { bundledLit, bundleLit } from './bundled-lit.mjs';
import { verifiedChunks, verifyChunks } from './verified-chunks.mjs';
import widget from './vite.widget.mjs';

const { root } = widget;

/** The element for a card is the script beside it. */
const checkoutBeside = {
  name: 'tillgate-checkout-beside',
  enforce: 'pre',
  resolveId(source, importer) {
    const isElement = source === '../index.ts' && importer?.endsWith('/widget/cards/index.ts');
    return isElement ? { id: './tillgate.js', external: true } : undefined;
  },
};

const { output } = widget.build.rolldownOptions;

export default mergeConfig(
  {
    ...widget,
    plugins: [
      checkoutBeside,
      ...widget.plugins.map(
        (plugin) =>
          new Map([
            [verifiedChunks, verifyChunks('cards.js', ['locale'], 'cards-')],
            // A page may grant each policy once.
            [bundledLit, bundleLit('tillgate-cards')],
          ]).get(plugin) ?? plugin,
      ),
    ],
    build: { ...widget.build, lib: undefined, rolldownOptions: { ...widget.build.rolldownOptions, output: undefined } },
  },
  defineConfig({
    build: {
      emptyOutDir: false,
      lib: { entry: join(root, 'widget/cards/index.ts'), formats: ['es'], fileName: () => 'cards.js' },
      rolldownOptions: {
        output: {
          ...output,
          chunkFileNames: (chunk) => output.chunkFileNames(chunk).replace(/^chunks\/(?!locale-)/, 'chunks/cards-'),
        },
      },
    },
  }),
);
