import { Hono, type Context } from 'hono';
import { CheckoutError } from '../../shared/errors.ts';
import {
  framedPaymentPage,
  notFoundPage,
  paymentPage,
  toStyleSheet,
  type PaymentPageOptions,
} from '../hosted-page/index.ts';
import { type CountRefusedCredential, type AppEnv, type PageFileTags, pageHeaders } from '../http/index.ts';
import { findPageLanguage, type PageLanguage } from '../i18n/index.ts';
import { depsForAccount, type CompanionDeps } from '../companion-deps.ts';
import { hashSessionToken, isSessionToken } from '../context/index.ts';
import { toSessionView } from '../sessions/index.ts';

export interface HostedPageOptions extends Omit<PaymentPageOptions, 'shopName' | 'publicUrl' | 'isSandbox'> {
  countRefused: CountRefusedCredential;
}

/**
 * `GET /pay/{token}`: a page with the order and the element. `GET /pay/{token}?frame`: the element alone, for the
 * isolated form on the shop's page.
 */
export function hostedPageRoutes(deps: CompanionDeps, options: HostedPageOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { allowedOrigins } = options;
  const { theme, logo } = options.branding;
  const { shopName, publicUrl, allowLoopbackIssuer: isSandbox } = deps.settings;
  const pageOptions = { ...options, shopName, publicUrl, isSandbox };
  const sheet = toStyleSheet(theme);
  app.get('/theme.css', () => asset(sheet, 'text/css; charset=utf-8'));
  app.get('/logo', (c) => (logo === null || 'url' in logo ? c.notFound() : asset(logo.body, logo.type, logo.etag)));
  app.get('/:token', async (c) => {
    const token = c.req.param('token');
    const session = isSessionToken(token)
      ? await deps.store.findSessionByTokenHash(hashSessionToken(token))
      : undefined;
    if (session === undefined) options.countRefused(c, 'token');
    c.get('log').facts.session_id = session?.id;
    const language = findPageLanguage(session?.request.locale, c.req.header('accept-language'));
    if (c.req.query('frame') !== undefined) {
      const page = await framedPaymentPage(pageOptions, { token, session, language });
      const headers = pageHeaders(allowedOrigins, { framedBySelf: false, holdsElement: true });
      return new Response(page, { status: session === undefined ? 404 : 200, headers });
    }
    if (session === undefined) return notFound(c, deps, language, options.files);
    const view = await toSessionView(depsForAccount(deps, session.account), session);
    const page = await paymentPage(pageOptions, { token, session, language, view });
    const pictures = logo !== null && 'url' in logo ? [new URL(logo.url).origin] : [];
    return new Response(page, { headers: pageHeaders(allowedOrigins, { pictures, holdsElement: true }) });
  });
  return app;
}

/** A page for browsers; the usual problem document for programs. */
async function notFound(
  c: Context<AppEnv>,
  deps: CompanionDeps,
  language: PageLanguage,
  files: PageFileTags,
): Promise<Response> {
  if (!(c.req.header('accept') ?? '').includes('text/html')) throw new CheckoutError('not_found');
  const { shopName, publicUrl } = deps.settings;
  const { tag: lang, dir, words } = language;
  const page = await notFoundPage({ words, lang, dir, shopName, publicUrl, files });
  return new Response(page, { status: 404, headers: pageHeaders([]) });
}

function asset(body: string | Uint8Array<ArrayBuffer>, type: string, etag?: string): Response {
  const headers = { 'content-type': type, 'cache-control': 'public, max-age=300, must-revalidate' };
  return new Response(body, { headers: etag === undefined ? headers : { ...headers, etag } });
}
