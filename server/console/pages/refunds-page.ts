import { html, nothing } from 'lit';
import type { Refund } from '../../../shared/contract/merchant/batches.ts';
import { askResolveRefund } from '../ask-resolve.ts';
import { money } from '../amounts.ts';
import { w } from '../i18n/en.ts';
import { FILTERS, UNDER_WAY } from '../i18n/states.ts';
import { ListPage, type Column } from '../list-page.ts';
import { badge, moment, sum, type Content } from '../parts/parts.ts';
import { hrefOf } from '../route.ts';

const t = w.refunds;

/** Refunds; an unknown one can be asked about and settled. */
export class RefundsPage extends ListPage<Refund> {
  protected readonly words = t;
  protected readonly symbol = 'refunds';
  protected readonly place = 'refunds';

  protected columns(): readonly Column<Refund>[] {
    return [
      {
        label: w.common.amount,
        place: 'main',
        cell: (refund) =>
          html`<span class="strong">${sum(refund.refund_amount, refund.currency)}</span>
            <span class="soft small">${t.of(money(refund.amount, refund.currency))}</span>`,
      },
      { label: w.common.status, place: 'end', cell: (refund) => badge(refund.status) },
      { label: t.order, cell: (refund) => refund.order_no },
      { label: w.common.reason, cell: (refund) => refund.refund_reason },
      { label: w.common.date, cell: (refund) => moment(refund.created_at) },
      { label: w.common.details, place: 'tail', cell: (refund) => this.deeds(refund) },
    ];
  }

  private deeds(refund: Refund): Content {
    if (refund.status !== 'unknown' && refund.alarm === null) return nothing;
    return html`<button type="button" class="small" @click=${() => void this.lookUp(refund)}>${t.lookUp}</button> ${
        this.shell.can('resolve')
          ? html`<button type="button" class="small" @click=${() => void this.resolve(refund)}>
              ${w.actions.resolve}
            </button>`
          : nothing
      }`;
  }

  private async lookUp(refund: Refund): Promise<void> {
    try {
      await this.shell.api.post('/refunds/search', { orders: [refund.order_no] });
      this.shell.say(t.lookedUp);
      await this.load();
    } catch (error) {
      this.error = error;
    }
  }

  private async resolve(refund: Refund): Promise<void> {
    if (await this.shell.ask(askResolveRefund(refund))) await this.load();
  }

  protected override isUnderWay(refund: Refund): boolean {
    return UNDER_WAY.refunds.has(refund.status);
  }

  protected override rowHref(refund: Refund): string | undefined {
    return refund.payment_id === null ? undefined : hrefOf('payments', refund.payment_id);
  }

  protected override filters(): Content {
    return this.stateFilter(FILTERS.refunds);
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

export const create = (): RefundsPage => new RefundsPage();
