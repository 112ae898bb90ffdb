import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { AmountInHundredths } from '../../../shared/money.ts';
import { formatAmountForViewer, parseTypedAmount } from '../amounts.ts';
import { texts } from '../i18n/texts.ts';
import { icon } from './icons.ts';
import type { TemplateContent } from './templates.ts';
import { encodeAmount, hasUnsupportedDecimals, smallestAmountInHundredths } from '../../../shared/money.ts';

/** A field of a form. */
export interface FormField {
  name: string;
  label: string;
  kind?: 'text' | 'presets' | 'amount' | 'whole' | 'email' | 'date' | 'long' | 'choice' | 'check' | 'url' | 'file';
  value?: string;
  /** Default: required. */
  optional?: boolean;
  /** The field and its value that make this one required. */
  neededBy?: readonly [name: string, value: string];
  hint?: string;
  /** Stands above the first of several checkboxes. */
  heading?: string;
  choices?: readonly (readonly [value: string, label: string])[];
  /** The texts of `presets`: one button each. */
  presets?: readonly string[];
  /** The currency of an amount. */
  currency?: string;
  /** The maximum of an amount, in hundredths. */
  max?: AmountInHundredths;
  maxLength?: number;
}

export type FormValues = Readonly<Record<string, string>>;

/** The error of a field's text; undefined when it is valid. */
export function findFieldError(field: FormField, text: string): string | undefined {
  const value = text.trim();
  const isOptional = field.optional === true || field.kind === 'check' || field.kind === 'presets';
  if (value === '') return isOptional ? undefined : texts.form.required;
  if (field.kind === 'email') return /^[^\s@]+@[^\s@]+$/.test(value) ? undefined : texts.form.email;
  if (field.kind === 'whole') return /^\d{1,9}$/.test(value) ? undefined : texts.form.number;
  if (field.kind !== 'amount') return undefined;
  const read = parseTypedAmount(value, field.max);
  if ('amount' in read)
    return hasExtraDecimals(field, read.amount) ? texts.form.wholeUnits(field.currency ?? '') : undefined;
  if (read.error === 'zero') return texts.form.zero;
  if (read.error === 'format') return texts.form.amount;
  return texts.form.tooMuch(maximumOf(field));
}

function maximumOf({ max = 0n, currency = 'EUR' }: FormField): string {
  return formatAmountForViewer(encodeAmount(max), currency);
}

function isAboveMaximum({ max }: FormField, text: string): boolean {
  const read = parseTypedAmount(text, max);
  return 'error' in read && read.error === 'too_much';
}

/** Whether an amount has decimals that its currency lacks. A payment with such decimals can be refunded with them. */
function hasExtraDecimals({ currency, max }: FormField, amount: string): boolean {
  return hasUnsupportedDecimals(amount, currency) && (max ?? 0n) % smallestAmountInHundredths(currency ?? '') === 0n;
}

/** The value as the API takes it. */
export function apiValueOf(field: FormField, text: string): string {
  const value = text.trim();
  // The API takes no line breaks.
  if (field.kind === 'long') return value.replaceAll(/\s*\n\s*/g, ' ');
  if (field.kind !== 'amount') return value;
  const read = parseTypedAmount(value, field.max);
  return 'amount' in read ? read.amount : value;
}

interface FormFieldState {
  field: FormField;
  value: string;
  /** Whether the field may stay empty. */
  isOptional: boolean;
  error: string | undefined;
  onInput: (value: string) => void;
}

/** A labelled control with its hint and its error. */
export function formField(state: FormFieldState): TemplateResult {
  const { field, isOptional, error } = state;
  const id = `field-${field.name}`;
  if (field.kind === 'check') return checkField(id, state);
  const about = error === undefined ? (field.hint === undefined ? '' : `${id}-hint`) : `${id}-error`;
  return html`<div class="field ${error === undefined ? '' : 'invalid'}">
    <label for=${field.kind === 'presets' ? nothing : id}
      >${field.label}${isOptional ? html` <span class="muted">${texts.common.optional}</span>` : nothing}</label
    >
    ${control(id, state, about)}
    ${
      error === undefined
        ? field.hint === undefined
          ? nothing
          : html`<p class="muted small" id="${id}-hint">${field.hint}</p>`
        : html`<p class="error" id="${id}-error">${icon('alert')}<span>${errorText(id, state, error)}</span></p>`
    }
  </div>`;
}

/** The error; the maximum of an amount is a button that fills it in. */
function errorText(id: string, { field, value, onInput }: FormFieldState, error: string): TemplateContent {
  const { max } = field;
  if (max === undefined || !isAboveMaximum(field, value)) return error;
  const fillIn = (): void => {
    onInput(encodeAmount(max));
    document.getElementById(id)?.focus();
  };
  // What stands before and after the amount differs by language.
  const [before, after] = texts.form.tooMuch('\n').split('\n');
  return html`${before}<button type="button" @click=${fillIn}>${maximumOf(field)}</button>${after}`;
}

/** A button for each text; a second press takes the choice back. */
function presetButtons(id: string, { field: { presets = [], label }, value, onInput }: FormFieldState): TemplateResult {
  return html`<div class="presets" role="group" aria-label=${label}>
    ${presets.map(
      (text, index) =>
        html`<button
          type="button"
          id=${index === 0 ? id : nothing}
          aria-pressed=${String(text === value)}
          @click=${() => onInput(text === value ? '' : text)}
        >
          ${text}
        </button>`,
    )}
  </div>`;
}

function checkField(id: string, { field, value, onInput }: FormFieldState): TemplateResult {
  return html`${field.heading === undefined ? nothing : html`<p class="strong">${field.heading}</p>`}
    <label class="check" for=${id}>
      <input
        id=${id}
        type="checkbox"
        .checked=${value === 'yes'}
        @change=${(event: Event) => onInput((event.target as HTMLInputElement).checked ? 'yes' : '')}
      />
      ${field.label}
    </label>`;
}

function control(id: string, state: FormFieldState, about: string): TemplateResult {
  const { field, value, error, onInput } = state;
  const handleInput = (event: Event): void => onInput((event.target as HTMLInputElement).value);
  const described = about === '' ? nothing : about;
  const invalid = error === undefined ? 'false' : 'true';
  if (field.kind === 'presets') return presetButtons(id, state);
  if (field.kind === 'choice') {
    return html`<select id=${id} aria-describedby=${described} aria-invalid=${invalid} @change=${handleInput}>
      ${(field.choices ?? []).map(
        ([choice, label]) => html`<option value=${choice} .selected=${choice === value}>${label}</option>`,
      )}
    </select>`;
  }
  if (field.kind === 'long') {
    return html`<textarea
      id=${id}
      rows="3"
      maxlength=${field.maxLength ?? 500}
      aria-describedby=${described}
      aria-invalid=${invalid}
      .value=${live(value)}
      @input=${handleInput}
    ></textarea>`;
  }
  if (field.kind === 'file') {
    return html`<input
      id=${id}
      type="file"
      accept=".csv,text/csv"
      aria-describedby=${described}
      aria-invalid=${invalid}
      @change=${(event: Event) => void (event.target as HTMLInputElement).files?.[0]?.text().then(onInput)}
    />`;
  }
  const numeric = field.kind === 'amount' ? 'decimal' : field.kind === 'whole' ? 'numeric' : nothing;
  const type = field.kind === 'email' || field.kind === 'date' || field.kind === 'url' ? field.kind : 'text';
  return html`<div class="control">
    <input
      id=${id}
      type=${type}
      inputmode=${numeric}
      autocomplete="off"
      spellcheck="false"
      maxlength=${field.maxLength ?? nothing}
      aria-describedby=${described}
      aria-invalid=${invalid}
      .value=${live(value)}
      @input=${handleInput}
    />
    ${field.kind === 'amount' && field.currency !== undefined ? html`<span class="unit">${field.currency}</span>` : nothing}
  </div>`;
}
