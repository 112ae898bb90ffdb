import { html, nothing } from 'lit';
import type { Refund } from '../../../shared/contract/merchant/refunds.ts';
import { resolveRefundForm } from '../resolve-forms.ts';
import { formatMoney } from '../amounts.ts';
import { texts } from '../i18n/texts.ts';
import { alertText } from '../i18n/alerts.ts';
import { STATE_FILTERS, IN_PROGRESS } from '../i18n/states.ts';
import { ListPage, type ListColumn } from '../list-page.ts';
import { badge, timestamp, formattedAmount, type Content } from '../components/templates.ts';
import { hrefOf } from '../route.ts';

const t = texts.refunds;

/** The refunds list; a refund with unknown outcome can be queried and resolved. */
export class RefundsPage extends ListPage<Refund> {
  protected readonly texts = t;
  protected readonly icon = 'refunds';
  protected readonly screenPath = 'refunds';

  protected columns(): readonly ListColumn<Refund>[] {
    return [
      {
        label: texts.common.amount,
        area: 'main',
        cell: (refund) =>
          html`<span class="strong">${formattedAmount(refund.refund_amount, refund.currency)}</span>
            <span class="muted small">${t.of(formatMoney(refund.amount, refund.currency))}</span>`,
      },
      { label: texts.common.status, area: 'end', cell: (refund) => badge(refund.status) },
      { label: t.order, area: 'clip', cell: (refund) => refund.order_no },
      {
        label: texts.common.reason,
        area: 'clip',
        cell: (refund) => refund.alerts.map(alertText).join(' ') || refund.refund_reason,
      },
      { label: texts.common.date, cell: (refund) => timestamp(refund.created_at) },
      { label: texts.common.details, area: 'tail', cell: (refund) => this.actions(refund) },
    ];
  }

  private actions(refund: Refund): Content {
    if (refund.status !== 'unknown' && refund.alerts.length === 0) return nothing;
    return html`<button type="button" class="small" @click=${() => void this.queryGateway(refund)}>
        ${t.queryGateway}
      </button>
      ${
        this.shell.can('resolve')
          ? html`<button type="button" class="small" @click=${() => void this.resolve(refund)}>
              ${texts.actions.resolve}
            </button>`
          : nothing
      }`;
  }

  private async queryGateway(refund: Refund): Promise<void> {
    try {
      await this.shell.api.post('/refunds/search', { orders: [refund.order_no] });
      this.shell.showToast(t.queried);
      await this.load();
    } catch (error) {
      this.error = error;
    }
  }

  private async resolve(refund: Refund): Promise<void> {
    if (await this.shell.confirm(resolveRefundForm(refund))) await this.load();
  }

  protected override isInProgress(refund: Refund): boolean {
    return IN_PROGRESS.refunds.has(refund.status);
  }

  protected override rowHref(refund: Refund): string | undefined {
    return refund.payment_id === null ? undefined : hrefOf('payments', refund.payment_id);
  }

  protected override filters(): Content {
    return this.stateFilter(STATE_FILTERS.refunds);
  }

  protected async fetchPage(cursor: string | undefined): Promise<{ entries: Refund[]; next: string | null }> {
    const { status } = this.route.query;
    const page = await this.shell.api.get<{ refunds: Refund[]; next_cursor: string | null }>('/refunds', {
      status,
      cursor,
    });
    return { entries: page.refunds, next: page.next_cursor };
  }
}

customElements.define('console-refunds', RefundsPage);

export const createPage = (): RefundsPage => new RefundsPage();
