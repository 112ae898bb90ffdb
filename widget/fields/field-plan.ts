import type { ShopperField } from '../../shared/contract/index.ts';
import type { AddressPart } from '../address/address-shape.ts';

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
export interface FieldControl {
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
  field: ShopperField;
  /** The path that stands for a delivery field while both addresses are the same, and what asks for it. */
  source?: string;
  origin?: FieldControl | undefined;
  /** The delivery field that it may stand for. */
  copy?: FieldControl;
}

export interface FieldSection {
  id: SectionId;
  controls: readonly FieldControl[];
}

const ORDER: readonly SectionId[] = ['contact', 'person', 'billing', 'delivery', 'home', 'account', 'files'];

/** How the field with a name is asked for. */
type FieldTraits = Partial<Pick<FieldControl, 'kind' | 'part' | 'autocomplete' | 'width' | 'capitals'>>;

const TRAITS: Readonly<Record<string, FieldTraits>> = {
  email: { kind: 'email', autocomplete: 'email' },
  phone: { kind: 'phone', autocomplete: 'tel' },
  phone_number: { kind: 'phone', autocomplete: 'tel' },
  first_name: { autocomplete: 'given-name', width: 'half', capitals: 'words' },
  last_name: { autocomplete: 'family-name', width: 'half', capitals: 'words' },
  social_name: { autocomplete: 'nickname', capitals: 'words' },
  owner_name: { autocomplete: 'name', capitals: 'words' },
  birth_date: { kind: 'birth_date', autocomplete: 'bday', width: 'half' },
  document: { kind: 'document' },
  document_number: { kind: 'document' },
  owner_document_number: { kind: 'document' },
  country: { kind: 'country', autocomplete: 'country' },
  fiscal_country: { kind: 'country' },
  branch_country: { kind: 'country' },
  address: { part: 'address', autocomplete: 'street-address', capitals: 'words' },
  street: { part: 'address', autocomplete: 'address-line1', width: 'most', capitals: 'words' },
  street_name: { autocomplete: 'address-line1' },
  number: { width: 'least' },
  complement: { autocomplete: 'address-line2' },
  district_name: { part: 'district', autocomplete: 'address-level3' },
  city: { part: 'city', autocomplete: 'address-level2', width: 'half', capitals: 'words' },
  state: { part: 'state', autocomplete: 'address-level1', width: 'half', capitals: 'words' },
  postal_code: { part: 'postal_code', autocomplete: 'postal-code', width: 'half', capitals: 'characters' },
  net_monthly_average_income: { kind: 'amount' },
  account_type: { kind: 'account' },
  account_number: { width: 'half' },
  branch_number: { width: 'half' },
  bank_code: { width: 'half' },
  bank_name: { width: 'half' },
  currency: { kind: 'currency', width: 'half', capitals: 'characters' },
  file_data: { kind: 'file' },
  file_url: { kind: 'url' },
};

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
export function toFieldSections(fields: readonly ShopperField[]): FieldSection[] {
  const asked = new Map(fields.map((field) => [field.path, field]));
  const ownerOf = (path: string): string => {
    const owner = ANSWERED_BY[path];
    return owner !== undefined && asked.has(owner) ? ownerOf(owner) : path;
  };
  const answers = new Map<string, ShopperField[]>();
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

function toControl(name: string, answered: readonly ShopperField[]): FieldControl {
  const word = name.replace('.bank.', '.bank_').replace(/^.*\.(address_)?/, '');
  const { kind = 'text', part, autocomplete, width = '', capitals } = TRAITS[word] ?? {};
  const section = sectionOf(name);
  const isAddress = /^(billing|delivery|home)$/.test(section);
  const group = { billing: 'billing ', delivery: 'shipping ' }[section as string];
  return {
    name,
    section,
    word,
    kind,
    part: isAddress ? part : undefined,
    autocomplete: autocomplete === undefined ? 'off' : `${group ?? ''}${autocomplete}`,
    width,
    capitals,
    paths: answered.map(({ path }) => path),
    required: answered.some(({ required }) => required),
    field:
      answered.find((field) => field.document_types ?? field.file_types ?? field.choices) ??
      (answered[0] as ShopperField),
  };
}

/** Names stand with the shopper, not with the billing address. */
function linkAddresses(controls: readonly FieldControl[]): void {
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
