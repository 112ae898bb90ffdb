import { firstCharacters } from '../../shared/characters.ts';
import { html, nothing, type noChange, type TemplateResult } from 'lit/html.js';

export interface TextFieldOptions {
  /** Unique in the element. */
  name: string;
  label: string;
  /** The text; `noChange` leaves the field as it is. */
  value: string | typeof noChange;
  /** A sentence for the shopper; nothing where absent. */
  error: string | undefined;
  /** The placeholder of the empty field; without one the label stands in its place. */
  hint?: string | undefined;
  /** Read to screen readers after the label; not shown. */
  description?: string | undefined;
  type?: 'text' | 'email' | 'tel' | 'url' | 'date' | undefined;
  autocomplete?: string;
  numeric?: boolean;
  /** Capitals that a phone's keyboard begins with. */
  capitals?: 'words' | 'characters' | undefined;
  /** Most characters (code points); what is more is cut off. */
  maxLength?: number;
  required?: boolean;
  /** Kept as it is, without losing the focus. */
  disabled: boolean;
  /** Always left to right, such as a card number. */
  ltr?: boolean;
  /** At the end of the field, such as a card's brand. */
  end?: TemplateResult | typeof nothing;
  /** Below the field, such as a suggestion; announced as the error is. */
  below?: TemplateResult | readonly TemplateResult[] | typeof nothing;
  /** Makes the field a combobox. */
  search?: SearchList;
  /** Of the return key of a phone's keyboard. */
  enterKey?: 'next' | 'done';
  onInput: (input: HTMLInputElement, event: Event) => void;
  onBlur: () => void;
}

/** The list that a search opens below its field; it has the field's name and `-list` as its id. */
export interface SearchList {
  isOpen: boolean;
  /** The id of the option that the arrow keys stand on. */
  active: string | undefined;
  content: TemplateResult;
  onKey: (event: KeyboardEvent) => void;
  onClick: () => void;
}

/** A labelled input with its placeholder and error; the error is tied to the input and announced. */
export function textField(options: TextFieldOptions): TemplateResult {
  const { name, error, hint, description, search } = options;
  // Some password managers dispatch a change event only.
  const onInput = (event: Event): void => {
    // While an input method composes, its text is its own.
    if ((event as InputEvent).isComposing) return;
    const input = event.target as HTMLInputElement;
    // The browser's own limit counts an emoji twice.
    const fitting = firstCharacters(input.value, options.maxLength ?? Infinity);
    if (fitting !== input.value) input.value = fitting;
    options.onInput(input, event);
  };
  return html`<div class="field ${error === undefined ? '' : 'wrong'} ${search && 'search'}" part="field ${name}">
    <div class="box ${search && 'choice'}">
      <label for=${name} part="label">${options.label}</label>
      <input
        id=${name}
        name=${name}
        part="input"
        type=${options.type ?? 'text'}
        .value=${options.value}
        placeholder=${hint ?? ' '}
        autocomplete=${options.autocomplete ?? 'off'}
        inputmode=${options.numeric === true ? 'numeric' : nothing}
        dir=${options.ltr === true ? 'ltr' : 'auto'}
        autocapitalize=${options.capitals ?? (options.type === undefined ? nothing : 'none')}
        spellcheck="false"
        enterkeyhint=${options.enterKey ?? 'next'}
        aria-required=${options.required !== false}
        aria-invalid=${error !== undefined}
        aria-describedby=${error === undefined ? (description === undefined ? nothing : `${name}-about`) : `${name}-error`}
        role=${search ? 'combobox' : nothing}
        aria-autocomplete=${search ? 'list' : nothing}
        aria-controls=${search ? `${name}-list` : nothing}
        aria-expanded=${search?.isOpen ?? nothing}
        aria-activedescendant=${search?.active ?? nothing}
        ?readonly=${options.disabled}
        @keydown=${search?.onKey}
        @click=${search?.onClick}
        @input=${onInput}
        @change=${onInput}
        @compositionend=${onInput}
        @blur=${options.onBlur}
      />
      ${options.end ?? nothing}
      ${description === undefined ? nothing : html`<span id="${name}-about" hidden>${description}</span>`}
    </div>
    ${search?.content} ${fieldError(name, error, options.below)}
  </div>`;
}

/**
 * A field's error, with the id that its input refers to. The live region is rendered before the error, so that screen readers
 * announce an error that appears when the field loses the focus.
 */
export function fieldError(
  name: string,
  error: string | undefined,
  below: TextFieldOptions['below'] = nothing,
): TemplateResult {
  return html`<div aria-live="polite">
    ${below}${error === undefined ? nothing : html`<p class="error" id="${name}-error" part="error">${error}</p>`}
  </div>`;
}
