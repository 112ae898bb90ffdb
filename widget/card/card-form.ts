import { html, nothing, type TemplateResult } from 'lit';
import type { CardInput } from '../../shared/contract/index.ts';
import { textField } from '../fields/text-field.ts';
import type { MessageKey, Translate } from '../i18n/translate.ts';
import { brandMark } from './brand-mark.ts';
import { findBrand } from './brands.ts';
import { checkCardNumber, digitsOf, reformat, type CardNumberCheck } from './card-number.ts';
import { formatExpiry, parseExpiry } from './expiry.ts';
import { checkHolderName } from './holder-name.ts';
import { checkSecurityCode } from './security-code.ts';

export type CardField = 'number' | 'expiry' | 'code' | 'holder';

/** In the order in which they stand. */
export const CARD_FIELDS: readonly CardField[] = ['number', 'expiry', 'code', 'holder'];

const FIELD_OF_PATH: Readonly<Record<string, CardField>> = {
  'card.number': 'number',
  'card.expiry_month': 'expiry',
  'card.expiry_year': 'expiry',
  'card.security_code': 'code',
  'card.holder_name': 'holder',
};

/** Shown in the empty number field where the shop names no brands. */
const USUAL_BRANDS = ['visa', 'mastercard', 'amex'];

/** The card as typed. Lives in this object only, and is forgotten with it. */
export class CardForm {
  number = '';
  expiry = '';
  code = '';
  holder = '';
  /** Fields whose mistakes may be shown: those left once, or all after a try to pay. */
  readonly shown = new Set<CardField>();
  readonly #refused = new Set<CardField>();
  /** Ids of the brands the shop takes; null for all. */
  accepted: readonly string[] | null = null;
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get check(): CardNumberCheck {
    return checkCardNumber(digitsOf(this.number), this.accepted);
  }

  /** What is wrong with a field; undefined where nothing is. */
  faultOf(field: CardField, now = new Date()): MessageKey | undefined {
    if (this.#refused.has(field)) return 'invalid.format';
    switch (field) {
      case 'number': {
        const { state, brand } = this.check;
        if (state === 'valid') return undefined;
        // Long enough and still not right is a mistyped digit, even where the brand has longer numbers.
        const mistyped = state === 'incomplete' && brand?.lengths.includes(digitsOf(this.number).length) === true;
        return state === 'invalid' || mistyped ? 'invalid.number' : `invalid.number.${state}`;
      }
      case 'expiry': {
        const { state } = parseExpiry(this.expiry, now);
        if (state === 'valid') return undefined;
        return state === 'empty' || state === 'expired' ? `invalid.expiry.${state}` : 'invalid.expiry';
      }
      case 'code': {
        const { brand } = this.check;
        const state = checkSecurityCode(this.code, brand);
        if (state === 'valid' || (state === 'empty' && brand?.codeOptional === true)) return undefined;
        return state === 'empty' ? 'invalid.code.empty' : 'invalid.code';
      }
      case 'holder': {
        const state = checkHolderName(this.holder);
        return state === 'valid' ? undefined : state === 'empty' ? 'invalid.holder.empty' : 'invalid.holder';
      }
    }
  }

  get valid(): boolean {
    return CARD_FIELDS.every((field) => this.faultOf(field) === undefined);
  }

  /** The card for the companion; only while {@link valid}. */
  value(now = new Date()): CardInput {
    const { month = '', year = '' } = parseExpiry(this.expiry, now);
    return {
      number: digitsOf(this.number),
      expiry_month: month,
      expiry_year: year,
      ...(this.code === '' ? {} : { security_code: this.code }),
      holder_name: this.holder.trim(),
    };
  }

  /** Marks a field that the companion refused, by its path in the submit body, until it is changed. */
  refuse(path: string): void {
    const field = FIELD_OF_PATH[path];
    if (field !== undefined) this.#refused.add(field);
  }

  /** After a payment the code is asked for again. */
  forgetCode(): void {
    this.code = '';
    this.shown.delete('code');
  }

  forget(): void {
    this.number = this.expiry = this.code = this.holder = '';
    this.shown.clear();
  }

  render(t: Translate, disabled: boolean): TemplateResult {
    const { brand, brands } = this.check;
    const codeLength = brand?.codeLengths[0] ?? 3;
    const error = (field: CardField): string | undefined => {
      const fault = this.shown.has(field) ? this.faultOf(field) : undefined;
      return fault === undefined ? undefined : t(fault);
    };
    const leave = (field: CardField) => (): void => {
      if (this[field] !== '') this.shown.add(field);
      this.#onChange();
    };
    return html`<div class="group" part="card">
      ${textField({
        name: 'card-number',
        label: t('card.number'),
        value: this.number,
        error: error('number'),
        autocomplete: 'cc-number',
        numeric: true,
        ltr: true,
        disabled,
        end: html`<span class="marks">${this.#marks(brand === null ? brands[0] : brand)}</span>`,
        onInput: (input) => this.#typeNumber(input),
        onBlur: leave('number'),
      })}
      <div class="pair">
        ${textField({
          name: 'card-expiry',
          label: t('card.expiry'),
          value: this.expiry,
          hint: t('card.expiry.hint'),
          error: error('expiry'),
          autocomplete: 'cc-exp',
          numeric: true,
          ltr: true,
          disabled,
          onInput: (input, event) => this.#typeExpiry(input, event),
          onBlur: leave('expiry'),
        })}
        ${textField({
          name: 'card-code',
          label: t('card.code'),
          value: this.code,
          hint: '•'.repeat(codeLength),
          error: error('code'),
          autocomplete: 'cc-csc',
          numeric: true,
          ltr: true,
          maxLength: 4,
          required: brand?.codeOptional !== true,
          disabled,
          onInput: (input) => this.#set('code', (input.value = digitsOf(input.value))),
          onBlur: leave('code'),
        })}
      </div>
      ${textField({
        name: 'card-holder',
        label: t('card.holder'),
        value: this.holder,
        error: error('holder'),
        autocomplete: 'cc-name',
        maxLength: 255,
        disabled,
        onInput: (input) => this.#set('holder', input.value),
        onBlur: leave('holder'),
      })}
    </div>`;
  }

  /** The card's own brand; while nothing is typed, those the shop takes. */
  #marks(brand: CardNumberCheck['brand'] | undefined): unknown {
    if (this.number !== '') return brand ? brandMark(brand) : nothing;
    return (this.accepted ?? USUAL_BRANDS).slice(0, 4).flatMap((id) => {
      const accepted = findBrand(id);
      return accepted === undefined ? [] : [brandMark(accepted, false)];
    });
  }

  #typeNumber(input: HTMLInputElement): void {
    const { brand } = checkCardNumber(digitsOf(input.value));
    const { text, caret } = reformat(input.value, input.selectionStart ?? input.value.length, brand);
    this.#set('number', (input.value = text));
    input.setSelectionRange(caret, caret);
  }

  #typeExpiry(input: HTMLInputElement, event: Event): void {
    // A change in the middle is left alone until the field is left: the caret would jump.
    const atEnd = input.selectionStart === input.value.length;
    // A browser that fills the field in sends a plain event.
    const deleting = event instanceof InputEvent && event.inputType.startsWith('delete');
    this.#set('expiry', atEnd ? (input.value = formatExpiry(input.value, deleting)) : input.value);
  }

  #set(field: CardField, value: string): void {
    this[field] = value;
    this.#refused.delete(field);
    this.#onChange();
  }
}
