import { html } from 'hono/html';
import { subresourceIntegrityOf, type StaticFiles } from './static-files.ts';

type Html = ReturnType<typeof html>;

/** Tags for the files of our own pages, each with the hash of its content, so an altered file does not run. */
export interface PageFileTags {
  /** @param base what stands before the path: the companion's address, or nothing on its own pages */
  style(path: PageFilePath, base: string): Html;
  script(path: PageFilePath, base: string): Html;
  /** The typeface of our pages, fetched before the style sheets that use it, and its size tokens. */
  typeface(base: string): Html;
}

/** The path of a file on the companion. */
export type PageFilePath = `/assets/${string}` | '/pay/theme.css';

/** @param theme the style sheet with the shop's branding */
export function createPageFileTags(assets: StaticFiles, theme: string): PageFileTags {
  const known = new Map<PageFilePath, { address: string; integrity: string }>();
  const find = (path: PageFilePath): { address: string; integrity: string } => {
    const found = known.get(path);
    if (found !== undefined) return found;
    const hash =
      path === '/pay/theme.css' ? subresourceIntegrityOf(theme) : assets.integrity(path.slice('/assets/'.length));
    if (hash === undefined) throw new Error(`There is no ${path}.`);
    // The name contains the content's hash, so no browser uses an older cached file.
    const file = { address: `${path}?v=${encodeURIComponent(hash.slice(-12))}`, integrity: hash };
    known.set(path, file);
    return file;
  };
  const style = (path: PageFilePath, base: string): Html => {
    const { address, integrity } = find(path);
    return html`<link rel="stylesheet" href="${base}${address}" integrity="${integrity}" />`;
  };
  return {
    style,
    typeface(base) {
      const font = `${base}/assets/fonts/geist-latin.woff2`;
      return html`<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin />
        ${style('/assets/type.css', base)}`;
    },
    script(path, base) {
      const { address, integrity } = find(path);
      return html`<script src="${base}${address}" integrity="${integrity}" defer></script>`;
    },
  };
}
