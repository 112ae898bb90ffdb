import { html } from 'hono/html';
import { page, type Html } from './layout.ts';

export interface SeenRequest {
  operation: string;
  at: number;
  content_type: string;
  fields: Record<string, unknown>;
  answer: string;
}

export interface SeenNotification {
  url: string;
  fields: Record<string, string>;
  attempts: number;
  state: string;
  created_at: number;
}

/** What the gateway got and sent, so that a visitor sees what the companion does. */
export function requestsPage(
  requests: readonly SeenRequest[],
  notifications: readonly SeenNotification[],
  itemCount: number,
): Promise<string> {
  const entries = [
    ...requests.map((request) => ({ at: request.at, show: () => showRequest(request) })),
    ...notifications.map((notification) => ({
      at: notification.created_at,
      show: () => showNotification(notification),
    })),
  ].sort((a, b) => b.at - a.at);
  return page({
    title: 'What happened',
    itemCount,
    content: html`<h1>What the companion did for you</h1>
      <p class="lead">
        The page in your browser sent one JSON request to the companion. Everything below happened between the companion
        and the gateway: digests, XML, items joined by <code>#;#</code>. Card data is masked.
      </p>
      ${
        entries.length === 0
          ? html`<p>Nothing yet. <a href="/">Buy something</a> and come back.</p>`
          : html`<ol class="log">
              ${entries.slice(0, 60).map((entry) => entry.show())}
            </ol>`
      }`,
  });
}

function showRequest(request: SeenRequest): Html {
  const what = request.operation === 'authorise' ? 'POST /v1/authorise' : `POST /v1/${request.operation}`;
  return html`<li>
    <details>
      <summary>
        <b>Companion → gateway</b> <code>${what}</code> ${orderOf(request.fields)} <time>${clock(request.at)}</time>
      </summary>
      <p>Content-Type: <code>${request.content_type}</code></p>
      ${table(request.fields)}
      <h3>Answer</h3>
      <pre tabindex="0">${request.answer}</pre>
    </details>
  </li>`;
}

function showNotification(notification: SeenNotification): Html {
  return html`<li>
    <details>
      <summary>
        <b>Gateway → companion</b> <code>${notification.fields['webhooks_type'] ?? ''}</code>
        ${orderOf(notification.fields)} ${notification.state}, ${notification.attempts} sent
        <time>${clock(notification.created_at)}</time>
      </summary>
      ${table(notification.fields)}
    </details>
  </li>`;
}

function table(fields: Record<string, unknown>): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Fields">
    <table>
      <tbody>
        ${Object.entries(fields).map(
          ([name, value]) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td>${typeof value === 'string' ? value : JSON.stringify(value)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function orderOf(fields: Record<string, unknown>): string {
  const order = fields['order_no'] ?? fields['orders'] ?? fields['trades'];
  return typeof order === 'string' ? order : '';
}

function clock(at: number): string {
  return new Date(at).toISOString().slice(11, 19);
}
