import { html } from 'hono/html';
import type { Order } from '../baskets.ts';
import { euro, page, type Html } from './layout.ts';
import { toSteps, type SeenNotification, type SeenRequest, type Step } from './order-steps.ts';

/** What the gateway got and sent for a visitor's orders, so that they see what the companion does. */
export function requestsPage(options: {
  orders: readonly Order[];
  requests: readonly SeenRequest[];
  notifications: readonly SeenNotification[];
  itemCount: number;
}): Promise<string> {
  const stories = options.orders
    .map((order) => ({ order, steps: toSteps(order.order_no, options.requests, options.notifications) }))
    .filter((story) => story.steps.length > 0)
    .reverse();
  return page({
    title: 'What happened',
    itemCount: options.itemCount,
    content: html`<h1>What the companion did for you</h1>
      <p class="lead">
        Your browser sent one small JSON request and waited. The rest happened between the companion and the gateway:
        digests, XML, items joined by <code>#;#</code>. Card data is masked.
      </p>
      ${
        stories.length === 0
          ? html`<p>Nothing yet. <a href="/">Buy something</a> and come back.</p>`
          : stories.map(({ order, steps }, index) => showOrder(order, steps, index === 0))
      }`,
  });
}

function showOrder(order: Order, steps: readonly Step[], isNewest: boolean): Html {
  return html`<section class="story" aria-labelledby="${order.order_no}">
    <h2 id="${order.order_no}">Order ${order.order_no} <span>${euro(order.total)}</span></h2>
    <ol>
      ${steps.map((step, index) => showStep(step, isNewest && index === 0))}
    </ol>
  </section>`;
}

function showStep(step: Step, isOpen: boolean): Html {
  return html`<li class="${step.direction}">
    <details ${isOpen ? html`open` : ''}>
      <summary>
        <span class="what"><b>${step.title}</b> <code>${step.name}</code></span>
        <span class="result">${step.result}</span>
        <time datetime="${new Date(step.at).toISOString()}">${clock(step.at)}</time>
      </summary>
      <div class="exchange">
        <div>
          <h3>${step.form}, sent as <code>${step.contentType}</code></h3>
          ${table(step.fields, step.digest)}
        </div>
        ${
          step.answer === undefined
            ? ''
            : html`<div>
                <h3>Answer</h3>
                <pre tabindex="0" role="region" aria-label="Answer">${step.answer}</pre>
              </div>`
        }
      </div>
    </details>
  </li>`;
}

function table(fields: Record<string, unknown>, digest: string): Html {
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

/** Time of day in UTC: the page is made on the server, which does not know the visitor's zone. */
function clock(at: number): string {
  return `${new Date(at).toISOString().slice(11, 19)} UTC`;
}
