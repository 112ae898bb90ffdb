import { Hono } from 'hono';
import { createOpenApi } from '../api/index.ts';
import { type AppEnv, type PageFileTags, pageHeaders } from '../http/index.ts';
import { VERSION } from '../version.ts';
import { docsPage } from './docs/page.ts';

/** `/openapi.json`, and a page to read and try the API; all files come from this server. */
export function docsRoutes(publicUrl: string, files: PageFileTags): Hono<AppEnv> {
  const document = createOpenApi(publicUrl, VERSION);
  const app = new Hono<AppEnv>();
  app.get('/openapi.json', (c) => c.json(document));
  let page: string | undefined;
  app.get('/docs', async () => {
    // Nothing of a request is in the page, so it is made once.
    page ??= (await docsPage(publicUrl, document, files)).toString();
    return new Response(page, { headers: pageHeaders([]) });
  });
  return app;
}
