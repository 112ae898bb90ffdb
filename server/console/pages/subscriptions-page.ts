import { html, nothing } from 'lit';
import type { Subscription } from '../../../shared/contract/merchant/subscriptions.ts';
import { cancelSubscriptionForm } from '../payment-forms.ts';
import { resolveSubscriptionForm } from '../resolve-forms.ts';
import { texts } from '../i18n/texts.ts';
import { STATE_FILTERS } from '../i18n/states.ts';
import { ListPage } from '../list-page.ts';
import type { ListColumn } from '../list-table.ts';
import type { ActionForm } from '../components/confirm-dialog.ts';
import { badge, timestamp, formattedAmount, type Content } from '../components/templates.ts';
import { hrefOf } from '../route.ts';
import { formatGatewayDay } from '../times.ts';

const t = texts.subscriptions;

/** The subscriptions list; each row links to the first payment. */
export class SubscriptionsPage extends ListPage<Subscription> {
  protected readonly texts = t;
  protected readonly icon = 'subscriptions';
  protected readonly screenPath = 'subscriptions';

  protected columns(): readonly ListColumn<Subscription>[] {
    return [
      {
        label: t.name,
        area: 'main',
        cell: (one) =>
          html`<span class="strong">${one.contract_name === '' ? one.recurring_id : one.contract_name}</span>`,
      },
      {
        label: texts.common.status,
        area: 'end',
        cell: (one) =>
          html`${badge(one.status)}
          ${one.cancel_unknown ? html`<span class="tag">${t.cancelUnknownTag}</span>` : nothing}`,
      },
      { label: texts.common.amount, cell: (one) => formattedAmount(one.amount, one.currency) },
      { label: texts.common.customer, area: 'clip', cell: (one) => one.shopper_email ?? '' },
      {
        label: t.next,
        cell: (one) => (one.status === 'Active' ? formatGatewayDay(one.recurring_deduction_time ?? '') : ''),
      },
      { label: texts.common.date, cell: (one) => timestamp(one.created_at) },
      {
        label: texts.common.details,
        area: 'tail',
        cell: (one) => this.actions(one),
      },
    ];
  }

  private actions(one: Subscription): Content {
    const button = (label: string, form: ActionForm, tone = ''): Content =>
      html`<button type="button" class="small ${tone}" @click=${() => void this.runAction(form)}>${label}</button>`;
    return html`${one.status === 'Active' && this.shell.can('pay') ? button(t.cancel, cancelSubscriptionForm(one), 'danger') : nothing}
    ${one.cancel_unknown && this.shell.can('resolve') ? button(texts.actions.resolve, resolveSubscriptionForm(one)) : nothing}`;
  }

  private async runAction(form: ActionForm): Promise<void> {
    if (await this.shell.confirm(form)) await this.load();
  }

  protected override isInProgress(one: Subscription): boolean {
    return one.cancel_unknown;
  }

  protected override keyOf(one: Subscription): string {
    return one.recurring_id;
  }

  protected override rowHref(one: Subscription): string {
    return hrefOf('payments', one.payment_id);
  }

  protected override emptyAction(): Content {
    return html`<a href="docs#createSession">${t.howTo}</a>`;
  }

  protected override filters(): Content {
    return this.stateFilter(STATE_FILTERS.subscriptions);
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

export const createPage = (): SubscriptionsPage => new SubscriptionsPage();
