import { LitElement, html, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { formatAmount } from '../shared/money.ts';
import { ERRORS } from '../shared/errors.ts';
import type { Action, MethodView, SessionView, SubmitPayment } from '../shared/contract/index.ts';
import { createCheckoutApi, type CheckoutApi, type Fetch } from './api/checkout-api.ts';
import { loadDrawings } from './card/brand-mark.ts';
import { bestWindow, type WindowSize } from './challenge/window-size.ts';
import { CheckoutController, type CheckoutHost } from './checkout/checkout-controller.ts';
import { loadFormParts, type FormParts } from './checkout/form-parts.ts';
import { LazyViews } from './checkout/lazy-views.ts';
import { PayForm, labelOf } from './checkout/pay-form.ts';
import { randomId } from './checkout/random-id.ts';
import type { CheckoutState } from './checkout/state.ts';
import { startGathering, type Gather } from './checkout/start-gathering.ts';
import { untilReleased } from './checkout/until-released.ts';
import {
  TillgateActionEvent,
  TillgateChangeEvent,
  TillgateCompleteEvent,
  TillgateErrorEvent,
  TillgateReadyEvent,
  TillgateSubmitEvent,
} from './events/index.ts';
import type { Messages, Translate } from './i18n/translate.ts';
import { Words } from './i18n/words.ts';
import type { IsolatedFrame } from './isolated/isolated-frame.ts';
import { cleanAddress } from './redirect/address.ts';
import { postAction } from './redirect/post-action.ts';
import { styles } from './theme/styles.ts';

/**
 * The checkout: takes a session's token and guides the shopper through paying it.
 *
 * @fires {TillgateReadyEvent} tillgate-ready - The form can be used.
 * @fires {TillgateChangeEvent} tillgate-change - The shopper chose a method or changed a field.
 * @fires {TillgateSubmitEvent} tillgate-submit - The shopper pays; cancelable.
 * @fires {TillgateActionEvent} tillgate-action - A challenge or a redirect comes; cancelable.
 * @fires {TillgateCompleteEvent} tillgate-complete - Paid, refused for good, or expired.
 * @fires {TillgateErrorEvent} tillgate-error - Something went wrong that the shopper was told.
 *
 * @slot header - Above everything.
 * @slot summary - Between header and form; the shop's own view of the order.
 * @slot before-pay - Above the pay button: terms, notes.
 * @slot footer - Below everything.
 *
 * @csspart form - The form.
 * @csspart methods - The list of methods.
 * @csspart method - One of them.
 * @csspart card - The group of card fields.
 * @csspart field - A field with its error.
 * @csspart label - A label.
 * @csspart input - An input or select.
 * @csspart error - A field's error.
 * @csspart alert - What the form says as a whole.
 * @csspart pay - The pay button.
 * @csspart result - A result screen.
 * @csspart challenge - The dialog of a challenge.
 *
 * @cssproperty --tillgate-color-primary - Buttons, focus.
 * @cssproperty --tillgate-color-on-primary - Text on them.
 * @cssproperty --tillgate-color-text - Text.
 * @cssproperty --tillgate-color-muted - Labels and notes.
 * @cssproperty --tillgate-color-surface - Behind fields.
 * @cssproperty --tillgate-color-border - Lines.
 * @cssproperty --tillgate-color-field-border - Borders of fields.
 * @cssproperty --tillgate-color-danger - Mistakes.
 * @cssproperty --tillgate-color-success - Paid.
 * @cssproperty --tillgate-radius - Corners.
 * @cssproperty --tillgate-spacing - Space between parts.
 * @cssproperty --tillgate-font-family - Typeface.
 */
export class TillgateCheckout extends LitElement implements CheckoutHost {
  static override styles = styles;

  /** The session's token, from the shop's server. */
  @property() session = '';
  /** The companion's address; where the element's script came from, if not set. */
  @property() server = '';
  /** Language of texts and amounts; the session's, then the browser's, if not set. */
  @property() locale = '';
  /** How the ways to pay are laid out. */
  @property() layout: 'accordion' | 'tabs' = 'accordion';
  /** Draws the form in a frame of the companion, out of reach of the page's scripts. */
  @property({ type: Boolean }) isolated = false;
  /** Preferred size of the challenge window; the best fit if not set. */
  @property({ attribute: 'challenge-window' }) challengeWindow: WindowSize | '' = '';
  /** Light or dark; the page's and the shopper's own setting, if `auto`. */
  @property({ reflect: true }) theme: 'auto' | 'light' | 'dark' = 'auto';
  /** The shop's own words, by key. */
  @property({ attribute: false }) labels: Partial<Messages> = {};
  /** For tests and pages with a network layer of their own; set before `session`. */
  @property({ attribute: false }) fetcher: Fetch | undefined;

  /** @internal Takes the page to an action's address; in a frame, the page around it does. */
  leave = (action: Action): void => {
    postAction(action, '_top');
  };

  readonly #checkout = new CheckoutController(this);
  readonly #views = new LazyViews(this, () => void this.#checkout.check());
  readonly #handleInput = (): void => {
    this.requestUpdate();
    this.dispatchEvent(new TillgateChangeEvent(this.#form.method?.method ?? '', this.#form.valid));
  };
  #form = new PayForm(this.#handleInput);
  #gather: Promise<Gather | undefined> | undefined;
  #focusNext: 'result' | 'alert' | undefined;
  #press: Promise<void> | undefined;
  #parts: FormParts = {};
  readonly #words = new Words(() => this.requestUpdate());
  #frame: IsolatedFrame | undefined;

  constructor() {
    super();
    this.addEventListener('pointerdown', () => {
      this.#press = untilReleased();
    });
  }

  /** Pays, as the pay button does. Resolves when the answer is there. */
  async submit(): Promise<void> {
    const { method } = this.#form;
    if (this.#framed) return this.#framed.submit();
    if (this.#checkout.state.phase !== 'form' || method === undefined) return;
    this.#form.showFaults();
    this.requestUpdate();
    if (!this.#form.valid) {
      await this.#focusFirstFault();
      return;
    }
    if (!this.dispatchEvent(new TillgateSubmitEvent(method.method))) return;
    const attemptId = randomId();
    await this.#checkout.submit(() => this.#toSubmit(method, attemptId));
  }

  /** Loads the session again; what was typed is forgotten. */
  async reload(): Promise<void> {
    if (this.session === '') return;
    this.#form.card.forget();
    this.#form = new PayForm(this.#handleInput);
    const api = createCheckoutApi(this.#serverUrl, this.session, this.fetcher ?? fetch.bind(window));
    await (this.isolated ? this.#isolate(api) : this.#checkout.load(api));
  }

  /** Moves the focus to the first field. */
  override focus(options?: FocusOptions): void {
    this.#framed?.focus();
    this.renderRoot.querySelector<HTMLElement>('input, select, button, a, h2')?.focus(options);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Moved in the page or put back: the session goes on where the companion has it.
    if (this.hasUpdated) void this.reload();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#form.card.forget();
  }

  /** While a pointer is down nothing moves: an error that comes up as a field is left would make the click miss. */
  protected override async scheduleUpdate(): Promise<void> {
    await this.#press;
    await super.scheduleUpdate();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('locale') && this.#checkout.state.view !== null) void this.#words.use(this.#locale);
    if (changed.has('session') || changed.has('server') || changed.has('isolated')) void this.reload();
    const target = this.#focusNext;
    if (target === undefined) return;
    this.#focusNext = undefined;
    this.renderRoot.querySelector<HTMLElement>(target === 'result' ? '#result-title' : '.alert')?.focus();
  }

  /** @internal Starts the action of the outcome, as its button does. */
  act(): void {
    this.#checkout.act();
  }

  /** @internal */
  async prepare(view: SessionView): Promise<void> {
    const words = this.#words.use(this.locale || view.locale || navigator.language);
    const views = view.outcome.status === 'open' ? undefined : this.#views.load();
    [this.#parts] = await Promise.all([loadFormParts(view, this.#handleInput), words, views]);
    if (views !== undefined || Object.keys(this.#parts).length > 0) await this.#words.loadRest();
  }

  /** @internal */
  startAction(action: Action): boolean {
    const paymentId = this.#checkout.state.outcome?.payment_id ?? '';
    if (!this.dispatchEvent(new TillgateActionEvent(action))) return false;
    if (action.type === 'redirect') this.leave(action);
    else if (action.type === 'challenge') {
      const isWanted = (): boolean => this.#checkout.state.phase === 'challenge';
      void this.#views.open(action, paymentId, { server: this.#serverUrl, isWanted });
    }
    return true;
  }

  /** @internal */
  changed(state: CheckoutState, before: CheckoutState): void {
    if (state.phase !== 'challenge') this.#views.close();
    if (state.view !== null && before.view === null) this.#begin(state.view);
    if (state.error !== null && state.error !== before.error) {
      this.dispatchEvent(new TillgateErrorEvent(state.error, ERRORS[state.error].retryable));
    }
    if (state.phase === before.phase) return;
    if (before.phase === 'submitting') {
      this.#form.card.forgetCode();
      this.#form.refuse(this.#checkout.refusedFields);
    }
    const ended = state.phase === 'paid' || state.phase === 'refused' || state.phase === 'expired';
    if (ended) this.#end(state);
    if (before.phase === 'loading') return;
    if (state.phase === 'form') this.#focusNext = 'alert';
    else if (ended || state.phase === 'checking' || state.phase === 'waiting') this.#focusNext = 'result';
  }

  protected override render(): TemplateResult {
    const t = this.#translate;
    const { state } = this.#checkout;
    const { view, phase } = state;
    const form = phase === 'form' || phase === 'submitting' || phase === 'challenge';
    return html`<div class="root" lang=${this.#words.language.tag} dir=${this.#words.language.dir}>
      <slot name="header"></slot>
      <slot name="summary"></slot>
      ${
        form && view !== null
          ? this.#form.render(view, state, {
              t,
              format: (amount) => this.#format(amount, view.currency),
              tabs: this.layout === 'tabs',
              onSubmit: () => void this.submit(),
            })
          : this.#renderOutcome(t)
      }
      ${this.#views.renderDialog(t, state, () => void this.#checkout.abandon())}
      <slot name="footer"></slot>
    </div>`;
  }

  #renderOutcome(t: Translate): TemplateResult {
    const { state } = this.#checkout;
    const { method } = this.#form;
    const screen = this.#views.renderOutcome(state, t, {
      amount: state.view === null ? '' : this.#format(state.view.amount, state.view.currency),
      methodLabel: method === undefined ? '' : labelOf(method, t),
      onRetry: () => void this.reload(),
      onContinue: () => this.#checkout.act(),
      onAbandon: () => void this.#checkout.abandon(),
    });
    return this.#framed?.render(t('methods'), screen) ?? screen;
  }

  /** The session is the frame's business: here it stays loading, or cannot be loaded. */
  async #isolate(api: CheckoutApi): Promise<void> {
    this.#frame = undefined;
    void this.#words.use(this.#locale);
    await new Promise<void>((onShown) => {
      const session = async (signal: AbortSignal): Promise<never> => {
        const { IsolatedFrame } = await import('./isolated/isolated-frame.ts');
        this.#frame = new IsolatedFrame(this, { server: this.#serverUrl, onShown, signal });
        return this.#frame.failure;
      };
      void this.#checkout.load({ ...api, session }).then(onShown);
    });
  }

  get #framed(): IsolatedFrame | undefined {
    return this.isolated && this.#checkout.state.phase === 'loading' ? this.#frame : undefined;
  }

  #begin(view: SessionView): void {
    const takesCards = this.#form.begin(view, this.#parts);
    this.#gather = startGathering(view);
    cleanAddress(view.session_id);
    void this.#loadRest(takesCards);
    this.dispatchEvent(new TillgateReadyEvent());
  }

  /** What is needed soon, fetched while the shopper types. */
  async #loadRest(takesCards: boolean): Promise<void> {
    await Promise.all([takesCards ? loadDrawings() : undefined, this.#views.load(), this.#words.loadRest()]);
    this.requestUpdate();
  }

  #end(state: CheckoutState): void {
    this.#form.card.forget();
    const session_id = state.view?.session_id ?? '';
    const { payment_id = null, status = 'expired' } = state.outcome ?? {};
    this.dispatchEvent(new TillgateCompleteEvent({ session_id, payment_id, status }));
  }

  async #toSubmit(method: MethodView, attemptId: string): Promise<SubmitPayment> {
    const form = this.#form.value(method);
    const gather = await this.#gather;
    const device = await gather?.(this.challengeWindow || bestWindow(innerWidth));
    return { attempt_id: attemptId, ...form, device: device ?? {} };
  }

  async #focusFirstFault(): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  get #translate(): Translate {
    return this.#words.translate(this.labels);
  }

  get #locale(): string {
    return this.locale || this.#checkout.state.view?.locale || navigator.language;
  }

  #format(amount: string, currency: string): string {
    return formatAmount(amount, currency, this.#locale);
  }

  get #serverUrl(): string {
    const own = new URL(import.meta.url);
    return (this.server || (own.protocol.startsWith('http') ? own.origin : location.origin)).replace(/\/+$/, '');
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'tillgate-checkout': TillgateCheckout;
  }
}
