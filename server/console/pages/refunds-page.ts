import { html, nothing } from 'lit';
import type { AuditEntryBody } from '../../../shared/contract/merchant/audit.ts';
import type { ListedRefund } from '../../../shared/contract/merchant/refunds.ts';
import { MAX_CALL_DURATION_MS, createFindActor } from '../payment-actors.ts';
import { resolveRefundForm } from '../resolve-forms.ts';
import { formatAmountForViewer, formatSumsByCurrency } from '../amounts.ts';
import { texts } from '../i18n/texts.ts';
import { alertText } from '../i18n/alerts.ts';
import { STATE_FILTERS, IN_PROGRESS_STATES } from '../i18n/states.ts';
import { toCreatedRangeQuery } from '../list-filters.ts';
import { ListPage } from '../list-page.ts';
import type { ListColumn } from '../list-table.ts';
import {
  stateBadge,
  orderNumberCell,
  paymentMethodLabel,
  timestamp,
  amountCell,
  type TemplateContent,
} from '../components/templates.ts';
import { hrefOf } from '../route.ts';

const t = texts.refunds;

/** The refunds list; a refund with unknown outcome can be queried and resolved. */
export class RefundsPage extends ListPage<ListedRefund> {
  /** The audit entries of the shown refunds. */
  private calls: readonly AuditEntryBody[] = [];
  protected readonly texts = t;
  protected readonly icon = 'refunds';
  protected readonly screenPath = 'refunds';

  private readonly actionsColumn: ListColumn<ListedRefund> = {
    label: texts.common.details,
    area: 'tail',
    cell: (refund) => this.actions(refund),
  };

  protected columns(): readonly ListColumn<ListedRefund>[] {
    return [
      {
        label: texts.common.amount,
        area: 'main',
        isNumeric: true,
        cell: (refund) =>
          html`<span class="strong">${amountCell(refund.refund_amount, refund.currency)}</span>
            <span class="under muted small">${t.of(formatAmountForViewer(refund.amount, refund.currency))}</span>`,
      },
      { label: texts.common.status, area: 'end', cell: (refund) => stateBadge(refund.status) },
      { label: texts.common.customer, area: 'clip', cell: (refund) => refund.shopper_email ?? '' },
      { label: t.order, cell: (refund) => orderNumberCell(refund.order_no) },
      {
        label: texts.payments.method,
        area: 'wide',
        cell: ({ method, card }) => (method === null ? nothing : paymentMethodLabel({ method, card })),
      },
      {
        label: texts.common.date,
        cell: (refund) =>
          html`${timestamp(refund.created_at)}<span class="under muted small">${this.actorOf(refund)}</span>`,
      },
      {
        label: texts.common.reason,
        area: 'line text',
        cell: (refund) => refund.alerts.map(alertText).join(' ') || refund.refund_reason,
      },
      ...(this.entries.some(needsPerson) ? [this.actionsColumn] : []),
    ];
  }

  /** Refused refunds moved nothing. */
  protected override shownText(): string {
    const moved = this.entries.filter(({ status }) => status !== 'refused' && status !== 'not_sent');
    const sums = formatSumsByCurrency(moved.map(({ refund_amount: amount, currency }) => ({ amount, currency })));
    return [super.shownText(), sums].filter((text) => text !== '').join(' · ');
  }

  private actions(refund: ListedRefund): TemplateContent {
    if (!needsPerson(refund)) return nothing;
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

  private async queryGateway(refund: ListedRefund): Promise<void> {
    try {
      await this.shell.api.post('/refunds/search', { orders: [refund.order_no] });
      this.shell.showToast(t.queried);
      await this.load();
    } catch (error) {
      this.error = error;
    }
  }

  private async resolve(refund: ListedRefund): Promise<void> {
    if (await this.shell.confirm(resolveRefundForm(refund))) await this.load();
  }

  protected override isInProgress(refund: ListedRefund): boolean {
    return IN_PROGRESS_STATES.refunds.has(refund.status);
  }

  protected override rowHref(refund: ListedRefund): string | undefined {
    return refund.payment_id === null ? undefined : hrefOf('payments', refund.payment_id);
  }

  protected override filters(): TemplateContent {
    return html`<div class="filters">${this.stateFilter(STATE_FILTERS.refunds)} ${this.dateFilter()}</div>`;
  }

  protected override headerActions(): TemplateContent {
    return html`<div class="tools">${this.csvLink('refunds')}</div>`;
  }

  protected override apiFilter(): Record<string, string | undefined> {
    return { status: this.route.query['status'], ...toCreatedRangeQuery(this.route.query) };
  }

  protected async fetchPage(cursor: string | undefined): Promise<{ entries: ListedRefund[]; next: string | null }> {
    const page = await this.shell.api.get<{ refunds: ListedRefund[]; next_cursor: string | null }>('/refunds', {
      ...this.apiFilter(),
      cursor,
    });
    this.calls = [...(cursor === undefined ? [] : this.calls), ...(await this.readCalls(page.refunds))];
    return { entries: page.refunds, next: page.next_cursor };
  }

  /** The audit entries of these refunds; without them the list names no people. */
  private async readCalls(refunds: readonly ListedRefund[]): Promise<AuditEntryBody[]> {
    const times = refunds.map(({ created_at: at }) => Date.parse(at));
    if (times.length === 0) return [];
    const query = {
      action: 'POST /v1/refunds',
      from: new Date(Math.min(...times) - MAX_CALL_DURATION_MS).toISOString(),
      to: new Date(Math.max(...times) + 1).toISOString(),
      limit: '100',
    };
    return this.shell.api.get<{ entries: AuditEntryBody[] }>('/audit', query).then(
      ({ entries }) => entries,
      () => [],
    );
  }

  private actorOf({ payment_id: id, created_at: at }: ListedRefund): TemplateContent {
    const calls = this.calls.filter(({ target }) => target === id && id !== null);
    return createFindActor(calls, this.shell.session)({ kind: 'refunded', at }) ?? nothing;
  }
}

function needsPerson({ status, alerts }: ListedRefund): boolean {
  return status === 'unknown' || alerts.length > 0;
}

customElements.define('console-refunds', RefundsPage);

export const createConsolePage = (): RefundsPage => new RefundsPage();
