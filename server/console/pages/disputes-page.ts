import { html, nothing } from 'lit';
import type { Dispute } from '../../../shared/contract/merchant/disputes.ts';
import { formatSums } from '../amounts.ts';
import { disputeDeadline, disputeDeadlineButton, disputeDeadlineForm } from '../dispute-deadline.ts';
import { texts } from '../i18n/texts.ts';
import { STATE_FILTERS } from '../i18n/states.ts';
import { createdRange } from '../list-filters.ts';
import { ListPage } from '../list-page.ts';
import type { ListColumn } from '../list-table.ts';
import { badge, formattedAmount, type Content } from '../components/templates.ts';
import { hrefOf } from '../route.ts';

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
      { label: t.due, cell: deadlineCell },
      {
        label: texts.common.amount,
        area: 'main',
        cell: (dispute) => html`<span class="strong">${formattedAmount(dispute.amount, dispute.currency)}</span>`,
      },
      { label: texts.common.status, area: 'end', cell: (dispute) => badge(dispute.status) },
      { label: texts.common.reason, area: 'clip wide', cell: (dispute) => dispute.reason ?? dispute.code ?? '' },
      { label: texts.common.customer, area: 'clip', cell: (dispute) => dispute.shopper_email ?? '' },
      { label: texts.common.order, area: 'clip', cell: (dispute) => dispute.order_no },
      {
        label: texts.common.details,
        area: 'tail',
        cell: (dispute) =>
          dispute.status === 'received' && this.shell.can('resolve')
            ? disputeDeadlineButton(dispute, () => void this.recordDeadline(dispute))
            : nothing,
      },
    ];
  }

  protected override intro(): Content {
    const { open = [] } = this;
    return open.length === 0 ? nothing : html`<p class="summary">${t.atRisk(open.length, formatSums(open))}</p>`;
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

  protected override filters(): Content {
    return html`<div class="filters">${this.stateFilter(STATE_FILTERS.disputes)} ${this.dateFilter()}</div>`;
  }

  protected override headerActions(): Content {
    return html`<div class="tools">${this.csvLink('disputes')}</div>`;
  }

  protected override apiFilter(): Record<string, string | undefined> {
    return { status: this.route.query['status'], ...createdRange(this.route.query) };
  }

  protected async fetchPage(cursor: string | undefined): Promise<{ entries: Dispute[]; next: string | null }> {
    const [page, open] = await Promise.all([
      this.readPage({ ...this.apiFilter(), cursor }),
      cursor === undefined ? this.readOpen() : this.open,
    ]);
    this.open = open;
    return { entries: page.disputes, next: page.next_cursor };
  }
}

/** The deadline, with its label where the table has no head; nothing for an ended dispute without one. */
function deadlineCell(dispute: Dispute): Content {
  const content = disputeDeadline(dispute);
  return content === nothing ? nothing : html`<span class="narrow">${t.due}:</span> ${content}`;
}

customElements.define('console-disputes', DisputesPage);

export const createPage = (): DisputesPage => new DisputesPage();
