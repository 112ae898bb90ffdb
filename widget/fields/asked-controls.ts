import { html, nothing, type TemplateResult } from 'lit';
import type { Translate } from '../i18n/translate.ts';
import { separateDate } from '../person/birth-date.ts';
import { namedCountries } from '../places/countries.ts';
import {
  autocompleteOf,
  dateHint,
  errorOf,
  fileTypesOf,
  labelOf,
  maxLengthOf,
  mostBytesOf,
  optional,
  type ControlState,
} from './asked-words.ts';
import { fileField } from './file-field.ts';
import { selectField, type SelectFieldOptions } from './select-field.ts';
import { textField, type TextFieldOptions } from './text-field.ts';

const HALVES = new Set([
  ...['first_name', 'last_name', 'city', 'state', 'postal_code', 'birth_date'],
  ...['branch_number', 'account_number', 'bank_code', 'bank_name', 'currency'],
]);
/** A street and its number share a row, but not evenly. */
const WIDTHS: Readonly<Record<string, string>> = { street: 'most', number: 'least' };
const PROPER = new Set(['first_name', 'last_name', 'social_name', 'owner_name', 'city', 'address', 'street', 'state']);

/** One question, in the form that fits it. */
export function renderControl(state: ControlState, t: Translate, disabled: boolean): TemplateResult {
  const { control } = state;
  const width = WIDTHS[control.word] ?? (HALVES.has(control.word) ? 'half' : '');
  return html`<div class="asked-field ${width}">${renderInput(state, t, disabled)}</div>`;
}

function renderInput(state: ControlState, t: Translate, disabled: boolean): TemplateResult {
  const { control, section, values } = state;
  if (control.kind === 'phone') return renderPhone(state, t, disabled);
  if (control.kind === 'document') return renderDocument(state, t, disabled);
  if (control.kind === 'file') return renderFile(state, t, disabled);
  if (control.kind === 'account') {
    const choices = (['checking', 'savings'] as const).map((value) => ({ value, label: t(`account.${value}`) }));
    return choice(state, t, disabled, choices);
  }
  if (control.kind === 'country' && values.countries.length > 0) {
    return choice(state, t, disabled, countryChoices(values.countries, values.language));
  }
  const country = values.countryOf(section);
  const regions = control.part === 'state' && values.countries.includes(country) ? values.regions.get(country) : [];
  // Regions on their way: the choice stands there already, so that nothing moves.
  if (regions === undefined || regions.length > 0) {
    return choice(
      state,
      t,
      disabled || regions === undefined,
      (regions ?? []).map(({ code, name }) => ({ value: code, label: name })),
    );
  }
  return textField(textOptions(state, t, disabled));
}

function choice(
  state: ControlState,
  t: Translate,
  disabled: boolean,
  choices: SelectFieldOptions['choices'],
): TemplateResult {
  const { control } = state;
  return selectField({
    name: control.name,
    label: labelOf(state, t),
    value: state.values.textOf(control),
    choices: [{ value: '', label: t('choose') }, ...choices],
    error: errorOf(state, t),
    autocomplete: autocompleteOf(state),
    required: state.required,
    disabled,
    onChange: (value) => state.onText(control.name, value),
  });
}

function textOptions(state: ControlState, t: Translate, disabled: boolean): TextFieldOptions {
  const { control, section, values } = state;
  const { kind, part, word, name } = control;
  const isCode = part === 'postal_code';
  const { order } = values;
  let hint: string | undefined;
  if (kind === 'date') hint = dateHint(order, t);
  else if (kind === 'country') hint = t('hint.country');
  else if (isCode) hint = values.shapeOf(section).examples[0];
  const digitsOnly = isCode && /^\d+$/.test(hint ?? '');
  return {
    name,
    label: labelOf(state, t),
    value: values.texts.get(name) ?? '',
    error: errorOf(state, t),
    hint,
    autocomplete: autocompleteOf(state),
    ...(kind === 'email' || kind === 'url' ? { type: kind } : {}),
    ...(digitsOnly || kind === 'date' || kind === 'income' ? { numeric: true } : {}),
    ...(isCode || kind === 'currency' ? { capitals: 'characters' } : {}),
    ...(PROPER.has(word) ? { capitals: 'words' } : {}),
    maxLength: maxLengthOf(control),
    required: state.required,
    disabled,
    ltr: kind !== 'text',
    onInput: (input, event) => {
      const separated = kind === 'date' && isTypedAtEnd(input, event) ? separateDate(input.value, order) : input.value;
      if (separated !== input.value) input.value = separated;
      state.onText(name, separated);
    },
    onBlur: state.onLeave,
  };
}

function renderPhone(state: ControlState, t: Translate, disabled: boolean): TemplateResult {
  const { control, values } = state;
  const { book, language } = values;
  const country = values.phoneCountryOf(control);
  const options = textOptions(state, t, disabled);
  const number: TextFieldOptions = { ...options, type: 'tel', ltr: true };
  if (book === undefined) return textField(number);
  const key = `${control.name}@country`;
  const abroad = options.value.trim().startsWith('+');
  const calling = book.callingOf(country);
  return html`<div class="group">
    <div class="pair uneven">
      ${selectField({
        name: key,
        label: t('field.calling_code'),
        value: country,
        choices: [
          ...(country === '' ? [{ value: '', label: t('choose') }] : []),
          ...countryChoices(book.countries, language).map(({ value, label }) => ({
            value,
            label: `${label} +${book.callingOf(value)}`,
          })),
        ],
        error: undefined,
        autocomplete: 'off',
        disabled,
        onChange: (value) => state.onText(key, value),
      })}
      ${textField({
        ...number,
        hint: book.exampleOf(country),
        start: abroad || calling === '' ? nothing : html`<span class="calling" aria-hidden="true">+${calling}</span>`,
      })}
    </div>
  </div>`;
}

function renderDocument(state: ControlState, t: Translate, disabled: boolean): TemplateResult {
  const { control, section, values } = state;
  const types = values.documentTypesOf(control, section);
  const type = values.documentTypeOf(control, section);
  const document = values.documentOf(control, section);
  const options = textOptions(state, t, disabled);
  const inWords = (name: string): string => name.replaceAll('_', ' ');
  const key = `${control.name}@type`;
  const number = textField({
    ...options,
    // A single kind of document is the better name for its number.
    ...(types.length === 1 && control.word !== 'owner_document_number'
      ? { label: optional(state, inWords(type), t) }
      : {}),
    hint: document?.placeholder,
    numeric: document?.numeric ?? false,
    capitals: 'characters',
    onInput: (input, event) => {
      const written = document !== undefined && isTypedAtEnd(input, event) ? document.format(input.value) : input.value;
      if (written !== input.value) input.value = written;
      state.onText(control.name, written);
    },
  });
  if (types.length < 2) return number;
  return html`<div class="group">
    <div class="pair uneven">
      ${selectField({
        name: key,
        label: t('field.document_type'),
        value: type,
        choices: types.map((value) => ({ value, label: inWords(value) })),
        error: undefined,
        disabled,
        onChange: (value) => state.onText(key, value),
      })}
      ${number}
    </div>
  </div>`;
}

function renderFile(state: ControlState, t: Translate, disabled: boolean): TemplateResult {
  const { control, values } = state;
  const file = values.files.get(control.name);
  return fileField({
    name: control.name,
    label: labelOf(state, t),
    types: fileTypesOf(control.field),
    maxBytes: mostBytesOf(control.field),
    language: values.language,
    chosen: typeof file === 'object' ? file : undefined,
    reading: state.reading,
    error: errorOf(state, t),
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

let named: { of: string; choices: { value: string; label: string }[] } | undefined;

/** Countries by name; kept, since naming and sorting them takes longer than drawing them. */
function countryChoices(codes: readonly string[], language: string): { value: string; label: string }[] {
  const of = `${language} ${codes.join('')}`;
  const known = named?.of === of ? named : undefined;
  named = known ?? {
    of,
    choices: namedCountries(codes, language).map(({ code, name }) => ({ value: code, label: name })),
  };
  return named.choices;
}
