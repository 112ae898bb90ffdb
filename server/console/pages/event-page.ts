import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type * as z from 'zod/mini';
import type { WebhookEventWithDeliveries } from '../../../shared/contract/merchant/operations.ts';
import { w } from '../i18n/en.ts';
import { UNDER_WAY } from '../i18n/states.ts';
import { ConsolePage } from '../page.ts';
import { backLink } from '../parts/back-link.ts';
import { icon } from '../parts/icons.ts';
import { badge, copyable, errorNotice, facts, moment, skeleton, type Content } from '../parts/parts.ts';
import { Refresh, isSame } from '../refresh.ts';
import { hrefOf } from '../route.ts';

type Event = z.infer<typeof WebhookEventWithDeliveries>;

const t = w.events;

/** One event: what the shop is told, and each try to tell it. */
export class EventPage extends ConsolePage {
  static override properties = { ...ConsolePage.properties, event: { state: true }, error: { state: true } };

  declare private event: Event | undefined;
  declare private error: unknown;

  constructor() {
    super();
    new Refresh(this, {
      isNeeded: () => this.error === undefined && UNDER_WAY.events.has(this.event?.state ?? ''),
      read: async () => {
        const before = this.event;
        await this.read();
        return !isSame(before, this.event);
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
    const title = html`<header class="head"><h1>${t.type}</h1></header>`;
    if (this.error !== undefined) return html`${back}${title}${errorNotice(this.error, () => void this.load())}`;
    const { event } = this;
    if (event === undefined) return html`${back}${title}${skeleton()}`;
    return html`${back}
      <header class="summit">
        <div>
          <h1><code>${event.type}</code> ${badge(event.state)}</h1>
          <p class="soft">${moment(event.created_at)}</p>
        </div>
        <div class="tools">
          ${
            this.shell.can('pay') && event.state !== 'none'
              ? html`<button type="button" class="primary" @click=${() => void this.redeliver(event)}>
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
      <div class="halves">
        <section class="sheet" aria-labelledby="deliveries">
          <h2 id="deliveries">${t.deliveries}</h2>
          ${deliveriesOf(event)}
        </section>
        <section class="sheet" aria-labelledby="data">
          <h2 id="data">${t.data}</h2>
          ${facts([
            ['webhook-id', copyable(event.id, 'webhook-id')],
            [
              t.about,
              event.ref.startsWith('pay_')
                ? html`<a href=${hrefOf('payments', event.ref)}>${event.ref}</a>`
                : event.ref,
            ],
          ])}
          <pre tabindex="0" aria-label=${t.data}>${JSON.stringify(event.data, null, 2)}</pre>
        </section>
      </div>`;
  }

  private async redeliver(event: Event): Promise<void> {
    const isDone = await this.shell.ask({
      title: t.redeliverTitle(event.type),
      about: t.redeliverAbout,
      confirm: () => t.redeliver,
      call: () => ({ path: `/events/${event.id}/redeliver` }),
      end: () => ({ ok: true, text: t.redelivered }),
    });
    if (isDone) await this.load();
  }
}

function deliveriesOf({ deliveries }: Event): Content {
  if (deliveries.length === 0) return html`<p class="soft">${t.noDeliveries}</p>`;
  return html`<ol class="timeline">
    ${deliveries.map(
      (delivery) =>
        html`<li class=${delivery.status !== null && delivery.status < 300 ? '' : 'alert'}>
          <p>${t.answered(delivery.status)}</p>
          ${delivery.error === null ? nothing : html`<p class="soft small">${delivery.error}</p>`}
          <p class="soft small">${moment(delivery.at)} · ${t.took(delivery.duration_ms)}</p>
        </li>`,
    )}
  </ol>`;
}

customElements.define('console-event', EventPage);

export const create = (): EventPage => new EventPage();
