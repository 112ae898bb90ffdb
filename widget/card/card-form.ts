import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { CardInput } from '../../shared/contract/index.ts';
import { digitsOf, isKey } from '../fields/digits.ts';
import { checkSecurityCode, takeSecurityCode } from '../fields/security-code.ts';
import { textField, type TextFieldOptions } from '../fields/form-fields.ts';
import type { MessageKey, Translate } from '../i18n/translate.ts';
import { brandMark, parts } from './brand-mark.ts';
import { findBrand, type CardBrand } from './brands.ts';
import { checkCardNumber, formatCardNumber, reformat, type CardNumberCheck, type Deletion } from './card-number.ts';
import { formatExpiry, parseExpiry } from './expiry.ts';
import { checkHolderName } from './holder-name.ts';
import { findExpiry, readCard } from './read-card.ts';

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
  /** Id of the brand that the shopper chose for a card of two. */
  #chosen = '';
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get check(): CardNumberCheck {
    return checkCardNumber(digitsOf(this.number), this.accepted);
  }

  /** The card's brand: the chosen one of two, or the likeliest; null while several are as likely. */
  get brand(): CardBrand | null {
    const { brand, choices } = this.check;
    return choices.find(({ id }) => id === this.#chosen) ?? choices[0] ?? brand;
  }

  /** The lengths that the security code may have: those of the brands that the number may still belong to. */
  get #codeLengths(): readonly number[] | undefined {
    const { brand } = this;
    const brands = brand === null ? this.check.brands : [brand];
    return brands.length === 0 ? undefined : brands.map(({ codeLength }) => codeLength);
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
        const { brand } = this;
        const state = checkSecurityCode(this.code, this.#codeLengths);
        if (brand?.code === 'none' || state === 'valid') return undefined;
        if (state === 'empty' && brand?.code === 'optional') return undefined;
        return state === 'empty' ? 'invalid.code.empty' : 'invalid.code';
      }
      case 'holder': {
        const state = checkHolderName(this.holder);
        return state === 'valid' ? undefined : state === 'empty' ? 'invalid.holder.empty' : 'invalid.holder';
      }
    }
  }

  /** What may be said of a field now: mistakes only where it was left, or where going on cannot mend them. */
  #errorOf(field: CardField): MessageKey | undefined {
    const fault = this.faultOf(field);
    const isHopeless =
      (field === 'number' && this.#isHopeless(fault)) ||
      // Typed before the number showed the brand, whose codes are shorter.
      (field === 'code' && checkSecurityCode(this.code, this.#codeLengths) === 'invalid');
    return this.shown.has(field) || isHopeless ? fault : undefined;
  }

  #isHopeless(fault: MessageKey | undefined): boolean {
    const { state, brand } = this.check;
    return (
      state === 'invalid' ||
      state === 'not_accepted' ||
      // All but never longer: whole, and still wrong.
      (fault === 'invalid.number' && brand?.fixedLength === true && digitsOf(this.number).length === brand.lengths[0])
    );
  }

  get valid(): boolean {
    return CARD_FIELDS.every((field) => this.faultOf(field) === undefined);
  }

  /** The card for the companion; only while {@link valid}. */
  value(now = new Date()): CardInput {
    const { month = '', year = '' } = parseExpiry(this.expiry, now);
    const { brand, check } = this;
    return {
      number: digitsOf(this.number),
      expiry_month: month,
      expiry_year: year,
      ...(this.code === '' || brand?.code === 'none' ? {} : { security_code: this.code }),
      ...(check.choices.length === 0 || brand === null ? {} : { brand: brand.id }),
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
    this.number = this.expiry = this.code = this.holder = this.#chosen = '';
    this.shown.clear();
  }

  render(t: Translate, disabled: boolean): TemplateResult {
    const { brand } = this;
    const { choices } = this.check;
    return html`<div class="group" part="card">
      ${this.#field('number', t, {
        autocomplete: 'cc-number',
        disabled,
        end: html`<span class="marks">${this.#marks(brand)}</span>`,
        onInput: (input, event) => this.#typeNumber(input, event),
      })}
      ${
        choices.length === 0
          ? nothing
          : parts?.renderChoice?.({
              choices,
              chosen: brand,
              t,
              disabled,
              onChoose: (id) => {
                this.#chosen = id;
                this.#onChange();
              },
            })
      }
      <div class=${brand?.code === 'none' ? '' : 'pair'}>
        ${this.#field('expiry', t, {
          hint: t('card.expiry.hint'),
          autocomplete: 'cc-exp',
          disabled,
          onInput: (input, event) => this.#typeExpiry(input, event),
        })}
        ${brand?.code === 'none' ? nothing : this.#codeField(brand, t, disabled)}
      </div>
      ${this.#field('holder', t, {
        autocomplete: 'cc-name',
        numeric: false,
        ltr: false,
        maxLength: 255,
        disabled,
        onInput: (input) => this.#set('holder', input.value),
      })}
    </div>`;
  }

  #codeField(brand: CardBrand | null, t: Translate, disabled: boolean): TemplateResult {
    const length = brand?.codeLength ?? 3;
    return this.#field('code', t, {
      hint: '•'.repeat(length),
      description: parts?.describeCode?.(length, t),
      autocomplete: 'cc-csc',
      required: brand?.code !== 'optional',
      disabled,
      end: parts?.drawCode?.(length),
      onInput: (input, event) =>
        this.#set('code', takeSecurityCode(input, { event, before: this.code, lengths: this.#codeLengths })),
    });
  }

  #field(
    field: CardField,
    t: Translate,
    options: Omit<TextFieldOptions, 'name' | 'label' | 'value' | 'error' | 'onBlur'>,
  ): TemplateResult {
    const error = this.#errorOf(field);
    const label = t(`card.${field}`);
    return textField({
      numeric: true,
      ltr: true,
      ...options,
      name: `card-${field}`,
      label: options.required === false ? t('field.optional', { label }) : label,
      value: this[field],
      error: error === undefined ? undefined : t(error),
      onBlur: () => {
        if (this[field] !== '') this.shown.add(field);
        this.#onChange();
      },
    });
  }

  /** The card's own brand; while nothing is typed, those the shop takes. */
  #marks(brand: CardBrand | null): unknown {
    if (this.number !== '') {
      const likely = brand ?? this.check.brands[0];
      return likely ? brandMark(likely) : nothing;
    }
    return (this.accepted ?? USUAL_BRANDS).slice(0, 4).flatMap((id) => {
      const accepted = findBrand(id);
      return accepted === undefined ? [] : [brandMark(accepted, false)];
    });
  }

  #typeNumber(input: HTMLInputElement, event: Event): void {
    const before = digitsOf(this.number);
    if (input.value !== this.number && !isKey(event) && !deletionOf(event)) this.#fillFrom(input);
    const { brand } = checkCardNumber(digitsOf(input.value));
    const { text, caret } = reformat(input.value, input.selectionStart ?? 0, brand, deletionOf(event), before);
    input.value = text;
    // Some browsers move the focus to where a selection is set, also when they fill in another field.
    if (input.matches(':focus')) input.setSelectionRange(caret, caret);
    if (digitsOf(input.value) !== before) this.#chosen = '';
    this.#set('number', input.value);
  }

  /** Leaves the number alone in its field, where a text was pasted or filled in that holds more than that. */
  #fillFrom(input: HTMLInputElement): void {
    const { number, expiry } = readCard(input.value);
    if (expiry !== '' && this.expiry === '') this.#set('expiry', formatExpiry(expiry, false));
    if (number !== digitsOf(input.value)) input.value = formatCardNumber(number, null);
  }

  #typeExpiry(input: HTMLInputElement, event: Event): void {
    // A change in the middle is left alone until the field is left: the caret would jump.
    const atEnd = event.type === 'change' || input.selectionStart === input.value.length;
    if (input.value !== this.expiry && !isKey(event) && !deletionOf(event))
      input.value = findExpiry(input.value) || input.value;
    // A browser that fills the field in sends a plain event.
    this.#set('expiry', atEnd ? (input.value = formatExpiry(input.value, !!deletionOf(event))) : input.value);
  }

  #set(field: CardField, value: string): void {
    this[field] = value;
    this.#refused.delete(field);
    this.#onChange();
  }
}

function deletionOf(event: Event): Deletion {
  const [, direction] = (event instanceof InputEvent && /^delete.*(Back|For)ward/.exec(event.inputType)) || [];
  return direction === undefined ? undefined : direction === 'Back' ? 'backward' : 'forward';
}
