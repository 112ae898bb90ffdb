import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { AccountBalance } from '../../../shared/interface/issuing/account.ts';
import type { Operation } from '../../../shared/contract/merchant/operations.ts';
import { money } from '../amounts.ts';
import { w } from '../i18n/en.ts';
import '../issuing/issued-thing.ts';
import { askCreateCard, askCreateGroup, askCreateHolder, type Kind } from '../issuing/forms.ts';
import { ListPage, type Column } from '../list-page.ts';
import { askResolveOperation } from '../ask-resolve.ts';
import { UNDER_WAY } from '../i18n/states.ts';
import { operationColumns } from '../operations.ts';
import { icon } from '../parts/icons.ts';
import { badge, errorNotice, moment, type Content } from '../parts/parts.ts';
import { hrefOf } from '../route.ts';

const t = w.issuing;

type Tab = keyof typeof t.tabs;

const TABS: Readonly<
  Record<Kind, { operation: string; id: string; create: string; ask: () => ReturnType<typeof askCreateCard> }>
> = {
  cards: { operation: 'createCard', id: 'card_id', create: t.createCard, ask: askCreateCard },
  groups: { operation: 'createGroup', id: 'group_id', create: t.createGroup, ask: askCreateGroup },
  cardholders: { operation: 'createCardholder', id: 'cardholder_id', create: t.createHolder, ask: askCreateHolder },
};

/** Cards, groups and cardholders. The service lists none of them, so the lists hold what was made through this companion. */
export class IssuingPage extends ListPage<Operation> {
  static override properties = { ...ListPage.properties, balance: { state: true }, trouble: { state: true } };

  declare private balance: AccountBalance | undefined;
  declare private trouble: unknown;
  protected readonly symbol = 'issuing';

  protected get words(): { title: string; empty: string; emptyAbout: string; noMatch: string } {
    const empty = {
      cards: t.cardsEmpty,
      groups: t.groupsEmpty,
      cardholders: t.holdersEmpty,
      operations: w.audit.empty,
    };
    return { title: t.title, empty: empty[this.tab], emptyAbout: t.listAbout, noMatch: empty[this.tab] };
  }

  protected get place(): string {
    return `issuing/${this.tab}`;
  }

  private get tab(): Tab {
    return Object.hasOwn(t.tabs, this.route.id) ? (this.route.id as Tab) : 'cards';
  }

  override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (this.balance === undefined && this.trouble === undefined) void this.readBalance();
  }

  private async readBalance(): Promise<void> {
    try {
      this.balance = await this.shell.api.post<AccountBalance>('/issuing/balance', {});
    } catch (error) {
      this.trouble = error;
    }
  }

  protected columns(): readonly Column<Operation>[] {
    if (this.tab === 'operations') {
      return operationColumns((one) =>
        one.status === 'unknown' && this.shell.can('resolve')
          ? html`<button type="button" class="small" @click=${() => void this.resolve(one)}>
              ${w.actions.resolve}
            </button>`
          : nothing,
      );
    }
    const { id } = TABS[this.tab];
    return [
      { label: w.common.details, place: 'main', cell: (one) => html`<span class="strong">${nameIn(one)}</span>` },
      { label: w.common.status, place: 'end', cell: (one) => badge(one.status) },
      { label: id, cell: (one) => html`<code class="soft">${idIn(one, id)}</code>` },
      { label: w.common.date, cell: (one) => moment(one.created_at) },
    ];
  }

  protected override isUnderWay(one: Operation): boolean {
    return UNDER_WAY.operations.has(one.status);
  }

  protected override rowHref(one: Operation): string | undefined {
    const { tab } = this;
    const id = tab === 'operations' ? '' : idIn(one, TABS[tab].id);
    return id === '' ? undefined : hrefOf('issuing', tab, { find: id });
  }

  protected override tools(): Content {
    const { tab } = this;
    if (tab === 'operations') return nothing;
    const { create, ask } = TABS[tab];
    const run = async (): Promise<void> => {
      if (!(await this.shell.ask(ask()))) return;
      await Promise.all([this.load(), this.readBalance()]);
    };
    return html`<div class="tools">
      <button type="button" class="primary" @click=${() => void run()}>${icon('plus')}${create}</button>
    </div>`;
  }

  protected override above(): Content {
    return html`${this.balancePart()}
      <nav class="tabs" aria-label=${t.title}>
        ${(Object.keys(t.tabs) as Tab[]).map(
          (tab) =>
            html`<a href=${hrefOf('issuing', tab)} aria-current=${tab === this.tab ? 'page' : nothing}
              >${t.tabs[tab]}</a
            >`,
        )}
      </nav>`;
  }

  private balancePart(): Content {
    if (this.trouble !== undefined) return errorNotice(this.trouble);
    const details = this.balance?.currency_details ?? [];
    if (details.length === 0) return nothing;
    return html`<section class="sheet strip" aria-label=${t.balance}>
      <h2>${t.balance}</h2>
      <ul class="sums">
        ${details.map(
          ({ currency, amount }) => html`<li class="sum">${money((amount ?? 0).toFixed(2), currency ?? 'USD')}</li>`,
        )}
      </ul>
    </section>`;
  }

  protected override filters(): Content {
    const { tab } = this;
    if (tab === 'operations') return nothing;
    const find = this.route.query['find'] ?? '';
    const labels = { cards: t.cardId, groups: t.groupId, cardholders: t.holderId };
    return html`<form class="filters" role="search" @submit=${(event: Event) => this.find(event)}>
        <div class="search">
          ${icon('search')}
          <input type="search" name="find" aria-label=${labels[tab]} placeholder=${labels[tab]} .value=${find} />
        </div>
        <button>${t.find}</button>
      </form>
      ${find === '' ? nothing : this.found(tab, find)}`;
  }

  private found(kind: Kind, id: string): TemplateResult {
    return html`<console-issued
      .shell=${this.shell}
      .kind=${kind}
      .name=${id}
      @changed=${() => void this.load()}
    ></console-issued>`;
  }

  private find(event: Event): void {
    event.preventDefault();
    const find = new FormData(event.target as HTMLFormElement).get('find');
    this.shell.go(hrefOf('issuing', this.tab, { find: typeof find === 'string' ? find.trim() : '' }));
  }

  protected async fetchPage(cursor: string | undefined): Promise<{ entries: Operation[]; next: string | null }> {
    const { tab, shell } = this;
    if (!shell.can('read')) return { entries: [], next: null };
    const operation = tab === 'operations' ? undefined : TABS[tab].operation;
    const page = await shell.api.get<{ operations: Operation[]; next_cursor: string | null }>('/operations', {
      operation,
      cursor,
    });
    return { entries: page.operations.filter((one) => one.operation !== 'payout'), next: page.next_cursor };
  }

  private async resolve(operation: Operation): Promise<void> {
    if (await this.shell.ask(askResolveOperation(operation))) await this.load();
  }
}

/** The result of what was made; of a card it is the first of a list. */
function resultIn({ result }: Operation): Readonly<Record<string, unknown>> {
  const list = result?.['create_result_list'];
  return (Array.isArray(list) ? (list[0] as Record<string, unknown> | undefined) : result) ?? {};
}

function idIn(operation: Operation, name: string): string {
  const id = resultIn(operation)[name];
  return typeof id === 'string' ? id : '';
}

function nameIn(operation: Operation): string {
  const { card_alias: alias, group_name: group, first_name: first, last_name: last, email } = operation.request;
  const number = resultIn(operation)['card_number'];
  const words = [
    alias,
    group,
    [first, last].filter((part): part is string => typeof part === 'string').join(' '),
    email,
    number,
  ];
  return words.find((word): word is string => typeof word === 'string' && word !== '') ?? operation.request_id;
}

customElements.define('console-issuing', IssuingPage);

export const create = (): IssuingPage => new IssuingPage();
