import type { LitElement, ReactiveController } from 'lit';

/** Intervals between polls while nothing changes, in ms; a change restarts the list. */
const INTERVALS = [3_000, 5_000, 10_000, 20_000, 30_000];
/** The interval while nothing on the screen is in progress: others may still change it. */
const IDLE_INTERVAL = 20_000;

export interface PollingOptions {
  /** Whether something on the screen is in progress. */
  isActive: () => boolean;
  /** Whether the screen has data that a poll may replace; default: always. */
  isReady?: () => boolean;
  /** Loads the screen's data again while the old stays visible; resolves to whether anything changed. */
  poll: () => Promise<boolean>;
}

/** Polls for a screen whose tab is visible; more often while something on the screen is in progress. */
export class PollingController implements ReactiveController {
  readonly #host: LitElement;
  readonly #options: PollingOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unchangedPolls = 0;
  #isPolling = false;

  constructor(host: LitElement, options: PollingOptions) {
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
    this.#schedule();
  }

  /** Polls at once when the tab becomes visible again. */
  readonly #handleVisibility = (): void => {
    this.#stop();
    this.#unchangedPolls = 0;
    if (!document.hidden && this.#isReady()) void this.#poll();
  };

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #isReady(): boolean {
    return this.#options.isReady?.() ?? true;
  }

  #nextInterval(): number {
    const next = INTERVALS[Math.min(this.#unchangedPolls, INTERVALS.length - 1)] ?? IDLE_INTERVAL;
    return this.#options.isActive() ? next : IDLE_INTERVAL;
  }

  #schedule(): void {
    const isWanted = this.#host.isConnected && !document.hidden && this.#isReady();
    if (!isWanted) this.#stop();
    else if (!this.#isPolling) {
      this.#timer ??= setTimeout(() => void this.#poll(), this.#nextInterval());
    }
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#stop();
    this.#isPolling = true;
    const hadFocus = this.#host.contains(document.activeElement);
    try {
      const isChanged = await this.#options.poll();
      this.#unchangedPolls = isChanged ? 0 : this.#unchangedPolls + 1;
      await this.#host.updateComplete;
      // The focused element is gone: the next Tab continues from the screen and not from the top of the page.
      if (hadFocus && document.activeElement === document.body) {
        this.#host.closest<HTMLElement>('main')?.focus({ preventScroll: true });
      }
    } catch {
      // The old data stays visible and the next poll retries; only the screen's own loading shows errors.
      this.#unchangedPolls += 1;
    } finally {
      this.#isPolling = false;
      this.#schedule();
    }
  }
}

/** Whether two responses are equal. */
export function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
