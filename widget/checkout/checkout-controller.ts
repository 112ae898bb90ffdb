import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { isCheckoutError, type ErrorCode, type FieldError } from '../../shared/errors.ts';
import type { NextAction, SessionView, SubmitPayment } from '../../shared/contract/index.ts';
import type { CheckoutApi } from '../api/checkout-api.ts';
import { abortableSleep } from './abortable-sleep.ts';
import {
  INITIAL_STATE,
  isWatchingOutcome,
  nextCheckoutState,
  type CheckoutEvent,
  type CheckoutState,
} from './state.ts';

/** Pauses between repeated sends of one submit after its answer did not come, in ms. */
const RESEND_PAUSES = [1_000, 2_000, 4_000];
/** Pauses between questions for the outcome while they fail, in ms. */
const WATCH_PAUSES = [1_000, 2_000, 4_000, 8_000, 15_000];

/** What has to be done about the machine's steps. */
export interface CheckoutEffects {
  /** Gets what a session's form needs besides what is always there; rejects where that cannot be had. */
  prepare(view: SessionView): Promise<void>;
  /** Tells the developer why a session could not be loaded; resolves with the code that fits best. Never rejects. */
  explain(code: ErrorCode): Promise<ErrorCode>;
  /** Starts an action, also once more; false where the page does it itself. */
  startAction(action: NextAction): boolean;
  /** Called after every change. */
  changed(state: CheckoutState, before: CheckoutState): void;
}

/** Runs the machine of `state.ts` against the companion. One life of it belongs to one session. */
export class CheckoutController implements ReactiveController {
  state: CheckoutState = INITIAL_STATE;
  /** Fields that the companion refused, by their path in the submit body. */
  refusedFields: readonly FieldError[] = [];
  readonly #element: ReactiveControllerHost;
  readonly #host: CheckoutEffects;
  #api: CheckoutApi | undefined;
  #life = new AbortController();
  #watch: AbortController | undefined;

  constructor(element: ReactiveControllerHost, host: CheckoutEffects) {
    this.#element = element;
    this.#host = host;
    element.addController(this);
  }

  hostConnected(): void {
    addEventListener('pageshow', this.#handleReturn);
    document.addEventListener('visibilitychange', this.#handleReturn);
  }

  hostDisconnected(): void {
    removeEventListener('pageshow', this.#handleReturn);
    document.removeEventListener('visibilitychange', this.#handleReturn);
    this.stop();
  }

  /** Ends everything that runs. */
  stop(): void {
    this.#life.abort();
    this.#watch?.abort();
    this.#watch = undefined;
  }

  /** Loads a session, and ends everything that ran for the one before. */
  load(connecting: Promise<CheckoutApi>): Promise<void> {
    return this.#open(async (signal) => {
      const api = await connecting;
      if (!isOver(signal)) this.#api = api;
      return api.session(signal);
    });
  }

  /** Stays loading, for as long as a form somewhere else does not fail. */
  wait(failure: (signal: AbortSignal) => Promise<never>): Promise<void> {
    return this.#open(failure);
  }

  async #open(toView: (signal: AbortSignal) => Promise<SessionView>): Promise<void> {
    this.stop();
    this.#life = new AbortController();
    this.#api = undefined;
    const signal: AbortSignal = this.#life.signal;
    this.#apply({ type: 'load' });
    try {
      const view = await toView(signal);
      if (isOver(signal)) return;
      await this.#host.prepare(view);
      if (!isOver(signal)) this.#apply({ type: 'loaded', view });
    } catch (error) {
      if (signal.aborted) return;
      const code = await this.#host.explain(codeOf(error));
      if (!isOver(signal)) this.#apply({ type: 'load-failed', code });
    }
  }

  /**
   * Pays. While no answer comes the same body is sent again, which the companion takes for the same payment; a new
   * attempt is made only after it has said that there is room for one.
   */
  async submit(prepare: () => Promise<SubmitPayment>): Promise<void> {
    const api = this.#api;
    if (api === undefined || this.state.phase !== 'form') return;
    const signal: AbortSignal = this.#life.signal;
    this.refusedFields = [];
    this.#apply({ type: 'submit' });
    let body: SubmitPayment;
    try {
      body = await prepare();
    } catch {
      // Nothing has left yet.
      if (!isOver(signal)) this.#apply({ type: 'submit-failed', code: 'internal_error' });
      return;
    }
    for (let round = 0; !signal.aborted; round += 1) {
      try {
        const outcome = await api.pay(body, signal);
        if (!isOver(signal)) this.#apply({ type: 'outcome', outcome, fresh: true });
        return;
      } catch (error) {
        if (isOver(signal)) return;
        const pause = RESEND_PAUSES[round];
        if (codeOf(error) === 'network_error' && pause !== undefined) {
          this.#apply({ type: 'connection', lost: true });
          await abortableSleep(pause, signal);
          continue;
        }
        if (isCheckoutError(error)) this.refusedFields = error.fields ?? [];
        // A refusal is of this sending: an earlier one, whose answer was lost, may have been charged.
        const code = round > 0 ? 'network_error' : codeOf(error);
        this.#apply({ type: 'submit-failed', code });
        if (code === 'version_conflict') await this.check();
        return;
      }
    }
  }

  /** Abandons a payment that still waits for the shopper: the companion queries it first. */
  async abandon(): Promise<void> {
    const api = this.#api;
    if (api === undefined || this.state.busy) return;
    const signal: AbortSignal = this.#life.signal;
    this.#apply({ type: 'busy', busy: true });
    try {
      const outcome = await api.abandon(signal);
      // An outcome that arrived meanwhile has ended the wait.
      // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- it changes during an await
      if (signal.aborted || !this.state.busy) return;
      // Closed while the companion could not abandon it: the shopper chooses what to do. A code stays.
      const { phase } = this.state;
      const isCancelled = phase === 'challenge' && outcome.status === 'open';
      if (phase !== 'code' && !isCancelled) this.#apply({ type: 'act-elsewhere' });
      this.#apply({ type: 'outcome', outcome, fresh: false });
    } catch (error) {
      // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- as above
      if (signal.aborted || !this.state.busy) return;
      this.#apply({ type: 'busy', busy: false });
      this.#apply({ type: 'connection', lost: codeOf(error) === 'network_error' });
    }
  }

  /** Removes a saved card. Rejects with a CheckoutError where that could not be done. */
  async removeCard(tokenId: string): Promise<void> {
    await this.#api?.removeCard(tokenId);
  }

  /** Starts the action of the outcome again, once the companion has said that it is still wanted. */
  async act(): Promise<void> {
    if (this.state.busy) return;
    this.#apply({ type: 'busy', busy: true });
    const heard = await this.check();
    this.#apply({ type: 'busy', busy: false });
    if (!heard) {
      this.#apply({ type: 'connection', lost: true });
      return;
    }
    const { phase, outcome } = this.state;
    if (!isWatchingOutcome(phase) || outcome?.status !== 'action_required' || outcome.action === undefined) return;
    // Only a change of phase starts an action: one that runs already ends first.
    this.#apply({ type: 'act-elsewhere' });
    this.#apply({ type: 'act', action: outcome.action });
  }

  /** The action is the page's own business, or is not to be. */
  releaseAction(): void {
    this.#apply({ type: 'act-elsewhere' });
  }

  /**
   * Asks for the outcome now; for a form, or where wanted, also for the order. False where nothing was learnt, and the
   * watch asks again.
   */
  async check(hasOrder = this.state.phase === 'form'): Promise<boolean> {
    const api = this.#api;
    const { view, phase } = this.state;
    if (api === undefined || view === null) return false;
    const signal: AbortSignal = this.#life.signal;
    try {
      const next = hasOrder ? await api.session(signal) : view;
      if (next.version > view.version) {
        await this.#host.prepare(next);
        if (!isOver(signal)) this.#apply({ type: 'updated', view: next });
      }
      const outcome = hasOrder ? next.outcome : await api.awaitOutcome(undefined, signal);
      if (isOver(signal)) return false;
      if (this.state.phase === phase) this.#take(outcome);
      return true;
    } catch {
      return false;
    }
  }

  #take(outcome: NonNullable<CheckoutState['outcome']>): void {
    const known = this.state.outcome;
    const same = known?.status === outcome.status && known.payment_id === outcome.payment_id;
    const nothingRecorded = outcome.status === 'open' || outcome.status === 'declined';
    const over = this.state.phase === 'checking' && nothingRecorded;
    if (!same || over || known.abandonable !== outcome.abandonable || known.in_review !== outcome.in_review)
      this.#apply({ type: 'outcome', outcome, fresh: false });
    else {
      // The action's address may be a new one.
      this.state = { ...this.state, outcome };
      if (this.state.offline) this.#apply({ type: 'connection', lost: false });
    }
  }

  #apply(event: CheckoutEvent): void {
    const before = this.state;
    this.state = nextCheckoutState(before, event);
    const { phase, outcome } = this.state;
    const starts = phase !== before.phase && /^(challenge|redirecting|code)$/.test(phase);
    if (starts && outcome?.action !== undefined && !this.#host.startAction(outcome.action))
      this.state = nextCheckoutState(this.state, { type: 'act-elsewhere' });
    this.#host.changed(this.state, before);
    this.#element.requestUpdate();
    this.#watchWhereNeeded();
  }

  #watchWhereNeeded(): void {
    if (!isWatchingOutcome(this.state.phase)) {
      this.#watch?.abort();
      this.#watch = undefined;
    } else if (this.#watch === undefined) {
      this.#watch = new AbortController();
      void this.#run(AbortSignal.any([this.#life.signal, this.#watch.signal]));
    }
  }

  async #run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    // After a lost response the first query returns at once; the next ones wait for a change.
    let since = this.state.phase === 'checking' ? undefined : this.state.outcome?.status;
    while (!signal.aborted && this.#api !== undefined) {
      const asked = performance.now();
      try {
        const outcome = await this.#api.awaitOutcome(since, signal);
        if (isOver(signal)) return;
        failures = 0;
        since = outcome.status;
        this.#take(outcome);
        // A companion that answers at once is not asked more than once a second.
        await abortableSleep(Math.max(0, 1_000 - (performance.now() - asked)), signal);
      } catch {
        if (isOver(signal)) return;
        this.#apply({ type: 'connection', lost: true });
        await abortableSleep(WATCH_PAUSES[Math.min(failures, WATCH_PAUSES.length - 1)] ?? 0, signal);
        failures += 1;
      }
    }
  }

  /** Back from another tab, from the bank by the back button, or from sleep: what is shown may be old. */
  readonly #handleReturn = (event: Event): void => {
    const hidden = document.visibilityState === 'hidden';
    const fromCache = event.type === 'pageshow' && (event as PageTransitionEvent).persisted;
    if (hidden || (event.type === 'pageshow' && !fromCache)) return;
    if (fromCache && this.state.phase === 'redirecting')
      this.state = nextCheckoutState(this.state, { type: 'act-elsewhere' });
    const { phase } = this.state;
    if (phase === 'form' || isWatchingOutcome(phase)) void this.check();
    this.#element.requestUpdate();
    this.#watchWhereNeeded();
  };
}

function codeOf(error: unknown): ErrorCode {
  return isCheckoutError(error) ? error.code : 'internal_error';
}

/** Asked anew each time: an abort during an await changes the answer. */
function isOver(signal: AbortSignal): boolean {
  return signal.aborted;
}
