import { LitElement, html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { w } from '../i18n/en.ts';
import type { Shell } from '../page.ts';
import { nameOf } from '../parts/method.ts';
import { errorNotice, facts, skeleton, type Content } from '../parts/parts.ts';
import { deedsOf, type Deed, type Kind } from './forms.ts';

const t = w.issuing;

type Fields = Readonly<Record<string, unknown>>;

const IDS: Readonly<Record<Kind, string>> = { cards: 'card_id', groups: 'group_id', cardholders: 'cardholder_id' };

/** One card, group or cardholder as the service tells of it now, with what can be done with it. */
export class IssuedThing extends LitElement {
  @property({ attribute: false }) shell: Shell | undefined;
  @property({ attribute: false }) kind: Kind = 'cards';
  /** Its number; a cardholder's e-mail will do as well. */
  @property({ attribute: false }) name = '';
  @state() private found: Fields | undefined;
  @state() private uses: readonly Fields[] = [];
  @state() private error: unknown;

  override createRenderRoot(): this {
    return this;
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('name') || changed.has('kind')) void this.load();
  }

  private async load(): Promise<void> {
    const { shell, kind, name } = this;
    if (shell === undefined) return;
    this.found = this.error = undefined;
    this.uses = [];
    try {
      if (kind === 'cardholders') {
        const body = name.includes('@') ? { email: name } : { cardholder_id: name };
        this.found = await shell.api.post<Fields>('/issuing/cardholders/query', body);
        return;
      }
      const at = `/issuing/${kind}/${encodeURIComponent(name)}`;
      this.found = await shell.api.post<Fields>(`${at}/query`, {});
      if (kind !== 'cards') return;
      const used = await shell.api.post<{ transaction_list?: Fields[] }>(`${at}/transactions`, {});
      this.uses = used.transaction_list ?? [];
    } catch (error) {
      this.error = error;
    }
  }

  override render(): Content {
    if (this.error !== undefined) return errorNotice(this.error, () => void this.load());
    const { found, kind } = this;
    if (found === undefined) return skeleton(4);
    const id = found[IDS[kind]];
    const deeds = typeof id === 'string' ? deedsOf(kind, id, found) : [];
    return html`<section class="sheet found" aria-label=${this.name}>
      ${facts(Object.entries(found).map(([name, value]) => [nameOf(name), shown(value)] as const))}
      <div class="buttons start">
        ${deeds.map((deed) => html`<button type="button" @click=${() => void this.do(deed)}>${deed.label}</button>`)}
      </div>
      ${kind === 'cards' ? this.usesPart() : nothing}
    </section>`;
  }

  private usesPart(): Content {
    return html`<h3>${t.transactions}</h3>
      ${
        this.uses.length === 0
          ? html`<p class="soft">${t.noTransactions}</p>`
          : html`<ul class="rows">
              ${this.uses.map(
                (use) =>
                  html`<li>
                    <div>
                      ${facts(Object.entries(use).map(([name, value]) => [nameOf(name), shown(value)] as const))}
                    </div>
                  </li>`,
              )}
            </ul>`
      }`;
  }

  private async do({ ask }: Deed): Promise<void> {
    if (!(await this.shell?.ask(ask))) return;
    this.dispatchEvent(new Event('changed'));
    await this.load();
  }
}

/** Values of an answer whose shape nobody shows. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}

customElements.define('console-issued', IssuedThing);
