import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Payment } from '../../../shared/contract/merchant/payments.ts';
import type { AttentionBody } from '../../../shared/contract/merchant/reports.ts';
import { formatSumsByCurrency, refundableHundredths } from '../amounts.ts';
import { texts } from '../i18n/texts.ts';
import { STATE_FILTERS, IN_PROGRESS_STATES } from '../i18n/states.ts';
import { filterSelect, toCreatedRangeQuery } from '../list-filters.ts';
import { ListPage } from '../list-page.ts';
import type { ListColumn } from '../list-table.ts';
import { icon } from '../components/icons.ts';
import {
  paymentBadges,
  timestamp,
  amountCell,
  orderNumberCell,
  type TemplateContent,
  paymentMethodLabel,
} from '../components/templates.ts';
import { openRefundFileDialog, openBatchRefundDialog } from '../batch-refunds.ts';
import { hrefOf } from '../route.ts';
import { savedFilters } from '../saved-filters.ts';

const t = texts.payments;

/** The maximum number of payments in a batch refund. */
const MAX_SELECTED = 100;

/** The payments list with filters, CSV export and batch refunds. */
export class PaymentsPage extends ListPage<Payment> {
  static override properties = {
    ...ListPage.properties,
    selected: { state: true },
    unknownCount: { state: true },
  };

  /** The selected payments; undefined outside of a selection. */
  declare private selected: ReadonlySet<string> | undefined;
  /** How many payments have an unknown outcome. */
  declare private unknownCount: number;
  protected readonly texts = t;
  protected readonly icon = 'payments';
  protected readonly screenPath = 'payments';

  constructor() {
    super();
    this.unknownCount = 0;
  }

  protected columns(): readonly ListColumn<Payment>[] {
    return [
      ...(this.selected === undefined ? [] : [this.selectColumn(this.selected)]),
      {
        label: texts.common.amount,
        area: 'main',
        isNumeric: true,
        cell: (payment) => html`<span class="strong">${amountCell(payment.amount, payment.currency)}</span>`,
      },
      { label: texts.common.status, area: 'end', cell: paymentBadges },
      { label: texts.common.customer, area: 'clip', cell: (payment) => payment.shopper_email ?? '' },
      { label: t.method, area: 'wide', cell: paymentMethodLabel },
      { label: texts.common.order, cell: (payment) => orderNumberCell(payment.order_no) },
      ...(this.shell.session.accounts.length > 1
        ? [{ label: texts.common.account, cell: (payment: Payment) => payment.account }]
        : []),
      { label: texts.common.date, cell: (payment) => timestamp(payment.created_at) },
    ];
  }

  private selectColumn(selected: ReadonlySet<string>): ListColumn<Payment> {
    const selectable = this.entries.filter((payment) => this.isSelectable(payment)).slice(0, MAX_SELECTED);
    const isAll = selectable.length > 0 && selectable.every(({ id }) => selected.has(id));
    const checkbox = (label: string, checked: boolean, toggle: () => void): TemplateResult =>
      html`<input type="checkbox" aria-label=${label} .checked=${live(checked)} @change=${toggle} />`;
    return {
      label: t.select,
      area: 'select',
      head: checkbox(t.selectAll, isAll, () => {
        this.selected = new Set(isAll ? [] : selectable.map(({ id }) => id));
      }),
      cell: (payment) =>
        this.isSelectable(payment)
          ? checkbox(t.selectPayment(payment.order_no), selected.has(payment.id), () => this.toggleSelected(payment.id))
          : nothing,
    };
  }

  /** A batch is of one account: that of the first selected payment, or of the first that is shown. */
  private isSelectable(payment: Payment): boolean {
    const first = this.entries.find(({ id }) => this.selected?.has(id)) ?? this.entries.find(isRefundable);
    return isRefundable(payment) && payment.account === first?.account;
  }

  protected override isInProgress(payment: Payment): boolean {
    return IN_PROGRESS_STATES.payments.has(payment.status);
  }

  protected override rowHref(payment: Payment): string {
    return hrefOf('payments', payment.id);
  }

  protected async fetchPage(cursor: string | undefined): Promise<{ entries: Payment[]; next: string | null }> {
    const { api } = this.shell;
    const [{ payments, next_cursor: next }, unknown] = await Promise.all([
      api.get<{ payments: Payment[]; next_cursor: string | null }>('/payments', { ...this.apiFilter(), cursor }),
      cursor === undefined ? this.readUnknownCount() : this.unknownCount,
    ]);
    this.unknownCount = unknown;
    return { entries: payments, next };
  }

  /** Without it, the filter of unknown outcomes stands among the rarer ones. */
  private async readUnknownCount(): Promise<number> {
    const { api } = this.shell;
    return api.get<AttentionBody>('/reports/attention').then(
      ({ payments }) => payments.unknown,
      () => 0,
    );
  }

  /** What all payments of the filter come to, once all of them are shown. */
  protected override shownText(): string {
    if (this.hasMore) return super.shownText();
    const paid = formatSumsByCurrency(this.entries.filter(({ status }) => status === 'paid'));
    return [texts.overview.payments(this.entries.length), paid === '' ? '' : t.paid(paid)]
      .filter((text) => text !== '')
      .join(' · ');
  }

  protected override apiFilter(): Record<string, string | undefined> {
    const { query } = this.route;
    const { status, attention, q, email, order_no, account } = query;
    return {
      status: status === 'disputed' || status === 'refunded' ? undefined : status,
      dispute_status: status === 'disputed' ? 'received' : undefined,
      refunded: status === 'refunded' ? 'true' : undefined,
      attention,
      email,
      order_no,
      account,
      search: q?.trim(),
      ...toCreatedRangeQuery(query),
    };
  }

  protected override headerActions(): TemplateContent {
    return html`<button type="button" class="tools-button" popovertarget="tools">${t.actions}</button>
      <div id="tools" class="tools" popover>
        ${
          this.shell.can('refund')
            ? html`<button
                type="button"
                popovertarget="tools"
                popovertargetaction="hide"
                aria-pressed=${String(this.selected !== undefined)}
                @click=${() => {
                  this.selected = this.selected === undefined ? new Set() : undefined;
                }}
              >
                ${this.selected === undefined ? t.select : t.cancelSelection}
              </button>`
            : nothing
        }
        ${this.csvLink('payments')}
      </div>`;
  }

  protected override filters(): TemplateContent {
    const { query } = this.route;
    return html`<div class="filters">
        ${this.stateFilters()} ${this.accountFilter()} ${this.dateFilter()} ${this.filterChips()}
        ${
          Object.keys(query).length === 0
            ? nothing
            : html`<button type="button" class="quiet" @click=${() => void this.saveFilter()}>${t.saveFilter}</button>`
        }
      </div>
      ${this.selectionBar()}`;
  }

  /** Unknown outcomes stand among the first states while there are any. */
  private stateFilters(): TemplateContent {
    const states = STATE_FILTERS.payments;
    const count = states.indexOf('unknown');
    return this.stateFilter(states, 'status', { first: this.unknownCount > 0 ? count + 1 : count });
  }

  private accountFilter(): TemplateContent {
    const { accounts } = this.shell.session;
    if (accounts.length < 2) return nothing;
    const { query } = this.route;
    return filterSelect(texts.common.account, {
      names: Object.fromEntries(accounts.map((name) => [name, name])),
      selected: query['account'] ?? '',
      onChange: (account) => this.shell.go(hrefOf(this.screenPath, '', { ...query, account })),
    });
  }

  /** The parts of the filter that have no control of their own, and the saved filters. */
  private filterChips(): TemplateContent {
    const { query } = this.route;
    const removable = ['q', 'email', 'order_no', 'attention'] as const;
    return html`${removable.flatMap((name) => {
      const value = query[name];
      if (value === undefined) return [];
      const text = name === 'attention' ? t.attention : name === 'q' ? texts.search.found(value) : value;
      return html`<a
        class="chip"
        aria-current="true"
        aria-label="${t.removeSearch}: ${text}"
        href=${hrefOf('payments', '', { ...query, [name]: undefined })}
        >${text} ✕</a
      >`;
    })}
    ${savedFilters.list().map(
      ({ name, query: saved }) =>
        html`<span class="saved"
          ><a class="chip" href=${hrefOf('payments', '', saved)}>${icon('star')}${name}</a
          ><button
            type="button"
            class="quiet"
            aria-label=${t.removeFilter(name)}
            title=${t.removeFilter(name)}
            @click=${() => {
              savedFilters.remove(name);
              this.requestUpdate();
            }}
          >
            ${icon('close')}
          </button></span
        >`,
    )}`;
  }

  private async saveFilter(): Promise<void> {
    const { query } = this.route;
    const isSaved = await this.shell.confirm({
      title: t.saveFilter,
      about: t.saveFilterAbout,
      fields: [{ name: 'name', label: t.filterName, maxLength: 40 }],
      submitLabel: () => t.saveFilter,
      apply: ({ name = '' }) => {
        savedFilters.add({ name, query });
        return Promise.resolve({ ok: true, text: t.filterSaved });
      },
    });
    if (isSaved) this.requestUpdate();
  }

  private selectionBar(): TemplateContent {
    if (this.selected === undefined) return nothing;
    return html`<div class="panel selection">
      <span class="grow">${t.selected(this.selected.size)}</span>
      <button type="button" @click=${() => void this.finishSelection(openRefundFileDialog(this.shell))}>
        ${t.fromFile}
      </button>
      <button
        type="button"
        class="primary"
        ?disabled=${this.selected.size === 0}
        @click=${() => {
          const selected = this.entries.filter(({ id }) => this.selected?.has(id));
          void this.finishSelection(openBatchRefundDialog(this.shell, selected));
        }}
      >
        ${t.refundSelected}
      </button>
    </div>`;
  }

  private toggleSelected(id: string): void {
    const selected = new Set(this.selected);
    if (!selected.delete(id) && selected.size < MAX_SELECTED) selected.add(id);
    this.selected = selected;
  }

  private async finishSelection(refunding: Promise<boolean>): Promise<void> {
    if (!(await refunding)) return;
    this.selected = undefined;
    await this.load();
  }
}

function isRefundable(payment: Payment): boolean {
  return payment.status === 'paid' && refundableHundredths(payment) > 0n;
}

customElements.define('console-payments', PaymentsPage);

export const createConsolePage = (): PaymentsPage => new PaymentsPage();
