import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { w } from './i18n/en.ts';
import { stateOf } from './i18n/states.ts';
import { ConsolePage } from './page.ts';
import type { IconName } from './parts/icons.ts';
import { emptyState, errorNotice, skeleton, type Content } from './parts/parts.ts';
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
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('route')) void this.load();
  }

  /** Reads the list anew from its beginning. */
  protected async load(): Promise<void> {
    this.entries = [];
    this.next = null;
    await this.more();
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
