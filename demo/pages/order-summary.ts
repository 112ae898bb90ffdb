import { html } from 'hono/html';
import type { OrderLine } from '../baskets.ts';
import { formatEuro, productPicture, type Html } from './layout.ts';

/** What is bought and what it costs: folded above the form on a phone, open beside it where there is room. */
export function orderSummary(options: {
  title: string;
  lines: readonly OrderLine[];
  /** Rows above the total, such as shipping. */
  rows: readonly (readonly [string, string])[];
  total: bigint;
  note?: string;
}): Html {
  const { title, lines, rows, total, note } = options;
  return html`<details class="card order-summary">
    <summary><span>Order summary</span><strong>${formatEuro(total)}</strong></summary>
    <h2>${title}</h2>
    ${orderLines(lines)} ${orderTotals(rows, total)} ${note === undefined ? '' : html`<p class="note">${note}</p>`}
  </details>`;
}

/** The items of an order, each with its picture and the sum of its line. */
export function orderLines(lines: readonly OrderLine[]): Html {
  return html`<ul class="summary">
    ${lines.map(
      ({ product, quantity }) =>
        html`<li>
          ${productPicture(product.shape, product.glaze)}
          <span>${product.name}<small>${quantity} × ${formatEuro(product.price)}</small></span>
          <span class="sum">${formatEuro(product.price * BigInt(quantity))}</span>
        </li>`,
    )}
  </ul>`;
}

export function orderTotals(rows: readonly (readonly [string, string])[], total: bigint, label = 'Total'): Html {
  return html`<dl class="totals">
    ${rows.map(
      ([name, amount]) =>
        html`<dt>${name}</dt>
          <dd>${amount}</dd>`,
    )}
    <dt class="total">${label}</dt>
    <dd class="total">${formatEuro(total)}</dd>
  </dl>`;
}
