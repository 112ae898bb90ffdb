import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Refund } from '../../../shared/contract/merchant/batches.ts';
import type { Payment } from '../../../shared/contract/merchant/payments.ts';
import { askRefunds } from '../actions.ts';
import { remainingOf } from '../amounts.ts';
import { w } from '../i18n/en.ts';
import { FILTERS, UNDER_WAY } from '../i18n/states.ts';
import { ListPage, type Column } from '../list-page.ts';
import { icon } from '../parts/icons.ts';
import { methodOf } from '../parts/method.ts';
import { badge, moment, sum, type Content } from '../parts/parts.ts';
import { hrefOf } from '../route.ts';
import { startOfDay } from '../times.ts';

const t = w.payments;

/** Refunds that one dialog shows well. */
const MAX_CHOSEN = 20;

/** Payments with filters, a file of them, and refunds of several at once. */
export class PaymentsPage extends ListPage<Payment> {
  static override properties = { ...ListPage.properties, chosen: { state: true } };

  /** Undefined while nothing is being chosen. */
  declare private chosen: ReadonlySet<string> | undefined;
  /** What stands in the search field: the list may be drawn again while it is typed. */
  private sought = '';
  protected readonly words = t;
  protected readonly symbol = 'payments';
  protected readonly place = 'payments';

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('route')) this.sought = this.route.query['q'] ?? '';
    super.willUpdate(changed);
  }

  protected columns(): readonly Column<Payment>[] {
    return [
      {
        label: w.common.amount,
        place: 'main',
        cell: (payment) => html`<span class="strong">${sum(payment.amount, payment.currency)}</span>`,
      },
      { label: w.common.status, place: 'end', cell: (payment) => this.statusCell(payment) },
      { label: w.common.order, cell: (payment) => payment.order_no },
      { label: w.common.customer, cell: (payment) => payment.shopper_email ?? '' },
      { label: t.method, cell: methodOf },
      { label: w.common.date, cell: (payment) => moment(payment.created_at) },
    ];
  }

  private statusCell(payment: Payment): TemplateResult {
    const isRefunded = payment.refunded_amount !== '0.00';
    const isWhole = payment.refunded_amount === payment.amount;
    const status = payment.status === 'paid' && isWhole ? 'refunded' : payment.status;
    const box =
      this.chosen === undefined || !this.isRefundable(payment)
        ? nothing
        : html`<input
            type="checkbox"
            aria-label=${t.choose(payment.order_no)}
            .checked=${live(this.chosen.has(payment.id))}
            @change=${() => this.choose(payment.id)}
          />`;
    return html`<span class="states"
      >${badge(status)}${
        isRefunded && !isWhole
          ? html`<span class="soft small">−${sum(payment.refunded_amount, payment.currency)}</span>`
          : nothing
      }${payment.dispute_status === null ? nothing : html`<span class="tag">${t.disputed[payment.dispute_status]}</span>`}${box}</span
    >`;
  }

  protected override isUnderWay(payment: Payment): boolean {
    return UNDER_WAY.payments.has(payment.status);
  }

  protected override rowHref(payment: Payment): string {
    return hrefOf('payments', payment.id);
  }

  protected async fetchPage(cursor: string | undefined): Promise<{ entries: Payment[]; next: string | null }> {
    const { api } = this.shell;
    const read = (
      query: Record<string, string | undefined>,
    ): Promise<{ payments: Payment[]; next_cursor: string | null }> =>
      api.get('/payments', { ...this.filterQuery(), ...query, cursor });
    const q = this.route.query['q']?.trim() ?? '';
    if (q === '') return toPage(await read({}));
    if (q.includes('@')) return toPage(await read({ email: q }));
    if (q.startsWith('pay_')) {
      this.shell.go(hrefOf('payments', q));
      return { entries: [], next: null };
    }
    const byOrder = await read({ order_no: q });
    return toPage(byOrder.payments.length > 0 ? byOrder : await read({ transaction_id: q }));
  }

  private filterQuery(): Record<string, string | undefined> {
    const { status, from, to, attention } = this.route.query;
    return {
      status,
      attention,
      created_from: startOfDay(from ?? ''),
      created_to: startOfDay(to ?? '', 1),
    };
  }

  protected override tools(): Content {
    return html`<div class="tools">
      ${
        this.shell.can('refund')
          ? html`<button
              type="button"
              aria-pressed=${String(this.chosen !== undefined)}
              @click=${() => {
                this.chosen = this.chosen === undefined ? new Set() : undefined;
              }}
            >
              ${this.chosen === undefined ? t.select : t.selectEnd}
            </button>`
          : nothing
      }
      <a class="button" href=${this.exportHref()} download>${icon('download')}${t.export}</a>
    </div>`;
  }

  private exportHref(): string {
    const q = this.route.query['q']?.trim() ?? '';
    const sought = q === '' ? {} : q.includes('@') ? { email: q } : { order_no: q };
    const given = Object.entries({ ...this.filterQuery(), ...sought }).filter(
      (entry): entry is [string, string] => (entry[1] ?? '') !== '',
    );
    const search = new URLSearchParams(given).toString();
    return `console/payments.csv${search === '' ? '' : `?${search}`}`;
  }

  protected override filters(): Content {
    const { query } = this.route;
    const apply = (event: Event): void => {
      event.preventDefault();
      const form = (event.currentTarget as HTMLElement).closest('form');
      if (form === null) return;
      const given = Object.fromEntries(
        [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
      );
      this.shell.go(hrefOf('payments', '', { ...query, ...given }));
    };
    return html`<form class="filters" role="search" @submit=${apply}>
        <div class="search">
          ${icon('search')}
          <input
            type="search"
            name="q"
            aria-label=${t.search}
            placeholder=${t.searchShort}
            .value=${live(this.sought)}
            @input=${(event: Event) => {
              this.sought = (event.target as HTMLInputElement).value;
            }}
            autocomplete="off"
            spellcheck="false"
          />
        </div>
        <button>${w.common.search}</button>
        <label>${t.from}<input type="date" name="from" .value=${live(query['from'] ?? '')} @change=${apply} /></label>
        <label>${t.to}<input type="date" name="to" .value=${live(query['to'] ?? '')} @change=${apply} /></label>
      </form>
      ${this.stateFilter(FILTERS.payments)}
      ${
        query['attention'] === 'true'
          ? html`<p><a class="chip" href=${hrefOf('payments')} aria-current="true">${t.attention} ✕</a></p>`
          : nothing
      }
      ${this.chosenBar()}`;
  }

  private chosenBar(): Content {
    if (this.chosen === undefined) return nothing;
    return html`<div class="sheet chosen">
      <span>${t.chosen(this.chosen.size)}</span>
      <button
        type="button"
        class="primary"
        ?disabled=${this.chosen.size === 0}
        @click=${() => void this.refundChosen()}
      >
        ${t.refundChosen}
      </button>
    </div>`;
  }

  private isRefundable(payment: Payment): boolean {
    return payment.status === 'paid' && remainingOf(payment) > 0n;
  }

  private choose(id: string): void {
    const chosen = new Set(this.chosen);
    if (!chosen.delete(id) && chosen.size < MAX_CHOSEN) chosen.add(id);
    this.chosen = chosen;
  }

  private async refundChosen(): Promise<void> {
    const { api } = this.shell;
    const payments = this.entries.filter(({ id }) => this.chosen?.has(id));
    const asked = await Promise.all(
      payments.map(async (payment) => {
        const { refunds } = await api.get<{ refunds: Refund[] }>('/refunds', { payment_id: payment.id, limit: '100' });
        return { ...payment, left: remainingOf(payment, refunds) };
      }),
    );
    const open = asked.filter(({ left }) => left > 0n);
    if (open.length === 0 || !(await this.shell.ask(askRefunds(open)))) return;
    this.chosen = undefined;
    await this.load();
  }
}

function toPage({ payments, next_cursor: next }: { payments: Payment[]; next_cursor: string | null }): {
  entries: Payment[];
  next: string | null;
} {
  return { entries: payments, next };
}

customElements.define('console-payments', PaymentsPage);

export const create = (): PaymentsPage => new PaymentsPage();
