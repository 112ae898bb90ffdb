import { html, nothing, type TemplateResult } from 'lit';
import type { AskedField, SubmitPayment } from '../../shared/contract/index.ts';
import { fieldLabel } from '../i18n/field-label.ts';
import type { MessageKey, Translate } from '../i18n/translate.ts';
import { textField, type TextFieldOptions } from './text-field.ts';

type Look = Pick<TextFieldOptions, 'type' | 'autocomplete' | 'numeric' | 'maxLength'> & { hint?: MessageKey };

/** How well-known fields are typed and filled in by the browser; by the last part of their path. */
const LOOKS: Readonly<Record<string, Look>> = {
  email: { type: 'email', autocomplete: 'email', maxLength: 100 },
  phone: { type: 'tel', autocomplete: 'tel', maxLength: 50 },
  phone_number: { type: 'tel', autocomplete: 'tel', maxLength: 50 },
  first_name: { autocomplete: 'given-name' },
  last_name: { autocomplete: 'family-name' },
  birth_date: { numeric: true, hint: 'hint.date', maxLength: 10 },
  country: { autocomplete: 'country', hint: 'hint.country', maxLength: 2 },
  state: { autocomplete: 'address-level1' },
  city: { autocomplete: 'address-level2' },
  address: { autocomplete: 'street-address' },
  postal_code: { autocomplete: 'postal-code', maxLength: 20 },
};

/** What the session asks the shopper for besides the card: values by path, shown field by field. */
export class AskedFields {
  readonly values = new Map<string, string>();
  readonly shown = new Set<string>();
  /** Paths that the companion refused as they are. */
  readonly refused = new Set<string>();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  faultOf(field: AskedField): MessageKey | undefined {
    const value = (this.values.get(field.path) ?? '').trim();
    if (this.refused.has(field.path)) return 'invalid.format';
    if (value === '') return field.required ? 'invalid.required' : undefined;
    const name = nameOf(field.path);
    if (name === 'email') return /^[^\s@]+@[^\s@]+$/.test(value) ? undefined : 'invalid.email';
    if (name === 'birth_date') return /^\d{2}-\d{2}-\d{4}$/.test(value) ? undefined : 'invalid.date';
    if (name.endsWith('country')) return /^[A-Za-z]{2}$/.test(value) ? undefined : 'invalid.country';
    return undefined;
  }

  /** The groups of the submit body that these fields fill. */
  value(fields: readonly AskedField[]): Pick<SubmitPayment, 'shopper' | 'billing' | 'delivery' | 'person'> {
    const body: Record<string, unknown> = {};
    for (const { path } of fields) {
      const value = (this.values.get(path) ?? '').trim();
      if (value !== '') setAt(body, path.split('.'), nameOf(path).endsWith('country') ? value.toUpperCase() : value);
    }
    return body;
  }

  render(fields: readonly AskedField[], t: Translate, disabled: boolean): TemplateResult | typeof nothing {
    if (fields.length === 0) return nothing;
    return html`<div class="stack">${fields.map((field) => this.#field(field, t, disabled))}</div>`;
  }

  #field(field: AskedField, t: Translate, disabled: boolean): TemplateResult {
    const { path } = field;
    const { hint, ...look } = LOOKS[nameOf(path)] ?? {};
    const fault = this.shown.has(path) ? this.faultOf(field) : undefined;
    const label = fieldLabel(t, path);
    return textField({
      name: path,
      label: field.required ? label : t('field.optional', { label }),
      value: this.values.get(path) ?? '',
      error: fault === undefined ? undefined : t(fault),
      hint: hint === undefined ? undefined : t(hint),
      required: field.required,
      disabled,
      ...look,
      onInput: (input) => {
        this.values.set(path, input.value);
        this.refused.delete(path);
        this.#onChange();
      },
      onBlur: () => {
        if ((this.values.get(path) ?? '') !== '') this.shown.add(path);
        this.#onChange();
      },
    });
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

function setAt(target: Record<string, unknown>, [key = '', ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) target[key] = value;
  else setAt((target[key] ??= {}) as Record<string, unknown>, rest, value);
}
