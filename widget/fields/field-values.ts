import type { MessageKey } from '../i18n/translate.ts';
import type { AddressSuggestion } from '../address/address-lookup.ts';
import type { SessionView } from '../../shared/contract/index.ts';
import { toAcquiringBirthDate, reverseDateParts } from '../person/birth-date.ts';
import { parseIncome } from '../person/income.ts';
import type { ChosenFile, FileFault } from '../person/read-file.ts';
import { type AddressFormat, parseAddressFormat } from '../address/address-shape.ts';
import { countryOfLanguages } from '../address/countries.ts';
import type { IdentityDocument } from '../address/data/documents.ts';
import { loadIdentityDocuments, loadRegions, loadAddressFormats, type Region } from '../address/load-address-data.ts';
import { PhoneNumberParser } from '../address/phone.ts';
import { isPostalCode, normalizePostalCode } from '../address/postal-code.ts';
import type { FieldControl, ControlKind, SectionId } from './field-plan.ts';

/** Values that a kind takes; those that are in no table. */
const PATTERNS: Partial<Record<ControlKind, RegExp>> = {
  email: /^[^\s@]+@[^\s@]+$/,
  url: /^https?:\/\/[^\s/@?#\\]+([/?#][^\s\\]*)?$/i,
  currency: /^[a-z]{3}$/i,
  country: /^[a-z]{2}$/i,
};

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

/** What the shopper typed and chose, by path, and the values to send. Dropped with this object. */
export class FieldValues {
  /** The fields' texts; under `path@country` and `path@type` the choices beside them. */
  readonly texts = new Map<string, string>();
  readonly files = new Map<string, ChosenFile | FileFault>();
  /** Undefined until it is loaded, or if it cannot be loaded. */
  book: PhoneNumberParser | undefined;
  /** By country; empty where it has none. */
  readonly regions = new Map<string, readonly Region[]>();
  #view: SessionView | undefined;
  #languageOf: () => string = () => 'en';
  #controls: readonly FieldControl[] = [];
  #shapes: Readonly<Record<string, string>> = {};
  #documents: Awaited<ReturnType<typeof loadIdentityDocuments>> | undefined;

  /** Takes the session's values, and fetches the formats of its countries. */
  async begin(view: SessionView, language: () => string, controls: readonly FieldControl[]): Promise<void> {
    this.#view = view;
    this.#controls = controls;
    this.#languageOf = language;
    for (const control of controls) this.#prefill(control);
    this.#chooseCountries();
    const asks = (wanted: ControlKind): boolean =>
      controls.some(({ part, kind }) => wanted === (part === undefined ? kind : 'country'));
    // Without the data every country has the same fields.
    await Promise.allSettled([
      asks('country') && loadAddressFormats().then(({ PACKED_ADDRESS_FORMATS: shapes }) => (this.#shapes = shapes)),
      asks('phone') && PhoneNumberParser.load().then((book) => (this.book = book)),
      asks('document') && loadIdentityDocuments().then((documents) => (this.#documents = documents)),
      this.loadRegions(),
    ]);
    for (const control of controls) if (control.kind === 'phone') this.tidy(control);
  }

  /** The language of countries, dates and sizes: a tag that Intl takes. */
  get language(): string {
    return this.#languageOf();
  }

  /** Codes of all countries; none while they are not known. */
  get countries(): string[] {
    return Object.keys(this.#shapes);
  }

  /** The country of a section; empty if it is not known. */
  countryOf(id: SectionId): string {
    const paths = COUNTRIES[id];
    const typed = paths.map((path) => this.texts.get(path)).find(Boolean);
    return typed ?? paths.map((path) => this.known(path)).find(Boolean) ?? '';
  }

  shapeOf(id: SectionId): AddressFormat {
    return parseAddressFormat(this.#shapes[this.countryOf(id)]);
  }

  /** The session's fixed value at a path, which needs no field. */
  known(path: string): string | undefined {
    const [group = '', name = ''] = path.split('.');
    const groups = this.#view as unknown as Record<string, Record<string, string> | undefined> | undefined;
    return groups?.[group]?.[name];
  }

  /** The session's initial value of a field. */
  prefilled(path: string): string | undefined {
    const found = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], {
      ...this.#view?.prefill,
    });
    return typeof found === 'string' && found !== '' ? found : undefined;
  }

  textOf({ name }: FieldControl): string {
    return (this.texts.get(name) ?? '').trim();
  }

  phoneCountryOf({ name }: FieldControl): string {
    return this.texts.get(`${name}@country`) ?? '';
  }

  /** Documents that the shopper chooses from. */
  documentTypesOf({ field, section }: FieldControl): string[] {
    return field.document_types ?? this.#documents?.documentTypesOf(this.countryOf(section)) ?? [];
  }

  /** The chosen document's name; empty where there is none to choose. */
  documentTypeOf(control: FieldControl): string {
    const types = this.documentTypesOf(control);
    const chosen = this.texts.get(`${control.name}@type`) ?? '';
    return types.includes(chosen) ? chosen : (types[0] ?? '');
  }

  documentOf(control: FieldControl): IdentityDocument | undefined {
    return this.#documents?.findIdentityDocument(this.documentTypeOf(control), this.countryOf(control.section));
  }

  /** The error of a given value; undefined without one. */
  faultOf(control: FieldControl): MessageKey | undefined {
    if (this.outputsOf(control) !== undefined) return undefined;
    const file = this.files.get(control.name);
    return (
      typeof file === 'string' ? `invalid.file.${file}` : `invalid.${control.part ?? control.kind}`
    ) as MessageKey;
  }

  /**
   * A control's values to send, by path: none where the field is empty, undefined where its value is wrong.
   */
  outputsOf(control: FieldControl): Record<string, string> | undefined {
    const { kind, paths, name } = control;
    const text = this.textOf(control);
    const file = this.files.get(name);
    if (typeof file === 'string') return undefined;
    if (file !== undefined) return { [name]: file.data, 'person.documents.file_type': file.type };
    if (text === '') return {};
    if (kind === 'phone') return this.#phoneOutputs(control, text);
    const value = this.#valueOf(control, text);
    if (value === undefined) return undefined;
    const outputs = Object.fromEntries(paths.map((path) => [path, value]));
    // Empty where no type is known: the number must not travel in its place.
    if (name === 'person.document_number') outputs['person.document_type'] = this.documentTypeOf(control);
    return outputs;
  }

  /** Writes a value as its readers do, once the shopper has left it. */
  tidy(control: FieldControl): void {
    const { name, kind, part, section } = control;
    const text = this.textOf(control);
    if (text === '' || this.faultOf(control) !== undefined) return;
    if (part === 'postal_code') this.texts.set(name, normalizePostalCode(text, this.shapeOf(section)));
    if (kind === 'document') this.texts.set(name, this.documentOf(control)?.format(text) ?? text);
    const phone = kind === 'phone' ? this.book?.parse(text, this.phoneCountryOf(control)) : undefined;
    if (phone === undefined) return;
    this.texts.set(`${name}@country`, phone.country);
    this.texts.set(name, this.book?.format(phone) ?? text);
  }

  /** Keeps what fits a country that was chosen, and forgets what cannot be meant for it. */
  async changeCountry(): Promise<void> {
    for (const { part, name, section } of this.#controls) {
      const isCode = part === 'postal_code';
      if (isCode && this.shapeOf(section).postal?.test(this.texts.get(name) ?? '') === false) this.texts.delete(name);
    }
    await this.loadRegions();
  }

  /** Fills a section's address with the parts that are given. */
  async takeAddress(id: SectionId, address: AddressSuggestion): Promise<void> {
    for (const { part, name, section } of this.#controls) {
      const text = part === undefined ? undefined : address[part];
      if (section === id && text !== undefined) this.texts.set(name, text);
    }
    await this.loadRegions();
  }

  /** Fetches the regions of the countries that are chosen, and names them for readers of the language. */
  async loadRegions(): Promise<void> {
    await Promise.all(
      this.#controls.map(async ({ part, name, section }) => {
        const country = this.countryOf(section);
        if (part !== 'state' || country === '') return;
        // Where they cannot be had, the shopper types the region instead.
        this.regions.set(country, await loadRegions(country, this.language).catch(() => []));
        this.#chooseRegion(name, this.regions.get(this.countryOf(section)) ?? []);
      }),
    );
  }

  #chooseRegion(path: string, regions: readonly Region[]): void {
    const text = (this.texts.get(path) ?? '').trim().toLowerCase();
    const fitting = regions.find(({ code, name }) => [code, name].some((word) => word.toLowerCase() === text));
    const isCode = [...this.regions.values()].some((list) => list.some(({ code }) => code.toLowerCase() === text));
    if (fitting !== undefined) this.texts.set(path, fitting.code);
    // A code of another country's list means nothing here; a name that was typed may.
    else if (regions.length > 0 || isCode) this.texts.delete(path);
  }

  #prefill({ name, kind, paths }: FieldControl): void {
    const text = [name, ...paths].map((path) => this.prefilled(path)).find((found) => found !== undefined);
    const parts = ['country_code', 'area_code', 'number'].map((part) => this.prefilled(`person.phone_${part}`) ?? '');
    if (this.texts.has(name)) return;
    if (kind === 'phone' && name === 'person.phone_number' && parts[0] !== '') {
      this.texts.set(name, `+${parts.join('').replace(/\D/g, '')}`);
    } else if (text !== undefined) {
      this.texts.set(name, kind === 'birth_date' ? reverseDateParts(text) : text);
    }
    const type = this.prefilled('person.document_type');
    if (name === 'person.document_number' && type !== undefined) this.texts.set(`${name}@type`, type);
  }

  /** Starts with another address's country, the only country of the methods or the currency, or the languages' country. */
  #chooseCountries(): void {
    const others = ['billing.country', 'delivery.country', 'person.address_country', 'person.fiscal_country'];
    const typed = others.map((path) => this.texts.get(path) ?? this.known(path) ?? this.prefilled(path));
    const spoken = countryOfLanguages([this.language, ...navigator.languages]);
    const country = typed.find(Boolean) ?? this.#view?.start_country ?? spoken;
    if (country === undefined) return;
    for (const { kind, name } of this.#controls) {
      const key = kind === 'phone' ? `${name}@country` : name;
      if ((kind === 'phone' || kind === 'country') && !this.texts.has(key)) this.texts.set(key, country);
    }
  }

  #valueOf(control: FieldControl, text: string): string | undefined {
    const { kind, part, section } = control;
    if (part === 'postal_code') {
      const shape = this.shapeOf(section);
      return isPostalCode(text, shape) ? normalizePostalCode(text, shape) : undefined;
    }
    if (kind === 'birth_date') return toAcquiringBirthDate(text);
    if (kind === 'amount') return parseIncome(text);
    if (kind === 'document') {
      const document = this.documentOf(control);
      if (document === undefined) return text;
      return document.accepts(text) ? document.toValue(text) : undefined;
    }
    if (PATTERNS[kind]?.test(text) === false) return undefined;
    return kind === 'currency' || kind === 'country' ? text.toUpperCase() : text;
  }

  #phoneOutputs(control: FieldControl, text: string): Record<string, string> | undefined {
    const { paths } = control;
    const phone = this.book?.parse(text, this.phoneCountryOf(control));
    if (phone === undefined && (this.book !== undefined || !/^[+\d][\d\s().-]{4,}$/.test(text))) return undefined;
    const { calling = '', national = text, e164 = text } = phone ?? {};
    const { area = '', number = text } = (phone && this.book?.split(phone)) ?? {};
    const asks = (part: string): boolean => paths.includes(`person.phone_${part}`);
    const rest = asks('area_code') ? number : national;
    const values: Record<string, string> = {
      'shopper.phone': e164,
      'person.phone_country_code': calling,
      'person.phone_area_code': area,
      'person.phone_number': asks('country_code') ? rest : e164,
    };
    return Object.fromEntries(paths.flatMap((path) => (values[path] ? [[path, values[path]]] : [])));
  }
}
