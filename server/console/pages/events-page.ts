import { html, nothing, type TemplateResult } from 'lit';
import type { Payment } from '../../../shared/contract/merchant/payments.ts';
import type { ListedWebhookEvent, WebhookEventBody } from '../../../shared/contract/merchant/webhook-events.ts';
import { texts } from '../i18n/texts.ts';
import { STATE_FILTERS, IN_PROGRESS_STATES, stateLabelAndTone, findText } from '../i18n/states.ts';
import { icon } from '../components/icons.ts';
import { toCreatedRangeQuery, filterSelect } from '../list-filters.ts';
import { ListPage } from '../list-page.ts';
import type { ListColumn } from '../list-table.ts';
import { stateBadge, amountCell, timestamp, type TemplateContent } from '../components/templates.ts';
import { hrefOf } from '../route.ts';
import { formatDateAndExactTime, formatShortTime } from '../times.ts';

const t = texts.events;

/** Shown where a delivery was repeated. */
const ATTEMPTS: ListColumn<ListedWebhookEvent> = {
  label: t.attempts,
  isNumeric: true,
  cell: ({ attempts }) =>
    attempts > 1
      ? html`<span class="narrow">${t.attempts}:</span> ${attempts}`
      : html`<span class="none muted">${attempts}</span>`,
};

/** The most events that are counted of each state. */
const COUNTED_MAX = 100;

interface EventPageBody {
  events: ListedWebhookEvent[];
  next_cursor: string | null;
}

/** The webhook events sent to the shop. */
export class EventsPage extends ListPage<ListedWebhookEvent> {
  static override properties = { ...ListPage.properties, undelivered: { state: true } };

  /** The latest events that an endpoint did not accept yet, and those that none accepted at all. */
  declare private undelivered: readonly ListedWebhookEvent[][];
  protected readonly texts = t;
  protected readonly icon = 'events';
  protected readonly screenPath = 'events';

  constructor() {
    super();
    this.undelivered = [];
  }

  protected columns(): readonly ListColumn<ListedWebhookEvent>[] {
    return [
      {
        label: t.type,
        area: 'main',
        cell: ({ type }) =>
          html`<span class="strong">${eventTypeLabel(type)}</span
            ><span class="under in-table muted small"><code>${type}</code></span>`,
      },
      { label: texts.common.amount, isNumeric: true, cell: eventAmount },
      { label: texts.common.status, area: 'end', cell: stateCell },
      { label: t.reference, area: 'last clip', cell: referenceCell },
      { label: texts.common.date, cell: (event) => timestamp(event.created_at, formatDateAndExactTime) },
      ...(this.entries.some(({ attempts }) => attempts > 1) ? [ATTEMPTS] : []),
    ];
  }

  protected override isInProgress(event: ListedWebhookEvent): boolean {
    return IN_PROGRESS_STATES.events.has(event.state);
  }

  protected override rowHref(event: ListedWebhookEvent): string {
    return hrefOf('events', event.id);
  }

  /** What was not delivered; it may stand far below what was. */
  protected override intro(): TemplateContent {
    const [waiting = [], failed = []] = this.undelivered;
    if (this.route.query['state'] !== undefined) return nothing;
    const [next] = waiting.flatMap(({ next_delivery_at: at }) => at ?? []).sort();
    const time = next === undefined || waiting.length === COUNTED_MAX ? '' : `: ${t.nextTry(formatShortTime(next))}`;
    return html`${waiting.some(({ attempts }) => attempts > 0) ? this.notice('waiting', t.waiting(countText(waiting)) + time) : nothing}
    ${failed.length > 0 ? this.notice('given_up', `${texts.overview.failedEvents}: ${countText(failed)}`) : nothing}`;
  }

  private notice(state: string, text: string): TemplateResult {
    return html`<div class="notice alert">
      ${icon('alert')}
      <p class="grow">${text}</p>
      <a class="button small" href=${hrefOf('events', '', { state })}>${t.showUndelivered}</a>
    </div>`;
  }

  protected override filters(): TemplateContent {
    const { type = '', ref, order } = this.route.query;
    return html`<div class="filters">
      ${this.stateFilter(STATE_FILTERS.events, 'state')} ${this.dateFilter()}
      ${filterSelect(t.type, {
        names: t.types,
        selected: type,
        onChange: (name) => this.shell.go(this.filterHref({ type: name })),
      })}
      <form class="search" role="search" aria-label=${t.search} @submit=${(event: Event) => void this.search(event)}>
        ${icon('search')}
        <input
          type="search"
          name="text"
          maxlength="100"
          aria-label=${t.search}
          placeholder=${t.search}
          .value=${order ?? ref ?? ''}
        />
      </form>
    </div>`;
  }

  private filterHref(changes: Record<string, string | undefined>): string {
    return hrefOf('events', '', { ...this.route.query, ...changes });
  }

  /** Opens an event by its ID, or lists the events of an order's latest payment or of an ID. */
  private async search(event: Event): Promise<void> {
    event.preventDefault();
    const given = new FormData(event.target as HTMLFormElement).get('text');
    const text = typeof given === 'string' ? given.trim() : '';
    if (/^evt_[\w-]+$/.test(text)) {
      this.shell.go(hrefOf('events', text));
      return;
    }
    if (text === '' || /^[a-z]{2,4}_[\w-]+$/.test(text)) {
      this.shell.go(this.filterHref({ ref: text, order: undefined }));
      return;
    }
    try {
      const { payments } = await this.shell.api.get<{ payments: Payment[] }>('/payments', {
        order_no: text,
        limit: '1',
      });
      this.shell.go(this.filterHref({ ref: payments[0]?.id ?? text, order: text }));
    } catch (error) {
      this.error = error;
    }
  }

  protected override apiFilter(): Record<string, string | undefined> {
    const { state, type, ref } = this.route.query;
    return { state, type, ref, ...toCreatedRangeQuery(this.route.query) };
  }

  protected async fetchPage(
    cursor: string | undefined,
  ): Promise<{ entries: ListedWebhookEvent[]; next: string | null }> {
    const read = (query: Record<string, string | undefined>): Promise<EventPageBody> =>
      this.shell.api.get<EventPageBody>('/events', query);
    const readUndelivered = async (state: string): Promise<ListedWebhookEvent[]> =>
      (await read({ state, limit: String(COUNTED_MAX) })).events;
    // The notices stand above the unfiltered list only.
    const isCounted = cursor === undefined && this.route.query['state'] === undefined;
    const [page, ...undelivered] = await Promise.all([
      read({ ...this.apiFilter(), cursor }),
      ...(isCounted ? ['waiting', 'given_up'].map(readUndelivered) : this.undelivered),
    ]);
    this.undelivered = undelivered;
    return { entries: page.events, next: page.next_cursor };
  }
}

/** The name of an event's type for people. */
export function eventTypeLabel(type: string): string {
  return findText(t.types, type) ?? type;
}

/** Only a state to act on stands out: an endpoint that failed several times is no ordinary wait. */
function stateCell({
  state,
  attempts,
  last_status: status,
  next_delivery_at: next,
}: ListedWebhookEvent): TemplateContent {
  if (state === 'delivered') return html`<span class="muted">${stateLabelAndTone(state).label}</span>`;
  const facts = [
    attempts === 0 ? '' : (status ?? t.noResponse),
    next === null || attempts === 0 ? '' : t.nextTry(formatShortTime(next)),
  ].filter((fact) => fact !== '');
  return html`${stateBadge(state, state === 'waiting' && attempts > 1 ? 'alert' : undefined)}${
    facts.length === 0 ? nothing : html`<span class="under muted small">${facts.join(' · ')}</span>`
  }`;
}

function countText({ length }: readonly object[]): string {
  return length === COUNTED_MAX ? `${String(length)}+` : String(length);
}

/** A longer reference takes a line of its own on narrow screens. */
const REFERENCE_IN_LINE = 14;
/** The longest reference that is shown in full. */
const REFERENCE_SHOWN = 20;

/** A long reference is cut in its middle: its ends tell it apart. */
function referenceCell(event: ListedWebhookEvent): TemplateContent {
  const text = orderNumberOrReference(event);
  if (text.length <= REFERENCE_IN_LINE) return text;
  const shown = text.length <= REFERENCE_SHOWN ? text : `${text.slice(0, 10)}…${text.slice(-8)}`;
  return html`<span title=${text}>${shown}</span>`;
}

/** The amount that the event is about. */
export function eventAmount({ type, data }: WebhookEventBody): TemplateContent {
  const { amount, refund_amount: refund, refunded_amount: refunded, currency } = data;
  const shown = type === 'payment.refunded' ? refunded : (refund ?? amount);
  return typeof shown === 'string' && typeof currency === 'string' ? amountCell(shown, currency) : '';
}

/** The order number, or the reference of an event without one. */
export function orderNumberOrReference({ data, ref }: WebhookEventBody): string {
  const order = data['order_no'];
  return typeof order === 'string' ? order : ref;
}

customElements.define('console-events', EventsPage);

export const createConsolePage = (): EventsPage => new EventsPage();
