import { html } from 'hono/html';
import { PRODUCTS } from '../products.ts';
import { euro, page, picture, type Html } from './layout.ts';

/** What the stall sells: SKUs and quantities, and no price. */
const ITEMS = 'MUG-2:2,BOWL-2:1';

/** A shop without a back end: this page could lie on any host, and the companion prices its basket. */
export function stallPage(companionUrl: string, integrity: string | undefined, itemCount: number): Promise<string> {
  return page({
    title: 'The stall',
    itemCount,
    head: script(companionUrl, integrity),
    content: html`<h1>The stall</h1>
      <p>
        Two espresso cups and a salt bowl. This page needs no server: it names a basket, and the companion knows what it
        costs.
      </p>
      <div class="checkout">
        <section class="pay" aria-label="Payment">
          <tillgate-checkout items="${ITEMS}" server="${companionUrl}">
            <div class="unloaded">
              <p>The payment form did not load. A blocker or the connection may have stopped it.</p>
              <p><a class="button" href="/stall">Load this page again</a></p>
            </div>
          </tillgate-checkout>
        </section>
        <aside aria-label="What you buy">
          <ul class="summary">
            ${ITEMS.split(',').map(line)}
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

function line(text: string): Html {
  const [sku = '', quantity = '1'] = text.split(':');
  const product = PRODUCTS.find((candidate) => candidate.sku === sku);
  if (product === undefined) return html``;
  return html`<li>
    <span>${picture(product.shape, product.glaze)} ${quantity} × ${product.name}</span>
    <span>${euro(product.price * BigInt(quantity))}</span>
  </li>`;
}
