import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Translate } from '../i18n/translate.ts';

interface RemovalContext {
  t: Translate;
  disabled: boolean;
}

/** Removing a saved card: the button, the question whether it is meant, and what came of it. One card at a time. */
export class SavedCardRemoval {
  readonly #onChange: () => void;
  readonly #remove: (tokenId: string) => Promise<void>;
  /** The card that is asked about. */
  #asked = '';
  #step: 'confirm' | 'removing' | 'failed' = 'confirm';
  #removed: string | undefined;

  constructor(onChange: () => void, remove: (tokenId: string) => Promise<void>) {
    this.#onChange = onChange;
    this.#remove = remove;
  }

  /** The button that asks. */
  button(tokenId: string, card: string, { t, disabled }: RemovalContext): TemplateResult {
    const isAsked = this.#asked === tokenId;
    return html`<button
      type="button"
      part="button remove"
      class="quiet"
      aria-label=${t('saved.remove.card', { card })}
      aria-expanded=${isAsked}
      ?disabled=${disabled || this.#step === 'removing'}
      @click=${() => this.#ask(isAsked ? '' : tokenId)}
    >
      ${t('saved.remove')}
    </button>`;
  }

  /** The question, while this card is asked about. */
  question(tokenId: string, card: string, { t, disabled }: RemovalContext): TemplateResult | typeof nothing {
    if (this.#asked !== tokenId) return nothing;
    const failed = this.#step === 'failed';
    const busy = this.#step === 'removing';
    return html`<div class="confirm" role="group" aria-label=${t('saved.remove.card', { card })}>
      <p role="alert" class=${failed ? 'error' : ''}>${t(failed ? 'saved.failed' : 'saved.confirm', { card })}</p>
      <button
        type="button"
        part="button confirm"
        class="danger"
        aria-disabled=${busy}
        ?disabled=${disabled}
        @click=${(event: Event) => void this.#confirm(card, rowOf(event))}
      >
        ${t(busy ? 'saved.removing' : 'saved.remove')}
      </button>
      <button
        type="button"
        part="button cancel"
        class="quiet"
        ?disabled=${disabled || busy}
        @click=${(event: Event) => {
          // Before the focused button goes.
          rowOf(event).querySelector<HTMLElement>('.line button')?.focus();
          this.#ask('');
        }}
      >
        ${t('saved.keep')}
      </button>
    </div>`;
  }

  /** Says to screen readers that a card is gone. */
  status(t: Translate): TemplateResult {
    const card = this.#removed;
    return html`<p class="hidden" role="status">${card === undefined ? '' : t('saved.removed', { card })}</p>`;
  }

  #ask(tokenId: string): void {
    this.#asked = tokenId;
    this.#step = 'confirm';
    this.#removed = undefined;
    this.#onChange();
  }

  async #confirm(card: string, row: HTMLElement): Promise<void> {
    if (this.#step === 'removing') return;
    this.#step = 'removing';
    this.#onChange();
    try {
      await this.#remove(this.#asked);
      // From a row that goes to a choice that stays.
      if (row.matches(':focus-within')) {
        row.parentElement?.querySelector<HTMLElement>('.method:not(:has(.confirm)) input:enabled')?.focus();
      }
      this.#ask('');
      this.#removed = card;
    } catch {
      this.#step = 'failed';
    }
    this.#onChange();
  }
}

function rowOf({ currentTarget }: Event): HTMLElement {
  return (currentTarget as HTMLElement).closest('.method') as HTMLElement;
}
