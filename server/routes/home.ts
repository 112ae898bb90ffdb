import { Hono } from 'hono';
import { html } from 'hono/html';
import { type AppEnv, type PageFiles, pageHeaders } from '../http/index.ts';

/** `/`: links to the console and the API page. */
export function homeRoutes(options: { shopName: string | null; hasConsole: boolean; files: PageFiles }): Hono<AppEnv> {
  const { shopName, hasConsole, files } = options;
  const app = new Hono<AppEnv>();
  app.get('/', async () => {
    const page = await html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>Tillgate companion</title>
          <link rel="icon" href="assets/icon.svg" type="image/svg+xml" />
          ${files.typeface('.')} ${files.style('/assets/page.css', '.')}
        </head>
        <body class="home">
          <main>
            <h1>Tillgate companion</h1>
            <p>${shopName === null ? 'It takes payments for your shop.' : html`It takes payments for ${shopName}.`}</p>
            <ul>
              ${
                hasConsole
                  ? html`<li>
                      <a href="console"><strong>Console</strong> Payments, refunds, disputes and payouts.</a>
                    </li>`
                  : ''
              }
              <li>
                <a href="docs"><strong>Merchant API</strong> Every call, and a form to try it.</a>
              </li>
              <li>
                <a href="openapi.json"><strong>OpenAPI document</strong> For code generators and API clients.</a>
              </li>
            </ul>
          </main>
        </body>
      </html>`;
    return new Response(page.toString(), { headers: pageHeaders([]) });
  });
  return app;
}
