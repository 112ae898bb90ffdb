import { html, nothing, type TemplateResult } from 'lit/html.js';
import { fieldError } from './text-field.ts';

/** What can be chosen: a country, a bank, a plan. */
export interface Choice {
  code: string;
  name: string;
}

export interface SelectFieldOptions {
  name: string;
  label: string;
  /** The chosen code. */
  value: string;
  choices: readonly Choice[];
  error: string | undefined;
  autocomplete?: string;
  required?: boolean;
  disabled: boolean;
  onChange: (code: string) => void;
}

/** A labelled choice. */
export function selectField(options: SelectFieldOptions): TemplateResult {
  const { name, error, value } = options;
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
        ${options.choices.map(
          (choice) => html`<option value=${choice.code} .selected=${choice.code === value}>${choice.name}</option>`,
        )}
      </select>
    </div>
    ${fieldError(name, error)}
  </div>`;
}
