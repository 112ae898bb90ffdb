import { html } from 'hono/html';
import { encodeAmount, type MarketCurrency, type Product } from '../products.ts';

export type Html = ReturnType<typeof html>;

export interface PageOptions {
  title: string;
  /** The number of items in the basket, shown in the header. */
  itemCount: number;
  content: Html;
  /** Additional elements of the document's head, such as a script. */
  head?: Html;
  /** The header of a checkout leads back to the basket alone. */
  isCheckout?: true;
  /** Seconds after which the page reloads. */
  refresh?: number;
  /** What a shop would not show, for developers: folded away above the page. */
  forDevelopers?: Html | undefined;
}

/** A page of the shop. */
export async function shopPage(options: PageOptions): Promise<string> {
  return (
    await html`<!doctype html>
      <html lang="en">
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
          <a class="skip" href="#main">Skip to content</a>
          <aside class="ribbon" aria-label="About this demo">
            <details>
              <summary>Demo: no money moves. <u>For developers</u></summary>
              ${options.forDevelopers ?? ''}
              <nav aria-label="About the demo">
                <a href="/requests">Gateway requests</a>
                <a href="/buy-now">Checkout without a back end</a>
                <a href="/stories/">Every state of the element</a>
                <a href="/stories/themes.html">Themes</a>
              </nav>
            </details>
          </aside>
          <header class="top">
            <a class="brand" href="/">Kiln <i>&amp;</i> Paper</a>
            ${
              options.isCheckout === true
                ? ''
                : html`<nav aria-label="Shop">
                    <a href="/">Shop</a> <a href="/orders">Orders</a> <a href="/cards">Cards</a>
                  </nav>`
            }
            <a class="to-basket" href="/basket">
              <svg viewBox="0 0 20 20" aria-hidden="true"><path d="M4 7h12l-1 10H5zM7 7V5a3 3 0 016 0v2" /></svg>
              Basket${options.itemCount === 0 ? '' : html` <b>${options.itemCount}</b>`}
            </a>
          </header>
          <main id="main">${options.content}</main>
          <footer>
            <nav aria-label="About the shop">
              <a href="/terms">Terms</a>
              <a href="/refunds">Refunds</a>
              <a href="/privacy">Privacy</a>
              <a href="/contact">Contact</a>
            </nav>
            <p>Kiln &amp; Paper is a fictional shop. Its payments run in Tillgate’s sandbox.</p>
          </footer>
        </body>
      </html>`
  ).toString();
}

/** The drawing of a product. */
export function productPicture({ shape, glaze, isSmall }: Product): Html {
  return html`<svg class="picture ${glaze}${isSmall === true ? ' small' : ''}" viewBox="0 0 120 90" aria-hidden="true">
    <use href="/assets/products.svg#${shape}"></use>
  </svg>`;
}

export function formatHundredths(hundredths: bigint, currency: MarketCurrency): string {
  return formatApiAmount(encodeAmount(hundredths), currency);
}

/** Formats an amount of the companion's API in the language of the pages, as the element does. */
export function formatApiAmount(amount: string, currency: MarketCurrency): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(Number(amount));
}

const DAY_AND_MONTH = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const DAYS = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats the day of an ISO time: `23 Nov 2026`. */
export function formatDay(time: string): string {
  return DAYS.format(dayOf(time));
}

/** Formats two days as a range, less than a year apart: `23 Nov – 23 Dec`. */
export function formatDayRange(from: string, to: string): string {
  return DAY_AND_MONTH.formatRange(dayOf(from), dayOf(to));
}

const dayOf = (time: string): Date => new Date(time.slice(0, 10));
