import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';

const built = fileURLToPath(new URL('../../../dist', import.meta.url));
const manual = JSON.parse(readFileSync(new URL('navigation.json', import.meta.url), 'utf8'));

const FONT = /\/geist-latin\.[^/]+\.woff2$/;

/** The anchor of a heading, as the manual's links name it. */
const toAnchor = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

export default defineConfig({
  title: 'Tillgate',
  description: 'Card, 3-D Secure and local payments through one acquirer: the manual',
  lang: 'en',
  srcDir: 'pages',
  outDir: 'dist',
  cacheDir: 'cache',
  rewrites: { 'README.md': 'index.md', 'server/docs/README.md': 'server/docs/index.md' },
  // What the README's commands start; every other link has to lead somewhere.
  ignoreDeadLinks: 'localhostLinks',
  // The typeface is optional: without a preload the first page would do without it.
  transformHead: ({ assets, siteConfig }) => [
    ['link', { rel: 'icon', href: `${siteConfig.site.base}icon.svg`, type: 'image/svg+xml' }],
    ['link', { rel: 'preload', href: assets.find((path) => FONT.test(path)), as: 'font', crossorigin: '' }],
  ],
  markdown: { anchor: { slugify: toAnchor }, languageAlias: { haproxy: 'nginx' } },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('tillgate-') } } },
  vite: {
    resolve: {
      alias: {
        'tillgate/widget/testing': `${built}/widget/testing/index.js`,
        'tillgate/widget': `${built}/widget/index.js`,
      },
    },
    build: {
      chunkSizeWarningLimit: 2_000,
      rollupOptions: {
        // A comment of zod's that Rollup cannot read costs some bytes of the page "Try the element".
        onwarn: (warning, warn) => (warning.code === 'INVALID_ANNOTATION' ? undefined : warn(warning)),
      },
    },
  },
  themeConfig: {
    logo: '/icon.svg',
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Manual', link: '/server/docs/index.html' },
      { text: 'Try the element', link: '/try.html' },
      { text: 'Terms', link: '/server/docs/glossary.html' },
      { text: 'Changelog', link: '/CHANGELOG.html' },
    ],
    sidebar: [
      {
        text: 'Start here',
        items: [
          { text: 'Tillgate', link: '/' },
          { text: 'Try the element', link: '/try.html' },
        ],
      },
      ...manual,
      {
        text: 'The project',
        items: [
          { text: 'Changelog', link: '/CHANGELOG.html' },
          { text: 'Contributing', link: '/project/CONTRIBUTING.html' },
          { text: 'Security', link: '/project/SECURITY.html' },
        ],
      },
    ],
  },
});
