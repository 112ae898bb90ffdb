import { html } from 'lit';
import type { WebhookEventBody } from '../../../shared/contract/merchant/operations.ts';
import { w } from '../i18n/en.ts';
import { FILTERS, UNDER_WAY } from '../i18n/states.ts';
import { ListPage, type Column } from '../list-page.ts';
import { badge, moment, type Content } from '../parts/parts.ts';
import { hrefOf } from '../route.ts';

const t = w.events;

/** Events for the shop. */
export class EventsPage extends ListPage<WebhookEventBody> {
  protected readonly words = t;
  protected readonly symbol = 'events';
  protected readonly place = 'events';

  protected columns(): readonly Column<WebhookEventBody>[] {
    return [
      { label: t.type, place: 'main', cell: (event) => html`<code class="strong">${event.type}</code>` },
      { label: w.common.status, place: 'end', cell: (event) => badge(event.state) },
      { label: t.about, cell: (event) => subjectOf(event) },
      { label: t.tries, cell: (event) => html`<span class="narrow">${t.tries}:</span> ${event.attempts}` },
      { label: w.common.date, cell: (event) => moment(event.created_at) },
    ];
  }

  protected override isUnderWay(event: WebhookEventBody): boolean {
    return UNDER_WAY.events.has(event.state);
  }

  protected override rowHref(event: WebhookEventBody): string {
    return hrefOf('events', event.id);
  }

  protected override filters(): Content {
    return this.stateFilter(FILTERS.events, 'state');
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

/** The order where the event names one. */
function subjectOf({ data, ref }: WebhookEventBody): string {
  const order = data['order_no'];
  return typeof order === 'string' ? order : ref;
}

customElements.define('console-events', EventsPage);

export const create = (): EventsPage => new EventsPage();
