import { html } from 'hono/html';
import { amountOf } from '../baskets.ts';

export type Html = ReturnType<typeof html>;

export interface PageOptions {
  title: string;
  /** Shown in the head of the page. */
  itemCount: number;
  content: Html;
  /** More for the document's head, such as a script. */
  head?: Html;
  /** Seconds after which the page loads again. */
  refresh?: number;
}

/** A page of the shop. */
export async function page(options: PageOptions): Promise<string> {
  return (
    await html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          ${options.refresh === undefined ? '' : html`<meta http-equiv="refresh" content="${options.refresh}" />`}
          <title>${options.title} · Kiln &amp; Paper</title>
          <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
          <link rel="stylesheet" href="/assets/shop.css" />
          ${options.head ?? ''}
        </head>
        <body>
          <a class="skip" href="#main">Skip to the content</a>
          <aside class="ribbon" aria-label="About this demo">
            A demo: no money moves. <a href="/requests">What happens behind it</a>
          </aside>
          <header class="top">
            <a class="brand" href="/">Kiln <i>&amp;</i> Paper</a>
            <nav aria-label="Shop">
              <a href="/">Shop</a>
              <a href="/orders">Orders</a>
              <a href="/stall">Stall</a>
              <a href="/basket">Basket${options.itemCount === 0 ? '' : html` <b>${options.itemCount}</b>`}</a>
            </nav>
          </header>
          <main id="main">${options.content}</main>
          <footer>
            Kiln &amp; Paper is made up. The payments are Tillgate’s sandbox.
            <a href="/stories/">Every state of the element</a>, <a href="/stories/themes.html">themes</a>.
          </footer>
        </body>
      </html>`
  ).toString();
}

/** A drawing of a piece in its glaze. */
export function picture(shape: string, glaze: string): Html {
  return html`<svg class="piece ${glaze}" viewBox="0 0 120 90" aria-hidden="true">
    <use href="/assets/pieces.svg#${shape}"></use>
  </svg>`;
}

export function euro(hundredths: bigint): string {
  return `€${amountOf(hundredths)}`;
}
