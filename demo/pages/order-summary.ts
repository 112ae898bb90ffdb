import { html } from 'hono/html';
import { totalOfLines, type Order, type OrderLine } from '../baskets.ts';
import { MARKETS, type MarketCurrency } from '../products.ts';
import { formatHundredths, productPicture, type Html } from './layout.ts';

/** What is bought and what it costs: folded above the form on a phone, open beside it where there is room. */
export function orderSummary(options: {
  title: string | Html;
  lines: readonly OrderLine[];
  currency: MarketCurrency;
  /** Rows above the total, such as shipping. */
  rows: readonly (readonly [string, string])[];
  total: bigint;
  note?: string | undefined;
}): Html {
  const { title, lines, currency, rows, total, note } = options;
  return html`<details class="card order-summary">
    <summary><span>Order summary</span><strong>${formatHundredths(total, currency)}</strong></summary>
    <h2>${title}</h2>
    ${orderLines(lines, currency)} ${orderTotalsList(rows, formatHundredths(total, currency))}
    ${note === undefined ? '' : html`<p class="note">${note}</p>`}
  </details>`;
}

/** The items of an order, each with its picture and the sum of its line. */
export function orderLines(lines: readonly OrderLine[], currency: MarketCurrency): Html {
  return html`<ul class="summary">
    ${lines.map(
      ({ product, price, quantity }) =>
        html`<li>
          ${productPicture(product)}
          <span>${product.name}<small>${quantity} × ${formatHundredths(price, currency)}</small></span>
          <span class="sum">${formatHundredths(price * BigInt(quantity), currency)}</span>
        </li>`,
    )}
  </ul>`;
}

/** What stands between the lines and the total: delivery is free, and the prices include the tax. */
export function costRows(
  lines: readonly OrderLine[],
  currency: MarketCurrency,
): readonly (readonly [string, string])[] {
  return [
    ['Subtotal', formatHundredths(totalOfLines(lines), currency)],
    ['Shipping', 'Free'],
    [MARKETS[currency].tax, 'Included'],
  ];
}

/** Where an order is delivered: the demo has one address for each market. */
export function deliveryAddressSection(currency: MarketCurrency, level: 'h2' | 'h3' = 'h2'): Html {
  const { deliverTo: to, countryName } = MARKETS[currency];
  const title = level === 'h2' ? html`<h2>Deliver to</h2>` : html`<h3>Deliver to</h3>`;
  return html`<section class="deliver" aria-label="Delivery">
    ${title}
    <address>
      ${to.first_name} ${to.last_name}<br />${to.address}, ${to.city} <span class="whole">${to.postal_code}</span>,
      ${countryName}
    </address>
  </section>`;
}

export function orderTotalsList(rows: readonly (readonly [string, string])[], total: string, label = 'Total'): Html {
  return html`<dl class="totals">
    ${rows.map(
      ([name, amount]) =>
        html`<dt>${name}</dt>
          <dd>${amount}</dd>`,
    )}
    <dt class="total">${label}</dt>
    <dd class="total">${total}</dd>
  </dl>`;
}

export function orderNumberLabel({ order_no }: Order): Html {
  return html`Order <span class="number">${order_no}</span>`;
}
