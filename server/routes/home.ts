import { Hono } from 'hono';
import { html } from 'hono/html';
import { type AppEnv, type PageFileTags, pageHeaders } from '../http/index.ts';

export interface HomeOptions {
  shopName: string | null;
  hasConsole: boolean;
  files: PageFileTags;
  /** The path of the public address, without a slash at its end. */
  base: string;
}

/** `/`: links to the console and the API page. Opened without a slash at its end as well, so no address is relative. */
export function homeRoutes({ shopName, hasConsole, files, base }: HomeOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/', async () => {
    const page = await html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>Tillgate companion</title>
          <link rel="icon" href="${base}/assets/icon.svg" type="image/svg+xml" />
          ${files.typeface(base)} ${files.style('/assets/page.css', base)}
        </head>
        <body class="home">
          <main>
            <h1>Tillgate companion</h1>
            <p>${shopName === null ? 'It takes payments for your shop.' : html`It takes payments for ${shopName}.`}</p>
            <ul>
              ${
                hasConsole
                  ? html`<li>
                      <a href="${base}/console"><strong>Console</strong> Payments, refunds, disputes and payouts.</a>
                    </li>`
                  : ''
              }
              <li>
                <a href="${base}/docs"><strong>Merchant API</strong> Every call, and a form to try it.</a>
              </li>
              <li>
                <a href="${base}/openapi.json"
                  ><strong>OpenAPI document</strong> For code generators and API clients.</a
                >
              </li>
            </ul>
          </main>
        </body>
      </html>`;
    return new Response(page.toString(), { headers: pageHeaders([]) });
  });
  return app;
}
