import { html } from 'hono/html';
import type { Order } from '../baskets.ts';
import { ENGLISH } from '../i18n/locale.ts';
import { groupFields, type FieldGroup } from './field-groups.ts';
import { shopPage, type Html } from './layout.ts';
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
    locale: ENGLISH,
    head: html`<script type="module" src="/assets/copy.js"></script>`,
    itemCount: options.itemCount,
    content: html`<h1>Gateway requests</h1>
      <p class="lead">
        What the shop’s Tillgate server and the gateway sent to each other for your orders. Your browser sent that
        server one JSON request for each payment. Card data is masked here.
      </p>
      ${
        orders.length === 0
          ? html`<p>No requests yet. <a href="/">Go to the shop</a>.</p>`
          : orders.map(({ order, exchanges }, index) => orderSection(order, exchanges, index === 0))
      }
      <p class="hidden" role="status" id="copied"></p>`,
  });
}

function orderSection(order: Order, exchanges: readonly GatewayExchange[], isNewest: boolean): Html {
  return html`<section class="exchanges" aria-labelledby="${order.order_no}">
    <h2 id="${order.order_no}">
      <span>Order <span class="number">${order.order_no}</span></span>
      <span class="number">${ENGLISH.formatHundredths(order.total, order.currency)}</span>
    </h2>
    <ol data-copied="Copied" data-not-copied="Copying is not allowed here">
      ${exchanges.map((exchange, index) => exchangeItem(exchange, isNewest && index === 0))}
    </ol>
  </section>`;
}

function exchangeItem(exchange: GatewayExchange, isOpen: boolean): Html {
  return html`<li class="${exchange.direction}">
    <details ${isOpen ? html`open` : ''}>
      <summary>
        <span class="what"><b>${exchange.title}</b> <code>${exchange.name}</code></span>
        <span class="ending">
          ${resultPill(exchange.result)}
          <time datetime="${new Date(exchange.at).toISOString()}">${timeOfDay(exchange.at)}</time>
        </span>
      </summary>
      <div class="exchange">
        <div class="request">
          <h3>Request ${copyButton(JSON.stringify(exchange.fields, null, 2), 'Copy the fields as JSON')}</h3>
          <pre tabindex="0" aria-label="Body of the request">${bodyLines(exchange).map(bodyLine)}</pre>
        </div>
        ${
          exchange.answer === undefined
            ? ''
            : html`<div>
                <h3>Response ${copyButton(exchange.answer, 'Copy the response')}</h3>
                <pre>${exchange.answer.split('\n').map(responseLine)}</pre>
              </div>`
        }
        <div class="explained">
          <h3>Fields of the request</h3>
          <dl class="sent">
            <dt>Content-Type</dt>
            <dd><code>${exchange.contentType}</code></dd>
            <dt>Body</dt>
            <dd>${bodyOf(exchange)}</dd>
          </dl>
          ${groupFields(exchange.fields).map((group) => fieldGroup(group, exchange.digest))}
        </div>
      </div>
    </details>
  </li>`;
}

/** What the body holds. The gateway expects the JSON of some requests under the content type of a form. */
function bodyOf({ body, contentType }: GatewayExchange): string {
  if (body === 'form fields') return 'Form fields';
  return contentType.includes('json') ? 'JSON' : 'JSON, which the gateway expects under this content type';
}

/** The masked body in lines: JSON, or a form's fields by name. */
function bodyLines({ body, fields }: GatewayExchange): string[] {
  if (body !== 'form fields')
    return JSON.stringify(fields, null, 2)
      .replaceAll(/^ +/gm, (indent) => toNoBreakSpaces(indent))
      .split('\n');
  return Object.entries(fields).map(([name, value]) => `${name}=${valueText(value)}`);
}

/** A field's value as sent in a form. */
const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A line of a body, with the name in the colour of the response's tags. */
function bodyLine(line: string): Html {
  const [, indent = '', name = '', rest = line] = /^(\u00a0*)("[^"]*"|\w+)([:=].*)$/.exec(line) ?? [];
  return html`<span>${indent}<span class="tag">${name}</span>${rest}${'\n'}</span>`;
}

const toNoBreakSpaces = (indent: string): string => '\u00a0'.repeat(indent.length);

/** A result as its text and its code, such as `Success · 0000`, and what follows it. */
function resultPill(result: string): Html {
  const [first = '', ...others] = result.split(' · ');
  const [, code, text = first] = /^([A-Z]?\d{4}):(.*)$/.exec(first) ?? [];
  const isGood = code === '0000' || ['paid', 'accepted'].includes(first);
  return html`<span class="result">
    <span class="pill ${isGood ? 'paid' : ''}"
      >${text}${code === undefined ? '' : html` · <code>${code}</code>`}${others.map((other) => ` · ${other}`)}</span
    >
  </span>`;
}

/** Hidden until its script runs. */
function copyButton(text: string, label: string): Html {
  return html`<button type="button" class="copy" hidden data-copy="${text}" aria-label="${label}">Copy</button>`;
}

/** Folded, apart from the digest, which is what a developer compares first. */
function fieldGroup({ title, fields }: FieldGroup, digest: string): Html {
  const isOpen = fields.some(([name]) => name === 'encryption_data');
  return html`<details class="fields" ${isOpen ? html`open` : ''}>
    <summary>${title} <span>${fields.length} ${fields.length === 1 ? 'field' : 'fields'}</span></summary>
    <div class="box">
      <table aria-label="${title}: fields sent">
        <tbody>
          ${fields.map(
            ([name, value]) =>
              html`<tr>
                <th scope="row">${name}</th>
                <td>
                  <span class="value">${valueText(value)}</span>
                  ${name === 'encryption_data' ? html`<small>The SHA-256 digest of <code>${digest}</code></small>` : ''}
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}

/** A line of a response, which breaks before its end tag rather than within it. */
function responseLine(line: string): Html {
  const text = line.replace(/^ +/, (indent) => toNoBreakSpaces(indent));
  const end = text.lastIndexOf('</');
  const [start, tag] = end > 0 ? [text.slice(0, end), text.slice(end)] : [text, ''];
  return html`<span>${tagged(start)}${tag === '' ? '' : html`<wbr />`}${tagged(tag)}${'\n'}</span>`;
}

/** Tags in a colour of their own. */
function tagged(text: string): Html[] {
  return text
    .split(/(<[^>]+>)/)
    .map((part) => (part.startsWith('<') ? html`<span class="tag">${part}</span>` : html`${part}`));
}

/** The time of day in UTC: the server does not know the visitor's time zone. */
function timeOfDay(at: number): string {
  return `${new Date(at).toISOString().slice(11, 19)} UTC`;
}
