import { html } from 'hono/html';
import { totalOfLines } from '../baskets.ts';
import { ENGLISH } from '../i18n/locale.ts';
import { findProduct, BUY_NOW_SHIPPING_RATE } from '../products.ts';
import { shopPage, type Html } from './layout.ts';
import { orderSummary } from './order-summary.ts';

/** SKUs and quantities; the companion's price list has the prices. */
const ITEMS = 'MUG-2:2,BOWL-2:1';
const LINES = ITEMS.split(',').flatMap((item) => {
  const [sku = '', quantity] = item.split(':');
  const product = findProduct(sku);
  return product === undefined ? [] : [{ product, price: product.prices.EUR, quantity: Number(quantity) }];
});
const { formatHundredths } = ENGLISH;
const SUBTOTAL = totalOfLines(LINES);
const SHIPPING_COST = SUBTOTAL >= BUY_NOW_SHIPPING_RATE.freeFrom ? 0n : BUY_NOW_SHIPPING_RATE.price;
const COSTS = [
  ['Subtotal', formatHundredths(SUBTOTAL, 'EUR')],
  [
    `Shipping, free from ${formatHundredths(BUY_NOW_SHIPPING_RATE.freeFrom, 'EUR')}`,
    formatHundredths(SHIPPING_COST, 'EUR'),
  ],
] as const;
const TOTAL = SUBTOTAL + SHIPPING_COST;

/** A static page without a back end: it names SKUs, and the companion prices them. */
export function checkoutWithoutBackEndPage(
  companionUrl: string,
  integrity: string | undefined,
  itemCount: number,
): Promise<string> {
  return shopPage({
    title: 'Checkout without a back end',
    locale: ENGLISH,
    itemCount,
    head: script(companionUrl, integrity),
    content: html`<h1>Checkout without a back end</h1>
      <p class="lead">This page names the items, and the companion knows their prices.</p>
      <div class="checkout">
        ${orderSummary({ locale: ENGLISH, title: 'Two espresso cups and a salt bowl', lines: LINES, currency: 'EUR', rows: COSTS, total: TOTAL, note: 'VAT included' })}
        <section class="pay steps buy-now" aria-label="Payment">
          <tillgate-checkout items="${ITEMS}" server="${companionUrl}">
            <div class="unloaded">
              <p>The payment form did not load. A blocker or the connection may have stopped it.</p>
              <p><a class="button" href="/buy-now">Reload this page</a></p>
            </div>
          </tillgate-checkout>
        </section>
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
