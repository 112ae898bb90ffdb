import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { fieldError } from './text-field.ts';

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
