import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Payment } from '../../../shared/contract/merchant/payments.ts';
import { batchRefundForm } from '../payment-forms.ts';
import { refundableAmount } from '../amounts.ts';
import { texts } from '../i18n/texts.ts';
import { STATE_FILTERS, IN_PROGRESS } from '../i18n/states.ts';
import { createdRange } from '../list-filters.ts';
import { ListPage } from '../list-page.ts';
import type { ListColumn } from '../list-table.ts';
import { icon } from '../components/icons.ts';
import {
  paymentBadges,
  timestamp,
  formattedAmount,
  type Content,
  paymentMethodLabel,
} from '../components/templates.ts';
import { mapInBatches, readRefundableAmount, type RefundablePayment } from '../refundable-payments.ts';
import { hrefOf } from '../route.ts';
import { savedFilters } from '../saved-filters.ts';

const t = texts.payments;

/** The maximum number of payments in a batch refund. */
const MAX_SELECTED = 100;

/** The payments list with filters, CSV export and batch refunds. */
export class PaymentsPage extends ListPage<Payment> {
  static override properties = { ...ListPage.properties, selected: { state: true } };

  /** The selected payments; undefined outside of a selection. */
  declare private selected: ReadonlySet<string> | undefined;
  protected readonly texts = t;
  protected readonly icon = 'payments';
  protected readonly screenPath = 'payments';

  protected columns(): readonly ListColumn<Payment>[] {
    return [
      ...(this.selected === undefined ? [] : [this.selectColumn(this.selected)]),
      {
        label: texts.common.amount,
        area: 'main',
        cell: (payment) => html`<span class="strong">${formattedAmount(payment.amount, payment.currency)}</span>`,
      },
      { label: texts.common.status, area: 'end', cell: paymentBadges },
      { label: texts.common.customer, area: 'clip', cell: (payment) => payment.shopper_email ?? '' },
      { label: t.method, area: 'wide', cell: paymentMethodLabel },
      { label: texts.common.order, area: 'clip', cell: (payment) => payment.order_no },
      { label: texts.common.date, cell: (payment) => timestamp(payment.created_at) },
    ];
  }

  private selectColumn(selected: ReadonlySet<string>): ListColumn<Payment> {
    const selectable = this.entries.filter(isRefundable).slice(0, MAX_SELECTED);
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
        isRefundable(payment)
          ? checkbox(t.selectPayment(payment.order_no), selected.has(payment.id), () => this.toggleSelected(payment.id))
          : nothing,
    };
  }

  protected override isInProgress(payment: Payment): boolean {
    return IN_PROGRESS.payments.has(payment.status);
  }

  protected override rowHref(payment: Payment): string {
    return hrefOf('payments', payment.id);
  }

  protected async fetchPage(cursor: string | undefined): Promise<{ entries: Payment[]; next: string | null }> {
    const { payments, next_cursor: next } = await this.shell.api.get<{
      payments: Payment[];
      next_cursor: string | null;
    }>('/payments', { ...this.apiFilter(), cursor });
    return { entries: payments, next };
  }

  protected override apiFilter(): Record<string, string | undefined> {
    const { status, attention, q, email, order_no } = this.route.query;
    return { status, attention, email, order_no, search: q?.trim(), ...createdRange(this.route.query) };
  }

  protected override headerActions(): Content {
    return html`<button type="button" class="tools-button" popovertarget="tools">${texts.common.others}</button>
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

  protected override filters(): Content {
    const { query } = this.route;
    return html`<div class="filters">
        ${this.stateFilter(STATE_FILTERS.payments)} ${this.dateFilter()} ${this.filterChips()}
        ${
          Object.keys(query).length === 0
            ? nothing
            : html`<button type="button" class="quiet" @click=${() => void this.saveFilter()}>${t.saveFilter}</button>`
        }
      </div>
      ${this.selectionBar()}`;
  }

  /** The parts of the filter that have no control of their own, and the saved filters. */
  private filterChips(): Content {
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

  private selectionBar(): Content {
    if (this.selected === undefined) return nothing;
    return html`<div class="panel selection">
      <span class="grow">${t.selected(this.selected.size)}</span>
      <button type="button" @click=${() => void this.refundFile()}>${t.fromFile}</button>
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

  private toggleSelected(id: string): void {
    const selected = new Set(this.selected);
    if (!selected.delete(id) && selected.size < MAX_SELECTED) selected.add(id);
    this.selected = selected;
  }

  private async refundSelected(): Promise<void> {
    const { api } = this.shell;
    const payments = this.entries.filter(({ id }) => this.selected?.has(id));
    const withRefundable = await mapInBatches(payments, async (payment) => ({
      ...payment,
      left: await readRefundableAmount(api, payment),
    }));
    const refundable = withRefundable.filter(({ left }) => left > 0n);
    if (refundable.length === 0 || !(await this.shell.confirm(batchRefundForm(refundable)))) return;
    this.selected = undefined;
    await this.load();
  }

  private async refundFile(): Promise<void> {
    const { refundFileForm, omittedRowList } = await import('../refund-file-form.ts');
    let rows: RefundablePayment[] = [];
    let problems: string[] = [];
    const isRead = await this.shell.confirm(
      refundFileForm(this.shell.api, (found, without) => {
        rows = found;
        problems = without;
      }),
    );
    if (!isRead) return;
    const form = batchRefundForm(rows);
    if (
      !(await this.shell.confirm({
        ...form,
        about: html`<p>${form.about}</p>
          ${omittedRowList(problems)}`,
      }))
    )
      return;
    this.selected = undefined;
    await this.load();
  }
}

function isRefundable(payment: Payment): boolean {
  return payment.status === 'paid' && refundableAmount(payment) > 0n;
}

customElements.define('console-payments', PaymentsPage);

export const createPage = (): PaymentsPage => new PaymentsPage();
