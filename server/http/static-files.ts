import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { Hono, type Context } from 'hono';
import { basePath } from 'hono/route';
import { CheckoutError } from '../../shared/errors.ts';
import type { AppEnv } from './request-limits.ts';

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** The element's script, which is a module. */
const MODULE = 'tillgate.js';
/**
 * The response for a script tag without `type="module"`: otherwise the browser reports only a syntax error in our file.
 */
const NOT_A_MODULE = `console.error('Tillgate: this script is a module. Write <script type="module" src="…" crossorigin></script>. See widget/docs/troubleshooting.md#script-without-type-module in the package.');
`;
/** Not cached: with `type="module"` the same address returns the file. */
const HINT_HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'cross-origin',
};

/** Browsers always fetch modules in the mode `cors`. */
function isClassicScript(c: Context): boolean {
  return c.req.header('sec-fetch-dest') === 'script' && c.req.header('sec-fetch-mode') === 'no-cors';
}

interface StaticFile {
  body: Uint8Array<ArrayBuffer>;
  type: string;
  etag: string;
  /** `sha384-...` */
  integrity: string;
  /** A file named by its content's hash never changes. */
  immutable: boolean;
}

export interface StaticFiles {
  routes: Hono<AppEnv>;
  /** `sha384-...` of a file; undefined if there is none. */
  integrity(path: string): string | undefined;
}

/**
 * Serves a folder from memory, to any origin: scripts and styles contain no secrets, and `crossorigin` with `integrity`
 * needs the header. Files are read at the start, so no path leads outside the folder.
 * @param maxAge seconds of caching for files whose name has no content hash
 */
export function createStaticFileRoutes(folder: string, { maxAge = 300 } = {}): StaticFiles {
  const files = readFolder(folder);
  const routes = new Hono<AppEnv>();
  routes.get('*', (c) => {
    const path = c.req.path.slice(basePath(c).length + 1);
    const file = files.get(path);
    if (file === undefined) throw new CheckoutError('not_found');
    if (path === MODULE && isClassicScript(c)) return new Response(NOT_A_MODULE, { headers: HINT_HEADERS });
    const headers = {
      'content-type': file.type,
      etag: file.etag,
      'cache-control': file.immutable
        ? 'public, max-age=31536000, immutable'
        : `public, max-age=${String(maxAge)}, must-revalidate`,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    };
    if (c.req.header('if-none-match') === file.etag) return new Response(null, { status: 304, headers });
    return new Response(file.body, { headers });
  });
  return {
    routes,
    integrity: (path) => files.get(path)?.integrity,
  };
}

/** `sha384-...`, the value of an `integrity` attribute. */
export function subresourceIntegrityOf(content: string | Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

function readFolder(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  for (const entry of readEntries(folder)) {
    const type = TYPES[entry.slice(entry.lastIndexOf('.') + 1)];
    if (type === undefined) continue;
    const body = new Uint8Array(readFileSync(join(folder, entry)));
    const name = entry.split(sep).join('/');
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    files.set(name, {
      body,
      type,
      etag,
      integrity: subresourceIntegrityOf(body),
      immutable: name.startsWith('chunks/'),
    });
  }
  return files;
}

function readEntries(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  } catch {
    // A companion that serves only the API may run without the element's build; its files then return 404.
    return [];
  }
}
