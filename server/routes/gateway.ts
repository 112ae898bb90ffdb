import { Hono } from 'hono';
import { html } from 'hono/html';
import { type AppEnv, readBytes, type PageFiles, pageHeaders } from '../http/index.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import { toReturnAddress } from '../payments/session-view.ts';
import { takeNotification } from '../payments/take-notification.ts';
import { takeReturn } from '../payments/take-return.ts';
import type { PaymentRecord, SessionRecord } from '../store/store.ts';
import { factsOfIds, noteFacts } from '../observability/index.ts';

interface GatewayRouteOptions {
  allowedOrigins: readonly string[];
  files: PageFiles;
}

/** Where issuers send shoppers back, and where the gateway sends notifications. */
export function gatewayRoutes(deps: PaymentDeps, options: GatewayRouteOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.on(['GET', 'POST'], '/checkout/return/:id', async (c) => {
    noteFacts(factsOfIds([c.req.param('id')]));
    const back = await takeReturn(deps, c.req.param('id'));
    if (back === undefined) return c.notFound();
    if (c.req.query('frame') !== undefined) return framePage(deps, back, options);
    // 303, so that whatever the issuer posted is not sent on to the shop.
    return c.redirect(toReturnAddress(back.session), 303);
  });
  app.post('/gateway/notify/:id/:secret?', async (c) => {
    const { id, secret } = c.req.param();
    noteFacts(factsOfIds([id]));
    const body = await readBytes(c.req.raw);
    await takeNotification(deps, { paymentId: id, secret }, body, c.req.header('content-type'));
    return c.text('OK');
  });
  return app;
}

/** The end of a framed challenge: tells the page around it to look, or, on a page of its own, leads on to the shop. */
async function framePage(
  deps: PaymentDeps,
  back: { payment: PaymentRecord; session: SessionRecord },
  { allowedOrigins, files }: GatewayRouteOptions,
): Promise<Response> {
  const { publicUrl } = deps.settings;
  const origin = back.payment.page_origin ?? '';
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Verification finished</title>
        <link rel="icon" href="${publicUrl}/assets/icon.svg" type="image/svg+xml" />
        ${files.style('/assets/page.css', publicUrl)} ${files.script('/assets/returned.js', publicUrl)}
      </head>
      <body class="returned" data-payment="${back.payment.id}" data-origin="${origin}">
        <p role="status">Thank you. We are checking the result.</p>
        <a id="continue" href="${toReturnAddress(back.session)}">Continue to the shop</a>
      </body>
    </html>`;
  return new Response(page, { headers: pageHeaders([...allowedOrigins, publicUrl]) });
}
