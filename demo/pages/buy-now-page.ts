import { html } from 'hono/html';
import { PRODUCTS } from '../products.ts';
import { euro, page, productPicture, type Html } from './layout.ts';

/** SKUs and quantities; the companion's price list has the prices. */
const ITEMS = 'MUG-2:2,BOWL-2:1';

/** A static page without a back end: it names SKUs, and the companion prices them. */
export function buyNowPage(companionUrl: string, integrity: string | undefined, itemCount: number): Promise<string> {
  return page({
    title: 'Buy now',
    itemCount,
    head: script(companionUrl, integrity),
    content: html`<h1>Buy now</h1>
      <p>
        Two espresso cups and a salt bowl. This page needs no back end: it names the items, and the companion knows
        their prices.
      </p>
      <div class="checkout">
        <section class="pay" aria-label="Payment">
          <tillgate-checkout items="${ITEMS}" server="${companionUrl}">
            <div class="unloaded">
              <p>The payment form did not load. A blocker or the connection may have stopped it.</p>
              <p><a class="button" href="/buy-now">Reload this page</a></p>
            </div>
          </tillgate-checkout>
        </section>
        <aside aria-label="What you buy">
          <ul class="summary">
            ${ITEMS.split(',').map(itemRow)}
          </ul>
          <p>Tax is included; shipping is 4.90, and free from 60.00.</p>
        </aside>
      </div>`,
  });
}

function script(companionUrl: string, integrity: string | undefined): Html {
  return html`<script
    type="module"
    src="${companionUrl}/widget/tillgate.js"
    ${integrity === undefined ? '' : html`integrity="${integrity}"`}
    crossorigin
  ></script>`;
}

function itemRow(text: string): Html {
  const [sku = '', quantity = '1'] = text.split(':');
  const product = PRODUCTS.find((candidate) => candidate.sku === sku);
  if (product === undefined) return html``;
  return html`<li>
    <span>${productPicture(product.shape, product.glaze)} ${quantity} × ${product.name}</span>
    <span>${euro(product.price * BigInt(quantity))}</span>
  </li>`;
}
