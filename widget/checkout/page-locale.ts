import type { SessionView } from '../../shared/contract/index.ts';
import { formatAmount } from '../../shared/money.ts';
import { toIntlLocale } from '../i18n/language.ts';
import type { CheckoutElement } from './checkout-element.ts';

/** The shopper's language, and amounts in it. */
export class PageLocale {
  readonly #element: CheckoutElement;
  readonly #view: () => SessionView | null;

  constructor(element: CheckoutElement, view: () => SessionView | null) {
    this.#element = element;
    this.#view = view;
  }

  /** The page's language, the session's or the browser's: the first that is set. */
  tagFor(view = this.#view()): string {
    return this.#element.locale || view?.locale || navigator.language;
  }

  /** Uses Intl, which is slow the first time: nothing before the form may need it. */
  get name(): string {
    return toIntlLocale(this.tagFor());
  }

  format(amount: string, currency: string): string {
    return formatAmount(amount, currency, this.name);
  }
}
