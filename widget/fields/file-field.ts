import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Translate } from '../i18n/translate.ts';
import type { ChosenFile } from '../person/read-file.ts';
import { fieldError } from './form-fields.ts';

export interface FileFieldOptions {
  name: string;
  label: string;
  /** Media types. */
  types: readonly string[];
  maxBytes: number;
  language: string;
  chosen: ChosenFile | undefined;
  reading: boolean;
  error: string | undefined;
  required: boolean;
  disabled: boolean;
  t: Translate;
  /** Undefined takes the file away. */
  onChoose: (file: File | undefined) => void;
}

/** A file to choose: its rules, its name and size once it is there, and a button that takes it away. */
export function fileField(options: FileFieldOptions): TemplateResult {
  const { name, chosen, error, t, types, reading, disabled, label, language } = options;
  const size = formatFileSize(options.maxBytes, language);
  const action = t(chosen === undefined ? 'file.choose' : 'file.replace');
  return html`<div class="field file ${error === undefined ? '' : 'wrong'}" part="field">
    <div class="box">
      <p aria-hidden="true">${label}</p>
      <p id="${name}-about" role="status">
        ${
          chosen !== undefined
            ? html`<bdi>${chosen.name}</bdi> · ${formatFileSize(chosen.size, language)}`
            : t(reading ? 'file.reading' : 'file.hint', { types: formatMediaTypes(types), size })
        }
      </p>
      <div>
        <label class="button" part="button">
          <input
            id=${name}
            name=${name}
            part="file"
            type="file"
            accept=${types.join(',')}
            aria-label="${label}: ${action}"
            aria-required=${options.required}
            aria-invalid=${error !== undefined}
            aria-describedby=${error === undefined ? `${name}-about` : `${name}-error`}
            ?disabled=${disabled || reading}
            @change=${(event: Event) => {
              const input = event.target as HTMLInputElement;
              const [file] = input.files ?? [];
              // So that the same file can be chosen again after it was taken away.
              input.value = '';
              if (file !== undefined) options.onChoose(file);
            }}
          />${action}</label
        >
        ${
          chosen === undefined
            ? nothing
            : html`<button
                type="button"
                part="button remove"
                class="quiet"
                ?disabled=${disabled}
                @click=${(event: Event) => {
                  options.onChoose(undefined);
                  // The button goes with the file; the focus stays with the field.
                  (event.currentTarget as HTMLElement).parentElement?.querySelector('input')?.focus();
                }}
              >
                ${t('file.remove')}
              </button>`
        }
      </div>
    </div>
    ${fieldError(name, error)}
  </div>`;
}

/** Media types as people call them: `JPEG, PNG, PDF`. */
export function formatMediaTypes(types: readonly string[]): string {
  return types.map((type) => type.replace(/^.*\/|\+.*$/g, '').toUpperCase()).join(', ');
}

/** Bytes as people read them. */
export function formatFileSize(bytes: number, language: string): string {
  const unit = bytes < 1_000_000 ? 'kilobyte' : 'megabyte';
  const amount = Math.max(1, Math.round(bytes / (unit === 'kilobyte' ? 100 : 100_000))) / 10;
  const digits = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: amount < 10 ? 1 : 0 } as const;
  return new Intl.NumberFormat(language, digits).format(amount);
}
