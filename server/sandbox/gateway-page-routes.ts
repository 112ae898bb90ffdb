import { Hono, type Context } from 'hono';
import { openGatewayPageVisit, submitGatewayPage } from './acquiring/gateway-page.ts';
import { merchantNameOf } from './merchant-name.ts';
import { gatewayCardPage, type GatewayPageView } from './pages/gateway-page.ts';
import { sandboxMessagePage } from './pages/layout.ts';
import { readRequestFields } from './read-request.ts';
import type { GatewayPageVisit, SandboxState } from './state.ts';

/** The gateway's own payment page of a redirect (iFrame) payment. */
export function gatewayPageRoutes(state: SandboxState, path: string): Hono {
  const app = new Hono();
  app.post(path, async (c) => {
    const { fields } = await readRequestFields(c.req.raw);
    state.recordRequest({ operation: 'checkout', content_type: c.req.header('content-type') ?? '', fields });
    const opened = openGatewayPageVisit(state, fields);
    if ('fault' in opened) return sandboxMessagePage('This payment cannot be made', opened.fault, 400);
    return 'paid' in opened ? seeOther(opened.paid) : gatewayCardPage(opened.visit, viewOf(state, c, opened.visit));
  });
  app.post('/page/pay', async (c) => {
    const form = await c.req.parseBody();
    const field = (name: string): string => (typeof form[name] === 'string' ? form[name].trim() : '');
    const visit = state.redirectVisits.get(c.req.query('visit') ?? '');
    if (visit === undefined)
      return sandboxMessagePage('Not found', 'There is no payment at this address, or it was made already.', 404);
    if (field('decision') === 'cancel') return cancelVisit(state, visit);
    const [month = '', year = ''] = field('expiry').split(/\s*\/\s*/);
    const card = { number: field('number').replace(/[ -]/g, ''), month, year: `20${year}`, code: field('code') };
    const isWhole =
      /^\d{12,19}$/.test(card.number) &&
      /^(0[1-9]|1[0-2])$/.test(month) &&
      /^\d{2}$/.test(year) &&
      /^\d{3,4}$/.test(card.code);
    if (!isWhole) {
      const fault = 'Please look at the card number, the expiry (MM/YY) and the code.';
      return gatewayCardPage(visit, { ...viewOf(state, c, visit), fault });
    }
    return continueAfterPayment(state, c, submitGatewayPage(state, visit, card));
  });
  return app;
}

function viewOf(state: SandboxState, c: Context, { request }: GatewayPageVisit): GatewayPageView {
  const website = request.website ?? new URL(request.return_url).origin;
  return {
    merchant: merchantNameOf(state, { merchant_id: request.merchant_id, website }),
    isFramed: c.req.header('sec-fetch-dest') === 'iframe',
  };
}

function cancelVisit(state: SandboxState, visit: GatewayPageVisit): Response {
  state.redirectVisits.delete(visit.key);
  return seeOther(visit.request.cancel_url ?? visit.request.return_url);
}

/** Redirects to the card's issuer if it requires a challenge, otherwise to the shop. */
function continueAfterPayment(
  state: SandboxState,
  c: Context,
  transaction: ReturnType<typeof submitGatewayPage>,
): Response {
  if (transaction.state !== 'waiting') return seeOther(transaction.return_url);
  const base = state.publicUrl ?? new URL(c.req.url).origin;
  return seeOther(`${base}/issuer/challenge?visit=${transaction.visit_key}`);
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}
