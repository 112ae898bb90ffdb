import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Refund } from '../../../shared/contract/merchant/refunds.ts';
import type { Payment } from '../../../shared/contract/merchant/payments.ts';
import { batchRefundForm } from '../payment-forms.ts';
import { refundableAmount } from '../amounts.ts';
import { texts } from '../i18n/en.ts';
import { STATE_FILTERS, IN_PROGRESS } from '../i18n/states.ts';
import { ListPage, type Column } from '../list-page.ts';
import { icon } from '../components/icons.ts';
import { badge, timestamp, formattedAmount, type Content, paymentMethod } from '../components/templates.ts';
import { hrefOf } from '../route.ts';
import { startOfDay } from '../times.ts';

const t = texts.payments;

/** The maximum number of payments in a batch refund. */
const MAX_SELECTED = 20;

/** The payments list with filters, CSV export and batch refunds. */
export class PaymentsPage extends ListPage<Payment> {
  static override properties = { ...ListPage.properties, selected: { state: true } };

  /** The selected payments; undefined outside of a selection. */
  declare private selected: ReadonlySet<string> | undefined;
  /** The text of the search field, kept while the list polls. */
  private searchText = '';
  protected readonly texts = t;
  protected readonly icon = 'payments';
  protected readonly screenPath = 'payments';

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('route')) this.searchText = this.route.query['q'] ?? '';
    super.willUpdate(changed);
  }

  protected columns(): readonly Column<Payment>[] {
    return [
      {
        label: texts.common.amount,
        area: 'main',
        cell: (payment) => html`<span class="strong">${formattedAmount(payment.amount, payment.currency)}</span>`,
      },
      { label: texts.common.status, area: 'end', cell: (payment) => this.statusCell(payment) },
      { label: texts.common.order, cell: (payment) => payment.order_no },
      { label: texts.common.customer, cell: (payment) => payment.shopper_email ?? '' },
      { label: t.method, cell: paymentMethod },
      { label: texts.common.date, cell: (payment) => timestamp(payment.created_at) },
    ];
  }

  private statusCell(payment: Payment): TemplateResult {
    const isRefunded = payment.refunded_amount !== '0.00';
    const isWhole = payment.refunded_amount === payment.amount;
    const status = payment.status === 'paid' && isWhole ? 'refunded' : payment.status;
    const checkbox =
      this.selected === undefined || !this.isRefundable(payment)
        ? nothing
        : html`<input
            type="checkbox"
            aria-label=${t.selectPayment(payment.order_no)}
            .checked=${live(this.selected.has(payment.id))}
            @change=${() => this.toggleSelected(payment.id)}
          />`;
    return html`<span class="states"
      >${badge(status)}${
        isRefunded && !isWhole
          ? html`<span class="muted small">−${formattedAmount(payment.refunded_amount, payment.currency)}</span>`
          : nothing
      }${payment.dispute_status === null ? nothing : html`<span class="tag">${t.disputed[payment.dispute_status]}</span>`}${checkbox}</span
    >`;
  }

  protected override isInProgress(payment: Payment): boolean {
    return IN_PROGRESS.payments.has(payment.status);
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

  protected override headerActions(): Content {
    return html`<div class="tools">
      ${
        this.shell.can('refund')
          ? html`<button
              type="button"
              aria-pressed=${String(this.selected !== undefined)}
              @click=${() => {
                this.selected = this.selected === undefined ? new Set() : undefined;
              }}
            >
              ${this.selected === undefined ? t.select : t.cancelSelection}
            </button>`
          : nothing
      }
      <a class="button" href=${this.exportHref()} download>${icon('download')}${t.export}</a>
    </div>`;
  }

  private exportHref(): string {
    const q = this.route.query['q']?.trim() ?? '';
    const searched = q === '' ? {} : q.includes('@') ? { email: q } : { order_no: q };
    const given = Object.entries({ ...this.filterQuery(), ...searched }).filter(
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
            .value=${live(this.searchText)}
            @input=${(event: Event) => {
              this.searchText = (event.target as HTMLInputElement).value;
            }}
            autocomplete="off"
            spellcheck="false"
          />
        </div>
        <button>${texts.common.search}</button>
        <label>${t.from}<input type="date" name="from" .value=${live(query['from'] ?? '')} @change=${apply} /></label>
        <label>${t.to}<input type="date" name="to" .value=${live(query['to'] ?? '')} @change=${apply} /></label>
      </form>
      ${this.stateFilter(STATE_FILTERS.payments)}
      ${
        query['attention'] === 'true'
          ? html`<p><a class="chip" href=${hrefOf('payments')} aria-current="true">${t.attention} ✕</a></p>`
          : nothing
      }
      ${this.selectionBar()}`;
  }

  private selectionBar(): Content {
    if (this.selected === undefined) return nothing;
    return html`<div class="panel selection">
      <span>${t.selected(this.selected.size)}</span>
      <button
        type="button"
        class="primary"
        ?disabled=${this.selected.size === 0}
        @click=${() => void this.refundSelected()}
      >
        ${t.refundSelected}
      </button>
    </div>`;
  }

  private isRefundable(payment: Payment): boolean {
    return payment.status === 'paid' && refundableAmount(payment) > 0n;
  }

  private toggleSelected(id: string): void {
    const selected = new Set(this.selected);
    if (!selected.delete(id) && selected.size < MAX_SELECTED) selected.add(id);
    this.selected = selected;
  }

  private async refundSelected(): Promise<void> {
    const { api } = this.shell;
    const payments = this.entries.filter(({ id }) => this.selected?.has(id));
    const withRefundable = await Promise.all(
      payments.map(async (payment) => {
        const { refunds } = await api.get<{ refunds: Refund[] }>('/refunds', { payment_id: payment.id, limit: '100' });
        return { ...payment, left: refundableAmount(payment, refunds) };
      }),
    );
    const refundable = withRefundable.filter(({ left }) => left > 0n);
    if (refundable.length === 0 || !(await this.shell.confirm(batchRefundForm(refundable)))) return;
    this.selected = undefined;
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
