import { html, nothing } from 'lit';
import type { Dispute } from '../../../shared/contract/merchant/disputes.ts';
import { formatSumsByCurrency } from '../amounts.ts';
import {
  sortDisputesByDeadline,
  disputeDeadlineCell,
  disputeDeadlineButton,
  disputeDeadlineForm,
} from '../dispute-deadline.ts';
import { texts } from '../i18n/texts.ts';
import { STATE_FILTERS } from '../i18n/states.ts';
import { toCreatedRangeQuery } from '../list-filters.ts';
import { ListPage } from '../list-page.ts';
import type { ListColumn } from '../list-table.ts';
import { stateBadge, amountCell, orderNumberCell, type TemplateContent } from '../components/templates.ts';
import { hrefOf } from '../route.ts';
import { formatShortDate } from '../times.ts';

const t = texts.disputes;

interface Disputes {
  disputes: Dispute[];
  next_cursor: string | null;
}

/** The disputes of all payments. */
export class DisputesPage extends ListPage<Dispute> {
  static override properties = { ...ListPage.properties, open: { state: true } };

  /** Every open dispute; the list shows one page. */
  declare private open: readonly Dispute[] | undefined;
  protected readonly texts = t;
  protected readonly icon = 'disputes';
  protected readonly screenPath = 'disputes';

  protected columns(): readonly ListColumn<Dispute>[] {
    return [
      {
        label: texts.common.amount,
        area: 'main',
        isNumeric: true,
        cell: (dispute) => html`<span class="strong">${amountCell(dispute.amount, dispute.currency)}</span>`,
      },
      { label: texts.common.status, area: 'end', cell: (dispute) => stateBadge(dispute.status) },
      { label: texts.common.order, cell: orderAndCustomer },
      {
        label: t.opened,
        area: 'wide',
        cell: (dispute) =>
          html`<span class="narrow">${t.opened}</span> <time>${formatShortDate(dispute.created_at)}</time>`,
      },
      { label: texts.common.reason, area: 'line', cell: reasonCell },
      { label: t.due, cell: disputeDeadlineCell },
      ...(this.shell.can('resolve')
        ? [{ label: t.dueField, area: 'tail' as const, cell: (dispute: Dispute) => this.deadlineAction(dispute) }]
        : []),
    ];
  }

  private deadlineAction(dispute: Dispute): TemplateContent {
    if (dispute.status !== 'received') return nothing;
    return disputeDeadlineButton(dispute, () => void this.recordDeadline(dispute));
  }

  protected override intro(): TemplateContent {
    const { open = [] } = this;
    if (open.length === 0) return nothing;
    return html`<p class="summary">${t.atRisk(open.length, formatSumsByCurrency(open))}</p>
      <p class="muted">${t.about}</p>`;
  }

  private async readOpen(): Promise<readonly Dispute[]> {
    const open: Dispute[] = [];
    let next: string | null = null;
    do {
      const page: Disputes = await this.readPage({ status: 'received', limit: '100', cursor: next ?? undefined });
      open.push(...page.disputes);
      next = page.next_cursor;
    } while (next !== null);
    return open;
  }

  private readPage(query: Record<string, string | undefined>): Promise<Disputes> {
    return this.shell.api.get<Disputes>('/disputes', query);
  }

  private async recordDeadline(dispute: Dispute): Promise<void> {
    if (await this.shell.confirm(disputeDeadlineForm(dispute))) await this.load();
  }

  protected override rowHref(dispute: Dispute): string {
    return hrefOf('payments', dispute.payment_id);
  }

  protected override filters(): TemplateContent {
    return html`<div class="filters">${this.stateFilter(STATE_FILTERS.disputes)} ${this.dateFilter()}</div>`;
  }

  protected override headerActions(): TemplateContent {
    return html`<div class="tools">${this.csvLink('disputes')}</div>`;
  }

  protected override apiFilter(): Record<string, string | undefined> {
    return { status: this.route.query['status'], ...toCreatedRangeQuery(this.route.query) };
  }

  protected async fetchPage(cursor: string | undefined): Promise<{ entries: Dispute[]; next: string | null }> {
    const [page, open] = await Promise.all([
      this.readPage({ ...this.apiFilter(), cursor }),
      cursor === undefined ? this.readOpen() : this.open,
    ]);
    this.open = open;
    return { entries: this.inOrder(page.disputes, cursor === undefined), next: page.next_cursor };
  }

  /** Every open dispute stands first, by its deadline; then the ended ones, newest first. Days keep the API's order. */
  private inOrder(disputes: readonly Dispute[], isFirst: boolean): Dispute[] {
    const { status, from, to } = this.route.query;
    const hasDays = from !== undefined || to !== undefined;
    if (hasDays || status === 'won' || status === 'lost') return [...disputes];
    const ended = disputes.filter((one) => one.status !== 'received');
    return isFirst ? [...sortDisputesByDeadline(this.open ?? []), ...ended] : ended;
  }
}

/** The order number, and the customer's email below it. */
function orderAndCustomer({ order_no: order, shopper_email: email }: Dispute): TemplateContent {
  return html`${orderNumberCell(order)}${
    email === null ? nothing : html`<span class="under customer muted small" title=${email}>${email}</span>`
  }`;
}

/** The reason, and the network's code less prominent. */
function reasonCell({ reason, code }: Dispute): TemplateContent {
  return html`${reason} ${code === null ? nothing : html`<span class="under muted small">${t.code(code)}</span>`}`;
}

customElements.define('console-disputes', DisputesPage);

export const createConsolePage = (): DisputesPage => new DisputesPage();
