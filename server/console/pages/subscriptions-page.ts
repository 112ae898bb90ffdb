import { html, nothing } from 'lit';
import type { Subscription } from '../../../shared/contract/merchant/subscriptions.ts';
import { cancelSubscriptionForm } from '../payment-forms.ts';
import { resolveSubscriptionForm } from '../resolve-forms.ts';
import { formatAmountForViewer, formatSumsByCurrency } from '../amounts.ts';
import { texts } from '../i18n/texts.ts';
import { STATE_FILTERS, findText } from '../i18n/states.ts';
import { ListPage } from '../list-page.ts';
import type { ListColumn } from '../list-table.ts';
import type { ActionForm } from '../components/action-dialog.ts';
import { stateBadge, type TemplateContent } from '../components/templates.ts';
import { hrefOf } from '../route.ts';
import { formatDate, formatDayOfGatewayTime } from '../times.ts';

const t = texts.subscriptions;

interface Subscriptions {
  subscriptions: Subscription[];
  next_cursor: string | null;
}

/** The subscriptions list; each row links to the first payment. */
export class SubscriptionsPage extends ListPage<Subscription> {
  static override properties = { ...ListPage.properties, active: { state: true } };

  /** Every active subscription; the list shows one page. */
  declare private active: readonly Subscription[] | undefined;
  protected readonly texts = t;
  protected readonly icon = 'subscriptions';
  protected readonly screenPath = 'subscriptions';

  protected columns(): readonly ListColumn<Subscription>[] {
    return [
      {
        label: t.name,
        area: 'main',
        cell: (one) =>
          html`<span class="strong">${nameOf(one)}</span
            ><span class="under in-table muted small">${one.shopper_email}</span>`,
      },
      {
        label: texts.common.status,
        area: 'end',
        cell: (one) =>
          html`${stateBadge(one.status)}
          ${one.cancel_unknown ? html`<span class="under"><span class="tag">${t.cancelUnknownTag}</span></span>` : nothing}`,
      },
      { label: texts.common.customer, area: 'line clip', cell: (one) => one.shopper_email ?? '' },
      { label: texts.common.amount, isNumeric: true, cell: (one) => html`<span class="sum">${priceOf(one)}</span>` },
      {
        label: t.next,
        cell: ({ status, recurring_deduction_time: next }) =>
          status === 'Active' && next !== null && next !== ''
            ? html`<span class="narrow">${t.renews}</span> <span class="sum">${formatDayOfGatewayTime(next)}</span>`
            : nothing,
      },
      {
        label: t.started,
        area: 'wide',
        cell: (one) =>
          html`<span class="narrow">${t.started}</span>
            <time datetime=${one.created_at}>${formatDate(one.created_at)}</time>`,
      },
      {
        label: texts.common.details,
        area: 'tail',
        cell: (one) => this.actions(one),
      },
    ];
  }

  private actions(one: Subscription): TemplateContent {
    const run = (form: ActionForm) => () => void this.runAction(form);
    return html`${
      one.status === 'Active' && this.shell.can('pay')
        ? html`<button
            type="button"
            class="small"
            aria-label="${t.cancelDo}: ${nameOf(one)}"
            @click=${run(cancelSubscriptionForm(one))}
          >
            ${t.cancel}
          </button>`
        : nothing
    }
    ${
      one.cancel_unknown && this.shell.can('resolve')
        ? html`<button type="button" class="small" @click=${run(resolveSubscriptionForm(one))}>
            ${texts.actions.resolve}
          </button>`
        : nothing
    }`;
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

  protected override emptyAction(): TemplateContent {
    return html`<a href="docs#createSession">${t.howTo}</a>`;
  }

  protected override headerActions(): TemplateContent {
    return html`<div class="tools">${this.csvLink('subscriptions')}</div>`;
  }

  /** What the active subscriptions bring in, by currency and period. */
  protected override intro(): TemplateContent {
    const { active = [] } = this;
    if (active.length === 0) return nothing;
    const periods = [...new Set(active.map((one) => one.recurring_deduction_period))];
    const sums = periods.map((period) => {
      const own = active.filter((one) => one.recurring_deduction_period === period);
      return `${formatSumsByCurrency(own)}${periodText(period)}`;
    });
    return html`<p class="summary">${[t.active(active.length), ...sums].join(' · ')}</p>`;
  }

  private async readActive(): Promise<readonly Subscription[]> {
    const active: Subscription[] = [];
    let next: string | null = null;
    do {
      const page: Subscriptions = await this.readPage({ status: 'Active', limit: '100', cursor: next ?? undefined });
      active.push(...page.subscriptions);
      next = page.next_cursor;
    } while (next !== null);
    return active;
  }

  private readPage(query: Record<string, string | undefined>): Promise<Subscriptions> {
    return this.shell.api.get<Subscriptions>('/subscriptions', query);
  }

  protected override filters(): TemplateContent {
    return this.stateFilter(STATE_FILTERS.subscriptions);
  }

  protected override apiFilter(): Record<string, string | undefined> {
    return { status: this.route.query['status'] };
  }

  protected async fetchPage(cursor: string | undefined): Promise<{ entries: Subscription[]; next: string | null }> {
    const [page, active] = await Promise.all([
      this.readPage({ ...this.apiFilter(), cursor }),
      cursor === undefined ? this.readActive() : this.active,
    ]);
    this.active = active;
    return { entries: page.subscriptions, next: page.next_cursor };
  }
}

/** The name of a subscription, or its ID. */
function nameOf({ contract_name: name, recurring_id: id }: Subscription): string {
  return name === '' ? id : name;
}

/** The amount of a renewal with its period, such as `€24.00 / month`. */
function priceOf({ amount, currency, recurring_deduction_period: period }: Subscription): string {
  return `${formatAmountForViewer(amount, currency)}${periodText(period)}`;
}

/** A period such as `1 month`, after an amount. */
function periodText(period: string | null): string {
  const text = (period ?? '').replace(/^1 /, '');
  return text === '' ? '' : ` / ${findText(t.periods, text) ?? text}`;
}

customElements.define('console-subscriptions', SubscriptionsPage);

export const createConsolePage = (): SubscriptionsPage => new SubscriptionsPage();
