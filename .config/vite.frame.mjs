// The script of the isolated form's page: a build of its own, so that it shares no chunk with the element's first download.
// It runs after the element's, so that the list of hashes holds both.
import { join } from 'node:path';
import { defineConfig, mergeConfig } from 'vite';
import { verifiedChunks } from './verified-chunks.mjs';
import widget from './vite.widget.mjs';

const { root } = widget;

export default mergeConfig(
  {
    ...widget,
    // One file, so that there is no chunk to verify.
    plugins: widget.plugins.filter((plugin) => plugin !== verifiedChunks),
    build: { ...widget.build, lib: undefined },
  },
  defineConfig({
    build: {
      emptyOutDir: false,
      lib: { entry: join(root, 'widget/isolated/frame.ts'), formats: ['es'], fileName: () => 'frame.js' },
    },
  }),
);
