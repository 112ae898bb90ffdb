import type { MessageKey, Translate } from '../i18n/translate.ts';
import type { AskedField } from '../../shared/contract/index.ts';
import type { AskedValues } from './asked-values.ts';
import type { Control, SectionId } from './field-plan.ts';
import { sizeInWords, typesInWords } from './file-field.ts';

/** A control as it stands, and what to tell when it changes. */
export interface ControlState {
  control: Control;
  section: SectionId;
  values: AskedValues;
  fault: MessageKey | undefined;
  required: boolean;
  /** A file is being read. */
  reading: boolean;
  /** `key`: the control's name, or the name of the choice beside it. */
  onText: (key: string, text: string) => void;
  onLeave: () => void;
  onFile: (file: File | undefined) => void;
}

/** What the session asks of a file where it does not say. */
const FILE_TYPES = ['image/jpeg', 'image/png', 'application/pdf'];
const MOST_BYTES = 256_000;

export const fileTypesOf = ({ file_types }: AskedField): readonly string[] => file_types ?? FILE_TYPES;
export const mostBytesOf = ({ max_bytes }: AskedField): number => max_bytes ?? MOST_BYTES;

/** Names of fields for browsers and password managers (WCAG 2.2, 1.3.5). */
const AUTOCOMPLETE: Readonly<Record<string, string>> = {
  email: 'email',
  phone: 'tel',
  phone_number: 'tel',
  first_name: 'given-name',
  last_name: 'family-name',
  owner_name: 'name',
  social_name: 'nickname',
  birth_date: 'bday',
  country: 'country',
  address: 'street-address',
  street: 'address-line1',
  street_name: 'address-line1',
  complement: 'address-line2',
  district_name: 'address-level3',
  city: 'address-level2',
  state: 'address-level1',
  postal_code: 'postal-code',
};

/** A control's name in the words of its country. */
export function labelOf(state: ControlState, t: Translate): string {
  const { control, section, values } = state;
  const { part, word } = control;
  const place = part === undefined || part === 'address' ? undefined : values.shapeOf(section).words[part];
  const key = `field.${word}`;
  const readable = word.replaceAll('_', ' ');
  const plain = t(key as MessageKey) || readable.charAt(0).toUpperCase() + readable.slice(1);
  return optional(state, place === undefined ? plain : t(`place.${place}`), t);
}

/** A name that says where nothing need be given. */
export function optional({ required }: ControlState, label: string, t: Translate): string {
  return required ? label : t('field.optional', { label });
}

/** The sentence for what is wrong; undefined where nothing is. */
export function errorOf({ control, section, values, fault }: ControlState, t: Translate): string | undefined {
  if (fault === undefined) return undefined;
  const { kind, part, field } = control;
  const isChosen = kind === 'country' || kind === 'account' || kind === 'file';
  if (fault === 'invalid.required' && isChosen) return t('invalid.choice');
  let example = values.shapeOf(section).examples.join(', ');
  if (kind === 'phone') example = values.book?.exampleOf(values.phoneCountryOf(control)) || '+1 201 555 0123';
  else if (kind === 'date') example = dateHint(values.order, t);
  else if (part !== 'postal_code') example = '';
  return t(fault, {
    example,
    types: typesInWords(fileTypesOf(field)),
    size: sizeInWords(mostBytesOf(field), values.language),
  });
}

/** The name of a field for browsers, with the address that it belongs to. */
export function autocompleteOf({ control, section }: ControlState): string {
  const token = AUTOCOMPLETE[control.word];
  if (token === undefined || control.kind === 'file') return 'off';
  const groups: Partial<Record<SectionId, string>> = { billing: 'billing ', delivery: 'shipping ' };
  return `${groups[section] ?? ''}${token}`;
}

/** Most characters that travel, or that the written form has. */
export function maxLengthOf({ kind, part, word }: Control): number {
  if (kind === 'date') return 10;
  if (kind === 'currency') return 3;
  if (part === 'postal_code') return 20;
  if (kind === 'document') return 64;
  return kind === 'phone' || word === 'number' ? 50 : kind === 'email' ? 100 : 1000;
}

/** How a day is written: `DD/MM/YYYY`. */
export const dateHint = (order: string, t: Translate): string =>
  Array.from(order)
    .map((letter) => t(`date.${letter as 'D' | 'M' | 'Y'}`))
    .join('/');
