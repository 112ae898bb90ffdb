import { html } from 'hono/html';
import { basketLinesOf, subscriptionTotalOfLines, totalOfLines, type OrderLine, type Visitor } from '../baskets.ts';
import { DELIVERY_DAYS } from '../delivery-address.ts';
import { localeOf, type Locale } from '../i18n/locale.ts';
import { MARKETS, PRODUCTS, isMarketCurrency, type MarketCurrency, type Product } from '../products.ts';
import { shopPage, productPicture, type Html, type PageVisitor } from './layout.ts';
import { costRows, orderTotalsList } from './order-summary.ts';

/** What the pages show of a visitor: their region's language, and how much is in the basket. */
export function pageVisitorOf(visitor: Visitor): PageVisitor {
  const itemCount = basketLinesOf(visitor).reduce((sum, line) => sum + line.quantity, 0);
  return { locale: localeOf(visitor.currency), itemCount };
}

export function cataloguePage(visitor: Visitor): Promise<string> {
  const page = pageVisitorOf(visitor);
  const { home } = page.locale.texts;
  return shopPage({
    ...page,
    title: home.title,
    current: 'shop',
    content: html`<section class="hero">
        <h1>${home.heading}</h1>
        <p>${home.lead(DELIVERY_DAYS.from, DELIVERY_DAYS.to)}</p>
        ${marketSwitch(visitor.currency, page.locale)}
      </section>
      <ul class="grid">
        ${PRODUCTS.map((product) => productTile(product, visitor.currency, page.locale))}
      </ul>`,
  });
}

function marketSwitch(current: MarketCurrency, { texts: { markets } }: Locale): Html {
  return html`<form method="post" action="/currency" class="markets" aria-label="${markets.label}">
    ${Object.keys(MARKETS)
      .filter(isMarketCurrency)
      .map(
        (currency) =>
          html`<button name="currency" value="${currency}" aria-pressed="${String(currency === current)}">
            ${markets[currency]} · ${currency}
          </button>`,
      )}
  </form>`;
}

function productTile(product: Product, currency: MarketCurrency, locale: Locale): Html {
  const { language, texts, formatHundredths } = locale;
  const { home } = texts;
  const name = product.name[language];
  const isMonthly = product.monthly === true;
  const price = formatHundredths(product.prices[currency], currency);
  return html`<li class="product">
    ${productPicture(product)}
    <h2>${name}</h2>
    <p>${product.text[language]}</p>
    <form method="post" action="/basket/add">
      <input type="hidden" name="sku" value="${product.sku}" />
      <span class="price">${price}${isMonthly ? html` <small>${home.aMonth}</small>` : ''}</span>
      <button aria-label="${isMonthly ? home.subscribeTo(name) : home.addWhat(name)}">
        ${isMonthly ? home.subscribe : home.add}
      </button>
    </form>
  </li>`;
}

export function basketPage(visitor: Visitor): Promise<string> {
  const lines = basketLinesOf(visitor);
  const page = pageVisitorOf(visitor);
  const { basket } = page.locale.texts;
  return shopPage({
    ...page,
    title: basket.title,
    current: 'basket',
    content:
      lines.length === 0
        ? html`<section class="narrow">
            <h1>${basket.empty}</h1>
            <p>${basket.emptyText}</p>
            <p><a class="button primary" href="/">${basket.continueShopping}</a></p>
          </section>`
        : filledBasket(lines, visitor.currency, page.locale),
  });
}

function filledBasket(lines: readonly OrderLine[], currency: MarketCurrency, locale: Locale): Html {
  const { basket, summary } = locale.texts;
  const total = locale.formatHundredths(totalOfLines(lines), currency);
  return html`<h1>${basket.title}</h1>
    <div class="columns">
      <div>
        <ul class="lines" aria-label="${basket.items}">
          ${lines.map((line) => basketLine(line, currency, locale))}
        </ul>
        <p class="onward"><a href="/">${basket.continueShopping}</a></p>
      </div>
      <aside class="card" aria-label="${summary.title}">
        <h2>${summary.title}</h2>
        ${orderTotalsList(costRows(lines, currency, locale), [summary.total, total])}
        <a class="button primary wide" href="/checkout">${basket.toCheckout}</a>
        ${paymentMarks(currency, subscriptionTotalOfLines(lines) > 0n, locale)}
      </aside>
    </div>`;
}

/** What a basket can be paid with: a subscription by card only. */
function paymentMarks(currency: MarketCurrency, cardsOnly: boolean, { texts }: Locale): Html {
  const { basket, methods } = texts;
  const marks = Object.entries(MARKETS[currency].marks);
  const shown = cardsOnly ? marks.slice(0, 3) : marks;
  return html`<ul class="marks" aria-label="${basket.accepted}">
      ${shown.map(([id, name]) => html`<li>${paymentMark(id, name, methods.online_banking)}</li>`)}
    </ul>
    ${shown.some(([id]) => id === 'pix') ? html`<p class="note center">${basket.pixIsInstant}</p>` : ''}`;
}

/** A mark that is a name by itself, or a glyph beside its name. */
function paymentMark(id: string, name: string | undefined, bank: string): Html {
  const drawing = html`<use href="/assets/marks.svg#${id}"></use>`;
  return name === undefined
    ? html`<svg viewBox="0 0 38 24" aria-hidden="true">${drawing}</svg> ${bank}`
    : html`<svg viewBox="0 0 38 24" role="img" aria-label="${name}">${drawing}</svg>`;
}

function basketLine({ product, price, quantity }: OrderLine, currency: MarketCurrency, locale: Locale): Html {
  const { language, formatHundredths } = locale;
  const { basket } = locale.texts;
  const name = product.name[language];
  const one = formatHundredths(price, currency);
  return html`<li>
    ${productPicture(product)}
    <div class="item">
      <strong>${name}</strong>
      <span>${product.text[language]}</span>
      ${product.monthly === true ? html`<span>${basket.perMonth(one)}</span>` : quantity > 1 ? html`<span>${basket.each(one)}</span>` : ''}
    </div>
    <form method="post" action="/basket/set" class="stepper">
      <input type="hidden" name="sku" value="${product.sku}" />
      <button name="quantity" value="${quantity - 1}" aria-label="${basket.oneLess(name)}">−</button>
      <span><span class="hidden">${basket.quantityOf(name)} </span>${quantity}</span>
      <button name="quantity" value="${quantity + 1}" aria-label="${basket.oneMore(name)}">+</button>
    </form>
    <strong class="sum">${formatHundredths(price * BigInt(quantity), currency)}</strong>
    <form method="post" action="/basket/set" class="remove">
      <input type="hidden" name="sku" value="${product.sku}" />
      <button name="quantity" value="0" class="quiet" aria-label="${basket.removeWhat(name)}">${basket.remove}</button>
    </form>
  </li>`;
}

/** A page without more than a message, such as an error. */
export function messagePage(title: string, text: string, visitor: PageVisitor): Promise<string> {
  return shopPage({
    ...visitor,
    title,
    content: html`<section class="narrow">
      <h1>${title}</h1>
      <p>${text}</p>
      <p><a class="button" href="/">${visitor.locale.texts.messages.toShop}</a></p>
    </section>`,
  });
}
