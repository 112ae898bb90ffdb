import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { AddressLookup } from '../address/address-lookup.ts';
import type { ShopperField, SessionView, SubmitPayment } from '../../shared/contract/index.ts';
import type { MessageKey, Translate } from '../i18n/translate.ts';
import { readFile } from '../person/read-file.ts';
import { AddressSearch } from './address-search.ts';
import { FieldValues } from './field-values.ts';
import { renderFieldControl } from './field-controls.ts';
import { maxBytesOfField, mediaTypesOfField } from '../../shared/file-limits.ts';
import { renderKnown, type FieldControlProps } from './field-labels.ts';
import { toFieldSections, type FieldControl, type FieldSection, type SectionId } from './field-plan.ts';
import { renderFieldSection } from './field-section.ts';

type Body = Pick<SubmitPayment, 'shopper' | 'billing' | 'delivery' | 'person'>;

/** Countries, or else languages, whose people write the family name first. */
const FAMILY_FIRST = /^(JP|CN|TW|HK|MO|K[HPR]|HU|VN)$|^(ja|zh|km|ko|hu|vi)\b/;

/** What a delivery has in common with the address and the name of the shopper, where it goes to them. */
const COMMON = ['country', 'state', 'city', 'address', 'postal_code', 'first_name', 'last_name'] as const;

/** The session's required fields besides the card, in sections and in each country's format. */
export class ShopperFields {
  readonly shown = new Set<string>();
  /** Paths that the companion rejected. */
  readonly refused = new Set<string>();
  readonly #values = new FieldValues();
  readonly #onChange: () => void;
  /** The paths of each method's fields. */
  #methods: readonly ReadonlySet<string>[] = [];
  readonly #plans = new WeakMap<readonly ShopperField[], FieldSection[]>();
  readonly #controls = new WeakMap<ShopperField, FieldControl>();
  /** Sections that the shopper has opened or typed in: they stay open. */
  readonly #opened = new Set<SectionId>();
  readonly #reading = new Set<string>();
  readonly #addresses: AddressSearch;
  #same: boolean | undefined;

  constructor(onChange: () => void, addressLookup: () => AddressLookup | undefined) {
    this.#onChange = onChange;
    this.#addresses = new AddressSearch(addressLookup, onChange);
  }

  /**
   * Takes the session's values of the shopper, and fetches the countries' formats of addresses and phone numbers. The
   * form works before they are loaded, and without them.
   */
  async begin(view: SessionView, language: () => string): Promise<void> {
    const { billing, delivery = {}, shopper } = view.prefill;
    const own: typeof delivery = { ...billing, ...view.shopper, ...shopper };
    this.#same ??= COMMON.every((key) => delivery[key] === undefined || delivery[key] === own[key]);
    this.#methods = view.methods.map(({ fields }) => new Set(fields.map(({ path }) => path)));
    const sections = view.methods.flatMap(({ fields }) => this.#planOf(fields));
    await this.#values.begin(
      view,
      language,
      sections.flatMap(({ controls }) => controls),
    );
    this.#onChange();
  }

  /** Names the regions in the new language; everything else is named while it renders. */
  turnLanguage(): Promise<void> {
    return this.#values.loadRegions();
  }

  /** The error of a field; undefined without one, or if the field is not shown. */
  faultOf(field: ShopperField): MessageKey | undefined {
    const control = this.#controls.get(field);
    return control !== undefined && this.#isShown(control) ? this.#faultOf(control) : undefined;
  }

  /** The groups of the submit body that these fields fill. */
  value(fields: readonly ShopperField[]): Body {
    const body: Record<string, unknown> = {};
    for (const control of this.#planOf(fields).flatMap(({ controls }) => controls)) {
      for (const [path, value] of Object.entries(this.#outputsOf(control))) {
        if (value) setAt(body, path.split('.'), value);
      }
    }
    return body;
  }

  /** The email, and what else every method needs of the contact: above the methods, once for all of them. */
  renderContact(fields: readonly ShopperField[], t: Translate, disabled: boolean): TemplateResult | typeof nothing {
    return this.#render(fields, t, disabled, true);
  }

  /** The fields of a method, but for those that {@link renderContact} renders. */
  render(fields: readonly ShopperField[], t: Translate, disabled: boolean): TemplateResult | typeof nothing {
    return this.#render(fields, t, disabled, false);
  }

  /** The controls of a section that every method has, or the others; no section where there are none. */
  #shared({ id, controls }: FieldSection, isShared: boolean): FieldSection[] {
    const some = controls.filter(
      ({ name }) => isShared === (id === 'contact' && this.#methods.every((paths) => paths.has(name))),
    );
    return some.length === 0 ? [] : [{ id, controls: some }];
  }

  #render(
    fields: readonly ShopperField[],
    t: Translate,
    disabled: boolean,
    isShared: boolean,
  ): TemplateResult | typeof nothing {
    const sections = this.#planOf(fields)
      .flatMap((section) => this.#shared(section, isShared))
      .map(({ id, controls }, _index, all) => ({
        id,
        controls: this.#sorted(
          id,
          // What the same address leaves to ask, such as a name, stands with it.
          all.flatMap((section) => section.controls.filter((control) => this.#placeOf(control) === id)),
        ),
        same: controls.some(({ source }) => source) ? this.#same : undefined,
      }))
      .filter(({ controls, same }) => controls.length > 0 || same !== undefined);
    if (sections.length === 0) return nothing;
    const open = (id: SectionId): void => {
      this.#opened.add(id);
      this.#onChange();
    };
    return html`<div class="stack asked" part="fields">
      ${sections.map(({ id, controls, same }) =>
        renderFieldSection({
          id,
          t,
          disabled,
          isShared,
          // One or two fields need no heading; an address alone would not show that it is the delivery's.
          legend: id === 'delivery' || (sections.length > 1 && controls.length > 2),
          same,
          summary: this.#isComplete(id, controls) ? renderKnown(controls, this.#values, t) : undefined,
          controls: controls.map((control) => renderFieldControl(this.#stateOf(control), t, disabled)),
          onSame: (isSame) => {
            this.#same = isSame;
            open(id);
          },
          onOpen: () => open(id),
        }),
      )}
    </div>`;
  }

  #placeOf({ section, source }: FieldControl): SectionId {
    return this.#same && source ? 'billing' : section;
  }

  #planOf(fields: readonly ShopperField[]): FieldSection[] {
    const known = this.#plans.get(fields);
    if (known !== undefined) return known;
    const plan = toFieldSections(fields);
    this.#plans.set(fields, plan);
    for (const field of fields) {
      for (const { controls } of plan) {
        const control = controls.find(({ paths }) => paths.includes(field.path));
        if (control !== undefined) this.#controls.set(field, control);
      }
    }
    return plan;
  }

  #stateOf(control: FieldControl): FieldControlProps {
    const left = control.paths.some((path) => this.shown.has(path));
    return {
      control,
      values: this.#values,
      fault: left ? this.#faultOf(control) : undefined,
      required: this.#isRequired(control),
      left,
      reading: this.#reading.has(control.name),
      onText: (key, text) => this.#change(control, key, text),
      onLeave: () => {
        this.#values.tidy(control);
        if (this.#values.textOf(control) !== '') this.#show(control);
        this.#onChange();
      },
      onFile: (file) => void this.#takeFile(control, file),
      addresses: this.#addresses.foundFor(control.name),
      onAddress: (address) => void this.#values.takeAddress(control.section, address).then(() => this.#addresses.end()),
    };
  }

  #change(control: FieldControl, key: string, text: string): void {
    const { name, section, paths, kind, part } = control;
    this.#values.texts.set(key, text);
    this.#opened.add(section);
    this.#addresses.begin(name, part === 'address' ? text : '', this.#values.countryOf(section));
    for (const path of paths) {
      this.refused.delete(path);
      if (key !== name) this.shown.delete(path);
    }
    if (kind === 'country') void this.#values.changeCountry().then(this.#onChange);
    this.#onChange();
  }

  async #takeFile(control: FieldControl, file: File | undefined): Promise<void> {
    const { name, field, section } = control;
    this.#opened.add(section);
    this.refused.delete(name);
    this.#values.files.delete(name);
    if (file !== undefined) {
      this.#reading.add(name);
      this.#onChange();
      const taken = await readFile(file, mediaTypesOfField(field), maxBytesOfField(field));
      this.#reading.delete(name);
      this.#values.files.set(name, taken);
      this.#show(control);
    }
    this.#onChange();
  }

  #show(control: FieldControl): void {
    for (const path of control.paths) this.shown.add(path);
  }

  #faultOf(control: FieldControl): MessageKey | undefined {
    if (control.paths.some((path) => this.refused.has(path))) return 'invalid.format';
    const fault = this.#values.faultOf(control);
    const isOpen = this.#reading.has(control.name) || (this.#isRequired(control) && !this.#isGiven(control));
    return fault ?? (isOpen ? 'invalid.required' : undefined);
  }

  #isGiven(control: FieldControl): boolean {
    return Object.keys(this.#values.outputsOf(control) ?? {}).length > 0;
  }

  #isRequired({ required, copy, part, section }: FieldControl): boolean {
    if (!required && !(this.#same && copy?.required)) return false;
    return part === undefined || this.#values.shapeOf(section).required.includes(part);
  }

  /** The source of a delivery field while the addresses are the same: a control, or the session's value. */
  #copied({ source, origin }: FieldControl): FieldControl | string | undefined {
    return this.#same && source !== undefined ? (origin ?? this.#values.known(source)) : undefined;
  }

  #isShown(control: FieldControl): boolean {
    const { part, section } = control;
    if (this.#copied(control) !== undefined) return false;
    return part === undefined || part === 'address' || this.#values.shapeOf(section).order.includes(part);
  }

  #outputsOf(control: FieldControl): Record<string, string> {
    const copied = this.#copied(control);
    if (copied === undefined) return this.#isShown(control) ? (this.#values.outputsOf(control) ?? {}) : {};
    const value = typeof copied === 'string' ? copied : this.#outputsOf(copied)[copied.name];
    return value === undefined ? {} : { [control.name]: value };
  }

  /** A section's shown controls, in the order of its country. */
  #sorted(id: SectionId, controls: readonly FieldControl[]): FieldControl[] {
    const { order } = this.#values.shapeOf(id);
    const rank = ({ kind, part, word }: FieldControl): number => {
      if (kind === 'country') return -0.5;
      const detail = ['street_name', 'number', 'complement'].indexOf(word) + 1;
      if (detail > 0) return order.indexOf('address') + detail / 4;
      return part === undefined ? -1 : order.indexOf(part);
    };
    const shown = controls.filter((control) => this.#isShown(control));
    if (shown.some(({ part }) => part !== undefined)) shown.sort((one, other) => rank(one) - rank(other));
    const given = shown.find(({ word }) => word === 'first_name');
    const family = shown.find(({ word }) => word === 'last_name');
    if (given === undefined || family === undefined) return shown;
    const [first, second] = [shown.indexOf(given), shown.indexOf(family)];
    const isFamilyFirst = FAMILY_FIRST.test(this.#values.countryOf(id) || this.#values.language);
    // The two change places; what stands between or around them stays.
    if (isFamilyFirst === first < second) [shown[first], shown[second]] = [family, given];
    return shown;
  }

  /** Whether the session had every value of the section and all are valid, so that a summary is enough. */
  #isComplete(id: SectionId, controls: readonly FieldControl[]): boolean {
    const known = controls.filter(
      (control) => control.paths.some((path) => this.#values.prefilled(path) !== undefined) && this.#isGiven(control),
    );
    return (
      !this.#opened.has(id) &&
      id !== 'files' &&
      known.length > 0 &&
      controls.every(
        (control) => this.#faultOf(control) === undefined && (known.includes(control) || !this.#isRequired(control)),
      )
    );
  }
}

function setAt(target: Record<string, unknown>, [key = '', ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) target[key] = value;
  else setAt((target[key] ??= {}) as Record<string, unknown>, rest, value);
}
