import { html, noChange, type TemplateResult } from 'lit/html.js';
import { maxBytesOfField, mediaTypesOfField } from '../../shared/file-limits.ts';
import type { Translate } from '../i18n/translate.ts';
import {
  choicesOf,
  countryChoices,
  controlErrorOf,
  controlLabelOf,
  markOptional,
  type FieldControlProps,
} from './field-labels.ts';
import { fileField } from './file-field.ts';
import { suggestEmailCorrection } from './mail-domains.ts';
import { selectField, type SelectFieldOptions } from './choice-fields.ts';
import { textField, type TextFieldOptions } from './form-fields.ts';

/** Browsers' own fields for what they know to ask. */
const TYPES: Readonly<Record<string, 'email' | 'url' | 'tel' | 'date'>> = {
  email: 'email',
  url: 'url',
  phone: 'tel',
  birth_date: 'date',
};
/** Most characters that travel. */
const LENGTHS: Readonly<Record<string, number>> = { currency: 3, phone: 50, document: 64, email: 100 };

/** One question, in the form that fits it. */
export function renderFieldControl(state: FieldControlProps, t: Translate, disabled: boolean): TemplateResult {
  return html`<div class="required-field ${state.control.width}">${renderInput(state, t, disabled)}</div>`;
}

function renderInput(state: FieldControlProps, t: Translate, disabled: boolean): TemplateResult {
  const { control, values } = state;
  if (control.kind === 'phone') return renderPhone(state, t, disabled);
  if (control.kind === 'document') return renderDocument(state, t, disabled);
  if (control.kind === 'file') return renderFile(state, t, disabled);
  const choices = choicesOf(control, values, t);
  if (choices === undefined) return textField(textOptions(state, t, disabled));
  return selectField({
    name: control.name,
    label: controlLabelOf(state, t),
    value: values.textOf(control),
    choices: [{ code: '', name: t('choose') }, ...choices],
    error: controlErrorOf(state, t),
    autocomplete: control.autocomplete,
    required: state.required,
    // On their way: the choice stands there already, so that nothing moves.
    disabled: disabled || choices.length === 0,
    onChange: (value) => state.onText(control.name, value),
  });
}

function textOptions(state: FieldControlProps, t: Translate, disabled: boolean): TextFieldOptions {
  const { control, values } = state;
  const { kind, part, name, capitals } = control;
  const text = values.texts.get(name) ?? '';
  const [example] = part === 'postal_code' ? values.shapeOf(control.section).examples : [];
  return {
    name,
    label: controlLabelOf(state, t),
    // A half-written day has no value yet, and must not be wiped out for that.
    value: kind === 'birth_date' && text === '' ? noChange : text,
    error: controlErrorOf(state, t),
    hint: kind === 'country' ? t('hint.country') : example,
    type: TYPES[kind],
    autocomplete: control.autocomplete,
    numeric: kind === 'amount' || /^\d+$/.test(example ?? ''),
    capitals,
    maxLength: LENGTHS[kind] ?? 1000,
    required: state.required,
    disabled,
    ltr: kind !== 'text',
    below: renderSuggestions(state, t, disabled),
    onInput: ({ value }) => state.onText(name, value),
    onBlur: state.onLeave,
  };
}

/** The email address with the domain that was probably meant, or the addresses that were found. */
function renderSuggestions(state: FieldControlProps, t: Translate, disabled: boolean): TemplateResult[] {
  const { control, values, left, onText, onAddress } = state;
  const email = control.kind === 'email' && left ? suggestEmailCorrection(values.textOf(control)) : undefined;
  if (email !== undefined) {
    return [renderSuggestion(t('hint.email', { email }), disabled, () => onText(control.name, email))];
  }
  return state.addresses.map((address) => renderSuggestion(address.label, disabled, () => onAddress(address)));
}

/** Taken with a press, after which the focus returns to the field. */
function renderSuggestion(label: string, disabled: boolean, onTake: () => void): TemplateResult {
  return html`<p class="hint">
    <button
      type="button"
      part="button suggestion"
      ?disabled=${disabled}
      @click=${(event: Event) => {
        // Before the focused button goes.
        (event.currentTarget as HTMLElement).closest('.field')?.querySelector('input')?.focus();
        onTake();
      }}
    >
      ${label}
    </button>
  </p>`;
}

/** A number with the select of its calling code or type beside it. */
function pair(
  state: FieldControlProps,
  choice: Pick<SelectFieldOptions, 'label' | 'value' | 'short' | 'choices' | 'disabled'> & { key: string },
  number: TemplateResult,
): TemplateResult {
  const name = `${state.control.name}@${choice.key}`;
  return html`<div class="group">
    <div class="pair uneven">
      ${selectField({ ...choice, name, error: undefined, onChange: (value) => state.onText(name, value) })}${number}
    </div>
  </div>`;
}

function renderPhone(state: FieldControlProps, t: Translate, disabled: boolean): TemplateResult {
  const { control, values } = state;
  const { book, language } = values;
  const number = textOptions(state, t, disabled);
  if (book === undefined) return textField(number);
  const value = values.phoneCountryOf(control);
  const calling = book.callingOf(value);
  // The mark keeps the plus before the digits in text from right to left.
  const short = calling === '' ? undefined : `\u200e+${calling}`;
  const countries = countryChoices(book.countries, language).map(({ code, name }) => ({
    code,
    name: `${name} +${book.callingOf(code)}`,
  }));
  const choices = value === '' ? [{ code: '', name: t('choose') }, ...countries] : countries;
  return pair(
    state,
    { key: 'country', label: t('field.calling_code'), value, short, choices, disabled },
    textField({ ...number, hint: book.exampleOf(value) }),
  );
}

function renderDocument(state: FieldControlProps, t: Translate, disabled: boolean): TemplateResult {
  const { control, values } = state;
  const types = values.documentTypesOf(control);
  const value = values.documentTypeOf(control);
  const document = values.documentOf(control);
  const options = textOptions(state, t, disabled);
  const inWords = (name: string): string => name.replaceAll('_', ' ');
  // A single kind of document is the better name for its number.
  const isNamed = types.length === 1 && control.word !== 'owner_document_number';
  const number = textField({
    ...options,
    label: isNamed ? markOptional(state, inWords(value), t) : options.label,
    hint: document?.placeholder,
    numeric: document?.numeric ?? false,
    capitals: 'characters',
    onInput: (input, event) => {
      if (document !== undefined && isTypedAtEnd(input, event)) input.value = document.format(input.value);
      options.onInput(input, event);
    },
  });
  if (types.length < 2) return number;
  const choices = types.map((code) => ({ code, name: inWords(code) }));
  return pair(state, { key: 'type', label: t('field.document_type'), value, choices, disabled }, number);
}

function renderFile(state: FieldControlProps, t: Translate, disabled: boolean): TemplateResult {
  const { control, values } = state;
  const file = values.files.get(control.name);
  return fileField({
    name: control.name,
    label: controlLabelOf(state, t),
    types: mediaTypesOfField(control.field),
    maxBytes: maxBytesOfField(control.field),
    language: values.language,
    chosen: typeof file === 'object' ? file : undefined,
    reading: state.reading,
    error: controlErrorOf(state, t),
    required: state.required,
    disabled,
    t,
    onChoose: state.onFile,
  });
}

/** Whether something was added at the end, so that signs may be put in without moving the caret. */
function isTypedAtEnd(input: HTMLInputElement, event: Event): boolean {
  // Autofill's events say nothing of how the text came.
  const { inputType } = event as Partial<InputEvent>;
  return inputType?.startsWith('delete') !== true && input.selectionStart === input.value.length;
}
