import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { type AppEnv, readBodyBytes, type PageFileTags, pageHeaders } from '../http/index.ts';
import { depsForAccount, depsForRequestedAccount, withLog, type CompanionDeps } from '../companion-deps.ts';
import { toShopReturnUrl } from '../sessions/index.ts';
import { countNotificationOfUnknownPayment, receiveNotification } from '../notifications/index.ts';
import { handleShopperReturn } from '../payments/index.ts';
import type { PaymentRecord, SessionRecord } from '../store/index.ts';
import { findRecordIdLogFields } from '../observability/index.ts';

interface GatewayRouteOptions {
  allowedOrigins: readonly string[];
  files: PageFileTags;
}

/** Return pages of issuers, and the notification endpoint of the gateway. */
export function gatewayRoutes(all: CompanionDeps, options: GatewayRouteOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const depsOf = (c: Context<AppEnv>, id: string): CompanionDeps => {
    const log = c.get('log');
    Object.assign(log.facts, findRecordIdLogFields([id]));
    return withLog(all, log);
  };
  app.on(['GET', 'POST'], '/checkout/return/:id', async (c) => {
    const deps = depsOf(c, c.req.param('id'));
    const payment = await deps.store.findPayment(c.req.param('id'));
    const back = payment && (await handleShopperReturn(depsForAccount(deps, payment.account), payment));
    if (back === undefined) return c.notFound();
    if (c.req.query('frame') !== undefined) return framePage(deps, back, options);
    // 303, so the issuer's POST body is not sent on to the shop.
    return c.redirect(toShopReturnUrl(back.session), 303);
  });
  app.post('/gateway/notify/:id/:secret?', async (c) => {
    const { id, secret } = c.req.param();
    const deps = depsOf(c, id);
    const body = await readBodyBytes(c.req.raw);
    const payment = await deps.store.findPayment(id);
    // The account whose key has to be that of the digest is the payment's, not one that the notification names.
    const own =
      payment === undefined ? depsForRequestedAccount(deps, undefined) : depsForAccount(deps, payment.account);
    if (payment === undefined) countNotificationOfUnknownPayment(own, id);
    else await receiveNotification(own, { payment, secret }, body, c.req.header('content-type'));
    return c.text(own.gateway.profile.acknowledgement);
  });
  return app;
}

/** The end of a framed challenge: notifies the surrounding page, or redirects to the shop if it is not framed. */
async function framePage(
  deps: CompanionDeps,
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
        ${files.typeface(publicUrl)} ${files.style('/assets/page.css', publicUrl)}
        ${files.script('/assets/returned.js', publicUrl)}
      </head>
      <body class="returned" data-payment="${back.payment.id}" data-origin="${origin}">
        <p role="status">Thank you. We are checking the result.</p>
        <a id="continue" href="${toShopReturnUrl(back.session)}">Continue to the shop</a>
      </body>
    </html>`;
  return new Response(page, { headers: pageHeaders([...allowedOrigins, publicUrl]) });
}
