import type { CheckoutPhase } from './state.ts';

/** Times of a submit, in ms; tests shorten them. */
export const SUBMIT_DELAYS = {
  /** Until the shopper reads that it takes longer than usual. */
  slow: 5_000,
  /** How long the button shows its tick. */
  tick: 700,
};

/** Tells the shopper that a submit takes long, and shows a tick when it is paid. */
export class SubmitProgress {
  isSlow = false;
  readonly #onChange: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #afterTick: (() => void) | undefined;

  /** @param onChange the form shows another state */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** The button shows a tick before the result. */
  get isDone(): boolean {
    return this.#afterTick !== undefined;
  }

  /** The element is removed: nothing is left to show. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#endTick();
  }

  /** @param afterTick runs once, when the tick was shown or the phase changes before */
  changed(phase: CheckoutPhase, before: CheckoutPhase, afterTick: () => void): void {
    this.stop();
    this.isSlow = false;
    if (phase === 'submitting') {
      this.#timer = setTimeout(() => {
        this.isSlow = true;
        this.#onChange();
      }, SUBMIT_DELAYS.slow);
    }
    const isStill = typeof matchMedia !== 'function' || matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (before !== 'submitting' || phase !== 'paid' || isStill) return;
    this.#afterTick = afterTick;
    this.#timer = setTimeout(() => {
      this.#endTick();
      this.#onChange();
    }, SUBMIT_DELAYS.tick);
  }

  #endTick(): void {
    const after = this.#afterTick;
    this.#afterTick = undefined;
    after?.();
  }
}
