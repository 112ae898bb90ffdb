import { html } from 'hono/html';
import { subscriptionTotalOfLines, type Order } from '../baskets.ts';
import type { Locale } from '../i18n/locale.ts';
import { MARKETS } from '../products.ts';
import { shopPage, type Html, type PageVisitor } from './layout.ts';
import { costRows, deliveryAddressSection, orderNumberLabel, orderSummary } from './order-summary.ts';

export interface CheckoutPageOptions {
  order: Order;
  /** Whether it is the order of the basket, whose address can be changed. */
  isOfBasket: boolean;
  token: string;
  companionUrl: string;
  integrity: string | undefined;
  cards: readonly { number: string; meaning: string }[];
  visitor: PageVisitor;
}

/** The checkout: the order, and the element by script tag from the companion's origin. */
export function checkoutPage(options: CheckoutPageOptions): Promise<string> {
  const { order, companionUrl, integrity, visitor } = options;
  const { locale } = visitor;
  const { checkout, delivery } = locale.texts;
  const change = html`<a class="beside-form" href="/checkout/delivery" aria-label="${delivery.changeWhat}"
    >${delivery.change}</a
  >`;
  return shopPage({
    ...visitor,
    title: checkout.title,
    isCheckout: true,
    itemCount: order.lines.reduce((sum, line) => sum + line.quantity, 0),
    head: html`<script
        type="module"
        src="${companionUrl}/widget/tillgate.js"
        ${integrity === undefined ? '' : html`integrity="${integrity}"`}
        crossorigin
      ></script>
      <script type="module" src="/assets/checkout.js"></script>
      <script type="module" src="/assets/copy.js"></script>`,
    content: html`<h1>${checkout.title}</h1>
      <div class="checkout">
        ${orderSummary({
          locale,
          title: orderNumberLabel(order, locale),
          lines: order.lines,
          currency: order.currency,
          rows: costRows(order.lines, order.currency, locale),
          total: order.total,
          note: noteOf(order, locale),
        })}
        <div class="steps">
          ${deliveryAddressSection(order.deliverTo, locale, { level: 'h2', change: options.isOfBasket ? change : undefined })}
          ${paymentSection(options)}
          <p class="note beside-form">
            ${checkout.accept(
              html`<a href="/terms">${checkout.terms}</a>`,
              html`<a href="/refunds">${checkout.refunds}</a>`,
              html`<a href="/privacy">${checkout.privacy}</a>`,
            )}
          </p>
        </div>
        ${testCards(options.cards, locale)}
      </div>`,
  });
}

function paymentSection({ order, token, companionUrl, visitor }: CheckoutPageOptions): Html {
  const { language, texts } = visitor.locale;
  const { checkout } = texts;
  return html`<section
    class="pay${MARKETS[order.currency].methods.length < 3 ? ' two-methods' : ''}"
    aria-label="${checkout.payment}"
    data-order="${order.order_no}"
  >
    <tillgate-checkout session="${token}" server="${companionUrl}" locale="${language}">
      <div class="unloaded">
        <p>${checkout.unloaded}</p>
        <p class="actions">
          <a class="button" href="/checkout?order=${order.order_no}">${checkout.reload}</a>
          <a class="button" href="${companionUrl}/pay/${token}">${checkout.hostedPage}</a>
        </p>
      </div>
    </tillgate-checkout>
    <p class="restart" hidden>
      <a class="button" href="/checkout?order=${order.order_no}">${checkout.restart}</a>
    </p>
  </section>`;
}

function testCards(cards: CheckoutPageOptions['cards'], { texts }: Locale): Html {
  const { checkout, testCards: meanings } = texts;
  return html`<details class="card fold cards beside-form">
    <summary>${checkout.testCards}</summary>
    <p>${checkout.testCardsText}</p>
    <ul data-copied="${checkout.copied}" data-not-copied="${checkout.notCopied}">
      ${cards.map(
        ({ number, meaning }) =>
          html`<li>
            <button type="button" class="copy" data-copy="${number}">
              <span class="hidden">${checkout.copy} </span>${groupDigits(number)}
            </button>
            <span>${meanings[number] ?? meaning}</span>
          </li>`,
      )}
    </ul>
    <p class="hidden" role="status" id="copied"></p>
  </details>`;
}

/** What follows the payment each month. */
function noteOf({ lines, currency }: Order, { texts, formatHundredths }: Locale): string | undefined {
  const monthly = subscriptionTotalOfLines(lines);
  return monthly === 0n ? undefined : texts.checkout.monthly(formatHundredths(monthly, currency));
}

function groupDigits(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ');
}
