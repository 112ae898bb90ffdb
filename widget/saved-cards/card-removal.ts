import { html, nothing, type TemplateResult } from 'lit';
import type { MessageKey, Translate } from '../i18n/translate.ts';

interface RemovalContext {
  t: Translate;
  disabled: boolean;
}

/** Removing a kept card: the button, the question whether it is meant, and what came of it. One card at a time. */
export class CardRemoval {
  readonly #onChange: () => void;
  readonly #remove: (tokenId: string) => Promise<void>;
  /** The card that is asked about. */
  #asked = '';
  #busy = false;
  #news: { key: MessageKey; card: string } | undefined;

  constructor(onChange: () => void, remove: (tokenId: string) => Promise<void>) {
    this.#onChange = onChange;
    this.#remove = remove;
  }

  /** The button that asks. */
  button(tokenId: string, card: string, { t, disabled }: RemovalContext): TemplateResult {
    return html`<button
      type="button"
      class="quiet"
      aria-label=${t('saved.remove.card', { card })}
      aria-expanded=${this.#asked === tokenId ? 'true' : 'false'}
      ?disabled=${disabled || this.#busy}
      @click=${() => {
        this.#asked = this.#asked === tokenId ? '' : tokenId;
        this.#news = undefined;
        this.#onChange();
      }}
    >
      ${t('saved.remove')}
    </button>`;
  }

  /** The question, while this card is asked about. */
  question(tokenId: string, card: string, { t, disabled }: RemovalContext): TemplateResult | typeof nothing {
    if (this.#asked !== tokenId) return nothing;
    const failed = this.#news?.key === 'saved.failed';
    return html`<div class="confirm" role="group" aria-label=${t('saved.remove.card', { card })}>
      <p role="alert" class=${failed ? 'error' : ''}>${t(failed ? 'saved.failed' : 'saved.confirm', { card })}</p>
      <button
        type="button"
        class="danger"
        aria-disabled=${this.#busy ? 'true' : 'false'}
        ?disabled=${disabled}
        @click=${(event: Event) => void this.#confirm(tokenId, card, event.currentTarget as HTMLElement)}
      >
        ${t(this.#busy ? 'saved.removing' : 'saved.remove')}
      </button>
      <button
        type="button"
        class="quiet"
        ?disabled=${disabled || this.#busy}
        @click=${(event: Event) => {
          // Before the focused button goes.
          rowOf(event.currentTarget as HTMLElement)
            .querySelector<HTMLElement>('.row button')
            ?.focus();
          this.#asked = '';
          this.#onChange();
        }}
      >
        ${t('saved.keep')}
      </button>
    </div>`;
  }

  /** Says to screen readers that a card is gone. */
  status(t: Translate): TemplateResult {
    const news = this.#news?.key === 'saved.removed' ? this.#news : undefined;
    return html`<p class="hidden" role="status">${news === undefined ? '' : t(news.key, { card: news.card })}</p>`;
  }

  async #confirm(tokenId: string, card: string, button: HTMLElement): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    this.#news = undefined;
    this.#onChange();
    const row = rowOf(button);
    try {
      await this.#remove(tokenId);
      this.#asked = '';
      this.#news = { key: 'saved.removed', card };
      keepFocus(row);
    } catch {
      this.#news = { key: 'saved.failed', card };
    }
    this.#busy = false;
    this.#onChange();
  }
}

function rowOf(element: HTMLElement): HTMLElement {
  return element.closest<HTMLElement>('.method') ?? element;
}

/** Moves the focus from a row that goes to a choice that stays. */
function keepFocus(row: HTMLElement): void {
  const { activeElement } = row.getRootNode() as Document | ShadowRoot;
  if (activeElement === null || !row.contains(activeElement)) return;
  const radios = row.parentElement?.querySelectorAll<HTMLElement>('input[name="saved-card"]:enabled') ?? [];
  Array.from(radios)
    .find((radio) => !row.contains(radio))
    ?.focus();
}
