import type { MessageKey, Translate } from '../i18n/translate.ts';
import { maxBytesOfField, fileTypesOf } from '../../shared/file-limits.ts';
import { namedCountries } from '../address/countries.ts';
import type { FieldValues } from './field-values.ts';
import type { Control } from './field-plan.ts';
import { sizeInWords, typesInWords } from './file-field.ts';
import type { Choice } from './form-fields.ts';

/** A control as it stands, and what to tell when it changes. */
export interface ControlState {
  control: Control;
  values: FieldValues;
  fault: MessageKey | undefined;
  required: boolean;
  /** A file is being read. */
  reading: boolean;
  /** `key`: the control's name, or the name of the choice beside it. */
  onText: (key: string, text: string) => void;
  onLeave: () => void;
  onFile: (file: File | undefined) => void;
}

/** A control's name in the words of its country. */
export function labelOf(state: ControlState, t: Translate): string {
  const { part, word, section } = state.control;
  const place = part === undefined || part === 'address' ? undefined : state.values.shapeOf(section).words[part];
  const readable = word.replaceAll('_', ' ');
  const plain = t(`field.${word}` as MessageKey) || readable.charAt(0).toUpperCase() + readable.slice(1);
  return optional(state, place === undefined ? plain : t(`place.${place}`), t);
}

/** A name that says where nothing need be given. */
export function optional({ required }: ControlState, label: string, t: Translate): string {
  return required ? label : t('field.optional', { label });
}

/** The sentence for what is wrong; undefined where nothing is. */
export function errorOf({ control, values, fault }: ControlState, t: Translate): string | undefined {
  if (fault === undefined) return undefined;
  const { kind, part, field, section } = control;
  const isChosen = kind === 'country' || kind === 'account' || kind === 'file' || field.choices !== undefined;
  if (fault === 'invalid.required' && isChosen) return t('invalid.choice');
  let example = part === 'postal_code' ? values.shapeOf(section).examples.join(', ') : '';
  if (kind === 'phone') example = values.book?.exampleOf(values.phoneCountryOf(control)) || '+1 201 555 0123';
  if (kind === 'birth_date') example = new Intl.DateTimeFormat(values.language).format(0);
  return t(fault, {
    example,
    types: typesInWords(fileTypesOf(field)),
    size: sizeInWords(maxBytesOfField(field), values.language),
  });
}

/** What a control is chosen from; none while the choices are on their way, undefined where it is typed. */
export function choicesOf(control: Control, values: FieldValues, t: Translate): readonly Choice[] | undefined {
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

/** Kinds of bank account, where the shop names none. */
const ACCOUNTS: NonNullable<Control['field']['choices']> = [{ code: 'checking' }, { code: 'savings' }];

let named: { of: string; choices: Choice[] } | undefined;

/** Countries by name; kept, since naming and sorting them takes longer than drawing them. */
export function countryChoices(codes: readonly string[], language: string): Choice[] {
  const of = `${language} ${codes.join('')}`;
  if (named?.of !== of) named = { of, choices: namedCountries(codes, language) };
  return named.choices;
}
