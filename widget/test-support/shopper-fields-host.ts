import { fixture, html as page, nextFrame } from '@open-wc/testing';
import { LitElement, html, type TemplateResult } from 'lit';
import type { ShopperField, Bank, MethodView, SessionView } from '../../shared/contract/index.ts';
import { BankField } from '../banks/bank-field.ts';
import { ShopperFields } from '../fields/shopper-fields.ts';
import { en } from '../i18n/en.ts';
import { deferredEnglish } from '../i18n/locales/en-more.ts';
import { createTranslate } from '../i18n/translate.ts';
import { adoptStyles } from '../theme/adopt-styles.ts';
import type { AddressLookup } from '../address/address-lookup.ts';
import { shopperFieldStyles } from '../theme/shopper-field-styles.ts';
import { styles } from '../theme/styles.ts';
import { SESSION_VIEW } from '../testing/fake-companion.ts';
import { until } from './until.ts';

const t = createTranslate({ ...en, ...deferredEnglish }, {}, 'en');

/** Shows required fields or banks as the element does, without the rest of it. */
export class ShopperFieldsHost extends LitElement {
  addressLookup: AddressLookup | undefined;
  readonly asked = new ShopperFields(
    () => this.requestUpdate(),
    () => this.addressLookup,
  );
  readonly bank = new BankField(() => this.requestUpdate());
  fields: readonly ShopperField[] = [];
  banks: readonly Bank[] = [];
  locked = false;

  get valid(): boolean {
    return this.fields.every((field) => this.asked.faultOf(field) === undefined);
  }

  protected override createRenderRoot(): ShadowRoot {
    const root = super.createRenderRoot() as ShadowRoot;
    adoptStyles(root, ...styles, shopperFieldStyles);
    return root;
  }

  /** From now on every mistake is shown, as pressing the pay button does. */
  showFaults(): void {
    for (const { path } of this.fields) this.asked.shown.add(path);
    this.bank.showErrors = true;
    this.requestUpdate();
  }

  get body(): ReturnType<ShopperFields['value']> {
    return this.asked.value(this.fields);
  }

  override render(): TemplateResult {
    return html`<form novalidate>
      ${this.asked.renderContact(this.fields, t, this.locked)}
      ${this.banks.length > 0 ? this.bank.render(this.banks, t, this.locked) : this.asked.render(this.fields, t, this.locked)}
    </form>`;
  }
}
customElements.define('asked-host', ShopperFieldsHost);

/** Fields by their paths; a trailing `?` makes one optional. */
export function toShopperFields(...paths: (string | ShopperField)[]): ShopperField[] {
  return paths.map((path) =>
    typeof path === 'string' ? { path: path.replace('?', ''), required: !path.endsWith('?') } : path,
  );
}

/** A form on the page that asks for fields. */
export async function mountShopperFields(
  fields: readonly ShopperField[],
  changes: Partial<SessionView> = {},
  language = 'en-US',
  dir: 'ltr' | 'rtl' = 'ltr',
): Promise<ShopperFieldsHost> {
  const host = await fixture<ShopperFieldsHost>(page`<asked-host dir=${dir}></asked-host>`);
  const method: MethodView = {
    method: 'bank_transfer',
    kind: 'redirect',
    label: 'Bank transfer',
    brands: null,
    banks: [],
    fields: [...fields],
  };
  host.fields = method.fields;
  const view: SessionView = { ...SESSION_VIEW, ...changes, methods: [method] };
  await host.asked.begin(view, () => language);
  await waitUntilSettled(host);
  return host;
}

/** A form on the page that asks for a bank. */
export async function mountBanks(banks: readonly Bank[], dir: 'ltr' | 'rtl' = 'ltr'): Promise<ShopperFieldsHost> {
  const host = await fixture<ShopperFieldsHost>(page`<asked-host dir=${dir}></asked-host>`);
  host.banks = banks;
  host.requestUpdate();
  await waitUntilSettled(host);
  return host;
}

export async function waitUntilSettled(host: ShopperFieldsHost): Promise<void> {
  await host.updateComplete;
  await nextFrame();
  await host.updateComplete;
}

/** An element by its id, which may hold dots. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- as querySelector has it
export function findById<T extends HTMLElement = HTMLInputElement>(host: ShopperFieldsHost, id: string): T {
  const found = host.shadowRoot!.getElementById(id);
  if (found === null) throw new Error(`nothing with the id ${id}: ${textOf(host)}`);
  return found as T;
}

export const hasElement = (host: ShopperFieldsHost, id: string): boolean =>
  host.shadowRoot!.getElementById(id) !== null;
export const textOf = (host: ShopperFieldsHost): string => host.shadowRoot!.textContent.replace(/\s+/g, ' ');

/** Types at the end of a field, letter by letter, and leaves it where asked to. */
export async function typeIntoField(host: ShopperFieldsHost, id: string, text: string, leave = true): Promise<void> {
  const input = findById(host, id);
  input.focus();
  for (const letter of text) {
    input.value += letter;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, data: letter, inputType: 'insertText' }));
    await host.updateComplete;
  }
  if (leave) input.blur();
  await waitUntilSettled(host);
}

/** Chooses an entry of a list. */
export async function chooseOption(host: ShopperFieldsHost, id: string, value: string): Promise<void> {
  const select = findById<HTMLSelectElement>(host, id);
  // A country's regions come from the network.
  await until(() => [...select.options].some((option) => option.value === value), `${id} offers ${value}`);
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
  await waitUntilSettled(host);
  // Resolves once the regions of a country that was chosen are there.
  await host.asked.turnLanguage();
  await waitUntilSettled(host);
}
