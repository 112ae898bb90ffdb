import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import type { Page } from 'playwright-core';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

const run = promisify(execFile);

/** Where an app lies. */
export function appFolderOf(app: string): string {
  const shops = inject('shops');
  return existsSync(join(shops, app)) ? join(shops, app) : join(shops, 'together', app);
}

/**
 * Runs a tool on an app and gives what it says. The runner's own NODE_ENV is kept away from it: that would choose Lit's
 * development build.
 */
export async function runTool(tool: string, app: string, words: string[] = [], mode = 'production'): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', NODE_ENV: mode, NEXT_TELEMETRY_DISABLED: '1' };
  try {
    return (await run(toolPath(tool), words, { cwd: appFolderOf(app), env })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${tool} failed on ${app}: ${stdout}${stderr}`, { cause: error });
  }
}

export function toolPath(tool: string): string {
  return join(inject('shops'), 'together/node_modules/.bin', tool);
}

/** A shop's own web server, on its own origin. Pages given by name stand before the folder's files. */
export async function withShopServer(
  options: { folder: string; port: number; pages?: Record<string, string> },
  visit: (origin: string) => Promise<void>,
): Promise<void> {
  const shop = new Hono().get('/favicon.ico', (c) => c.body(null, 204));
  for (const [path, page] of Object.entries(options.pages ?? {})) shop.get(path, (c) => c.html(page));
  shop.use('*', serveStatic({ root: options.folder }));
  const server = serve({ fetch: shop.fetch, port: options.port });
  try {
    await visit(`http://localhost:${String(options.port)}`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

export async function fillTestCard(page: Page): Promise<void> {
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry date').fill('12/31');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('Ana Souza');
}

export async function pay(page: Page): Promise<void> {
  await fillTestCard(page);
  await page.getByRole('button', { name: /^(Pay|Buy)/ }).click();
}
