import type { LitElement, ReactiveController } from 'lit';

/** Pauses between readings while nothing changes, in ms; after a change they begin anew. */
const PAUSES = [3_000, 5_000, 10_000, 20_000, 30_000];

export interface RefreshOptions {
  /** Whether something on the screen is under way, so that it may change by itself. */
  isNeeded: () => boolean;
  /** Reads the screen's data again without taking away what is shown; resolves to whether anything is different. */
  read: () => Promise<boolean>;
}

/** Keeps a screen up to date while something on it is under way and somebody can see it. */
export class Refresh implements ReactiveController {
  readonly #host: LitElement;
  readonly #options: RefreshOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #round = 0;
  #isReading = false;

  constructor(host: LitElement, options: RefreshOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#handleVisibility);
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#handleVisibility);
    this.#stop();
  }

  hostUpdated(): void {
    this.#plan();
  }

  /** Whoever comes back to the tab sees at once what happened meanwhile. */
  readonly #handleVisibility = (): void => {
    this.#stop();
    this.#round = 0;
    if (!document.hidden && this.#options.isNeeded()) void this.#read();
  };

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #plan(): void {
    const isWanted = this.#host.isConnected && !document.hidden && this.#options.isNeeded();
    if (!isWanted) this.#stop();
    else if (!this.#isReading) {
      this.#timer ??= setTimeout(() => void this.#read(), PAUSES[Math.min(this.#round, PAUSES.length - 1)]);
    }
  }

  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#stop();
    this.#isReading = true;
    const hadFocus = this.#host.contains(document.activeElement);
    try {
      const isChanged = await this.#options.read();
      this.#round = isChanged ? 0 : this.#round + 1;
      await this.#host.updateComplete;
      // What had the focus is gone: the next Tab goes on from here and not from the top of the page.
      if (hadFocus && document.activeElement === document.body) {
        this.#host.closest<HTMLElement>('main')?.focus({ preventScroll: true });
      }
    } catch {
      // What is shown stays, and is read again later; a screen's own reading tells of what is wrong.
      this.#round += 1;
    } finally {
      this.#isReading = false;
      this.#plan();
    }
  }
}

/** Whether two answers of the companion say the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
