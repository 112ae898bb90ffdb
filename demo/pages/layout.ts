import { html } from 'hono/html';
import type { Locale } from '../i18n/locale.ts';
import type { Product } from '../products.ts';

export type Html = ReturnType<typeof html>;

/** What every page of a visitor shows: their language, and the number of items in their basket. */
export interface PageVisitor {
  locale: Locale;
  itemCount: number;
}

export interface PageOptions extends PageVisitor {
  title: string;
  content: Html;
  /** Additional elements of the document's head, such as a script. */
  head?: Html;
  /** The header of a checkout leads back to the basket alone. */
  isCheckout?: true;
  /** The page's own entry in the header. */
  current?: 'shop' | 'orders' | 'cards' | 'basket';
  /** Seconds after which the page reloads. */
  refresh?: number;
  /** What a shop would not show, for developers: folded away above the page. */
  forDevelopers?: Html | undefined;
}

/** A page of the shop. */
export async function shopPage(options: PageOptions): Promise<string> {
  const { language, texts } = options.locale;
  return (
    await html`<!doctype html>
      <html lang="${language}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          ${options.refresh === undefined ? '' : html`<meta http-equiv="refresh" content="${options.refresh}" />`}
          <title>${options.title} · Kiln &amp; Paper</title>
          <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
          <link rel="preload" as="font" type="font/woff2" href="/assets/fonts/geist-latin.woff2" crossorigin />
          <link rel="preload" as="font" type="font/woff2" href="/assets/fonts/fraunces-latin.woff2" crossorigin />
          <link rel="stylesheet" href="/assets/type.css" />
          <link rel="stylesheet" href="/assets/shop.css" />
          ${options.head ?? ''}
        </head>
        <body>
          <a class="skip" href="#main">${texts.skip}</a>
          ${ribbon(options)} ${header(options)}
          <main id="main">${options.content}</main>
          <footer>
            <nav aria-label="${texts.nav.about}">
              <a href="/terms">${texts.policies.terms}</a>
              <a href="/refunds">${texts.policies.refunds}</a>
              <a href="/privacy">${texts.policies.privacy}</a>
              <a href="/contact">${texts.policies.contact}</a>
            </nav>
            <p>${texts.nav.fictional}</p>
          </footer>
        </body>
      </html>`
  ).toString();
}

/** In the page's language; what it unfolds is for developers, in English on every page. */
function ribbon({ locale, forDevelopers }: PageOptions): Html {
  const { demo } = locale.texts;
  return html`<aside class="ribbon" aria-label="${demo.label}">
    <details>
      <summary>${demo.noMoney} <u>${demo.forDevelopers}</u></summary>
      <div lang="en">
        ${forDevelopers ?? ''}
        <nav aria-label="About the demo">
          <a href="/requests">Gateway requests</a>
          <a href="/buy-now">Checkout without a back end</a>
          <a href="/stories/">Every state of the element</a>
          <a href="/stories/themes.html">Themes</a>
        </nav>
      </div>
    </details>
  </aside>`;
}

function header({ locale, itemCount, isCheckout, current }: PageOptions): Html {
  const { nav } = locale.texts;
  const mark = (name: PageOptions['current']): Html | string => (name === current ? html`aria-current="page"` : '');
  return html`<header class="top">
    <a class="brand" href="/">Kiln <i>&amp;</i> Paper</a>
    ${
      isCheckout === true
        ? ''
        : html`<nav aria-label="${nav.label}">
            <a href="/" ${mark('shop')}>${nav.shop}</a> <a href="/orders" ${mark('orders')}>${nav.orders}</a>
            <a href="/cards" ${mark('cards')}>${nav.cards}</a>
          </nav>`
    }
    <a class="to-basket" href="/basket" ${mark('basket')}>
      <svg viewBox="0 0 20 20" aria-hidden="true"><path d="M4 7h12l-1 10H5zM7 7V5a3 3 0 016 0v2" /></svg>
      ${nav.basket}${itemCount === 0 ? '' : html` <b>${itemCount}</b>`}
    </a>
  </header>`;
}

/** The drawing of a product. */
export function productPicture({ shape, glaze, isSmall }: Product): Html {
  return html`<svg class="picture ${glaze}${isSmall === true ? ' small' : ''}" viewBox="0 0 120 90" aria-hidden="true">
    <use href="/assets/products.svg#${shape}"></use>
  </svg>`;
}
