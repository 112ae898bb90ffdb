import { html, nothing } from 'lit';
import type { Subscription } from '../../../shared/contract/merchant/batches.ts';
import { askCancelSubscription } from '../actions.ts';
import { askResolveSubscription } from '../ask-resolve.ts';
import { w } from '../i18n/en.ts';
import { FILTERS } from '../i18n/states.ts';
import { ListPage, type Column } from '../list-page.ts';
import type { Ask } from '../parts/ask-dialog.ts';
import { badge, moment, sum, type Content } from '../parts/parts.ts';
import { hrefOf } from '../route.ts';

const t = w.subscriptions;

/** Contracts that deduct again and again; each leads to the payment that began it. */
export class SubscriptionsPage extends ListPage<Subscription> {
  protected readonly words = t;
  protected readonly symbol = 'subscriptions';
  protected readonly place = 'subscriptions';

  protected columns(): readonly Column<Subscription>[] {
    return [
      {
        label: t.contract,
        place: 'main',
        cell: (one) =>
          html`<span class="strong">${one.contract_name === '' ? one.recurring_id : one.contract_name}</span>`,
      },
      {
        label: w.common.status,
        place: 'end',
        cell: (one) =>
          html`${badge(one.status)} ${one.cancel_unknown ? html`<span class="tag">${t.unknown}</span>` : nothing}`,
      },
      { label: w.common.amount, cell: (one) => sum(one.amount, one.currency) },
      { label: w.common.customer, cell: (one) => one.shopper_email ?? '' },
      { label: t.next, cell: (one) => (one.status === 'Active' ? (one.recurring_deduction_time ?? '') : '') },
      { label: w.common.date, cell: (one) => moment(one.created_at) },
      {
        label: w.common.details,
        place: 'tail',
        cell: (one) => this.deeds(one),
      },
    ];
  }

  private deeds(one: Subscription): Content {
    const button = (words: string, question: Ask): Content =>
      html`<button type="button" class="small" @click=${() => void this.put(question)}>${words}</button>`;
    return html`${one.status === 'Active' && this.shell.can('pay') ? button(t.cancel, askCancelSubscription(one)) : nothing}
    ${one.cancel_unknown && this.shell.can('resolve') ? button(w.actions.resolve, askResolveSubscription(one)) : nothing}`;
  }

  private async put(question: Ask): Promise<void> {
    if (await this.shell.ask(question)) await this.load();
  }

  protected override isUnderWay(one: Subscription): boolean {
    return one.cancel_unknown;
  }

  protected override keyOf(one: Subscription): string {
    return one.recurring_id;
  }

  protected override rowHref(one: Subscription): string {
    return hrefOf('payments', one.payment_id);
  }

  protected override filters(): Content {
    return this.stateFilter(FILTERS.subscriptions);
  }

  protected async fetchPage(cursor: string | undefined): Promise<{ entries: Subscription[]; next: string | null }> {
    const { status } = this.route.query;
    const page = await this.shell.api.get<{ subscriptions: Subscription[]; next_cursor: string | null }>(
      '/subscriptions',
      { status, cursor },
    );
    return { entries: page.subscriptions, next: page.next_cursor };
  }
}

customElements.define('console-subscriptions', SubscriptionsPage);

export const create = (): SubscriptionsPage => new SubscriptionsPage();
