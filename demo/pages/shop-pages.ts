import { html } from 'hono/html';
import { linesOf, monthlyTotalOf, totalOf, type OrderLine, type Order, type Visitor } from '../baskets.ts';
import type { OrderState } from '../open-checkout.ts';
import { PRODUCTS } from '../products.ts';
import { euro, page, productPicture, type Html } from './layout.ts';

export function itemCountOf(visitor: Visitor): number {
  return linesOf(visitor).reduce((sum, line) => sum + line.quantity, 0);
}

export function cataloguePage(visitor: Visitor): Promise<string> {
  return page({
    title: 'Tableware',
    itemCount: itemCountOf(visitor),
    content: html`<section class="hero">
        <h1>Handmade tableware.</h1>
        <p>Eight products, glazed in five colours, and a monthly tea subscription.</p>
      </section>
      <ul class="grid">
        ${PRODUCTS.map(
          (product) =>
            html`<li class="product">
              ${productPicture(product.shape, product.glaze)}
              <h2>${product.name}</h2>
              <p>${product.text}</p>
              <form method="post" action="/basket/add">
                <input type="hidden" name="sku" value="${product.sku}" />
                <span class="price"
                  >${euro(product.price)}${product.monthly === true ? html` <small>a month</small>` : ''}</span
                >
                <button>Add<span class="hidden"> ${product.name} to the basket</span></button>
              </form>
            </li>`,
        )}
      </ul>`,
  });
}

export function basketPage(visitor: Visitor): Promise<string> {
  const lines = linesOf(visitor);
  return page({
    title: 'Basket',
    itemCount: itemCountOf(visitor),
    content:
      lines.length === 0
        ? html`<h1>Your basket is empty</h1>
            <p><a class="button" href="/">Continue shopping</a></p>`
        : html`<section class="basket">
            <h1>Basket</h1>
            <ul class="lines">
              ${lines.map(
                ({ product, quantity }) =>
                  html`<li>
                    ${productPicture(product.shape, product.glaze)}
                    <div>
                      <strong>${product.name}</strong
                      ><span>${euro(product.price)} ${product.monthly === true ? 'a month' : 'each'}</span>
                    </div>
                    <form method="post" action="/basket/set">
                      <input type="hidden" name="sku" value="${product.sku}" />
                      <label class="hidden" for="q-${product.sku}">Quantity of ${product.name}</label>
                      <input id="q-${product.sku}" name="quantity" type="number" min="0" max="20" value="${quantity}" />
                      <button class="quiet">Update<span class="hidden"> ${product.name}</span></button>
                    </form>
                    <form method="post" action="/basket/set">
                      <input type="hidden" name="sku" value="${product.sku}" />
                      <input type="hidden" name="quantity" value="0" />
                      <button class="quiet">Remove<span class="hidden"> ${product.name}</span></button>
                    </form>
                  </li>`,
              )}
            </ul>
            <p class="total"><span>Total</span><strong>${euro(totalOf(lines))}</strong></p>
            <p><a class="button primary" href="/checkout">Go to checkout</a></p>
          </section>`,
  });
}

/** The checkout: the order, and the element by script tag from the companion's origin. */
export function checkoutPage(options: {
  order: Order;
  token: string;
  companionUrl: string;
  integrity: string | undefined;
  cards: readonly { number: string; meaning: string }[];
}): Promise<string> {
  const { order, companionUrl, integrity } = options;
  return page({
    title: 'Checkout',
    itemCount: order.lines.reduce((sum, line) => sum + line.quantity, 0),
    head: html`<script
        type="module"
        src="${companionUrl}/widget/tillgate.js"
        ${integrity === undefined ? '' : html`integrity="${integrity}"`}
        crossorigin
      ></script>
      <script type="module" src="/assets/checkout.js"></script>`,
    content: html`<h1>Checkout</h1>
      <div class="checkout">
        <section class="pay" aria-label="Payment">
          <tillgate-checkout session="${options.token}" server="${companionUrl}">
            <div class="unloaded">
              <p>The payment form did not load. A blocker or the connection may have stopped it.</p>
              <p class="actions">
                <a class="button" href="/checkout?order=${order.order_no}">Reload this page</a>
                <a class="button" href="${companionUrl}/pay/${options.token}">Pay on the payment page</a>
              </p>
            </div>
          </tillgate-checkout>
          <p class="restart" hidden>
            <a class="button" href="/checkout?order=${order.order_no}">Restart the payment</a>
          </p>
        </section>
        <aside aria-label="Your order" data-order="${order.order_no}">
          <h2>Order ${order.order_no}</h2>
          ${summary(order.lines)}
          <p class="total"><span>Total</span><strong>${euro(order.total)}</strong></p>
          ${
            monthlyTotalOf(order.lines) === 0n
              ? ''
              : html`<p class="terms">
                  ${euro(monthlyTotalOf(order.lines))} is charged to the same card every month, until you cancel the
                  subscription under Your orders.
                </p>`
          }
          <details class="cards" open>
            <summary>Test cards</summary>
            <p>No real charges. Any future expiry, any security code; the challenge code is 123456.</p>
            <ul>
              ${options.cards.map(
                (card) =>
                  html`<li>
                    <button type="button" class="copy" data-copy="${card.number}">
                      <span class="hidden">Copy </span>${groupDigits(card.number)}
                    </button>
                    <span>${card.meaning}</span>
                  </li>`,
              )}
            </ul>
            <p class="hidden" role="status" id="copied"></p>
          </details>
        </aside>
      </div>`,
  });
}

/** The result of an order, read from the companion's API and not from the browser. */
export function thankYouPage(order: Order, state: OrderState, itemCount: number): Promise<string> {
  const content: Record<typeof state, Html> = {
    paid: html`<h1>Thank you. Order <span class="number">${order.order_no}</span> is paid.</h1>
      <p>The shop’s server confirmed it with the companion’s API.</p>
      ${summary(order.lines)}
      <p class="total"><span>Paid</span><strong>${euro(order.total)}</strong></p>
      <p class="actions">
        <a class="button primary" href="/orders">Your orders</a>
        <a class="button" href="/requests">See the gateway requests</a>
      </p>`,
    checking: html`<h1>We are checking your payment</h1>
      <p>Order ${order.order_no} has no result yet. This page reloads. Please do not pay again.</p>
      <p><a class="button" href="/checkout?order=${order.order_no}">Back to the payment</a></p>`,
    open: html`<h1>Order <span class="number">${order.order_no}</span> is not paid yet</h1>
      <p>Nothing was charged.</p>
      <p><a class="button primary" href="/checkout?order=${order.order_no}">Pay now</a></p>`,
    unreachable: html`<h1>The status of order <span class="number">${order.order_no}</span> is unavailable</h1>
      <p>This page reloads. Please do not pay again.</p>`,
  };
  const waits = state === 'checking' || state === 'unreachable';
  return page({
    title: state === 'paid' ? 'Thank you' : 'Your order',
    itemCount,
    content: html`<section class="narrow">${content[state]}</section>`,
    ...(waits ? { refresh: 3 } : {}),
  });
}

export function messagePage(title: string, text: string): Promise<string> {
  return page({
    title,
    itemCount: 0,
    content: html`<section class="narrow">
      <h1>${title}</h1>
      <p>${text}</p>
      <p><a class="button" href="/">To the shop</a></p>
    </section>`,
  });
}

function summary(lines: readonly OrderLine[]): Html {
  return html`<ul class="summary">
    ${lines.map(
      ({ product, quantity }) =>
        html`<li><span>${quantity} × ${product.name}</span><span>${euro(product.price * BigInt(quantity))}</span></li>`,
    )}
  </ul>`;
}

function groupDigits(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ');
}
