import type { AskedField } from '../../shared/contract/index.ts';
import type { AddressPart } from '../places/address-shape.ts';

export type SectionId = 'contact' | 'person' | 'billing' | 'delivery' | 'home' | 'account' | 'files';

/** How a control asks: what is typed, chosen or uploaded. */
export type ControlKind =
  'text' | 'email' | 'phone' | 'date' | 'document' | 'country' | 'income' | 'account' | 'currency' | 'file' | 'url';

/** One question to the shopper, which may fill several fields of the submit body. */
export interface Control {
  /** The path whose value is kept; names the input as well. */
  name: string;
  /** Last part of the path, without the group's prefix: `city` for address_city. */
  word: string;
  kind: ControlKind;
  /** Which part of an address it is, where it is one. */
  part: AddressPart | undefined;
  /** Every path that it answers. */
  paths: readonly string[];
  required: boolean;
  /** Documents to choose from, a file's types and most bytes. */
  field: AskedField;
}

export interface Section {
  id: SectionId;
  controls: readonly Control[];
}

const ORDER: readonly SectionId[] = ['contact', 'person', 'billing', 'delivery', 'home', 'account', 'files'];

const KINDS: Readonly<Record<string, ControlKind>> = {
  email: 'email',
  phone: 'phone',
  phone_number: 'phone',
  birth_date: 'date',
  document: 'document',
  document_number: 'document',
  owner_document_number: 'document',
  country: 'country',
  fiscal_country: 'country',
  branch_country: 'country',
  net_monthly_average_income: 'income',
  account_type: 'account',
  currency: 'currency',
  file_data: 'file',
  file_url: 'url',
};

const PARTS: Readonly<Record<string, AddressPart>> = {
  address: 'address',
  street: 'address',
  city: 'city',
  state: 'state',
  postal_code: 'postal_code',
  district_name: 'district',
};

/** The same fact under two names: it is asked for under the first, where both are asked for. */
const SAME: Readonly<Record<string, string>> = {
  'person.email': 'shopper.email',
  'person.birth_date': 'shopper.birth_date',
  'person.phone_number': 'shopper.phone',
  'shopper.document': 'person.document_number',
};

/** Answered by the control of another field, where that is asked for. */
const ANSWERED_BY: Readonly<Record<string, string>> = {
  'person.document_type': 'person.document_number',
  'person.phone_country_code': 'person.phone_number',
  'person.phone_area_code': 'person.phone_number',
  'person.documents.file_type': 'person.documents.file_data',
};

/** The questions that a list of fields comes to, in sections, none asked twice. */
export function planFields(fields: readonly AskedField[]): Section[] {
  const asked = new Map(fields.map((field) => [field.path, field]));
  const ownerOf = (path: string): string => {
    const owner = [SAME[path], ANSWERED_BY[path]].find((other) => other !== undefined && asked.has(other));
    return owner === undefined ? path : ownerOf(owner);
  };
  const answers = new Map<string, AskedField[]>();
  for (const field of asked.values()) {
    const owner = ownerOf(field.path);
    answers.set(owner, [...(answers.get(owner) ?? []), field]);
  }
  const controls = [...answers].map(([name, answered]) => toControl(name, answered));
  return ORDER.map((id) => ({ id, controls: controls.filter((control) => sectionOf(control.name) === id) })).filter(
    (section) => section.controls.length > 0,
  );
}

function toControl(name: string, answered: readonly AskedField[]): Control {
  const word = name
    .replace(/\.bank\.(\w+)$/, '.bank_$1')
    .replace(/^.*\./, '')
    .replace(/^address_/, '');
  const [first] = answered;
  return {
    name,
    word,
    kind: KINDS[word] ?? 'text',
    part: /^(billing|delivery)\.|\.address_/.test(name) ? PARTS[word] : undefined,
    paths: answered.map(({ path }) => path),
    required: answered.some(({ required }) => required),
    field: answered.find((field) => field.document_types ?? field.file_types) ??
      first ?? { path: name, required: false },
  };
}

function sectionOf(name: string): SectionId {
  const [group] = name.split('.');
  if (group === 'billing' || group === 'delivery') return group;
  if (/^(shopper|person)\.(email|phone)/.test(name)) return 'contact';
  if (name.startsWith('person.address_')) return 'home';
  if (name.startsWith('person.documents.labels.')) return 'account';
  return name.startsWith('person.documents.') ? 'files' : 'person';
}
