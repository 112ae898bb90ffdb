import { html } from 'hono/html';
import type { PageFileTags } from '../http/index.ts';
import type { SessionView } from '../../shared/contract/index.ts';
import type { PageLanguage } from '../i18n/index.ts';
import type { SessionRecord } from '../store/index.ts';
import type { Branding } from './branding.ts';
import { orderSummary } from './order-summary.ts';

type Html = ReturnType<typeof html>;

export interface PaymentPageOptions {
  shopName: string | null;
  /** The gateway is the sandbox: no money moves. */
  isSandbox: boolean;
  /** The companion's address, without a slash at its end. */
  publicUrl: string;
  /** Origins whose pages may show the form in a frame. */
  allowedOrigins: readonly string[];
  branding: Branding;
  /** `sha384-...` of a file of the element's script build. */
  integrity: (file: string) => string | undefined;
  files: PageFileTags;
}

/** The session that a page shows; `Session` may be undefined where the token is unknown. */
interface Shown<Session> {
  token: string;
  session: Session;
  language: PageLanguage;
}

/**
 * The page of a payment: the element beside the order, with the shop's name, logo and links.
 * @param page with what the element would request first
 */
export async function paymentPage(
  options: PaymentPageOptions,
  page: Shown<SessionRecord> & { view: SessionView },
): Promise<string> {
  const { session, language, view } = page;
  const { words, tag, dir, locale } = language;
  const { shopName, publicUrl } = options;
  const { request } = session;
  const back = request.cancel_url ?? new URL(request.return_url).origin;
  const title = shopName === null ? words.payment : `${words.payment} · ${shopName}`;
  const body = await html`<!doctype html>
    <html lang="${tag}" dir="${dir}">
      <head>
        ${head(title, publicUrl, options.files)} ${options.files.style('/pay/theme.css', publicUrl)}
        ${options.files.script('/assets/hosted-page.js', publicUrl)} ${moduleScript(publicUrl, 'tillgate.js', options)}
        <meta name="session-view" content="${JSON.stringify(view)}" />
      </head>
      <body class="hosted">
        <header>
          <a class="back" href="${back}"><span aria-hidden="true">‹ </span>${words.back}</a>
          ${shopMark(options)} ${options.isSandbox ? html`<span class="test">${words.testMode}</span>` : ''}
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
        <footer>
          ${shopLinks(options.branding, words)}
          <p>${words.provider.replace('{provider}', 'Tillgate')}</p>
        </footer>
      </body>
    </html>`;
  return body.toString();
}

/**
 * The page that the isolated form shows in a frame: the element alone. Its links open in the whole window. The element gets
 * its session once the page around it has sent its first message.
 */
export async function framedPaymentPage(
  options: PaymentPageOptions,
  page: Shown<SessionRecord | undefined>,
): Promise<string> {
  const { language } = page;
  const { publicUrl } = options;
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

function head(title: string, publicUrl: string, files: PageFileTags): Html {
  return html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${title}</title>
    <link rel="icon" href="${publicUrl}/assets/icon.svg" type="image/svg+xml" />
    ${files.typeface(publicUrl)} ${files.style('/assets/page.css', publicUrl)}`;
}

function moduleScript(publicUrl: string, file: string, options: PaymentPageOptions): Html {
  const integrity = options.integrity(file);
  return html`<script
    type="module"
    src="${publicUrl}/widget/${file}"
    ${integrity === undefined ? '' : html`integrity="${integrity}"`}
    crossorigin
  ></script>`;
}

/** The shop's logo where there is one, otherwise its name beside a tile with its first letter. */
function shopMark({ branding: { logo }, shopName, publicUrl }: PaymentPageOptions): Html | string {
  if (logo === null) {
    if (shopName === null) return '';
    return html`<p class="shop"><span class="tile" aria-hidden="true">${firstLetterOf(shopName)}</span>${shopName}</p>`;
  }
  const address = 'url' in logo ? logo.url : `${publicUrl}/pay/logo`;
  return html`<img class="logo" src="${address}" alt="${shopName ?? ''}" />`;
}

function firstLetterOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name);
  return first?.segment.toUpperCase() ?? '';
}

/** The shop's own pages, where it names any. */
function shopLinks({ links }: Branding, words: PageLanguage['words']): Html | string {
  if (links.length === 0) return '';
  return html`<nav aria-label="${words.shopLinks}">
    ${links.map(([name, address]) => html`<a href="${address}" target="_blank" rel="noopener">${words[name]}</a>`)}
  </nav>`;
}
