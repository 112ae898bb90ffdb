import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { CardInput } from '../../shared/contract/index.ts';
import { digitsOf, isSingleKeyInput } from '../fields/digits.ts';
import { acceptTypedSecurityCode, checkSecurityCode, securityCodeErrorKeyOf } from '../fields/security-code.ts';
import { textField, type TextFieldOptions } from '../fields/form-fields.ts';
import type { MessageKey, Translate } from '../i18n/translate.ts';
import { advanceFocus } from './auto-advance.ts';
import { acceptedBrandMarks, brandMark, loadedCardParts } from './brand-mark.ts';
import type { CompleteCardBrandFacts } from './brands.ts';
import { CARD_FIELDS, CARD_FIELD_OF_PATH, type CardField } from './card-fields.ts';
import { checkCardNumber, formatCardNumber, reformatCardNumber, type CardNumberCheck } from './card-number.ts';
import { formatTypedExpiry, checkExpiry } from './expiry.ts';
import { checkHolderName } from './holder-name.ts';
import { deletionDirectionOf } from './typing.ts';

/** The card as typed. Lives in this object only, and is forgotten with it. */
export class CardForm {
  number = '';
  expiry = '';
  code = '';
  holder = '';
  /** Fields whose errors may be shown: those that lost the focus once, or all after a submit. */
  readonly shown = new Set<CardField>();
  readonly #refused = new Set<CardField>();
  /** Ids of the brands the shop takes; null for all. */
  accepted: readonly string[] | null = null;
  /** The empty number field shows the accepted brands; off where the list of methods does. */
  showsAccepted = true;
  /** A complete field moves the focus to the next one. */
  autoAdvance = true;
  /** Id of the brand that the shopper chose for a card of two. */
  #chosen = '';
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get check(): CardNumberCheck {
    return checkCardNumber(digitsOf(this.number), this.accepted);
  }

  /** The card's brand: the chosen one of two, or the likeliest; null while several are equally likely. */
  get brand(): CompleteCardBrandFacts | null {
    const { brand, choices } = this.check;
    return choices.find(({ id }) => id === this.#chosen) ?? choices[0] ?? brand;
  }

  /** The first six digits; empty until there are six. */
  get bin(): string {
    return /^\d{6}/.exec(digitsOf(this.number))?.[0] ?? '';
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
        const { state } = checkExpiry(this.expiry, now);
        if (state === 'valid') return undefined;
        return state === 'empty' || state === 'expired' ? `invalid.expiry.${state}` : 'invalid.expiry';
      }
      case 'code':
        return securityCodeErrorKeyOf(this.code, this.brand?.code, this.#codeLengths);
      case 'holder': {
        const state = checkHolderName(this.holder);
        return state === 'valid' ? undefined : state === 'empty' ? 'invalid.holder.empty' : 'invalid.holder';
      }
    }
  }

  /** The error to show now: only after the field lost the focus, or if no further digit can mend it. */
  #errorOf(field: CardField): MessageKey | undefined {
    const fault = this.faultOf(field);
    const isHopeless =
      (field === 'number' && this.#isHopeless(fault)) ||
      // Typed before the number showed the brand, whose codes are shorter.
      (field === 'code' && checkSecurityCode(this.code, this.#codeLengths) === 'invalid');
    return this.shown.has(field) || this.#refused.has(field) || isHopeless ? fault : undefined;
  }

  #isHopeless(fault: MessageKey | undefined): boolean {
    const { state, brand } = this.check;
    return (
      state === 'invalid' ||
      state === 'not_accepted' ||
      // The brand has hardly any longer numbers: complete, and still wrong.
      (fault === 'invalid.number' && brand?.fixedLength === true && digitsOf(this.number).length === brand.lengths[0])
    );
  }

  get valid(): boolean {
    return CARD_FIELDS.every((field) => this.faultOf(field) === undefined);
  }

  /** The card for the companion; only while {@link valid}. */
  value(now = new Date()): CardInput {
    const { month = '', year = '' } = checkExpiry(this.expiry, now);
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

  /** Shows every error from now on. */
  showFaults(): void {
    for (const field of CARD_FIELDS) this.shown.add(field);
  }

  /** Marks a field that the companion rejected, by its path in the submit body, until it changes. */
  refuse(path: string): void {
    const field = CARD_FIELD_OF_PATH[path];
    if (field !== undefined) this.#refused.add(field);
  }

  /** Each payment needs the code again. False where there was none. */
  forgetCode(): boolean {
    const { code } = this;
    this.code = '';
    this.shown.delete('code');
    return code !== '';
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
        // The brands take the room where they are shown.
        hint: this.showsAccepted ? undefined : '1234 1234 1234 1234',
        autocomplete: 'cc-number',
        disabled,
        end: this.#marks(brand),
        onInput: (input, event) => {
          this.#typeNumber(input, event);
          this.#advance(input, event, 'expiry');
        },
      })}
      ${
        choices.length === 0
          ? nothing
          : loadedCardParts?.renderBrandChoice?.({
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
      <div class=${brand?.code === 'none' ? '' : 'pair'} part="card-row">
        ${this.#field('expiry', t, {
          hint: t('card.expiry.hint'),
          autocomplete: 'cc-exp',
          disabled,
          onInput: (input, event) => {
            this.#typeExpiry(input, event);
            this.#advance(input, event, 'code');
          },
        })}
        ${brand?.code === 'none' ? nothing : this.#codeField(brand, t, disabled)}
      </div>
      ${this.#field('holder', t, {
        autocomplete: 'cc-name',
        numeric: false,
        ltr: false,
        maxLength: 255,
        enterKey: 'done',
        disabled,
        onInput: (input) => this.#set('holder', input.value),
      })}
    </div>`;
  }

  #codeField(brand: CompleteCardBrandFacts | null, t: Translate, disabled: boolean): TemplateResult {
    const length = brand?.codeLength ?? 3;
    return this.#field('code', t, {
      hint: 'CVC',
      description: loadedCardParts?.describeSecurityCodePlace?.(length, t),
      autocomplete: 'cc-csc',
      required: brand?.code !== 'optional',
      disabled,
      end: loadedCardParts?.drawSecurityCodePlace?.(length),
      onInput: (input, event) =>
        this.#set('code', acceptTypedSecurityCode(input, { event, before: this.code, lengths: this.#codeLengths })),
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

  /** The card's own brand; while nothing is typed, those that the shop accepts. */
  #marks(brand: CompleteCardBrandFacts | null): TemplateResult | typeof nothing {
    if (this.number === '') return this.showsAccepted ? acceptedBrandMarks(this.accepted) : nothing;
    const likely = brand ?? this.check.brands[0];
    return likely ? html`<span class="marks">${brandMark(likely)}</span>` : nothing;
  }

  /**
   * Moves the focus on from a complete field, only while the next one is empty. A number is complete at its brand's longest
   * length, or at its most common one where longer numbers are practically never issued; not while brands are offered.
   */
  #advance(input: HTMLInputElement, event: Event, next: 'expiry' | 'code'): void {
    const { lengths = [0], fixedLength } = this.brand ?? {};
    const complete = fixedLength ? lengths.slice(0, 1) : lengths;
    const isComplete =
      next === 'code' || (this.check.choices.length === 0 && digitsOf(this.number).length >= Math.max(...complete));
    const fault = this.faultOf(next === 'code' ? 'expiry' : 'number');
    if (this.autoAdvance && isComplete && this[next] === '' && fault === undefined) advanceFocus(next, input, event);
  }

  #typeNumber(input: HTMLInputElement, event: Event): void {
    const before = digitsOf(this.number);
    if (input.value !== this.number && !isSingleKeyInput(event) && !deletionDirectionOf(event)) this.#fillFrom(input);
    const { brand } = checkCardNumber(digitsOf(input.value));
    const position = input.selectionStart ?? 0;
    const { text, caret } = reformatCardNumber(input.value, position, brand, deletionDirectionOf(event), before);
    input.value = text;
    // Some browsers move the focus to where a selection is set, also when they fill in another field.
    if (input.matches(':focus')) input.setSelectionRange(caret, caret);
    if (digitsOf(input.value) !== before) this.#chosen = '';
    this.#set('number', input.value);
  }

  /** Leaves the number alone in its field, where a text was pasted or filled in that holds more than that. */
  #fillFrom(input: HTMLInputElement): void {
    const { number, expiry } = loadedCardParts?.parseCardText?.(input.value, checkCardNumber) ?? {
      number: digitsOf(input.value),
      expiry: '',
    };
    if (expiry !== '' && this.expiry === '') this.#set('expiry', formatTypedExpiry(expiry, false));
    if (number !== digitsOf(input.value)) input.value = formatCardNumber(number, null);
  }

  #typeExpiry(input: HTMLInputElement, event: Event): void {
    // A change in the middle is left alone until the field is left: the caret would jump.
    const atEnd = event.type === 'change' || input.selectionStart === input.value.length;
    if (input.value !== this.expiry && !isSingleKeyInput(event) && !deletionDirectionOf(event))
      input.value = loadedCardParts?.findExpiryInText?.(input.value) || input.value;
    // A browser that fills the field in sends a plain event.
    this.#set(
      'expiry',
      atEnd ? (input.value = formatTypedExpiry(input.value, !!deletionDirectionOf(event))) : input.value,
    );
  }

  #set(field: CardField, value: string): void {
    this[field] = value;
    this.#refused.delete(field);
    this.#onChange();
  }
}
