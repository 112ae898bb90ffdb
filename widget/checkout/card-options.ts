import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { SessionView, SubmitPayment } from '../../shared/contract/index.ts';
import { brandMark } from '../card/brand-mark.ts';
import { findBrand } from '../card/brands.ts';
import type { CardForm } from '../card/card-form.ts';
import type { Translate } from '../i18n/translate.ts';
import { InstallmentChoice } from '../installments/installment-plans.ts';
import { SavedCardChoice, type SavedCardBrand } from '../saved-cards/saved-cards.ts';
import { SubscriptionTermsPart } from '../subscription/subscription-terms.ts';

export interface CardPaymentOptionsContext {
  t: Translate;
  format: (amount: string) => string;
  locale: () => string;
  disabled: boolean;
}

/** The options of a card payment: saved cards, installments, the terms of a subscription. */
export class CardPaymentOptions {
  readonly #saved: SavedCardChoice;
  readonly #plans: InstallmentChoice;
  readonly #terms: SubscriptionTermsPart;
  #amount = '';

  constructor(view: SessionView, onChange: () => void, onRemove: (tokenId: string) => Promise<void>) {
    this.#saved = new SavedCardChoice(onChange, onRemove, lookOf);
    this.#plans = new InstallmentChoice(onChange);
    this.#terms = new SubscriptionTermsPart(onChange);
    this.#saved.begin(view.saved_cards, view.keeps_cards);
  }

  /** Takes the sums of an order, which the shopper agrees to anew. */
  begin(view: SessionView): void {
    this.#amount = view.amount;
    this.#plans.begin(view.installments);
    this.#terms.begin(view);
  }

  isValid(card: CardForm): boolean {
    return this.#saved.valid && (this.#saved.chosen !== undefined || card.valid) && this.#terms.valid;
  }

  /** What the card and these parts add to the submit body; only while valid. */
  value(card: CardForm): Partial<SubmitPayment> {
    return {
      ...(this.#saved.chosen === undefined ? { card: card.value() } : {}),
      ...this.#saved.value(),
      ...this.#plans.value(this.#brandOf(card)),
      ...this.#terms.value(),
    };
  }

  /** What the shopper pays today, where a plan with named sums is chosen. */
  dueToday(card: CardForm): string | undefined {
    return this.#plans.dueToday(this.#brandOf(card));
  }

  showFaults(card: CardForm): void {
    if (this.#saved.chosen === undefined) card.showFaults();
    this.#saved.showFaults();
    this.#terms.showFaults();
  }

  /** Marks a field of the card that pays: the saved one, or the typed one. */
  refuse(path: string, card: CardForm): void {
    if (this.#saved.chosen === undefined) card.refuse(path);
    else this.#saved.refuse(path);
  }

  forgetCode(): boolean {
    return this.#saved.forgetCode();
  }

  render(card: CardForm, context: CardPaymentOptionsContext): TemplateResult {
    const { t, disabled } = context;
    const anotherCard = card.render(t, disabled);
    return html`${this.#saved.render({ t, disabled, anotherCard })}
    ${this.#plans.render({ ...context, amount: this.#amount, brand: this.#brandOf(card) })}
    ${this.#terms.render({ ...context, locale: context.locale() })}`;
  }

  #brandOf(card: CardForm): string | null {
    const { chosen } = this.#saved;
    return chosen === undefined ? (card.brand?.id ?? null) : chosen.brand;
  }
}

function lookOf(id: string | null): SavedCardBrand {
  const brand = id === null ? undefined : findBrand(id);
  if (brand === undefined) return { name: '', mark: nothing, codeLengths: [3, 4], code: 'required' };
  return { name: brand.name, mark: brandMark(brand, false), codeLengths: [brand.codeLength], code: brand.code };
}
