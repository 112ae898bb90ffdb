import { html } from 'hono/html';
import { totalOfLines, type Order, type OrderLine } from '../baskets.ts';
import type { DeliveryAddress } from '../delivery-address.ts';
import type { Locale } from '../i18n/locale.ts';
import { MARKETS, type MarketCurrency } from '../products.ts';
import { productPicture, type Html } from './layout.ts';

/** What is bought and what it costs: folded above the form on a phone, open beside it where there is room. */
export function orderSummary(options: {
  locale: Locale;
  title: string | Html;
  lines: readonly OrderLine[];
  currency: MarketCurrency;
  /** Rows above the total, such as shipping. */
  rows: readonly (readonly [string, string])[];
  total: bigint;
  note?: string | undefined;
}): Html {
  const { locale, title, lines, currency, rows, note } = options;
  const total = locale.formatHundredths(options.total, currency);
  return html`<details class="card order-summary">
    <summary><span>${locale.texts.summary.title}</span><strong>${total}</strong></summary>
    <h2>${title}</h2>
    ${orderLines(lines, currency, locale)} ${orderTotalsList(rows, [locale.texts.summary.total, total])}
    ${note === undefined ? '' : html`<p class="note">${note}</p>`}
  </details>`;
}

/** The items of an order, each with its picture and the sum of its line. */
export function orderLines(lines: readonly OrderLine[], currency: MarketCurrency, locale: Locale): Html {
  const { language, formatHundredths } = locale;
  return html`<ul class="summary">
    ${lines.map(
      ({ product, price, quantity }) =>
        html`<li>
          ${productPicture(product)}
          <span>${product.name[language]}<small>${quantity} × ${formatHundredths(price, currency)}</small></span>
          <span class="sum">${formatHundredths(price * BigInt(quantity), currency)}</span>
        </li>`,
    )}
  </ul>`;
}

/** What stands between the lines and the total: delivery is free, and the prices include the tax. */
export function costRows(
  lines: readonly OrderLine[],
  currency: MarketCurrency,
  { texts: { summary }, formatHundredths }: Locale,
): readonly (readonly [string, string])[] {
  return [
    [summary.subtotal, formatHundredths(totalOfLines(lines), currency)],
    [summary.shipping, summary.free],
    [summary[MARKETS[currency].tax], summary.included[MARKETS[currency].tax]],
  ];
}

/** Where an order is delivered, and what stands below it, such as a link that changes it. */
export function deliveryAddressSection(
  to: DeliveryAddress,
  { texts: { delivery }, countryNameOf }: Locale,
  { level, change }: { level: 'h2' | 'h3'; change?: Html | undefined },
): Html {
  return html`<section class="deliver" aria-label="${delivery.label}">
    ${level === 'h2' ? html`<h2>${delivery.title}</h2>` : html`<h3>${delivery.title}</h3>`}
    <address>
      ${to.first_name} ${to.last_name}<br />${to.address}<br />${to.city}${to.state === '' ? ' ' : ` – ${to.state}, `}<span
        class="whole"
        >${to.postal_code}</span
      >, <span class="whole">${countryNameOf(to.country)}</span>
    </address>
    ${change ?? ''}
  </section>`;
}

export function orderTotalsList(
  rows: readonly (readonly [string, string])[],
  [name, total]: readonly [string, string],
): Html {
  return html`<dl class="totals">
    ${rows.map(
      ([label, amount]) =>
        html`<dt>${label}</dt>
          <dd>${amount}</dd>`,
    )}
    <dt class="total">${name}</dt>
    <dd class="total">${total}</dd>
  </dl>`;
}

export function orderNumberLabel(order: Order, { texts }: Locale): Html {
  return html`${texts.summary.order} ${orderNumber(order)}`;
}

export function orderNumber({ order_no }: Order): Html {
  return html`<span class="number">${order_no}</span>`;
}
