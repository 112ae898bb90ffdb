import { html, nothing, type TemplateResult } from 'lit/html.js';

export interface CheckFieldOptions {
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
export function checkField(options: CheckFieldOptions): TemplateResult {
  const { name, error } = options;
  return html`<div class="check" part="field">
    <label part="label">
      <input
        id=${name}
        name=${name}
        type="checkbox"
        .checked=${options.checked}
        aria-required=${options.required === true ? 'true' : nothing}
        aria-invalid=${error === undefined ? 'false' : 'true'}
        aria-describedby=${error === undefined ? nothing : `${name}-error`}
        ?disabled=${options.disabled}
        @change=${(event: Event) => options.onChange((event.target as HTMLInputElement).checked)}
      />
      <span>${options.label}</span>
    </label>
    ${error === undefined ? nothing : html`<p class="error" id="${name}-error" part="error">${error}</p>`}
  </div>`;
}
