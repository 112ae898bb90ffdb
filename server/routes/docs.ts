import { Hono } from 'hono';
import { createOpenApi } from '../api/index.ts';
import { type AppEnv, type PageFileTags, pageHeaders } from '../http/index.ts';
import { VERSION } from '../version.ts';
import { docsPage } from './docs/page.ts';

/**
 * `/openapi.json`, and a page to read and try the API; all files come from this server. Nothing of a request is in
 * either, so each is made once, for the first who asks.
 */
export function docsRoutes(publicUrl: string, files: PageFileTags): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  let made: Record<string, unknown> | undefined;
  const readDocument = (): Record<string, unknown> => (made ??= createOpenApi(publicUrl, VERSION));
  app.get('/openapi.json', (c) => c.json(readDocument()));
  let page: string | undefined;
  app.get('/docs', async () => {
    page ??= (await docsPage(publicUrl, readDocument(), files)).toString();
    return new Response(page, { headers: pageHeaders([]) });
  });
  return app;
}
