import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { CompanyBalance } from '../../../shared/interface/issuing/account.ts';
import type { IssuingOrPayoutOperation } from '../../../shared/contract/merchant/operations.ts';
import { texts } from '../i18n/texts.ts';
import {
  cardLimitText,
  matchesSearchText,
  createdResourceId,
  createdIssuingResourceOf,
  createdResourceState,
  createdResourceName,
  maskedLastFour,
  stringOrEmpty,
} from '../issuing/created-issuing-resource.ts';
import '../issuing/issued-item.ts';
import { createCardForm, createGroupForm, createCardholderForm, type IssuingResource } from '../issuing/forms.ts';
import {
  readCardFormChoices,
  readCardholderChoices,
  fetchCardStatuses,
  readGroupFormChoices,
} from '../issuing/choices.ts';
import type { ConsoleApi } from '../console-api.ts';
import type { ActionForm } from '../components/action-dialog.ts';
import { ListPage } from '../list-page.ts';
import type { ListColumn } from '../list-table.ts';
import { resolveOperationForm } from '../resolve-forms.ts';
import { IN_PROGRESS_STATES } from '../i18n/states.ts';
import { issuingOrPayoutColumns } from '../operations.ts';
import { icon } from '../components/icons.ts';
import { stateBadge, errorNotice, amountCell, timestamp, type TemplateContent } from '../components/templates.ts';
import { hrefOf } from '../route.ts';

const t = texts.issuing;

type Tab = keyof typeof t.tabs;

const TABS: Readonly<
  Record<
    IssuingResource,
    { operation: string; id: keyof typeof t.ids; create: string; form: (api: ConsoleApi) => Promise<ActionForm> }
  >
> = {
  cards: {
    operation: 'createCard',
    id: 'card_id',
    create: t.createCard,
    form: async (api) => createCardForm(await readCardFormChoices(api)),
  },
  groups: {
    operation: 'createGroup',
    id: 'group_id',
    create: t.createGroup,
    form: async (api) => createGroupForm(await readGroupFormChoices(api)),
  },
  cardholders: {
    operation: 'createCardholder',
    id: 'cardholder_id',
    create: t.createHolder,
    form: () => Promise.resolve(createCardholderForm()),
  },
};

/** Cards, groups and cardholders. The issuing service has no lists, so they show what this companion created. */
export class IssuingPage extends ListPage<IssuingOrPayoutOperation> {
  static override properties = {
    ...ListPage.properties,
    balance: { state: true },
    balanceError: { state: true },
    cardholders: { state: true },
    cardStatuses: { state: true },
  };

  declare private balance: CompanyBalance | undefined;
  declare private balanceError: unknown;
  /** The names of the cardholders that this companion created, by ID. */
  declare private cardholders: ReadonlyMap<string, string>;
  /** The `card_status` of the listed cards, by ID, as the issuing service told it last. */
  declare private cardStatuses: ReadonlyMap<string, string>;
  /** What the loaded pages hold, whether the search shows it or not. */
  private created: readonly IssuingOrPayoutOperation[] = [];
  protected readonly icon = 'issuing';

  constructor() {
    super();
    this.cardholders = this.cardStatuses = new Map();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.shell.can('read')) {
      void readCardholderChoices(this.shell.api).then((found) => (this.cardholders = new Map(found)));
    }
  }

  protected get texts(): { title: string; empty: string; emptyAbout: string; noMatch: string } {
    const empty = {
      cards: t.cardsEmpty,
      groups: t.groupsEmpty,
      cardholders: t.holdersEmpty,
      operations: texts.audit.empty,
    };
    return { title: t.title, empty: empty[this.tab], emptyAbout: t.listAbout, noMatch: empty[this.tab] };
  }

  protected get screenPath(): string {
    return `issuing/${this.tab}`;
  }

  private get tab(): Tab {
    return Object.hasOwn(t.tabs, this.route.id) ? (this.route.id as Tab) : 'cards';
  }

  override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (this.balance === undefined && this.balanceError === undefined) void this.readBalance();
  }

  private async readBalance(): Promise<void> {
    try {
      this.balance = await this.shell.api.post<CompanyBalance>('/issuing/balance', {});
    } catch (error) {
      this.balanceError = error;
    }
  }

  protected columns(): readonly ListColumn<IssuingOrPayoutOperation>[] {
    if (this.tab === 'operations') {
      return issuingOrPayoutColumns({ kind: true }, (one) =>
        one.status === 'unknown' && this.shell.can('resolve')
          ? html`<button type="button" class="small" @click=${() => void this.resolve(one)}>
              ${texts.actions.resolve}
            </button>`
          : nothing,
      );
    }
    return [
      {
        label: t.groupName,
        area: 'main',
        cell: (one) => html`<span class="strong">${createdResourceName(one)}</span>`,
      },
      {
        label: texts.common.status,
        area: 'end',
        cell: (one) => stateBadge(createdResourceState(one, this.cardStatuses.get(createdResourceId(one, 'card_id')))),
      },
      ...this.ownColumns(this.tab),
      { label: texts.payment.created, cell: (one) => timestamp(one.created_at) },
    ];
  }

  /** What tells the cards, groups or cardholders of the list apart. */
  private ownColumns(tab: IssuingResource): readonly ListColumn<IssuingOrPayoutOperation>[] {
    if (tab === 'groups') return [{ label: t.currency, cell: ({ request }) => stringOrEmpty(request['currency']) }];
    if (tab === 'cardholders') {
      return [{ label: t.email, area: 'clip', cell: ({ request }) => stringOrEmpty(request['email']) }];
    }
    return [
      { label: t.number, cell: (one) => maskedLastFour(createdIssuingResourceOf(one)['card_number']) },
      {
        label: t.holder,
        area: 'clip',
        cell: ({ request: { cardholder_id: id = '–' } }) =>
          this.cardholders.get(stringOrEmpty(id)) ?? stringOrEmpty(id),
      },
      { label: t.fields.card_limit, isNumeric: true, cell: (one) => cardLimitText(createdIssuingResourceOf(one)) },
    ];
  }

  protected override isInProgress(one: IssuingOrPayoutOperation): boolean {
    return IN_PROGRESS_STATES.operations.has(one.status);
  }

  protected override rowHref(one: IssuingOrPayoutOperation): string | undefined {
    const { tab } = this;
    const id = tab === 'operations' ? '' : createdResourceId(one, TABS[tab].id);
    return id === '' ? undefined : hrefOf('issuing', tab, { id });
  }

  protected override headerActions(): TemplateContent {
    const { tab } = this;
    if (tab === 'operations') return nothing;
    const { create, form } = TABS[tab];
    const run = async (): Promise<void> => {
      if (!(await this.shell.confirm(await form(this.shell.api)))) return;
      await Promise.all([this.load(), this.readBalance()]);
    };
    return html`<div class="tools">
      <button type="button" class="primary" @click=${() => void run()}>${icon('plus')}${create}</button>
    </div>`;
  }

  protected override intro(): TemplateContent {
    return html`${this.balanceSection()}
      <nav class="tabs" aria-label=${t.title}>
        ${(Object.keys(t.tabs) as Tab[]).map(
          (tab) =>
            html`<a href=${hrefOf('issuing', tab)} aria-current=${tab === this.tab ? 'page' : nothing}
              >${t.tabs[tab]}</a
            >`,
        )}
      </nav>`;
  }

  private balanceSection(): TemplateContent {
    if (this.balanceError !== undefined) return errorNotice(this.balanceError);
    const details = this.balance?.currency_details ?? [];
    if (details.length === 0) return nothing;
    return html`<ul class="panel tiles" aria-label=${t.balance}>
      ${details.map(
        ({ currency, amount }) =>
          html`<li>
            <span class="muted small">${t.balance} ${currency ?? 'USD'}</span>
            <span class="strong">${amountCell((amount ?? 0).toFixed(2), currency ?? 'USD')}</span>
          </li>`,
      )}
    </ul>`;
  }

  protected override filters(): TemplateContent {
    const { tab } = this;
    if (tab === 'operations') return nothing;
    const { id = '', q = id } = this.route.query;
    return html`<div class="filters">
        <form class="search" role="search" aria-label=${t.lookUp} @submit=${(event: Event) => this.search(event, tab)}>
          ${icon('search')}
          <input type="search" name="text" aria-label=${t.search[tab]} placeholder=${t.search[tab]} .value=${q} />
        </form>
      </div>
      ${id === '' ? nothing : this.searchResult(tab, id)}`;
  }

  private searchResult(kind: IssuingResource, id: string): TemplateResult {
    return html`<console-issued-item
      .shell=${this.shell}
      .kind=${kind}
      .name=${id}
      @changed=${() => void this.load()}
    ></console-issued-item>`;
  }

  /** Filters the list by a text that an entry contains; any other text is an ID for the issuing service. */
  private search(event: Event, tab: IssuingResource): void {
    event.preventDefault();
    const given = new FormData(event.target as HTMLFormElement).get('text');
    const text = typeof given === 'string' ? given.trim() : '';
    const isListed = this.created.some((one) => matchesSearchText(one, text, this.cardholders));
    this.shell.go(hrefOf('issuing', tab, isListed ? { q: text } : { id: text }));
  }

  protected async fetchPage(
    cursor: string | undefined,
  ): Promise<{ entries: IssuingOrPayoutOperation[]; next: string | null }> {
    const { tab, shell } = this;
    if (!shell.can('read')) return { entries: [], next: null };
    const operation = tab === 'operations' ? undefined : TABS[tab].operation;
    const page = await shell.api.get<{ operations: IssuingOrPayoutOperation[]; next_cursor: string | null }>(
      '/operations',
      {
        operation,
        cursor,
      },
    );
    const found = page.operations.filter((one) => one.operation !== 'payout');
    this.created = cursor === undefined ? found : [...this.created, ...found];
    if (tab === 'cards') void this.readCardStatuses(found);
    const { q = '' } = this.route.query;
    return { entries: found.filter((one) => matchesSearchText(one, q, this.cardholders)), next: page.next_cursor };
  }

  private async readCardStatuses(created: readonly IssuingOrPayoutOperation[]): Promise<void> {
    const ids = created.map((one) => createdResourceId(one, 'card_id')).filter((id) => id !== '');
    const found = await fetchCardStatuses(this.shell.api, ids);
    this.cardStatuses = new Map([...this.cardStatuses, ...found]);
  }

  private async resolve(operation: IssuingOrPayoutOperation): Promise<void> {
    if (await this.shell.confirm(resolveOperationForm(operation))) await this.load();
  }
}

customElements.define('console-issuing', IssuingPage);

export const createConsolePage = (): IssuingPage => new IssuingPage();
