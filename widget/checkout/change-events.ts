import { TillgateChangeEvent } from '../events/index.ts';
import type { Phase } from './state.ts';

/** The form as far as the page is told of it. */
interface ToldForm {
  readonly method: { readonly method: string } | undefined;
  readonly valid: boolean;
}

/** Tells the page of changes: once it knows of the form, and each once. */
export class ChangeEvents {
  readonly #element: EventTarget;
  #isReady = false;
  /** Something may have changed that the page was not told. */
  #isPending = false;
  /** The change that the page was told last. */
  #told = '';

  constructor(element: EventTarget) {
    this.#element = element;
  }

  /** Another session is loaded: its form begins anew. */
  reset(): void {
    this.#isReady = this.#isPending = false;
    this.#told = '';
  }

  /** The page knows of the form. A saved card may be all that it needs. */
  ready({ valid }: ToldForm, phase: Phase): void {
    this.#isReady = true;
    this.#isPending ||= valid && phase === 'form';
  }

  /** After a payment that failed: its security code is asked for again. */
  expect(): void {
    this.#isPending = this.#told !== '';
  }

  /** Tells what changed while the page could not be told. */
  flush(form: ToldForm): void {
    if (this.#isPending) this.tell(form);
  }

  tell({ method, valid }: ToldForm): void {
    this.#isPending = !this.#isReady;
    const event = new TillgateChangeEvent(method?.method ?? '', valid);
    const told = `${event.method} ${String(valid)}`;
    if (this.#isPending || told === this.#told) return;
    this.#told = told;
    this.#element.dispatchEvent(event);
  }
}
