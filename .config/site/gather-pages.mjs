import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** Folders of the manual, by their name on the site: VitePress skips names that start with a dot. */
const FOLDERS = {
  '.': '.',
  'server/docs': 'server/docs',
  'widget/docs': 'widget/docs',
  '.github': 'project',
  '.decisions': 'decisions',
};
const INDEX = 'server/docs/README.md';
const LINK = /\]\((?!https?:|mailto:)([^)#\s]*)(#[^)\s]*)?\)/g;
/** Blocks and spans of code, in which nothing is a link. */
const CODE = /^```.*?^```|`[^`\n]*`/gms;

/**
 * Gathers the pages of the manual and what they link to in `pages` of a folder, and the site's settings, looks and
 * navigation in `.vitepress`. Only links to folders with a dot change.
 */
export function gatherPages({ root, folder }) {
  const gathered = join(folder, 'pages');
  const settings = join(folder, '.vitepress');
  rmSync(gathered, { recursive: true, force: true });
  const pages = new Map(
    Object.entries(FOLDERS).flatMap(([from, to]) =>
      readdirSync(join(root, from))
        .filter((name) => name.endsWith('.md'))
        .map((name) => [posix.join(from, name), posix.join(to, name)]),
    ),
  );
  const others = new Set();
  const targetOf = (page, link) => {
    const target = posix.join(posix.dirname(page), link);
    if (target === '.decisions') return { path: 'decisions/index.md', isPage: true };
    if (pages.has(target)) return { path: pages.get(target), isPage: true };
    others.add(target);
    return { path: target, isPage: false };
  };
  for (const [page, to] of pages) {
    const relink = (whole, link, heading = '') => {
      if (link === '') return whole;
      const { path, isPage } = targetOf(page, link);
      const relative = posix.relative(posix.dirname(to), path);
      // A file that is no page is opened as it is.
      return isPage || isPicture(path) ? `](./${relative}${heading})` : `](./${relative}){target="_self" download}`;
    };
    write(
      join(gathered, to),
      outsideCode(readFileSync(join(root, page), 'utf8'), (text) => text.replace(LINK, relink)),
    );
  }
  for (const path of others) copy(join(root, path), join(gathered, isPicture(path) ? path : `public/${path}`));
  const decisions = [...pages].filter(([, to]) => to.startsWith('decisions/'));
  write(join(gathered, 'decisions/index.md'), toDecisions(decisions.map(([page]) => readTitle(root, page))));
  const navigation = toNavigation(readFileSync(join(root, INDEX), 'utf8'), (link) => targetOf(INDEX, link).path);
  write(join(settings, 'navigation.json'), JSON.stringify(navigation, null, 2));
  for (const [from, to] of [
    ['.config/site/try.md', join(gathered, 'try.md')],
    ['server/assets/icon.svg', join(gathered, 'public/icon.svg')],
    ['.config/site/config.mjs', join(settings, 'config.mjs')],
    ['.config/site/theme', join(settings, 'theme')],
    ['server/assets/type.css', join(settings, 'theme/type.css')],
    ['server/assets/fonts', join(settings, 'theme/fonts')],
  ]) {
    copy(join(root, from), to);
  }
}

/**
 * The manual's index as groups of links: its second-level headings are sections, its bold lines groups, the links of its
 * tables' first cells pages.
 */
export function toNavigation(index, pathOf) {
  const sections = [];
  for (const line of index.split('\n')) {
    const [, section] = /^## (.+)$/.exec(line) ?? [];
    const [, group] = /^\*\*(.+)\*\*$/.exec(line) ?? [];
    const current = sections.at(-1);
    if (section !== undefined) sections.push({ text: section, items: [] });
    else if (group !== undefined) current.items.push({ text: group, collapsed: false, items: [] });
    else if (current !== undefined) {
      const [cell = ''] = /^\|[^|]*\|/.exec(line) ?? [];
      const items = current.items.at(-1)?.items ?? current.items;
      for (const [, text, link] of cell.matchAll(/\[([^\]]+)\]\(([^)#]+)[^)]*\)/g)) {
        items.push({ text, link: `/${pathOf(link).replace(/\.md$/, '.html')}` });
      }
    }
  }
  return sections;
}

function toDecisions(decisions) {
  const rows = decisions.map(({ name, title }) => `- [${title}](./${name})`);
  return `# Decisions\n\nChoices that are hard to undo, and their reasons.\n\n${rows.join('\n')}\n`;
}

function readTitle(root, page) {
  const [, title] = /^# (.+)$/m.exec(readFileSync(join(root, page), 'utf8'));
  return { name: posix.basename(page), title };
}

function outsideCode(text, change) {
  let result = '';
  let from = 0;
  for (const code of text.matchAll(CODE)) {
    result += change(text.slice(from, code.index)) + code[0];
    from = code.index + code[0].length;
  }
  return result + change(text.slice(from));
}

const isPicture = (path) => /\.(png|svg)$/.test(path);

function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
