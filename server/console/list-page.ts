import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { texts } from './i18n/texts.ts';
import { ConsolePage } from './console-page.ts';
import type { IconName } from './components/icons.ts';
import { emptyState, errorNotice, skeleton, type TemplateContent } from './components/templates.ts';
import { PollingController, areResponsesEqual } from './polling-controller.ts';
import { dateRangeFilter, exportLink, stateFilterChips, type StateChipFolding } from './list-filters.ts';
import { listTable, type ListColumn } from './list-table.ts';
import { hrefOf } from './route.ts';

interface ListTexts {
  title: string;
  /** What the list holds, under its title. */
  lead?: string;
  empty: string;
  emptyAbout: string;
  noMatch: string;
  /** Explains how the search matches. */
  searchHint?: string;
}

/** A paginated list; its filters are the route's query. */
export abstract class ListPage<T> extends ConsolePage {
  static override properties = {
    ...ConsolePage.properties,
    entries: { state: true },
    error: { state: true },
    isLoading: { state: true },
    hasAllStates: { state: true },
    areDatesShown: { state: true },
  };

  declare protected entries: T[];
  declare protected error: unknown;
  declare protected isLoading: boolean;
  /** Whether the filter shows the rarer states as well. */
  declare private hasAllStates: boolean;
  /** Whether the days that limit the list are shown. */
  declare private areDatesShown: boolean;
  private next: string | null = null;
  /** The numbers of the latest fetch and load; responses of older ones are dropped. */
  private fetchNumber = 0;
  private loadNumber = 0;

  protected abstract readonly texts: ListTexts;
  protected abstract readonly icon: IconName;
  /** The path of the screen's route. */
  protected abstract readonly screenPath: string;
  protected abstract columns(): readonly ListColumn<T>[];
  /** Fetches the page after `cursor` with the filters of the route. */
  protected abstract fetchPage(cursor: string | undefined): Promise<{ entries: T[]; next: string | null }>;

  constructor() {
    super();
    this.entries = [];
    this.isLoading = true;
    this.hasAllStates = this.areDatesShown = false;
    new PollingController(this, {
      isActive: () => this.entries.some((entry) => this.isInProgress(entry)),
      isReady: () => !this.isLoading && this.error === undefined,
      poll: () => this.poll(),
    });
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('route')) this.ready = this.load(this.minEntries);
  }

  override get entryCount(): number {
    return this.entries.length;
  }

  /** Whether an entry may change without the user, so that the list polls. */
  protected isInProgress(_entry: T): boolean {
    return false;
  }

  /** The identity of an entry across polls. */
  protected keyOf(entry: T): unknown {
    return (entry as { id?: unknown }).id ?? entry;
  }

  /** Loads the list from its first page until it has `count` entries. */
  protected async load(count = 0): Promise<void> {
    this.loadNumber += 1;
    const { loadNumber } = this;
    this.entries = [];
    this.next = null;
    do {
      await this.loadMore();
    } while (loadNumber === this.loadNumber && this.entries.length < count && this.hasMore && this.isConnected);
  }

  protected get hasMore(): boolean {
    return this.next !== null && this.error === undefined;
  }

  /**
   * Loads the shown entries again; the old ones stay visible meanwhile. Matches of a search behind an empty page stay as
   * they are: each poll would look through all newer entries.
   */
  private async poll(): Promise<boolean> {
    const { fetchNumber } = this;
    const entries: T[] = [];
    let next: string | null = null;
    do {
      const page: { entries: T[]; next: string | null } = await this.fetchPage(next ?? undefined);
      const isBehindEmptyPage = page.entries.length === 0 && page.next !== null;
      if (fetchNumber !== this.fetchNumber || isBehindEmptyPage) return false;
      entries.push(...page.entries);
      ({ next } = page);
    } while (next !== null && entries.length < this.entries.length);
    this.next = next;
    if (areResponsesEqual(entries, this.entries)) return false;
    await this.replaceEntries(entries);
    return true;
  }

  /** Lit reuses rows by position, so the focus moves to the row of its entry. Without that row nothing keeps the focus. */
  private async replaceEntries(entries: T[]): Promise<void> {
    const rows = (): Element[] => [...this.querySelectorAll('tbody tr:not(.day)')];
    const focusablesOf = (row: Element | undefined): HTMLElement[] => [
      ...(row?.querySelectorAll<HTMLElement>('a, button, input') ?? []),
    ];
    const before = this.entries;
    const focused = document.activeElement as HTMLElement;
    const index = rows().findIndex((row) => row.contains(focused));
    const position = focusablesOf(rows()[index]).indexOf(focused);
    this.entries = entries;
    await this.updateComplete;
    const entry = before[index];
    if (entry === undefined) return;
    const newIndex = entries.findIndex((one) => this.keyOf(one) === this.keyOf(entry));
    const target = focusablesOf(rows()[newIndex])[position];
    if (target === undefined) (document.activeElement as HTMLElement).blur();
    else target.focus({ preventScroll: true });
  }

  private async loadMore(): Promise<void> {
    this.fetchNumber += 1;
    const { fetchNumber } = this;
    this.isLoading = true;
    this.error = undefined;
    try {
      let found: T[];
      // A page of a search may be empty although older entries match.
      do {
        const page = await this.fetchPage(this.next ?? undefined);
        if (fetchNumber !== this.fetchNumber) return;
        found = page.entries;
        this.next = page.next;
      } while (found.length === 0 && this.hasMore && this.isConnected);
      this.entries = [...this.entries, ...found];
    } catch (error) {
      if (fetchNumber === this.fetchNumber) this.error = error;
    } finally {
      if (fetchNumber === this.fetchNumber) this.isLoading = false;
    }
  }

  override render(): TemplateResult {
    const { title, lead } = this.texts;
    return html`<header class="page-header">
        ${
          lead === undefined
            ? html`<h1>${title}</h1>`
            : html`<div class="titled">
                <h1>${title}</h1>
                <p class="muted">${lead}</p>
              </div>`
        }
        ${this.headerActions()}
      </header>
      ${this.intro()} ${this.filters()} ${this.table()}`;
  }

  /** Buttons beside the title. */
  protected headerActions(): TemplateContent {
    return nothing;
  }

  /** Content between the title and the filters. */
  protected intro(): TemplateContent {
    return nothing;
  }

  protected filters(): TemplateContent {
    return nothing;
  }

  protected rowHref(_entry: T): string | undefined {
    return undefined;
  }

  /** The heading above the entries that share it. */
  protected groupOf(_entry: T): string | undefined {
    return undefined;
  }

  /** What the foot of the list says of the shown entries. */
  protected shownText(): string {
    return texts.common.shown(this.entries.length);
  }

  /** What to do while the list is empty. */
  protected emptyAction(): TemplateContent {
    return nothing;
  }

  /** The filter of the API's list that the query of the route stands for. */
  protected apiFilter(): Readonly<Record<string, string | undefined>> {
    return {};
  }

  /** Whether there is something to filter, or a filter in force. */
  private get isFilterable(): boolean {
    return this.entries.length > 0 || this.isLoading || Object.keys(this.route.query).length > 0;
  }

  /** Links that filter the list by state; of more than five states the first four, and the others on demand. */
  protected stateFilter(states: readonly string[], name = 'status', fold: StateChipFolding = {}): TemplateContent {
    if (!this.isFilterable) return nothing;
    const { screenPath: path, hasAllStates } = this;
    const onToggle = (): void => {
      this.hasAllStates = !hasAllStates;
    };
    return stateFilterChips({ path, query: this.route.query, states, name, hasAllStates, onToggle, ...fold });
  }

  /** A link that downloads the API's list `list` as CSV, with the filter in force. */
  protected csvLink(list: string): TemplateContent {
    return this.isFilterable ? exportLink(list, this.apiFilter()) : nothing;
  }

  /** Fields that limit the list to days. */
  protected dateFilter(): TemplateContent {
    if (!this.isFilterable) return nothing;
    const { screenPath: path, areDatesShown } = this;
    const onToggle = (): void => {
      this.areDatesShown = !areDatesShown;
    };
    return dateRangeFilter({
      path,
      query: this.route.query,
      isOpen: areDatesShown,
      onToggle,
      go: (href) => this.shell.go(href),
    });
  }

  private table(): TemplateContent {
    if (this.entries.length === 0 && this.isLoading) return skeleton();
    const errorView = this.error === undefined ? nothing : errorNotice(this.error, () => void this.loadMore());
    if (this.entries.length === 0) return this.error === undefined ? this.emptyList() : errorView;
    return html`<div class="panel list" ?aria-busy=${this.isLoading}>
        ${listTable(this.entries, this.columns(), {
          label: this.texts.title,
          hrefOf: (entry) => this.rowHref(entry),
          groupOf: (entry) => this.groupOf(entry),
        })}
      </div>
      ${errorView}
      <div class="pager">
        <span class="muted small" role="status">${this.shownText()}</span>
        ${
          this.next === null
            ? nothing
            : html`<button type="button" ?disabled=${this.isLoading} @click=${() => void this.loadMore()}>
                ${this.isLoading ? texts.common.loading : texts.common.more}
              </button>`
        }
      </div>`;
  }

  private emptyList(): TemplateContent {
    const { texts: words, icon: symbol, route } = this;
    if (Object.keys(route.query).length === 0) {
      return emptyState(symbol, words.empty, words.emptyAbout, this.emptyAction());
    }
    return emptyState(
      symbol,
      words.noMatch,
      route.query['q'] === undefined ? nothing : words.searchHint,
      html`<a class="button" href=${hrefOf(this.screenPath)}>${texts.common.clear}</a>`,
    );
  }
}
