import { html } from 'hono/html';
import { linesOf, monthlyTotalOf, totalOf, type Order, type OrderLine, type Visitor } from '../baskets.ts';
import type { OrderState } from '../open-checkout.ts';
import { MARKETS, PRODUCTS, type Currency } from '../products.ts';
import { formatPrice, shopPage, productPicture, type Html } from './layout.ts';
import { orderLines, orderSummary, orderTotals } from './order-summary.ts';

export function itemCountOf(visitor: Visitor): number {
  return linesOf(visitor).reduce((sum, line) => sum + line.quantity, 0);
}

export function cataloguePage(visitor: Visitor): Promise<string> {
  return shopPage({
    title: 'Tableware',
    itemCount: itemCountOf(visitor),
    content: html`<section class="hero">
        <h1>Handmade tableware.</h1>
        <p>Thrown and glazed by hand, in small batches.</p>
        <form method="post" action="/currency" class="markets" aria-label="Deliver to">
          ${Object.entries(MARKETS).map(
            ([currency, { name }]) =>
              html`<button name="currency" value="${currency}" aria-pressed="${String(currency === visitor.currency)}">
                ${name}
              </button>`,
          )}
        </form>
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
                  >${formatPrice(product.prices[visitor.currency], visitor.currency)}${product.monthly === true ? html` <small>a month</small>` : ''}</span
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
  const { currency } = visitor;
  return shopPage({
    title: 'Basket',
    itemCount: itemCountOf(visitor),
    content:
      lines.length === 0
        ? html`<section class="narrow">
            <h1>Your basket is empty</h1>
            <p>What you add in the shop waits here.</p>
            <p><a class="button primary" href="/">Continue shopping</a></p>
          </section>`
        : html`<h1>Basket</h1>
            <div class="columns">
              <ul class="lines" aria-label="Items">
                ${lines.map((line) => basketLine(line, currency))}
              </ul>
              <aside class="card" aria-label="Order summary">
                <h2>Order summary</h2>
                ${orderTotals([], formatPrice(totalOf(lines), currency))}
                <p class="note">${MARKETS[currency].included}</p>
                <a class="button primary wide" href="/checkout">Go to checkout</a>
                <p class="note">${monthlyTotalOf(lines) === 0n ? MARKETS[currency].methodNames : 'Cards'}</p>
              </aside>
            </div>`,
  });
}

function basketLine({ product, price, quantity }: OrderLine, currency: Currency): Html {
  return html`<li>
    ${productPicture(product.shape, product.glaze)}
    <div class="item">
      <strong>${product.name}</strong>
      <span>${formatPrice(price, currency)} ${product.monthly === true ? 'a month' : 'each'}</span>
    </div>
    <form method="post" action="/basket/set" class="stepper">
      <input type="hidden" name="sku" value="${product.sku}" />
      <button name="quantity" value="${quantity - 1}" aria-label="One ${product.name} less">−</button>
      <span><span class="hidden">Quantity of ${product.name}: </span>${quantity}</span>
      <button name="quantity" value="${quantity + 1}" aria-label="One ${product.name} more">+</button>
    </form>
    <strong class="sum">${formatPrice(price * BigInt(quantity), currency)}</strong>
    <form method="post" action="/basket/set" class="remove">
      <input type="hidden" name="sku" value="${product.sku}" />
      <button name="quantity" value="0" class="quiet">Remove<span class="hidden"> ${product.name}</span></button>
    </form>
  </li>`;
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
  return shopPage({
    title: 'Checkout',
    isCheckout: true,
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
        ${orderSummary({
          title: orderNumber(order),
          lines: order.lines,
          currency: order.currency,
          rows: [],
          total: order.total,
          note: noteOf(order),
        })}
        <section
          class="pay${MARKETS[order.currency].methods.length < 3 ? ' two-methods' : ''}"
          aria-label="Payment"
          data-order="${order.order_no}"
        >
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
        <details class="card cards">
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
      </div>`,
  });
}

/** What the total includes, and what follows it each month. */
function noteOf({ lines, currency }: Order): string {
  const monthly = monthlyTotalOf(lines);
  if (monthly === 0n) return MARKETS[currency].included;
  return `${MARKETS[currency].included}. ${formatPrice(monthly, currency)} is charged to the same card every month, until you cancel the subscription under Your orders.`;
}

/** The result of an order, read from the companion's API and not from the browser. */
export function thankYouPage(order: Order, state: OrderState, itemCount: number): Promise<string> {
  const content: Record<typeof state, Html> = {
    paid: html`${sign('done')}
      <h1>Thank you, it’s paid.</h1>
      <p class="placed">${orderNumber(order)} · ${formatPrice(order.total, order.currency)}</p>
      <p class="lead">We wrap your pieces by hand and send them within two working days.</p>
      <section class="card" aria-label="Your order">
        ${orderLines(order.lines, order.currency)} ${orderTotals([], formatPrice(order.total, order.currency), 'Paid')}
      </section>
      <p class="actions">
        <a class="button primary" href="/orders">Your orders</a>
        <a class="button" href="/">Continue shopping</a>
      </p>
      <details class="behind">
        <summary>Behind this page</summary>
        <p>
          The shop’s server read the status from the companion’s API; the browser proves nothing.
          <a href="/requests">See the gateway requests</a>
        </p>
      </details>`,
    checking: html`${sign('waiting')}
      <h1>We are checking your payment</h1>
      <p class="lead">${orderNumber(order)} is saved. Please do not pay again.</p>
      <p>This page updates by itself. You can close it: the result is under Your orders.</p>
      <p class="actions">
        <a class="button primary" href="/orders">Your orders</a>
        <a class="button" href="/checkout?order=${order.order_no}">Back to the payment</a>
      </p>`,
    open: html`<h1>Your order is not paid yet</h1>
      <p>Nothing was charged. ${orderNumber(order)} is saved.</p>
      <p><a class="button primary" href="/checkout?order=${order.order_no}">Pay now</a></p>`,
    unreachable: html`<h1>The status of your order is unavailable</h1>
      <p class="lead">${orderNumber(order)} is saved. This page updates by itself. Please do not pay again.</p>`,
  };
  const waits = state === 'checking' || state === 'unreachable';
  return shopPage({
    title: state === 'paid' ? 'Thank you' : 'Your order',
    itemCount,
    content: html`<section class="narrow">${content[state]}</section>`,
    ...(waits ? { refresh: 3 } : {}),
  });
}

function orderNumber({ order_no }: Order): Html {
  return html`Order <span class="number">${order_no}</span>`;
}

export function messagePage(title: string, text: string): Promise<string> {
  return shopPage({
    title,
    itemCount: 0,
    content: html`<section class="narrow">
      <h1>${title}</h1>
      <p>${text}</p>
      <p><a class="button" href="/">To the shop</a></p>
    </section>`,
  });
}

/** A large sign above a heading: the order is done, or its result is not there yet. */
function sign(kind: 'done' | 'waiting'): Html {
  return html`<svg class="sign ${kind}" viewBox="0 0 48 48" aria-hidden="true">
    <circle cx="24" cy="24" r="22" />
    <path d="${kind === 'done' ? 'm15 25 6 6 12-13' : 'M24 13v12l8 5'}" />
  </svg>`;
}

function groupDigits(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ');
}
