import { html } from 'hono/html';
import type { Order } from '../baskets.ts';
import { formatHundredths, shopPage, type Html } from './layout.ts';
import {
  exchangesOfOrder,
  type RecordedNotification,
  type RecordedRequest,
  type GatewayExchange,
} from './gateway-exchanges.ts';

/** The requests and notifications between companion and gateway for a visitor's orders. */
export function gatewayExchangesPage(options: {
  orders: readonly Order[];
  requests: readonly RecordedRequest[];
  notifications: readonly RecordedNotification[];
  itemCount: number;
}): Promise<string> {
  const orders = options.orders
    .map((order) => ({ order, exchanges: exchangesOfOrder(order.order_no, options.requests, options.notifications) }))
    .filter(({ exchanges }) => exchanges.length > 0)
    .reverse();
  return shopPage({
    title: 'Gateway requests',
    itemCount: options.itemCount,
    content: html`<h1>Gateway requests</h1>
      <p class="lead">
        Your browser sent one JSON request to Tillgate’s server (the companion). These are its exchanges with the
        gateway: digests, XML, items joined by <code>#;#</code>. Card data is masked.
      </p>
      ${
        orders.length === 0
          ? html`<p>No requests yet. <a href="/">Go to the shop</a>.</p>`
          : orders.map(({ order, exchanges }, index) => orderSection(order, exchanges, index === 0))
      }`,
  });
}

function orderSection(order: Order, exchanges: readonly GatewayExchange[], isNewest: boolean): Html {
  return html`<section class="exchanges" aria-labelledby="${order.order_no}">
    <h2 id="${order.order_no}">
      <span>Order <span class="number">${order.order_no}</span></span>
      <span class="number">${formatHundredths(order.total, order.currency)}</span>
    </h2>
    <ol>
      ${exchanges.map((exchange, index) => exchangeItem(exchange, isNewest && index === 0))}
    </ol>
  </section>`;
}

function exchangeItem(exchange: GatewayExchange, isOpen: boolean): Html {
  return html`<li class="${exchange.direction}">
    <details ${isOpen ? html`open` : ''}>
      <summary>
        <span class="what"><b>${exchange.title}</b> <code>${exchange.name}</code></span>
        ${resultPill(exchange.result)}
        <time datetime="${new Date(exchange.at).toISOString()}">${timeOfDay(exchange.at)}</time>
      </summary>
      <div class="exchange">
        <div>
          <h3>${exchange.form} · <code>${exchange.contentType}</code></h3>
          ${fieldTable(exchange.fields, exchange.digest)}
        </div>
        ${
          exchange.answer === undefined
            ? ''
            : html`<div>
                <h3>Response</h3>
                <pre tabindex="0" role="region" aria-label="Response">${exchange.answer}</pre>
              </div>`
        }
      </div>
    </details>
  </li>`;
}

/** A result as its text and its code, such as `Success · 0000`, and what follows it. */
function resultPill(result: string): Html {
  const [first = '', ...others] = result.split(' · ');
  const [, code, text = first] = /^([A-Z]?\d{4}):(.*)$/.exec(first) ?? [];
  const isGood = code === '0000' || ['paid', 'accepted'].includes(first);
  return html`<span class="result">
    <span class="pill ${isGood ? 'paid' : ''}">${text}${code === undefined ? '' : html` · <code>${code}</code>`}</span>
    ${others.join(' · ')}
  </span>`;
}

function fieldTable(fields: Record<string, unknown>, digest: string): Html {
  const { encryption_data, ...others } = fields;
  const given = Object.entries({ encryption_data, ...others }).filter(([, value]) => value !== '');
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Fields sent">
    <table>
      <tbody>
        ${given.map(
          ([name, value]) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td>
                ${typeof value === 'string' ? value : JSON.stringify(value)}
                ${name === 'encryption_data' ? html`<small>SHA-256 of ${digest}</small>` : ''}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** The time of day in UTC: the server does not know the visitor's time zone. */
function timeOfDay(at: number): string {
  return `${new Date(at).toISOString().slice(11, 19)} UTC`;
}
