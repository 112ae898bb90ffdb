import { TillgateChangeEvent } from '../events/index.ts';
import type { CheckoutPhase } from './state.ts';

/** The part of the form's state that change events report. */
interface ReportedForm {
  readonly method: { readonly method: string } | undefined;
  readonly valid: boolean;
}

/** Dispatches change events: after tillgate-ready, and each change once. */
export class ChangeEventDispatcher {
  readonly #element: EventTarget;
  #isReady = false;
  /** Whether a change may be unreported. */
  #isPending = false;
  /** The change that was reported last. */
  #reported = '';

  constructor(element: EventTarget) {
    this.#element = element;
  }

  /** Starts over for another session. */
  reset(): void {
    this.#isReady = this.#isPending = false;
    this.#reported = '';
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

  report({ method, valid }: ReportedForm): void {
    this.#isPending = !this.#isReady;
    const event = new TillgateChangeEvent(method?.method ?? '', valid);
    const reported = `${event.method} ${valid}`;
    if (this.#isPending || reported === this.#reported) return;
    this.#reported = reported;
    this.#element.dispatchEvent(event);
  }
}
