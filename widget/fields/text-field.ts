import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';

export interface TextFieldOptions {
  /** Unique in the element; names the input's part as well. */
  name: string;
  label: string;
  value: string;
  /** A sentence for the shopper; nothing where absent. */
  error: string | undefined;
  hint?: string | undefined;
  type?: 'text' | 'email' | 'tel' | 'url';
  autocomplete?: string;
  numeric?: boolean;
  /** Capitals that a phone's keyboard begins with. */
  capitals?: 'words' | 'characters';
  maxLength?: number;
  required?: boolean;
  /** Kept as it is, without losing the focus. */
  disabled: boolean;
  /** Always left to right, such as a card number. */
  ltr?: boolean;
  /** Before the text, such as a calling code. */
  start?: TemplateResult | typeof nothing;
  /** At the end of the field, such as a card's brand. */
  end?: TemplateResult | typeof nothing;
  onInput: (input: HTMLInputElement, event: Event) => void;
  onBlur: () => void;
}

/** A labelled input with its hint and error; the error is tied to the input and announced. */
export function textField(options: TextFieldOptions): TemplateResult {
  const { name, error, hint } = options;
  return html`<div class="field ${error === undefined ? '' : 'wrong'}" part="field">
    <div class="box">
      <label for=${name} part="label">${options.label}</label>
      ${options.start ?? nothing}
      <input
        id=${name}
        name=${name}
        part="input"
        type=${options.type ?? 'text'}
        .value=${options.value}
        placeholder=${hint ?? nothing}
        autocomplete=${options.autocomplete ?? 'off'}
        inputmode=${options.numeric === true ? 'numeric' : nothing}
        maxlength=${options.maxLength ?? nothing}
        dir=${options.ltr === true ? 'ltr' : 'auto'}
        autocapitalize=${options.capitals ?? (options.type === undefined ? nothing : 'none')}
        spellcheck="false"
        aria-required=${options.required === false ? 'false' : 'true'}
        aria-invalid=${error === undefined ? 'false' : 'true'}
        aria-describedby=${error === undefined ? nothing : `${name}-error`}
        ?readonly=${options.disabled}
        @input=${(event: Event) => options.onInput(event.target as HTMLInputElement, event)}
        @blur=${options.onBlur}
      />
      ${options.end ?? nothing}
    </div>
    ${fieldError(name, error)}
  </div>`;
}

export interface SelectFieldOptions {
  name: string;
  label: string;
  value: string;
  choices: readonly { value: string; label: string }[];
  error: string | undefined;
  autocomplete?: string;
  required?: boolean;
  disabled: boolean;
  onChange: (value: string) => void;
}

/** A labelled choice. */
export function selectField(options: SelectFieldOptions): TemplateResult {
  const { name, error, choices } = options;
  // A list of all countries takes long to draw, and a form with it is drawn at every key.
  return html`<div class="field ${error === undefined ? '' : 'wrong'}" part="field">
    <div class="box choice">
      <label for=${name} part="label">${options.label}</label>
      <select
        id=${name}
        name=${name}
        part="input"
        autocomplete=${options.autocomplete ?? 'off'}
        aria-required=${options.required === true ? 'true' : nothing}
        aria-invalid=${error === undefined ? 'false' : 'true'}
        aria-describedby=${error === undefined ? nothing : `${name}-error`}
        ?disabled=${options.disabled}
        @change=${(event: Event) => options.onChange((event.target as HTMLSelectElement).value)}
      >
        ${guard([options.value, ...choices.map(({ label }) => label)], () =>
          choices.map(
            (choice) =>
              html`<option value=${choice.value} .selected=${choice.value === options.value}>${choice.label}</option>`,
          ),
        )}
      </select>
    </div>
    ${fieldError(name, error)}
  </div>`;
}

/** A field's error, named so that its input can point at it. */
export function fieldError(name: string, error: string | undefined): TemplateResult | typeof nothing {
  return error === undefined ? nothing : html`<p class="error" id="${name}-error" part="error">${error}</p>`;
}
