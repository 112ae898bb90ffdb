import { TillgateCardEvent, TillgateChangeEvent } from '../events/index.ts';
import type { CheckoutPhase } from './state.ts';

/** The part of the form's state that change events report. */
interface ReportedForm {
  readonly method: { readonly method: string } | undefined;
  readonly valid: boolean;
  /** The card as typed. */
  readonly card: { readonly brand: { readonly id: string } | null; readonly bin: string };
}

/** No brand and no digits. */
const NO_CARD = ' ';

/** Dispatches change and card events: after tillgate-ready, and each change once. */
export class ChangeEventDispatcher {
  readonly #element: EventTarget;
  #isReady = false;
  /** Whether a change may be unreported. */
  #isPending = false;
  /** The change that was reported last. */
  #reported = '';
  /** The card that was reported last. */
  #card = NO_CARD;

  constructor(element: EventTarget) {
    this.#element = element;
  }

  /** Starts over for another session. */
  reset(): void {
    this.#isReady = this.#isPending = false;
    this.#reported = '';
    this.#card = NO_CARD;
  }

  /** The page has received tillgate-ready. A saved card may make the form valid at once. */
  ready({ valid }: ReportedForm, phase: CheckoutPhase): void {
    this.#isReady = true;
    this.#isPending ||= valid && phase === 'form';
  }

  /** After a payment that failed: its security code is asked for again. */
  expect(): void {
    this.#isPending = this.#reported !== '';
  }

  /** Reports a change that happened before tillgate-ready. */
  flush(form: ReportedForm): void {
    if (this.#isPending) this.report(form);
  }

  report({ method, valid, card }: ReportedForm): void {
    this.#isPending = !this.#isReady;
    if (this.#isPending) return;
    const typed = new TillgateCardEvent(card.brand?.id ?? '', card.bin);
    const event = new TillgateChangeEvent(method?.method ?? '', valid);
    const [shown, reported] = [`${typed.brand} ${typed.bin}`, `${event.method} ${valid}`];
    const isSame = reported === this.#reported;
    this.#reported = reported;
    if (shown !== this.#card) {
      this.#card = shown;
      this.#element.dispatchEvent(typed);
    }
    if (!isSame) this.#element.dispatchEvent(event);
  }
}
