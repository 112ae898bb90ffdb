import { html, type TemplateResult } from 'lit/html.js';
import type { MessageKey, Translate } from '../i18n/translate.ts';
import { maxBytesOfField, mediaTypesOfField } from '../../shared/file-limits.ts';
import type { AddressSuggestion } from '../address/address-lookup.ts';
import { namedCountries } from '../address/countries.ts';
import type { FieldValues } from './field-values.ts';
import type { FieldControl } from './field-plan.ts';
import { formatFileSize, formatMediaTypes } from './file-field.ts';
import type { SelectOption } from './choice-fields.ts';

/** A control, its state, and the callbacks for its changes. */
export interface FieldControlProps {
  control: FieldControl;
  values: FieldValues;
  fault: MessageKey | undefined;
  required: boolean;
  /** The field lost the focus, or a submit showed all errors. */
  left: boolean;
  /** A file is being read. */
  reading: boolean;
  /** `key`: the control's name, or the name of the choice beside it. */
  onText: (key: string, text: string) => void;
  onLeave: () => void;
  onFile: (file: File | undefined) => void;
  /** Addresses to choose from. */
  addresses: readonly AddressSuggestion[];
  onAddress: (address: AddressSuggestion) => void;
}

/** A control's name in the words of its country. */
export function controlLabelOf(state: FieldControlProps, t: Translate): string {
  return markOptional(state, nameOf(state, t), t);
}

function nameOf(state: FieldControlProps, t: Translate): string {
  const { part, word, section } = state.control;
  const place = part === undefined || part === 'address' ? undefined : state.values.shapeOf(section).words[part];
  const readable = word.replaceAll('_', ' ');
  const plain = t(`field.${word}` as MessageKey) || readable.charAt(0).toUpperCase() + readable.slice(1);
  return place === undefined ? plain : t(`place.${place}`);
}

/** The label, marked if the field is optional. */
export function markOptional({ required }: FieldControlProps, label: string, t: Translate): string {
  return required ? label : t('field.optional', { label });
}

/** The sentence for the control's error; undefined without one. */
export function controlErrorOf(state: FieldControlProps, t: Translate): string | undefined {
  const { control, values, fault } = state;
  if (fault === undefined) return undefined;
  const { kind, part, field, section } = control;
  const isChosen = kind === 'country' || kind === 'account' || kind === 'file' || field.choices !== undefined;
  let example = part === 'postal_code' ? values.shapeOf(section).examples.join(', ') : '';
  if (kind === 'phone') example = values.book?.exampleOf(values.phoneCountryOf(control)) || '+1 201 555 0123';
  if (kind === 'birth_date') example = new Intl.DateTimeFormat(values.language).format(0);
  const label = nameOf(state, t);
  return t(fault === 'invalid.required' && isChosen ? 'invalid.choice' : fault, {
    label,
    // Within a sentence; abbreviations such as ZIP stay.
    word: label.replace(/^\p{Lu}(?!\p{Lu})/u, (first) => first.toLocaleLowerCase(values.language)),
    example,
    types: formatMediaTypes(mediaTypesOfField(field)),
    size: formatFileSize(maxBytesOfField(field), values.language),
  });
}

/** A control's choices: empty while they load, undefined for a control that is typed. */
export function choicesOf(
  control: FieldControl,
  values: FieldValues,
  t: Translate,
): readonly SelectOption[] | undefined {
  const { countries, language, regions } = values;
  const offered = control.field.choices ?? (control.kind === 'account' ? ACCOUNTS : undefined);
  if (offered !== undefined) {
    return offered.map(({ code, name }) => ({ code, name: name ?? (t(`account.${code}` as MessageKey) || code) }));
  }
  if (countries.length === 0) return undefined;
  if (control.kind === 'country') return countryChoices(countries, language);
  const country = values.countryOf(control.section);
  if (control.part !== 'state' || !countries.includes(country)) return undefined;
  const found = regions.get(country) ?? [];
  return found.length === 0 && regions.has(country) ? undefined : found;
}

/** The values of a section for reading, a name as one. */
export function renderKnown(controls: readonly FieldControl[], values: FieldValues, t: Translate): TemplateResult[] {
  // The country is asked first, and read last.
  const read = controls
    .filter((control) => values.textOf(control) !== '')
    .sort((one, other) => Number(one.kind === 'country') - Number(other.kind === 'country'));
  const isName = ({ name }: FieldControl): boolean => /(first|last)_name$/.test(name);
  return read.map((control, index) => {
    const text = values.textOf(control);
    const name = choicesOf(control, values, t)?.find(({ code }) => code === text)?.name ?? text;
    const next = read[index + 1];
    return html`<span>${name}${next === undefined || (isName(control) && isName(next)) ? '' : ','}</span> `;
  });
}

/** Kinds of bank account, where the shop names none. */
const ACCOUNTS: NonNullable<FieldControl['field']['choices']> = [{ code: 'checking' }, { code: 'savings' }];

let named: { of: string; choices: SelectOption[] } | undefined;

/** Countries by name; cached, because naming and sorting them takes longer than rendering. */
export function countryChoices(codes: readonly string[], language: string): SelectOption[] {
  const of = `${language} ${codes.join('')}`;
  if (named?.of !== of) named = { of, choices: namedCountries(codes, language) };
  return named.choices;
}
