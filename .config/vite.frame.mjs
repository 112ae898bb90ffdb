// The script of the isolated form's page: a build of its own, so that it shares no chunk with the element's first download.
import { join } from 'node:path';
import { defineConfig, mergeConfig } from 'vite';
import widget from './vite.widget.mjs';

const { root } = widget;

export default mergeConfig(
  { ...widget, build: { ...widget.build, lib: undefined } },
  defineConfig({
    build: {
      emptyOutDir: false,
      lib: { entry: join(root, 'widget/isolated/frame.ts'), formats: ['es'], fileName: () => 'frame.js' },
    },
  }),
);
