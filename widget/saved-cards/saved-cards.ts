import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { SavedCard, SubmitPayment } from '../../shared/contract/index.ts';
import { checkboxField } from '../fields/choice-fields.ts';
import { textField } from '../fields/form-fields.ts';
import { acceptTypedSecurityCode, securityCodeErrorKeyOf } from '../fields/security-code.ts';
import type { MessageKey, Translate } from '../i18n/translate.ts';
import { isExpired } from './is-expired.ts';
import { SavedCardRemoval } from './saved-card-removal.ts';

/** The facts about a saved card's brand; passed in, because features do not import each other. */
export interface SavedCardBrand {
  name: string;
  mark: TemplateResult | typeof nothing;
  codeLengths: readonly number[];
  code: 'required' | 'optional' | 'none';
}

export interface SavedCardsContext {
  t: Translate;
  disabled: boolean;
  /** The form for another card: below its choice, or alone where no card is saved. */
  anotherCard: TemplateResult;
}

/** The shopper's saved cards, the choice among them or another, and the consent to save that other one. */
export class SavedCardChoice {
  readonly #onChange: () => void;
  readonly #lookOf: (brand: string | null) => SavedCardBrand;
  readonly #removal: SavedCardRemoval;
  #cards: readonly SavedCard[] = [];
  /** Removed cards; their places stay empty, so that the other rows stay as they are. */
  readonly #gone = new Set<string>();
  #mayKeep = false;
  #chosen = '';
  #keep = false;
  #code = '';
  #shown = false;
  #refused = false;

  constructor(
    onChange: () => void,
    onRemove: (tokenId: string) => Promise<void>,
    lookOf: (brand: string | null) => SavedCardBrand,
  ) {
    this.#onChange = onChange;
    this.#lookOf = lookOf;
    this.#removal = new SavedCardRemoval(onChange, async (tokenId) => {
      await onRemove(tokenId);
      this.#gone.add(tokenId);
      if (this.#chosen === tokenId) this.#chooseFirst();
    });
  }

  /** Takes a session's cards and chooses the first that is not expired. */
  begin(cards: readonly SavedCard[], mayKeep: boolean): void {
    this.#cards = cards;
    this.#mayKeep = mayKeep;
    this.#gone.clear();
    this.#chooseFirst();
  }

  /** The saved card that pays; undefined where another one does. */
  get chosen(): SavedCard | undefined {
    return this.#cards.find(({ token_id }) => token_id === this.#chosen);
  }

  /** Whether the saved card is complete; true where another card pays. */
  get valid(): boolean {
    return this.#fault === undefined;
  }

  /** What this part adds to the submit body; only while {@link valid}. */
  value(): Pick<SubmitPayment, 'token_id' | 'security_code' | 'save_card'> {
    const { chosen } = this;
    if (chosen === undefined) return this.#mayKeep && this.#keep ? { save_card: true } : {};
    return { token_id: chosen.token_id, ...(this.#code === '' ? {} : { security_code: this.#code }) };
  }

  /** Shows errors from now on. */
  showFaults(): void {
    this.#shown = true;
  }

  /**
   * Marks the code that the companion rejected, by its path in the submit body, until it changes. A card that the
   * companion no longer has was removed elsewhere.
   */
  refuse(path: string): void {
    if (path === 'security_code') this.#refused = true;
    if (path !== 'token_id') return;
    this.#gone.add(this.#chosen);
    this.#chooseFirst();
  }

  /** Each payment needs the code again. False where there was none. */
  forgetCode(): boolean {
    const code = this.#code;
    this.#code = '';
    this.#shown = this.#refused = false;
    return code !== '';
  }

  render(context: SavedCardsContext): TemplateResult {
    const { t, anotherCard } = context;
    const fresh = html`<div class="stack">${anotherCard}${this.#consent(context)}</div>`;
    if (this.#cards.every((card) => this.#isGone(card))) return html`${fresh}${this.#removal.status(t)}`;
    return html`<fieldset part="saved-cards">
        <legend>${t('saved')}</legend>
        <div class="group">
          ${this.#cards.map((card) => (this.#isGone(card) ? nothing : this.#row(card, context)))}
          <div class="method">
            <div class="line">
              <label class="row">${this.#radio('', context.disabled)}<span>${t('saved.other')}</span></label>
            </div>
          </div>
        </div>
      </fieldset>
      ${this.chosen === undefined ? fresh : nothing} ${this.#removal.status(t)}`;
  }

  #row(card: SavedCard, context: SavedCardsContext): TemplateResult {
    const { t, disabled } = context;
    const { brand, last4, token_id } = card;
    const look = this.#lookOf(brand);
    const name = t('saved.name', { brand: look.name, last4 });
    const expired = isExpired(card.expiry);
    return html`<div class="method" part="saved-card">
      <div class="line">
        <label class="row">
          ${this.#radio(token_id, disabled || expired)}${look.mark}
          <span>
            <span class="hidden">${name}</span
            ><span aria-hidden="true">${look.name} <span class="digits">•••• ${last4}</span></span>
            ${
              card.expiry === null
                ? nothing
                : html`<small>${t(expired ? 'saved.expired' : 'saved.expires', { date: card.expiry })}</small>`
            }
          </span>
        </label>
        ${card.fixed === true ? nothing : this.#removal.button(token_id, name, context)}
      </div>
      ${this.#removal.question(token_id, name, context)}
      ${card === this.chosen && look.code !== 'none' ? this.#codeField(look, context) : nothing}
    </div>`;
  }

  #radio(tokenId: string, disabled: boolean): TemplateResult {
    return html`<input
      part="radio"
      type="radio"
      name="saved-card"
      value=${tokenId}
      .checked=${tokenId === this.#chosen}
      ?disabled=${disabled}
      @change=${() => {
        this.#choose(tokenId);
        this.#onChange();
      }}
    />`;
  }

  #codeField(look: SavedCardBrand, { t, disabled }: SavedCardsContext): TemplateResult {
    const fault = this.#shown ? this.#fault : undefined;
    const label = t('card.code');
    return textField({
      name: 'saved-code',
      label: look.code === 'optional' ? t('field.optional', { label }) : label,
      value: this.#code,
      hint: 'CVC',
      error: fault === undefined ? undefined : t(fault),
      autocomplete: 'cc-csc',
      numeric: true,
      ltr: true,
      required: look.code === 'required',
      enterKey: 'done',
      disabled,
      onInput: (input, event) => {
        const { codeLengths: lengths } = look;
        this.#code = acceptTypedSecurityCode(input, { event, before: this.#code, lengths });
        this.#refused = false;
        this.#onChange();
      },
      onBlur: () => {
        if (this.#code !== '') this.#shown = true;
        this.#onChange();
      },
    });
  }

  #consent({ t, disabled }: SavedCardsContext): TemplateResult | typeof nothing {
    if (!this.#mayKeep) return nothing;
    return checkboxField({
      name: 'save-card',
      label: t('saved.consent'),
      checked: this.#keep,
      disabled,
      onChange: (keep) => {
        this.#keep = keep;
        this.#onChange();
      },
    });
  }

  get #fault(): MessageKey | undefined {
    const { chosen } = this;
    if (chosen === undefined) return undefined;
    if (this.#refused) return 'invalid.format';
    const { code, codeLengths } = this.#lookOf(chosen.brand);
    return securityCodeErrorKeyOf(this.#code, code, codeLengths);
  }

  #choose(tokenId: string): void {
    this.#chosen = tokenId;
    this.forgetCode();
  }

  #chooseFirst(): void {
    this.#choose(this.#cards.find((card) => !isExpired(card.expiry) && !this.#isGone(card))?.token_id ?? '');
  }

  #isGone({ token_id }: SavedCard): boolean {
    return this.#gone.has(token_id);
  }
}
