import { html } from 'lit';
import type { WebhookEventBody } from '../../../shared/contract/merchant/webhook-events.ts';
import { texts } from '../i18n/texts.ts';
import { STATE_FILTERS, IN_PROGRESS, stateLabel, textIn } from '../i18n/states.ts';
import { ListPage } from '../list-page.ts';
import type { ListColumn } from '../list-table.ts';
import { badge, formattedAmount, timestamp, type Content } from '../components/templates.ts';
import { hrefOf } from '../route.ts';

const t = texts.events;

/** The webhook events sent to the shop. */
export class EventsPage extends ListPage<WebhookEventBody> {
  protected readonly texts = t;
  protected readonly icon = 'events';
  protected readonly screenPath = 'events';

  protected columns(): readonly ListColumn<WebhookEventBody>[] {
    return [
      {
        label: t.type,
        area: 'main',
        cell: (event) => html`<span class="strong" title=${event.type}>${eventTypeLabel(event.type)}</span>`,
      },
      { label: texts.common.amount, cell: eventAmount },
      { label: texts.common.status, area: 'end', cell: stateCell },
      { label: t.reference, area: 'clip', cell: (event) => orderOrReference(event) },
      { label: t.attempts, cell: (event) => html`<span class="narrow">${t.attempts}:</span> ${event.attempts}` },
      { label: texts.common.date, cell: (event) => timestamp(event.created_at) },
    ];
  }

  protected override isInProgress(event: WebhookEventBody): boolean {
    return IN_PROGRESS.events.has(event.state);
  }

  protected override rowHref(event: WebhookEventBody): string {
    return hrefOf('events', event.id);
  }

  protected override filters(): Content {
    return this.stateFilter(STATE_FILTERS.events, 'state');
  }

  protected async fetchPage(cursor: string | undefined): Promise<{ entries: WebhookEventBody[]; next: string | null }> {
    const { state } = this.route.query;
    const page = await this.shell.api.get<{ events: WebhookEventBody[]; next_cursor: string | null }>('/events', {
      state,
      cursor,
    });
    return { entries: page.events, next: page.next_cursor };
  }
}

/** The name of an event's type for people. */
export function eventTypeLabel(type: string): string {
  return textIn(t.types, type) ?? type;
}

/** Only a state to act on stands out. */
function stateCell({ state }: WebhookEventBody): Content {
  return state === 'delivered' ? html`<span class="muted">${stateLabel(state).label}</span>` : badge(state);
}

/** The amount that the event is about. */
function eventAmount({ type, data }: WebhookEventBody): Content {
  const { amount, refund_amount: refund, refunded_amount: refunded, currency } = data;
  const shown = type === 'payment.refunded' ? refunded : (refund ?? amount);
  return typeof shown === 'string' && typeof currency === 'string' ? formattedAmount(shown, currency) : '';
}

/** The order number, or the reference of an event without one. */
export function orderOrReference({ data, ref }: WebhookEventBody): string {
  const order = data['order_no'];
  return typeof order === 'string' ? order : ref;
}

customElements.define('console-events', EventsPage);

export const createPage = (): EventsPage => new EventsPage();
