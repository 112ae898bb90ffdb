import { html, nothing, type TemplateResult } from 'lit';
import type { AskedField, SessionView, SubmitPayment } from '../../shared/contract/index.ts';
import type { MessageKey, Translate } from '../i18n/translate.ts';
import { readFile } from '../person/read-file.ts';
import { AskedValues } from './asked-values.ts';
import { renderControl } from './asked-controls.ts';
import { fileTypesOf, mostBytesOf, type ControlState } from './asked-words.ts';
import { planFields, type Control, type Section, type SectionId } from './field-plan.ts';
import { renderSection } from './asked-section.ts';

type Body = Pick<SubmitPayment, 'shopper' | 'billing' | 'delivery' | 'person'>;

/** Names stand with the shopper, not with the billing address. */
const NAMES: Readonly<Record<string, string>> = {
  'delivery.first_name': 'shopper.first_name',
  'delivery.last_name': 'shopper.last_name',
};

/** What both addresses have. */
const ADDRESS = ['country', 'state', 'city', 'address', 'postal_code'] as const;

/** What the session asks the shopper for besides the card: in sections, in each country's own way. */
export class AskedFields {
  readonly shown = new Set<string>();
  /** Paths that the companion refused as they are. */
  readonly refused = new Set<string>();
  readonly #values = new AskedValues();
  readonly #onChange: () => void;
  readonly #plans = new WeakMap<readonly AskedField[], Section[]>();
  readonly #lists = new Map<AskedField, readonly AskedField[]>();
  /** Sections that the shopper has opened or typed in: they stay open. */
  readonly #opened = new Set<SectionId>();
  readonly #reading = new Set<string>();
  #same = true;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Texts as they stand in the fields, by path. */
  get values(): Map<string, string> {
    return this.#values.texts;
  }

  /**
   * Takes what the session knows of the shopper, and fetches how the countries in question write addresses and phone
   * numbers. The form works before that is there, and without it.
   */
  async begin(view: SessionView, language: string): Promise<void> {
    for (const { fields } of view.methods) this.#planOf(fields);
    const { billing = {}, delivery = {} } = view.prefill;
    this.#same = ADDRESS.every((key) => delivery[key] === undefined || delivery[key] === billing[key]);
    const sections = new Map<string, Section>();
    for (const { fields } of view.methods) for (const section of this.#planOf(fields)) merge(sections, section);
    await this.#values.begin(view, language, [...sections.values()]);
    this.#onChange();
  }

  /** What is wrong with the value of a field; undefined where nothing is, or where it is not asked for as things stand. */
  faultOf(field: AskedField): MessageKey | undefined {
    const plan = this.#planOf(this.#lists.get(field) ?? [field]);
    for (const section of plan) {
      const control = section.controls.find(({ paths }) => paths.includes(field.path));
      if (control !== undefined && this.#isShown(control, section, plan)) return this.#faultOf(control, section, plan);
    }
    return undefined;
  }

  /** The groups of the submit body that these fields fill. */
  value(fields: readonly AskedField[]): Body {
    const body: Record<string, unknown> = {};
    const plan = this.#planOf(fields);
    for (const section of plan) {
      for (const control of section.controls) {
        for (const [path, value] of Object.entries(this.#outputsOf(control, section, plan))) {
          setAt(body, path.split('.'), value);
        }
      }
    }
    return body;
  }

  render(fields: readonly AskedField[], t: Translate, disabled: boolean): TemplateResult | typeof nothing {
    const plan = this.#planOf(fields);
    const sections = plan
      .map((section) => ({ section, controls: this.#sorted(section, plan) }))
      .filter(({ section, controls }) => controls.length > 0 || this.#canBeSame(section, plan));
    if (sections.length === 0) return nothing;
    return html`<div class="stack asked" part="fields">
      ${sections.map(({ section, controls }) =>
        renderSection({
          section,
          t,
          disabled,
          // An address alone would not say that it is the delivery's.
          legend: sections.length > 1 || section.id === 'delivery',
          same: this.#canBeSame(section, plan) ? this.#same : undefined,
          summary: this.#isComplete(section, controls, plan) ? this.#summary(controls, section, t) : undefined,
          controls: controls.map((control) => renderControl(this.#stateOf(control, section, plan), t, disabled)),
          onSame: (same) => {
            this.#same = same;
            this.#opened.add(section.id);
            this.#onChange();
          },
          onOpen: () => {
            this.#opened.add(section.id);
            this.#onChange();
          },
        }),
      )}
    </div>`;
  }

  #planOf(fields: readonly AskedField[]): Section[] {
    const plan = this.#plans.get(fields) ?? planFields(fields);
    this.#plans.set(fields, plan);
    for (const field of fields) if (fields.length > 1 || !this.#lists.has(field)) this.#lists.set(field, fields);
    return plan;
  }

  #stateOf(control: Control, section: Section, plan: readonly Section[]): ControlState {
    const fault = control.paths.some((path) => this.shown.has(path))
      ? this.#faultOf(control, section, plan)
      : undefined;
    return {
      control,
      section: section.id,
      values: this.#values,
      fault,
      required: this.#isRequired(control, section, plan),
      reading: this.#reading.has(control.name),
      onText: (key, text) => this.#change(control, section, key, text),
      onLeave: () => {
        this.#values.tidy(control, section.id);
        if (this.#values.textOf(control) !== '') this.#show(control);
        this.#onChange();
      },
      onFile: (file) => void this.#takeFile(control, section, file),
    };
  }

  #change(control: Control, section: Section, key: string, text: string): void {
    this.values.set(key, text);
    this.#opened.add(section.id);
    for (const path of control.paths) this.refused.delete(path);
    if (control.kind === 'country') this.#changeCountry();
    if (key !== control.name) for (const path of control.paths) this.shown.delete(path);
    this.#onChange();
  }

  /** Keeps what fits the new country, and forgets what cannot be meant for it. */
  #changeCountry(): void {
    const values = this.#values;
    for (const id of ['billing', 'delivery', 'home'] as const) {
      const path = id === 'home' ? 'person.address_postal_code' : `${id}.postal_code`;
      const { postal } = values.shapeOf(id);
      const code = values.texts.get(path);
      if (code !== undefined && postal?.test(code) === false) values.texts.delete(path);
      void values.loadRegions(id).then(this.#onChange);
    }
  }

  async #takeFile(control: Control, section: Section, file: File | undefined): Promise<void> {
    const { name, field } = control;
    this.#opened.add(section.id);
    this.refused.delete(name);
    this.#values.files.delete(name);
    if (file !== undefined) {
      this.#reading.add(name);
      this.#onChange();
      const taken = await readFile(file, fileTypesOf(field), mostBytesOf(field));
      this.#reading.delete(name);
      this.#values.files.set(name, taken);
      this.#show(control);
    }
    this.#onChange();
  }

  #show(control: Control): void {
    for (const path of control.paths) this.shown.add(path);
  }

  #faultOf(control: Control, section: Section, plan: readonly Section[]): MessageKey | undefined {
    if (control.paths.some((path) => this.refused.has(path))) return 'invalid.format';
    const { id } = section;
    const given = Object.keys(this.#values.outputsOf(control, id)).length > 0;
    const fault = this.#values.faultOf(control, id);
    if (fault !== undefined || given) return fault;
    return this.#isRequired(control, section, plan) ? 'invalid.required' : undefined;
  }

  #isRequired(control: Control, { id }: Section, plan: readonly Section[]): boolean {
    const { part } = control;
    const copied = this.#deliveryOf(control, plan);
    if (!control.required && copied?.required !== true) return false;
    return part === undefined || this.#values.shapeOf(id).required.includes(part);
  }

  /** The delivery field that a billing field or name fills as well, while the addresses are the same. */
  #deliveryOf(control: Control, plan: readonly Section[]): Control | undefined {
    const delivery = plan.find(({ id }) => id === 'delivery');
    if (delivery === undefined || !this.#canBeSame(delivery, plan) || !this.#same) return undefined;
    return delivery.controls.find((copy) => sourceOf(copy.name) === control.name);
  }

  #canBeSame(section: Section, plan: readonly Section[]): boolean {
    return section.id === 'delivery' && plan.some(({ id }) => id === 'billing');
  }

  /** The billing field or name that stands for a delivery field, while the addresses are the same. */
  #copied(control: Control, section: Section, plan: readonly Section[]): [Control, Section] | string | undefined {
    if (!this.#same || !this.#canBeSame(section, plan)) return undefined;
    const source = sourceOf(control.name);
    for (const other of plan) {
      const found = other.controls.find(({ name }) => name === source);
      if (found !== undefined) return [found, other];
    }
    return this.#values.known(source);
  }

  #isShown(control: Control, section: Section, plan: readonly Section[]): boolean {
    const { part } = control;
    if (this.#copied(control, section, plan) !== undefined) return false;
    return part === undefined || part === 'address' || this.#values.shapeOf(section.id).order.includes(part);
  }

  #outputsOf(control: Control, section: Section, plan: readonly Section[]): Record<string, string> {
    const copied = this.#copied(control, section, plan);
    if (typeof copied === 'string') return { [control.name]: copied };
    if (copied === undefined)
      return this.#isShown(control, section, plan) ? this.#values.outputsOf(control, section.id) : {};
    const [source, home] = copied;
    const value = this.#outputsOf(source, home, plan)[source.name];
    return value === undefined ? {} : { [control.name]: value };
  }

  /** A section's controls that are asked for, in the order of its country. */
  #sorted(section: Section, plan: readonly Section[]): Control[] {
    const shown = section.controls.filter((control) => this.#isShown(control, section, plan));
    if (!['billing', 'delivery', 'home'].includes(section.id)) return shown;
    const { order } = this.#values.shapeOf(section.id);
    const rank = ({ kind, part, word }: Control): number => {
      if (kind === 'country') return -2;
      const detail = ['street_name', 'number', 'complement'].indexOf(word) + 1;
      if (detail > 0) return order.indexOf('address') + detail / 4;
      return part === undefined ? -1 : order.indexOf(part);
    };
    return shown.sort((one, other) => rank(one) - rank(other));
  }

  /** Whether the session knew everything here and it holds, so that it need not stand open. */
  #isComplete(section: Section, controls: readonly Control[], plan: readonly Section[]): boolean {
    if (this.#opened.has(section.id) || controls.length === 0) return false;
    const known = (control: Control): boolean =>
      control.paths.some((path) => this.#values.prefilled(path) !== undefined) &&
      Object.keys(this.#values.outputsOf(control, section.id)).length > 0;
    return (
      controls.some(known) &&
      controls.every(
        (control) =>
          this.#faultOf(control, section, plan) === undefined &&
          (known(control) || !this.#isRequired(control, section, plan)) &&
          control.kind !== 'file',
      )
    );
  }

  #summary(controls: readonly Control[], section: Section, t: Translate): string {
    const { countries, regions, language } = this.#values;
    const names = countries.length > 0 ? new Intl.DisplayNames(language, { type: 'region' }) : undefined;
    // The country is asked first, and read last.
    const read = [...controls].sort((one, other) => Number(one.kind === 'country') - Number(other.kind === 'country'));
    return read
      .map((control) => {
        const text = this.#values.textOf(control);
        if (control.kind === 'account' && text !== '')
          return t(text === 'savings' ? 'account.savings' : 'account.checking');
        if (control.kind === 'country' && text !== '') return names?.of(text.toUpperCase()) ?? text;
        const listed = control.part === 'state' ? regions.get(this.#values.countryOf(section.id)) : undefined;
        return listed?.find(({ code }) => code === text)?.name ?? text;
      })
      .filter((text) => text !== '')
      .join(', ');
  }
}

function sourceOf(path: string): string {
  return NAMES[path] ?? path.replace('delivery.', 'billing.');
}

function merge(sections: Map<string, Section>, { id, controls }: Section): void {
  sections.set(id, { id, controls: [...(sections.get(id)?.controls ?? []), ...controls] });
}

function setAt(target: Record<string, unknown>, [key = '', ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) target[key] = value;
  else setAt((target[key] ??= {}) as Record<string, unknown>, rest, value);
}
