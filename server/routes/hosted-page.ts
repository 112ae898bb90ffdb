import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { CheckoutError } from '../../shared/errors.ts';
import { toStyleSheet, type Branding, orderSummary, notFoundPage } from '../hosted-page/index.ts';
import { type CountRefusedCredential, type AppEnv, type PageFiles, pageHeaders } from '../http/index.ts';
import { findPageLanguage, type PageLanguage } from '../i18n/index.ts';
import type { Companion } from '../companion.ts';
import { hashToken, isToken } from '../context/index.ts';
import type { SessionRecord } from '../store/index.ts';
import { addLogFacts } from '../observability/index.ts';

export interface HostedPageOptions {
  allowedOrigins: readonly string[];
  branding: Branding;
  /** `sha384-...` of a file of the element's script build. */
  integrity: (file: string) => string | undefined;
  countRefused: CountRefusedCredential;
  files: PageFiles;
}

type Html = ReturnType<typeof html>;

/**
 * `GET /pay/{token}`: the element on a page of its own, with the order beside it. `GET /pay/{token}?frame`: nothing but
 * the element, for the isolated form on the shop's page.
 */
export function hostedPageRoutes(deps: Companion, options: HostedPageOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { branding: looks, allowedOrigins } = options;
  const sheet = toStyleSheet(looks.theme);
  app.get('/theme.css', () => asset(sheet, 'text/css; charset=utf-8'));
  app.get('/logo', (c) => {
    const { logo } = looks;
    return logo === null || 'url' in logo ? c.notFound() : asset(logo.body, logo.type, logo.etag);
  });
  app.get('/:token', async (c) => {
    const token = c.req.param('token');
    const session = isToken(token) ? await deps.store.findSessionByTokenHash(hashToken(token)) : undefined;
    if (session === undefined) options.countRefused(c, 'token');
    addLogFacts({ session_id: session?.id });
    const language = findPageLanguage(session?.request.locale, c.req.header('accept-language'));
    if (c.req.query('frame') !== undefined) {
      const page = await framePage(deps, { token, session, language, options });
      const headers = pageHeaders(allowedOrigins, { framedBySelf: false, holdsElement: true });
      return new Response(page, { status: session === undefined ? 404 : 200, headers });
    }
    if (session === undefined) return notFound(c, deps, language, options.files);
    const page = await wholePage(deps, { token, session, language, options });
    const pictures = looks.logo !== null && 'url' in looks.logo ? [new URL(looks.logo.url).origin] : [];
    return new Response(page, { headers: pageHeaders(allowedOrigins, { pictures, holdsElement: true }) });
  });
  return app;
}

interface PageOptions<Session> {
  token: string;
  session: Session;
  language: PageLanguage;
  options: HostedPageOptions;
}

async function wholePage(deps: Companion, page: PageOptions<SessionRecord>): Promise<string> {
  const { session, language, options } = page;
  const { words, tag, dir, locale } = language;
  const { shopName, publicUrl } = deps.settings;
  const { request } = session;
  const back = request.cancel_url ?? new URL(request.return_url).origin;
  const title = shopName === null ? words.payment : `${words.payment} · ${shopName}`;
  const body = await html`<!doctype html>
    <html lang="${tag}" dir="${dir}">
      <head>
        ${head(title, publicUrl, options.files)} ${options.files.style('/pay/theme.css', publicUrl)}
        ${moduleScript(publicUrl, 'tillgate.js', options)} ${options.files.script('/assets/hosted-page.js', publicUrl)}
      </head>
      <body class="hosted">
        <header>
          ${shopMark(options.branding, deps.settings)}
          <a class="back" href="${back}">${words.back}</a>
        </header>
        <main>
          <section class="about">
            <h1>${words.order.replace('{order}', () => session.order_no)}</h1>
            ${orderSummary(request, words, locale)}
          </section>
          <tillgate-checkout session="${page.token}" server="${publicUrl}" locale="${locale}">
            <div class="unloaded">
              <p>${words.notLoaded}</p>
              <p><a href="${publicUrl}/pay/${page.token}">${words.retry}</a></p>
            </div>
          </tillgate-checkout>
          <noscript><p>${words.needsScript}</p></noscript>
        </main>
        ${shopLinks(options.branding, words)}
      </body>
    </html>`;
  return body.toString();
}

/** Links in it lead the whole window on; the session is given to the element once the page around it has spoken. */
async function framePage(deps: Companion, page: PageOptions<SessionRecord | undefined>): Promise<string> {
  const { options, language } = page;
  const { publicUrl } = deps.settings;
  const body = await html`<!doctype html>
    <html lang="${language.tag}" dir="${language.dir}">
      <head>
        ${head(language.words.payment, publicUrl, options.files)}
        <base target="_top" />
        ${moduleScript(publicUrl, 'tillgate.js', options)} ${moduleScript(publicUrl, 'frame.js', options)}
      </head>
      <body
        class="framed"
        data-session="${page.token}"
        data-session-id="${page.session?.id ?? ''}"
        data-origins="${options.allowedOrigins.join(' ')}"
      >
        <tillgate-checkout server="${publicUrl}"></tillgate-checkout>
        <noscript><p>${language.words.needsScript}</p></noscript>
      </body>
    </html>`;
  return body.toString();
}

function head(title: string, publicUrl: string, files: PageFiles): Html {
  return html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${title}</title>
    <link rel="icon" href="${publicUrl}/assets/icon.svg" type="image/svg+xml" />
    ${files.typeface(publicUrl)} ${files.style('/assets/page.css', publicUrl)}`;
}

function moduleScript(publicUrl: string, file: string, options: HostedPageOptions): Html {
  const integrity = options.integrity(file);
  return html`<script
    type="module"
    src="${publicUrl}/widget/${file}"
    ${integrity === undefined ? '' : html`integrity="${integrity}"`}
    crossorigin
  ></script>`;
}

/** The shop's logo where there is one, its name otherwise. */
function shopMark({ logo }: Branding, settings: Companion['settings']): Html | string {
  const { shopName, publicUrl } = settings;
  if (logo === null) return shopName === null ? '' : html`<p class="shop">${shopName}</p>`;
  const address = 'url' in logo ? logo.url : `${publicUrl}/pay/logo`;
  return html`<img class="logo" src="${address}" alt="${shopName ?? ''}" />`;
}

/** The shop's own pages, where it names any. */
function shopLinks({ links }: Branding, words: PageLanguage['words']): Html | string {
  if (links.length === 0) return '';
  return html`<footer>
    <nav aria-label="${words.shopLinks}">
      ${links.map(([name, address]) => html`<a href="${address}" target="_blank" rel="noopener">${words[name]}</a>`)}
    </nav>
  </footer>`;
}

/** A page for people; the same problem as everywhere for programs. */
async function notFound(
  c: Context<AppEnv>,
  deps: Companion,
  language: PageLanguage,
  files: PageFiles,
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
