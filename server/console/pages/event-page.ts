import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type * as z from '../../../shared/zod.ts';
import type { WebhookEventWithDeliveries } from '../../../shared/contract/merchant/webhook-events.ts';
import { texts } from '../i18n/texts.ts';
import { IN_PROGRESS_STATES } from '../i18n/states.ts';
import { ConsolePage } from '../console-page.ts';
import { icon } from '../components/icons.ts';
import {
  stateBadge,
  copyableText,
  copyButton,
  errorNotice,
  detailList,
  sectionPanel,
  timestamp,
  skeleton,
  type TemplateContent,
  backLink,
} from '../components/templates.ts';
import { jsonText } from '../components/json-text.ts';
import { PollingController, areResponsesEqual } from '../polling-controller.ts';
import { hrefOf } from '../route.ts';
import { formatDateAndExactTime } from '../times.ts';
import { eventAmount, eventTypeLabel, orderNumberOrReference } from './events-page.ts';

type Event = z.infer<typeof WebhookEventWithDeliveries>;

const t = texts.events;

/** One webhook event: its payload and delivery attempts. */
export class EventPage extends ConsolePage {
  static override properties = { ...ConsolePage.properties, event: { state: true }, error: { state: true } };

  declare private event: Event | undefined;
  declare private error: unknown;

  constructor() {
    super();
    new PollingController(this, {
      isActive: () => IN_PROGRESS_STATES.events.has(this.event?.state ?? ''),
      isReady: () => this.error === undefined && this.event !== undefined,
      poll: async () => {
        const before = this.event;
        await this.read();
        return !areResponsesEqual(before, this.event);
      },
    });
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('route')) void this.load();
  }

  private async load(): Promise<void> {
    this.error = undefined;
    try {
      await this.read();
    } catch (error) {
      this.error = error;
    }
  }

  private async read(): Promise<void> {
    this.event = await this.shell.api.get<Event>(`/events/${encodeURIComponent(this.route.id)}`);
  }

  override render(): TemplateResult {
    const back = backLink(this.shell, 'events');
    const title = html`<header class="page-header"><h1>${t.type}</h1></header>`;
    if (this.error !== undefined) return html`${back}${title}${errorNotice(this.error, () => void this.load())}`;
    const { event } = this;
    if (event === undefined) return html`${back}${title}${skeleton()}`;
    // The body as it is sent.
    const body = { type: event.type, timestamp: event.created_at, data: event.data };
    return html`${back}
      <header class="detail-header">
        <div>
          <h1>${eventTypeLabel(event.type)} ${stateBadge(event.state)}</h1>
          <p class="muted"><code>${event.type}</code> · ${timestamp(event.created_at, formatDateAndExactTime)}</p>
        </div>
        <div class="tools">
          ${
            this.shell.can('pay') && event.state !== 'none'
              ? html`<button
                  type="button"
                  class=${event.state === 'delivered' ? '' : 'primary'}
                  @click=${() => void this.redeliver(event, undefined)}
                >
                  ${t.redeliver}
                </button>`
              : nothing
          }
        </div>
      </header>
      ${
        event.state === 'none'
          ? html`<div class="notice alert">
              ${icon('alert')}
              <p>${t.noAddress}</p>
            </div>`
          : nothing
      }
      <div class="columns wide-end">
        <div class="stack">
          ${sectionPanel('deliveries', t.deliveries, html`${this.endpointsOf(event)} ${deliveriesOf(event)}`)}
          ${sectionPanel(
            'event',
            t.type,
            detailList([
              [texts.common.amount, eventAmount(event)],
              [t.reference, referenceOf(event)],
              [t.id, copyableText(event.id, t.id)],
            ]),
          )}
        </div>
        ${sectionPanel(
          'data',
          t.data,
          html`<pre class="payload" tabindex="0" aria-label=${t.data}>${jsonText(body)}</pre>`,
          copyButton(JSON.stringify(body, null, 2), t.data),
        )}
      </div>`;
  }

  /** The endpoints of the event; with more than one, the state at each and a delivery to it alone. */
  private endpointsOf(event: Event): TemplateContent {
    const urls = new Map(this.shell.session.webhooks.map(({ name, url }) => [name, url]));
    const [only, ...others] = event.endpoints;
    if (only !== undefined && others.length === 0) {
      const url = urls.get(only.name);
      return url === undefined ? nothing : html`<p class="row-text muted small">${t.endpoint}: ${url}</p>`;
    }
    return detailList(
      event.endpoints.map(({ name, state }) => [
        name,
        html`${stateBadge(state)} ${urls.has(name) ? html`<span class="muted small">${urls.get(name)}</span>` : nothing}
        ${
          this.shell.can('pay') && urls.has(name)
            ? html`<button type="button" @click=${() => void this.redeliver(event, name)}>${t.redeliver}</button>`
            : nothing
        }`,
      ]),
    );
  }

  /** @param endpoint the only endpoint to deliver to; undefined for all */
  private async redeliver(event: Event, endpoint: string | undefined): Promise<void> {
    const isDone = await this.shell.confirm({
      title: t.redeliverTitle(eventTypeLabel(event.type)),
      about: endpoint === undefined ? t.redeliverAbout : `${t.endpoint}: ${endpoint}. ${t.redeliverAbout}`,
      submitLabel: () => t.redeliver,
      request: () => ({ path: `/events/${event.id}/redeliver`, body: endpoint === undefined ? {} : { endpoint } }),
      resultOf: () => ({ ok: true, text: t.redelivered }),
    });
    if (isDone) await this.load();
  }
}

/** The order number with a link to its payment. */
function referenceOf(event: Event): TemplateContent {
  const payment = event.ref.startsWith('pay_') ? event.ref : event.data['payment_id'];
  const text = orderNumberOrReference(event);
  return typeof payment === 'string' ? html`<a href=${hrefOf('payments', payment)}>${text}</a>` : text;
}

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

function deliveriesOf({ deliveries, endpoints }: Event): TemplateContent {
  if (deliveries.length === 0) return html`<p class="muted">${t.noDeliveries}</p>`;
  return html`<ol class="timeline">
    ${deliveries.map(
      (delivery) =>
        html`<li class=${delivery.status !== null && delivery.status < 300 ? 'good' : 'bad'}>
          <p>
            ${delivery.status === null ? t.noResponse : `${String(delivery.status)} ${STATUS_TEXTS[delivery.status] ?? ''}`}
          </p>
          ${delivery.error === null ? nothing : html`<p class="muted small">${delivery.error}</p>`}
          <p class="muted small">
            ${timestamp(delivery.at, formatDateAndExactTime)} · ${delivery.duration_ms}
            ms${endpoints.length > 1 ? ` · ${delivery.endpoint}` : nothing}
          </p>
        </li>`,
    )}
  </ol>`;
}

customElements.define('console-event', EventPage);

export const createConsolePage = (): EventPage => new EventPage();
