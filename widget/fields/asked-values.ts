import type { MessageKey } from '../i18n/translate.ts';
import type { SessionView } from '../../shared/contract/index.ts';
import { type DateOrder, dateOrderOf, parseBirthDate, writeBirthDate } from '../person/birth-date.ts';
import {
  documentTypesOf,
  findDocument,
  loadDocuments,
  LONGEST_DOCUMENT,
  type IdentityDocument,
} from '../person/documents.ts';
import { parseIncome } from '../person/income.ts';
import type { ChosenFile, FileFault } from '../person/read-file.ts';
import { type AddressShape, parseShape } from '../places/address-shape.ts';
import { countryOfLanguages } from '../places/countries.ts';
import { loadRegions, loadShapes, type Region } from '../places/load-places.ts';
import { PhoneBook } from '../places/phone.ts';
import { isPostalCode, toPostalCode } from '../places/postal-code.ts';
import type { Control, Section, SectionId } from './field-plan.ts';

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const ADDRESS = /^https?:\/\/[^\s/@?#\\]+([/?#][^\s\\]*)?$/i;

/** Where each section's country stands; the first that has one counts. */
const COUNTRIES: Readonly<Record<SectionId, readonly string[]>> = {
  contact: ['billing.country'],
  person: ['person.address_country', 'person.fiscal_country', 'billing.country', 'delivery.country'],
  billing: ['billing.country'],
  delivery: ['delivery.country'],
  home: ['person.address_country', 'person.fiscal_country'],
  account: ['person.documents.labels.bank_account.branch_country', 'person.address_country', 'billing.country'],
  files: [],
};

/** What the shopper gave, by path, and what it comes to. Forgotten with this object. */
export class AskedValues {
  /** Texts as they stand in the fields; under `path@country` and `path@type` what was chosen beside them. */
  readonly texts = new Map<string, string>();
  readonly files = new Map<string, ChosenFile | FileFault>();
  language = 'en';
  order: DateOrder = 'DMY';
  /** Undefined until it is there; stays so where it cannot be fetched. */
  book: PhoneBook | undefined;
  /** By country; empty where it has none. */
  readonly regions = new Map<string, readonly Region[]>();
  #view: SessionView | undefined;
  #shapes: Readonly<Record<string, string>> = {};

  /** Takes what the session knows, and fetches how its countries write things. */
  async begin(view: SessionView, language: string, sections: readonly Section[]): Promise<void> {
    this.#view = view;
    this.language = language;
    this.order = dateOrderOf(language);
    const controls = sections.flatMap((section) => section.controls);
    for (const control of controls) this.#prefill(control);
    this.#chooseCountries(controls);
    const [shapes, book] = await Promise.allSettled([
      controls.some(({ part, kind }) => part !== undefined || kind === 'country') ? loadShapes() : undefined,
      controls.some(({ kind }) => kind === 'phone') ? PhoneBook.load() : undefined,
      controls.some(({ kind }) => kind === 'document') ? loadDocuments() : undefined,
      ...sections
        .filter(({ controls: own }) => own.some(({ part }) => part === 'state'))
        .map(({ id }) => this.loadRegions(id)),
    ]);
    // Without the data every country is asked in one way, which is better than not paying.
    if (shapes.status === 'fulfilled') this.#shapes = shapes.value?.shapes ?? {};
    if (book.status === 'fulfilled') this.book = book.value ?? undefined;
    for (const control of controls) if (control.kind === 'phone') this.tidy(control, 'contact');
  }

  /** Codes of all countries; none while they are not known. */
  get countries(): string[] {
    return Object.keys(this.#shapes);
  }

  /** The country that a section is about; empty where nobody said. */
  countryOf(id: SectionId): string {
    const paths = COUNTRIES[id];
    const typed = paths.map((path) => this.texts.get(path)).find(Boolean);
    return typed ?? paths.map((path) => this.known(path)).find(Boolean) ?? '';
  }

  shapeOf(id: SectionId): AddressShape {
    return parseShape(this.#shapes[this.countryOf(id)]);
  }

  /** What the session fixed at a path: the shopper is not asked for it. */
  known(path: string): string | undefined {
    const [group = '', name = ''] = path.split('.');
    const groups = this.#view as unknown as Record<string, Record<string, string> | undefined> | undefined;
    return groups?.[group]?.[name];
  }

  /** What the session put into a field. */
  prefilled(path: string): string | undefined {
    const found = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], {
      ...this.#view?.prefill,
    });
    return typeof found === 'string' && found !== '' ? found : undefined;
  }

  textOf({ name }: Control): string {
    return (this.texts.get(name) ?? '').trim();
  }

  phoneCountryOf({ name }: Control): string {
    return this.texts.get(`${name}@country`) ?? '';
  }

  /** Documents that the shopper chooses from. */
  documentTypesOf({ field }: Control, id: SectionId): string[] {
    return field.document_types ?? documentTypesOf(this.countryOf(id));
  }

  /** The chosen document's name; empty where there is none to choose. */
  documentTypeOf(control: Control, id: SectionId): string {
    const types = this.documentTypesOf(control, id);
    const chosen = this.texts.get(`${control.name}@type`) ?? '';
    return types.includes(chosen) ? chosen : (types[0] ?? '');
  }

  documentOf(control: Control, id: SectionId): IdentityDocument | undefined {
    return findDocument(this.documentTypeOf(control, id), this.countryOf(id));
  }

  /** What is wrong with a value that is there; undefined where nothing is. */
  faultOf(control: Control, id: SectionId): MessageKey | undefined {
    const text = this.textOf(control);
    const { kind, part, name } = control;
    if (kind === 'file') return fileFault(this.files.get(name));
    if (text === '') return undefined;
    if (part === 'postal_code') return isPostalCode(text, this.shapeOf(id)) ? undefined : 'invalid.postal_code';
    if (kind === 'email') return EMAIL.test(text) ? undefined : 'invalid.email';
    if (kind === 'phone') return this.#isPhone(control, text) ? undefined : 'invalid.phone';
    if (kind === 'date') return parseBirthDate(text, this.order) === undefined ? 'invalid.birth_date' : undefined;
    if (kind === 'income') return parseIncome(text) === undefined ? 'invalid.amount' : undefined;
    if (kind === 'url') return ADDRESS.test(text) ? undefined : 'invalid.url';
    if (kind === 'currency') return /^[a-z]{3}$/i.test(text) ? undefined : 'invalid.currency';
    if (kind === 'country') return /^[a-z]{2}$/i.test(text) ? undefined : 'invalid.country';
    if (kind !== 'document') return undefined;
    const document = this.documentOf(control, id);
    const fits = document === undefined ? text.length <= LONGEST_DOCUMENT : document.accepts(text);
    return fits ? undefined : 'invalid.document';
  }

  /** What travels for a control, by path; empty where the shopper gave nothing. */
  outputsOf(control: Control, id: SectionId): Record<string, string> {
    const { kind, part, paths, name } = control;
    const text = this.textOf(control);
    if (kind === 'file') return fileOutputs(this.files.get(name), paths, name);
    if (text === '') return {};
    if (kind === 'phone') return this.#phoneOutputs(control, text);
    if (kind === 'document') return this.#documentOutputs(control, id, text);
    let value = text;
    if (part === 'postal_code') value = toPostalCode(text, this.shapeOf(id));
    else if (kind === 'date') value = parseBirthDate(text, this.order) ?? text;
    else if (kind === 'income') value = parseIncome(text) ?? text;
    else if (kind === 'currency' || kind === 'country') value = text.toUpperCase();
    return Object.fromEntries(paths.map((path) => [path, value]));
  }

  /** Writes a value as its readers do, once the shopper has left it. */
  tidy(control: Control, id: SectionId): void {
    const text = this.textOf(control);
    if (text === '' || this.faultOf(control, id) !== undefined) return;
    if (control.part === 'postal_code') this.texts.set(control.name, toPostalCode(text, this.shapeOf(id)));
    if (control.kind === 'document') this.texts.set(control.name, this.documentOf(control, id)?.format(text) ?? text);
    const phone = control.kind === 'phone' ? this.book?.parse(text, this.phoneCountryOf(control)) : undefined;
    if (phone === undefined) return;
    this.texts.set(`${control.name}@country`, phone.country);
    this.texts.set(control.name, this.book?.format(phone) ?? text);
  }

  /** Fetches a section's regions; what was typed for another country's goes. */
  async loadRegions(id: SectionId): Promise<void> {
    const country = this.countryOf(id);
    if (country === '') return;
    try {
      this.regions.set(country, await loadRegions(country, this.language));
    } catch {
      // The shopper types the region instead.
      this.regions.set(country, []);
    }
    const path = id === 'home' ? 'person.address_state' : `${id}.state`;
    const regions = this.regions.get(this.countryOf(id)) ?? [];
    const text = this.texts.get(path)?.trim() ?? '';
    if (text === '') return;
    const isMeant = ({ code, name }: Region): boolean => [code, name].some((word) => fold(word) === fold(text));
    const fitting = regions.find(isMeant);
    if (fitting !== undefined) this.texts.set(path, fitting.code);
    // A code of another country's list means nothing here; a name that was typed may.
    else if (regions.length > 0 || [...this.regions.values()].some((list) => list.some(({ code }) => code === text))) {
      this.texts.delete(path);
    }
  }

  #prefill({ name, kind, paths }: Control): void {
    const text = [name, ...paths].map((path) => this.prefilled(path)).find((found) => found !== undefined);
    const parts = ['country_code', 'area_code', 'number'].map((part) => this.prefilled(`person.phone_${part}`) ?? '');
    if (this.texts.has(name)) return;
    if (kind === 'phone' && name === 'person.phone_number' && parts[0] !== '') {
      this.texts.set(name, `+${parts.join('').replace(/\D/g, '')}`);
    } else if (text !== undefined) {
      this.texts.set(name, kind === 'date' ? writeBirthDate(text, this.order) : text);
    }
    const type = this.prefilled('person.document_type');
    if (name === 'person.document_number' && type !== undefined) this.texts.set(`${name}@type`, type);
  }

  /** Whatever is nearest: another address's country, what the session knows, or what the browser's languages speak of. */
  #chooseCountries(controls: readonly Control[]): void {
    const others = ['billing.country', 'delivery.country', 'person.address_country', 'person.fiscal_country'];
    const typed = others.map((path) => this.texts.get(path) ?? this.known(path) ?? this.prefilled(path));
    const spoken = countryOfLanguages([this.language, ...navigator.languages]);
    const country = typed.find(Boolean) ?? spoken;
    if (country === undefined) return;
    for (const { kind, name } of controls) {
      const key = kind === 'phone' ? `${name}@country` : name;
      if ((kind === 'phone' || kind === 'country') && !this.texts.has(key)) this.texts.set(key, country);
    }
  }

  #isPhone(control: Control, text: string): boolean {
    if (this.book === undefined) return /^[+\d][\d\s().-]{4,}$/.test(text);
    return this.book.parse(text, this.phoneCountryOf(control)) !== undefined;
  }

  #phoneOutputs(control: Control, text: string): Record<string, string> {
    const phone = this.book?.parse(text, this.phoneCountryOf(control));
    const { paths } = control;
    const asks = (part: string): boolean => paths.includes(`person.phone_${part}`);
    const split = phone === undefined ? undefined : this.book?.split(phone);
    const national = asks('area_code') ? split?.number : phone?.national;
    const withCode = asks('country_code') ? national : phone?.e164;
    const values: Record<string, string> = {
      'shopper.phone': phone?.e164 ?? text,
      'person.phone_country_code': phone?.calling ?? '',
      'person.phone_area_code': split?.area ?? '',
      'person.phone_number': withCode ?? text,
    };
    return Object.fromEntries(paths.flatMap((path) => (values[path] ? [[path, values[path]]] : [])));
  }

  #documentOutputs(control: Control, id: SectionId, text: string): Record<string, string> {
    const { paths, name } = control;
    const value = this.documentOf(control, id)?.toValue(text) ?? text;
    const type = this.documentTypeOf(control, id);
    const isTyped = name === 'person.document_number' && type !== '';
    return {
      ...Object.fromEntries(paths.map((path) => [path, value])),
      ...(isTyped ? { 'person.document_type': type } : {}),
    };
  }
}

function fileFault(file: ChosenFile | FileFault | undefined): MessageKey | undefined {
  return typeof file === 'string' ? `invalid.file.${file}` : undefined;
}

function fileOutputs(
  file: ChosenFile | FileFault | undefined,
  paths: readonly string[],
  name: string,
): Record<string, string> {
  if (file === undefined || typeof file === 'string') return {};
  const type = 'person.documents.file_type';
  return {
    [name]: file.data,
    ...(paths.includes(type) || name.startsWith('person.documents') ? { [type]: file.type } : {}),
  };
}

const fold = (text: string): string => text.toLowerCase();
