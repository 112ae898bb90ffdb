import { Hono } from 'hono';
import { html } from 'hono/html';
import { CheckoutError } from '../../shared/errors.ts';
import type { AppEnv } from '../http/guard.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import { hashToken } from '../payments/ids.ts';
import { pageHeaders } from './page-headers.ts';

/** `GET /pay/{token}`: the element on a page of its own. */
export function hostedPageRoutes(
  deps: PaymentDeps,
  options: { allowedOrigins: readonly string[]; integrity: () => string | undefined },
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/:token', async (c) => {
    const token = c.req.param('token');
    const session = await deps.store.findSessionByTokenHash(hashToken(token));
    if (session === undefined) throw new CheckoutError('not_found');
    const { shopName, publicUrl } = deps.settings;
    const integrity = options.integrity();
    const page = await html`<!doctype html>
      <html lang="${session.request.locale ?? 'en'}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>${shopName === null ? 'Payment' : `Payment · ${shopName}`}</title>
          <link rel="icon" href="${publicUrl}/assets/icon.svg" type="image/svg+xml" />
          <link rel="stylesheet" href="${publicUrl}/assets/page.css" />
          <script
            type="module"
            src="${publicUrl}/widget/tillgate.js"
            ${integrity === undefined ? '' : html`integrity="${integrity}"`}
            crossorigin
          ></script>
        </head>
        <body class="hosted">
          <main>
            <header>
              ${shopName === null ? '' : html`<p class="shop">${shopName}</p>`}
              <h1>Order ${session.orderNo}</h1>
            </header>
            <tillgate-checkout session="${token}" server="${publicUrl}"></tillgate-checkout>
            <noscript><p>This page needs JavaScript to take a payment.</p></noscript>
          </main>
        </body>
      </html>`;
    return new Response(page, { headers: pageHeaders(options.allowedOrigins) });
  });
  return app;
}
