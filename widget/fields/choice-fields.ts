import { html, nothing, type TemplateResult } from 'lit/html.js';
import { fieldError } from './form-fields.ts';

/** One of the choices of a select: a country, a bank. */
export interface SelectOption {
  code: string;
  name: string;
}

export interface SelectFieldOptions {
  name: string;
  label: string;
  /** The chosen code. */
  value: string;
  choices: readonly SelectOption[];
  error: string | undefined;
  /** Stands for the chosen name while the list is closed, where the name does not fit. */
  short?: string | undefined;
  autocomplete?: string;
  required?: boolean;
  disabled: boolean;
  onChange: (code: string) => void;
}

/** A labelled choice. */
export function selectField(options: SelectFieldOptions): TemplateResult {
  const { name, error, value, short } = options;
  return html`<div class="field ${error === undefined ? '' : 'wrong'}" part="field">
    <div class="box choice">
      <label for=${name} part="label">${options.label}</label>
      ${short === undefined ? nothing : html`<span class="short" aria-hidden="true">${short}</span>`}
      <select
        id=${name}
        name=${name}
        part="input"
        autocomplete=${options.autocomplete ?? 'off'}
        aria-required=${options.required ?? nothing}
        aria-invalid=${error !== undefined}
        aria-describedby=${error === undefined ? nothing : `${name}-error`}
        ?disabled=${options.disabled}
        @change=${(event: Event) => options.onChange((event.target as HTMLSelectElement).value)}
      >
        ${options.choices.map(
          (choice) => html`<option value=${choice.code} .selected=${choice.code === value}>${choice.name}</option>`,
        )}
      </select>
    </div>
    ${fieldError(name, error)}
  </div>`;
}

export interface CheckboxOptions {
  /** Unique in the element. */
  name: string;
  label: string;
  checked: boolean;
  /** A sentence for the shopper; nothing where absent. */
  error?: string | undefined;
  required?: boolean;
  disabled: boolean;
  onChange: (checked: boolean) => void;
}

/** A box to tick, with its error tied to it. */
export function checkboxField(options: CheckboxOptions): TemplateResult {
  const { name, error } = options;
  return html`<div class="check" part="field">
    <label part="label">
      <input
        id=${name}
        name=${name}
        part="checkbox"
        type="checkbox"
        .checked=${options.checked}
        aria-required=${options.required ?? nothing}
        aria-invalid=${error !== undefined}
        aria-describedby=${error === undefined ? nothing : `${name}-error`}
        ?disabled=${options.disabled}
        @change=${(event: Event) => options.onChange((event.target as HTMLInputElement).checked)}
      />
      <span>${options.label}</span>
    </label>
    ${fieldError(name, error)}
  </div>`;
}
