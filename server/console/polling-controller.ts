import type { LitElement, ReactiveController } from 'lit';

/** Intervals between polls while nothing changes, in ms; a change, or something that becomes active, restarts the list. */
const INTERVALS = [3_000, 5_000, 10_000] as const;
/** The longest interval; also the one while nothing on the screen is in progress, since others may still change it. */
const LONGEST_INTERVAL = 20_000;
/**
 * Polling ends this long after the last input, in ms, and resumes with the next. Each poll counts as use of the sign-in,
 * so an unattended screen that polled on would stay signed in.
 */
const ATTENDED_FOR = 10 * 60_000;
const INPUT_EVENTS = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const;

interface PollingOptions {
  /** Whether something on the screen is in progress. */
  isActive: () => boolean;
  /** Whether the screen has data that a poll may replace; without it, polling stops. */
  isReady: () => boolean;
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
  #wasActive = false;
  #lastInput = Date.now();

  constructor(host: LitElement, options: PollingOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#handleVisibility);
    for (const name of INPUT_EVENTS) document.addEventListener(name, this.#handleInput, { passive: true });
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#handleVisibility);
    for (const name of INPUT_EVENTS) document.removeEventListener(name, this.#handleInput);
    this.#stop();
  }

  hostUpdated(): void {
    const isActive = this.#options.isActive();
    if (isActive && !this.#wasActive) {
      this.#stop();
      this.#unchangedPolls = 0;
    }
    this.#wasActive = isActive;
    this.#schedule();
  }

  /** Polls at once when the tab becomes visible again. */
  readonly #handleVisibility = (): void => {
    this.#stop();
    if (!document.hidden) this.#resume();
  };

  readonly #handleInput = (): void => {
    if (this.#isAttended()) this.#lastInput = Date.now();
    else this.#resume();
  };

  #resume(): void {
    this.#lastInput = Date.now();
    this.#unchangedPolls = 0;
    if (this.#options.isReady()) void this.#poll();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #isAttended(): boolean {
    return Date.now() - this.#lastInput < ATTENDED_FOR;
  }

  #nextInterval(): number {
    return (this.#options.isActive() ? INTERVALS[this.#unchangedPolls] : undefined) ?? LONGEST_INTERVAL;
  }

  #schedule(): void {
    const isWanted = this.#host.isConnected && !document.hidden && this.#isAttended() && this.#options.isReady();
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
export function areResponsesEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
