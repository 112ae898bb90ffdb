import { html } from 'hono/html';
import type { OrderLine } from '../baskets.ts';
import type { Currency } from '../products.ts';
import { formatPrice, productPicture, type Html } from './layout.ts';

/** What is bought and what it costs: folded above the form on a phone, open beside it where there is room. */
export function orderSummary(options: {
  title: string | Html;
  lines: readonly OrderLine[];
  currency: Currency;
  /** Rows above the total, such as shipping. */
  rows: readonly (readonly [string, string])[];
  total: bigint;
  note: string;
}): Html {
  const { title, lines, currency, rows, total, note } = options;
  return html`<details class="card order-summary">
    <summary><span>Order summary</span><strong>${formatPrice(total, currency)}</strong></summary>
    <h2>${title}</h2>
    ${orderLines(lines, currency)} ${orderTotals(rows, formatPrice(total, currency))}
    <p class="note">${note}</p>
  </details>`;
}

/** The items of an order, each with its picture and the sum of its line. */
export function orderLines(lines: readonly OrderLine[], currency: Currency): Html {
  return html`<ul class="summary">
    ${lines.map(
      ({ product, price, quantity }) =>
        html`<li>
          ${productPicture(product.shape, product.glaze)}
          <span>${product.name}<small>${quantity} × ${formatPrice(price, currency)}</small></span>
          <span class="sum">${formatPrice(price * BigInt(quantity), currency)}</span>
        </li>`,
    )}
  </ul>`;
}

export function orderTotals(rows: readonly (readonly [string, string])[], total: string, label = 'Total'): Html {
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
