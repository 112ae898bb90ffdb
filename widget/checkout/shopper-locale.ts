import type { SessionView } from '../../shared/contract/index.ts';
import { localizeAmount } from '../../shared/money.ts';
import { toIntlLocale } from '../i18n/language.ts';
import type { CheckoutHostElement } from './checkout-host-element.ts';

/** The shopper's language, and amounts in it. */
export class ShopperLocale {
  readonly #element: CheckoutHostElement;
  readonly #view: () => SessionView | null;

  constructor(element: CheckoutHostElement, view: () => SessionView | null) {
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
    return localizeAmount(amount, currency, this.name);
  }
}
