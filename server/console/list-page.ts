import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { w } from './i18n/en.ts';
import { stateOf } from './i18n/states.ts';
import { ConsolePage } from './page.ts';
import type { IconName } from './parts/icons.ts';
import { emptyState, errorNotice, skeleton, type Content } from './parts/parts.ts';
import { Refresh, isSame } from './refresh.ts';
import { hrefOf } from './route.ts';

export interface Column<T> {
  label: string;
  /** On a phone `main` and `end` make a row's first line, the others its second; `tail` holds buttons. */
  place?: 'main' | 'end' | 'tail';
  cell: (entry: T) => unknown;
}

export interface ListWords {
  title: string;
  empty: string;
  emptyAbout: string;
  noMatch: string;
  /** What a search minds. */
  capitals?: string;
}

/** A list that grows by pages, with filters that stand in the address. */
export abstract class ListPage<T> extends ConsolePage {
  static override properties = {
    ...ConsolePage.properties,
    entries: { state: true },
    error: { state: true },
    isLoading: { state: true },
  };

  declare protected entries: T[];
  declare protected error: unknown;
  declare protected isLoading: boolean;
  private next: string | null = null;
  /** Answers of an older question are dropped. */
  private turn = 0;
  private loads = 0;

  protected abstract readonly words: ListWords;
  protected abstract readonly symbol: IconName;
  /** The screen's name in the address. */
  protected abstract readonly place: string;
  protected abstract columns(): readonly Column<T>[];
  /** The page after `cursor` for the filters of the address. */
  protected abstract fetchPage(cursor: string | undefined): Promise<{ entries: T[]; next: string | null }>;

  constructor() {
    super();
    this.entries = [];
    this.isLoading = true;
    new Refresh(this, {
      isNeeded: () => !this.isLoading && this.entries.some((entry) => this.isUnderWay(entry)),
      read: () => this.readAgain(),
    });
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('route')) this.ready = this.load(this.wanted);
  }

  override get count(): number {
    return this.entries.length;
  }

  /** Whether an entry may change by itself soon, so that the list is read again. */
  protected isUnderWay(_entry: T): boolean {
    return false;
  }

  /** What tells an entry from others while the list changes. */
  protected keyOf(entry: T): unknown {
    return (entry as { id?: unknown }).id ?? entry;
  }

  /** Reads the list anew from its beginning, as far as the entry of that number. */
  protected async load(count = 0): Promise<void> {
    this.loads += 1;
    const { loads } = this;
    this.entries = [];
    this.next = null;
    do {
      await this.more();
    } while (loads === this.loads && this.entries.length < count && this.mayGrow);
  }

  private get mayGrow(): boolean {
    return this.next !== null && this.error === undefined;
  }

  /** Reads what is shown once more; what is shown stays until the answer is there. */
  private async readAgain(): Promise<boolean> {
    const { turn } = this;
    const entries: T[] = [];
    let next: string | null = null;
    do {
      const page: { entries: T[]; next: string | null } = await this.fetchPage(next ?? undefined);
      if (turn !== this.turn) return false;
      entries.push(...page.entries);
      ({ next } = page);
    } while (next !== null && entries.length < this.entries.length);
    this.next = next;
    if (isSame(entries, this.entries)) return false;
    await this.show(entries);
    return true;
  }

  /** Rows are drawn again by their place, so the focus is led to where its entry is now; to none where that is gone. */
  private async show(entries: T[]): Promise<void> {
    const rows = (): Element[] => [...this.querySelectorAll('tbody tr')];
    const stopsOf = (row: Element | undefined): HTMLElement[] => [
      ...(row?.querySelectorAll<HTMLElement>('a, button, input') ?? []),
    ];
    const before = this.entries;
    const focused = document.activeElement as HTMLElement;
    const at = rows().findIndex((row) => row.contains(focused));
    const stop = stopsOf(rows()[at]).indexOf(focused);
    this.entries = entries;
    await this.updateComplete;
    const entry = before[at];
    if (entry === undefined) return;
    const now = entries.findIndex((one) => this.keyOf(one) === this.keyOf(entry));
    const target = stopsOf(rows()[now])[stop];
    if (target === undefined) (document.activeElement as HTMLElement).blur();
    else target.focus({ preventScroll: true });
  }

  private async more(): Promise<void> {
    this.turn += 1;
    const turn = this.turn;
    this.isLoading = true;
    this.error = undefined;
    try {
      const page = await this.fetchPage(this.next ?? undefined);
      if (turn !== this.turn) return;
      this.entries = [...this.entries, ...page.entries];
      this.next = page.next;
    } catch (error) {
      if (turn === this.turn) this.error = error;
    } finally {
      if (turn === this.turn) this.isLoading = false;
    }
  }

  override render(): TemplateResult {
    return html`<header class="head">
        <h1>${this.words.title}</h1>
        ${this.tools()}
      </header>
      ${this.above()} ${this.filters()} ${this.list()}`;
  }

  /** Buttons beside the title. */
  protected tools(): Content {
    return nothing;
  }

  /** What stands between the title and the filters. */
  protected above(): Content {
    return nothing;
  }

  protected filters(): Content {
    return nothing;
  }

  protected rowHref(_entry: T): string | undefined {
    return undefined;
  }

  /** A choice of states that goes into the address. */
  protected stateFilter(states: readonly string[], name = 'status'): TemplateResult {
    const chosen = this.route.query[name] ?? '';
    return html`<div class="chips" role="group" aria-label=${w.common.status}>
      ${['', ...states].map(
        (status) =>
          html`<a
            class="chip"
            href=${hrefOf(this.place, '', { ...this.route.query, [name]: status })}
            aria-current=${status === chosen ? 'true' : nothing}
            >${status === '' ? w.common.all : stateOf(status).word}</a
          >`,
      )}
    </div>`;
  }

  private list(): Content {
    if (this.entries.length === 0 && this.isLoading) return skeleton();
    const trouble = this.error === undefined ? nothing : errorNotice(this.error, () => void this.more());
    if (this.entries.length === 0) return this.error === undefined ? this.nothingHere() : trouble;
    return html`<div class="sheet list" ?aria-busy=${this.isLoading}>
        <table role="table" aria-label=${this.words.title}>
          <thead role="rowgroup">
            <tr role="row">
              ${this.columns().map((column) => html`<th role="columnheader" class=${column.place ?? ''}>${column.label}</th>`)}
            </tr>
          </thead>
          <tbody role="rowgroup">
            ${this.entries.map((entry) => this.row(entry))}
          </tbody>
        </table>
      </div>
      ${trouble}
      <div class="pager">
        <span class="soft small" role="status">${w.common.shown(this.entries.length)}</span>
        ${
          this.next === null
            ? nothing
            : html`<button type="button" ?disabled=${this.isLoading} @click=${() => void this.more()}>
                ${this.isLoading ? w.common.loading : w.common.more}
              </button>`
        }
      </div>`;
  }

  private row(entry: T): TemplateResult {
    const href = this.rowHref(entry);
    return html`<tr role="row" class=${href === undefined ? '' : 'leads'}>
      ${this.columns().map(
        ({ cell, place }) =>
          html`<td role="cell" class=${place ?? ''}>
            ${place === 'main' && href !== undefined ? html`<a class="row-link" href=${href}>${cell(entry)}</a>` : cell(entry)}
          </td>`,
      )}
    </tr>`;
  }

  private nothingHere(): Content {
    const { words, symbol, route } = this;
    if (Object.keys(route.query).length === 0) return emptyState(symbol, words.empty, words.emptyAbout);
    return emptyState(
      symbol,
      words.noMatch,
      route.query['q'] === undefined ? nothing : words.capitals,
      html`<a class="button" href=${hrefOf(this.place)}>${w.common.clear}</a>`,
    );
  }
}
