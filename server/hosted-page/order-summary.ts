import { html } from 'hono/html';
import type { CreateSession } from '../../shared/contract/create-session.ts';
import { encodeAmount, localizeAmount, parseAmount } from '../../shared/money.ts';
import type { PageTexts } from '../i18n/index.ts';

type Html = ReturnType<typeof html>;

/** The order as the shop's server fixed it: lines, what comes on top and off, and what is to pay. */
export function orderSummary(request: CreateSession, words: PageTexts, tag: string): Html {
  const format = (amount: string): string => localizeAmount(amount, request.currency, tag);
  const count = new Intl.NumberFormat(tag);
  return html`<p class="due">${format(request.amount)} <span class="paid">${words.paid}</span></p>
    <details class="order">
      <summary>${words.summary}</summary>
      <h2>${words.summary}</h2>
      <ul>
        ${request.items.map(
          (item) =>
            html`<li>
              <span class="quantity" aria-label="${words.quantity}: ${item.quantity}"
                >${count.format(item.quantity)} ×</span
              >
              <span class="name"><bdi>${item.name}</bdi></span>
              <span class="price">${format(lineTotal(item))}</span>
            </li>`,
        )}
      </ul>
      <dl>
        ${totals(request, words).map(
          ([label, amount, sign]) =>
            html`<dt>${label}</dt>
              <dd>${parseAmount(amount) === 0n ? words.free : `${sign}${format(amount)}`}</dd>`,
        )}
        <dt class="total">${words.total}</dt>
        <dd class="total">${format(request.amount)}</dd>
      </dl>
    </details>`;
}

function lineTotal({ unit_price, quantity }: CreateSession['items'][number]): string {
  const sum = parseAmount(unit_price) * BigInt(quantity);
  // A line may cost more than an amount on the wire can say, as long as discounts bring the order below.
  return sum > 999_999_999_999_99n ? (Number(sum) / 100).toFixed(2) : encodeAmount(sum);
}

/**
 * Those parts of the amount that the shop gave: shipping also where it is free, the others where they are not nothing. A
 * subtotal alone is left out.
 */
function totals(request: CreateSession, words: PageTexts): [string, string, string][] {
  const rows: [string, string | undefined, string][] = [
    [words.subtotal, request.item_total, ''],
    [words.shipping, request.shipping, ''],
    [words.shippingDiscount, request.shipping_discount, '−'],
    [words.handling, request.handling, ''],
    [words.insurance, request.insurance, ''],
    [words.tax, request.tax_total, ''],
    [words.discount, request.discount, '−'],
  ];
  const given = rows.filter(
    (row): row is [string, string, string] =>
      row[1] !== undefined && (row[0] === words.shipping || parseAmount(row[1]) !== 0n),
  );
  return given.length === 1 && given[0]?.[1] === request.item_total ? [] : given;
}
