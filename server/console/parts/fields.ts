import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Hundredths } from '../../../shared/money.ts';
import { money, readAmount } from '../amounts.ts';
import { w } from '../i18n/en.ts';
import { encodeAmount, hasStrayDecimals, smallestSum } from '../../../shared/money.ts';

/** What a dialog asks for. */
export interface AskField {
  name: string;
  label: string;
  kind?: 'text' | 'amount' | 'whole' | 'email' | 'date' | 'long' | 'choice' | 'check' | 'url';
  value?: string;
  /** Needed unless said otherwise. */
  optional?: boolean;
  hint?: string;
  choices?: readonly (readonly [value: string, label: string])[];
  /** For an amount: its currency, and the most that can be given. */
  currency?: string;
  max?: Hundredths;
  maxLength?: number;
}

export type AskValues = Readonly<Record<string, string>>;

/** What is wrong with a field's text; undefined where nothing is. */
export function faultOf(field: AskField, text: string): string | undefined {
  const value = text.trim();
  if (value === '') return field.optional === true || field.kind === 'check' ? undefined : w.ask.required;
  if (field.kind === 'email') return /^[^\s@]+@[^\s@]+$/.test(value) ? undefined : w.ask.email;
  if (field.kind === 'whole') return /^\d{1,9}$/.test(value) ? undefined : w.ask.number;
  if (field.kind !== 'amount') return undefined;
  const read = readAmount(value, field.max);
  if ('amount' in read) return hasStray(field, read.amount) ? w.ask.wholeUnits(field.currency ?? '') : undefined;
  if (read.fault === 'zero') return w.ask.zero;
  if (read.fault === 'format') return w.ask.amount;
  return w.ask.tooMuch(money(encodeAmount(field.max ?? 0n), field.currency ?? 'EUR'));
}

/** Whether an amount has decimals that its currency has not. What was paid with some can be given back with them. */
function hasStray({ currency, max }: AskField, amount: string): boolean {
  return hasStrayDecimals(amount, currency) && (max ?? 0n) % smallestSum(currency ?? '') === 0n;
}

/** The value as the API takes it. */
export function valueOf(field: AskField, text: string): string {
  const value = text.trim();
  if (field.kind !== 'amount') return value;
  const read = readAmount(value, field.max);
  return 'amount' in read ? read.amount : value;
}

interface Shown {
  field: AskField;
  value: string;
  fault: string | undefined;
  onInput: (value: string) => void;
}

/** A labelled control with its hint and its fault, both tied to it. */
export function askField(shown: Shown): TemplateResult {
  const { field, fault } = shown;
  const id = `ask-${field.name}`;
  if (field.kind === 'check') return checkField(id, shown);
  const about = [fault === undefined ? '' : `${id}-fault`, field.hint === undefined ? '' : `${id}-hint`]
    .join(' ')
    .trim();
  return html`<div class="field ${fault === undefined ? '' : 'wrong'}">
    <label for=${id}
      >${field.label}${field.optional === true ? html` <span class="soft">${w.common.optional}</span>` : nothing}</label
    >
    ${control(id, shown, about)} ${fault === undefined ? nothing : html`<p class="fault" id="${id}-fault">${fault}</p>`}
    ${field.hint === undefined ? nothing : html`<p class="soft small" id="${id}-hint">${field.hint}</p>`}
  </div>`;
}

function checkField(id: string, { field, value, onInput }: Shown): TemplateResult {
  return html`<label class="check" for=${id}>
    <input
      id=${id}
      type="checkbox"
      .checked=${value === 'yes'}
      @change=${(event: Event) => onInput((event.target as HTMLInputElement).checked ? 'yes' : '')}
    />
    ${field.label}
  </label>`;
}

function control(id: string, { field, value, fault, onInput }: Shown, about: string): TemplateResult {
  const handleInput = (event: Event): void => onInput((event.target as HTMLInputElement).value);
  const described = about === '' ? nothing : about;
  const invalid = fault === undefined ? 'false' : 'true';
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
