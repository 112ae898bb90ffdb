import { html } from 'hono/html';
import {
  basketLinesOf,
  subscriptionTotalOfLines,
  totalOfLines,
  type Order,
  type OrderLine,
  type Visitor,
} from '../baskets.ts';
import { MARKETS, PRODUCTS, type MarketCurrency } from '../products.ts';
import { formatHundredths, shopPage, productPicture, type Html } from './layout.ts';
import { costRows, deliveryAddressSection, orderNumberLabel, orderSummary, orderTotalsList } from './order-summary.ts';

export function itemCountOf(visitor: Visitor): number {
  return basketLinesOf(visitor).reduce((sum, line) => sum + line.quantity, 0);
}

export function cataloguePage(visitor: Visitor): Promise<string> {
  return shopPage({
    title: 'Tableware',
    itemCount: itemCountOf(visitor),
    content: html`<section class="hero">
        <h1>Handmade tableware.</h1>
        <p>Thrown and glazed by hand. Shipping included, 30-day returns.</p>
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
              ${productPicture(product)}
              <h2>${product.name}</h2>
              <p>${product.text}</p>
              <form method="post" action="/basket/add">
                <input type="hidden" name="sku" value="${product.sku}" />
                <span class="price"
                  >${formatHundredths(product.prices[visitor.currency], visitor.currency)}${product.monthly === true ? html` <small>a month</small>` : ''}</span
                >
                <button>
                  ${
                    product.monthly === true
                      ? html`Subscribe<span class="hidden"> to ${product.name}</span>`
                      : html`Add<span class="hidden"> ${product.name} to the basket</span>`
                  }
                </button>
              </form>
            </li>`,
        )}
      </ul>`,
  });
}

export function basketPage(visitor: Visitor): Promise<string> {
  const lines = basketLinesOf(visitor);
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
                ${orderTotalsList(costRows(lines, currency), formatHundredths(totalOfLines(lines), currency))}
                <a class="button primary wide" href="/checkout">Go to checkout</a>
                ${paymentMarks(currency, subscriptionTotalOfLines(lines) > 0n)}
              </aside>
            </div>`,
  });
}

/** What a basket can be paid with: a subscription by card only. */
function paymentMarks(currency: MarketCurrency, cardsOnly: boolean): Html {
  const marks = Object.entries(MARKETS[currency].marks);
  return html`<ul class="marks" aria-label="Accepted">
    ${(cardsOnly ? marks.slice(0, 3) : marks).map(
      ([id, name]) =>
        html`<li>
          <svg viewBox="0 0 38 24" role="img" aria-label="${name}"><use href="/assets/marks.svg#${id}"></use></svg>
        </li>`,
    )}
  </ul>`;
}

function basketLine({ product, price, quantity }: OrderLine, currency: MarketCurrency): Html {
  return html`<li>
    ${productPicture(product)}
    <div class="item">
      <strong>${product.name}</strong>
      <span>${product.text}</span>
      ${product.monthly === true ? html`<span>${formatHundredths(price, currency)} a month</span>` : quantity > 1 ? html`<span>${formatHundredths(price, currency)} each</span>` : ''}
    </div>
    <form method="post" action="/basket/set" class="stepper">
      <input type="hidden" name="sku" value="${product.sku}" />
      <button name="quantity" value="${quantity - 1}" aria-label="One ${product.name} less">−</button>
      <span><span class="hidden">Quantity of ${product.name}: </span>${quantity}</span>
      <button name="quantity" value="${quantity + 1}" aria-label="One ${product.name} more">+</button>
    </form>
    <strong class="sum">${formatHundredths(price * BigInt(quantity), currency)}</strong>
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
          title: orderNumberLabel(order),
          lines: order.lines,
          currency: order.currency,
          rows: costRows(order.lines, order.currency),
          total: order.total,
          note: noteOf(order),
        })}
        <div class="steps">
          ${deliveryAddressSection(order.currency)}
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
          <p class="note">
            By paying you accept our <a href="/terms">terms</a>, <a href="/refunds">refund policy</a> and
            <a href="/privacy">privacy policy</a>.
          </p>
        </div>
        <details class="card fold cards">
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

/** What follows the payment each month. */
function noteOf({ lines, currency }: Order): string | undefined {
  const monthly = subscriptionTotalOfLines(lines);
  if (monthly === 0n) return undefined;
  return `${formatHundredths(monthly, currency)} is charged to the same card every month, until you cancel the subscription under Your orders.`;
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

function groupDigits(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ');
}
