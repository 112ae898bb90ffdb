import type { AskedField } from '../../shared/contract/index.ts';
import type { AddressPart } from '../places/address-shape.ts';

export type SectionId = 'contact' | 'person' | 'billing' | 'delivery' | 'home' | 'account' | 'files';

/** How a control asks: what is typed, chosen or uploaded. Where it can be wrong, `invalid.` and its kind says so. */
export type ControlKind =
  | 'text'
  | 'email'
  | 'phone'
  | 'birth_date'
  | 'document'
  | 'country'
  | 'amount'
  | 'account'
  | 'currency'
  | 'file'
  | 'url';

/** One question to the shopper, which may fill several fields of the submit body. */
export interface Control {
  /** The path whose value is kept; names the input as well. */
  name: string;
  section: SectionId;
  /** Last part of the path, without the group's prefix: `city` for address_city. */
  word: string;
  kind: ControlKind;
  /** Which part of an address it is, where it is one. */
  part: AddressPart | undefined;
  /** Name for browsers and password managers (WCAG 2.2, 1.3.5). */
  autocomplete: string;
  /** How much of a row it takes. */
  width: string;
  /** Capitals that a phone's keyboard begins with. */
  capitals: 'words' | 'characters' | undefined;
  /** Every path that it answers. */
  paths: readonly string[];
  required: boolean;
  /** Documents to choose from, a file's types and most bytes. */
  field: AskedField;
  /** The path that stands for a delivery field while both addresses are the same, and what asks for it. */
  source?: string;
  origin?: Control | undefined;
  /** The delivery field that it may stand for. */
  copy?: Control;
}

export interface Section {
  id: SectionId;
  controls: readonly Control[];
}

const ORDER: readonly SectionId[] = ['contact', 'person', 'billing', 'delivery', 'home', 'account', 'files'];

/** What is known of a word: its kind or part of an address; its name for autofill; its width; its capitals. */
const WORDS: Readonly<Record<string, string>> = {
  email: 'email email',
  phone: 'phone tel',
  phone_number: 'phone tel',
  first_name: 'text given-name half words',
  last_name: 'text family-name half words',
  social_name: 'text nickname all words',
  owner_name: 'text name all words',
  birth_date: 'birth_date bday half',
  document: 'document',
  document_number: 'document',
  owner_document_number: 'document',
  country: 'country country',
  fiscal_country: 'country',
  branch_country: 'country',
  address: 'address street-address all words',
  street: 'address address-line1 most words',
  street_name: 'text address-line1',
  number: 'text off least',
  complement: 'text address-line2',
  district_name: 'district address-level3',
  city: 'city address-level2 half words',
  state: 'state address-level1 half words',
  postal_code: 'postal_code postal-code half characters',
  net_monthly_average_income: 'amount',
  account_type: 'account',
  account_number: 'text off half',
  branch_number: 'text off half',
  bank_code: 'text off half',
  bank_name: 'text off half',
  currency: 'currency off half characters',
  file_data: 'file',
  file_url: 'url',
};

const PART = /^(address|city|district|state|postal_code)$/;

/** Answered by the control of another field, where that is asked for: the same fact, or a part of it. */
const ANSWERED_BY: Readonly<Record<string, string>> = {
  'person.email': 'shopper.email',
  'person.birth_date': 'shopper.birth_date',
  'person.phone_number': 'shopper.phone',
  'shopper.document': 'person.document_number',
  'person.document_type': 'person.document_number',
  'person.phone_country_code': 'person.phone_number',
  'person.phone_area_code': 'person.phone_number',
  'person.documents.file_type': 'person.documents.file_data',
};

/** The questions that a list of fields comes to, in sections, none asked twice. */
export function planFields(fields: readonly AskedField[]): Section[] {
  const asked = new Map(fields.map((field) => [field.path, field]));
  const ownerOf = (path: string): string => {
    const owner = ANSWERED_BY[path];
    return owner !== undefined && asked.has(owner) ? ownerOf(owner) : path;
  };
  const answers = new Map<string, AskedField[]>();
  for (const field of asked.values()) {
    const owner = ownerOf(field.path);
    answers.set(owner, [...(answers.get(owner) ?? []), field]);
  }
  const controls = [...answers].map(([name, answered]) => toControl(name, answered));
  linkAddresses(controls);
  return ORDER.map((id) => ({ id, controls: controls.filter(({ section }) => section === id) })).filter(
    (section) => section.controls.length > 0,
  );
}

function toControl(name: string, answered: readonly AskedField[]): Control {
  const word = name.replace('.bank.', '.bank_').replace(/^.*\.(address_)?/, '');
  const [kind = 'text', autocomplete = 'off', width = '', capitals] = (WORDS[word] ?? 'text').split(' ');
  const section = sectionOf(name);
  const isAddress = /^(billing|delivery|home)$/.test(section);
  const group = { billing: 'billing ', delivery: 'shipping ' }[section as string];
  return {
    name,
    section,
    word,
    kind: (PART.test(kind) ? 'text' : kind) as ControlKind,
    part: isAddress && PART.test(kind) ? (kind as AddressPart) : undefined,
    autocomplete: autocomplete === 'off' ? autocomplete : `${group ?? ''}${autocomplete}`,
    width,
    capitals: capitals as Control['capitals'],
    paths: answered.map(({ path }) => path),
    required: answered.some(({ required }) => required),
    field:
      answered.find((field) => field.document_types ?? field.file_types ?? field.choices) ??
      (answered[0] as AskedField),
  };
}

/** Names stand with the shopper, not with the billing address. */
function linkAddresses(controls: readonly Control[]): void {
  if (!controls.some(({ section }) => section === 'billing')) return;
  for (const control of controls) {
    if (control.section !== 'delivery') continue;
    const source = control.name.replace('delivery.', /(first|last)_name$/.test(control.name) ? 'shopper.' : 'billing.');
    control.source = source;
    control.origin = controls.find(({ name }) => name === source);
    if (control.origin !== undefined) control.origin.copy = control;
  }
}

function sectionOf(name: string): SectionId {
  const [, section] = /^(billing|delivery)\./.exec(name) ?? [];
  if (section !== undefined) return section as SectionId;
  if (/^\w+\.(email|phone)/.test(name)) return 'contact';
  if (name.startsWith('person.address_')) return 'home';
  if (name.startsWith('person.documents.labels.')) return 'account';
  return name.startsWith('person.documents.') ? 'files' : 'person';
}
