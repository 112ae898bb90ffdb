import { ERRORS, type ErrorCode } from '../../shared/errors.ts';
import type { NextAction, MethodView, SessionView, SubmitPayment } from '../../shared/contract/index.ts';
import type { ReactiveController, TemplateResult } from 'lit';
import { adoptCardModule } from '../card/brand-mark.ts';
import { TillgateActionEvent, TillgateErrorEvent, TillgateReadyEvent, TillgateSubmitEvent } from '../events/index.ts';
import { toIntlLocale } from '../i18n/language.ts';
import type { Translate } from '../i18n/translate.ts';
import { ElementTexts } from '../i18n/element-texts.ts';
import type { IsolatedFrameHost } from '../isolated/isolated-frame-host.ts';
import { removeSessionIdFromUrl } from '../redirect/return-url.ts';
import { ChangeEventDispatcher } from './change-events.ts';
import { CheckoutController, type CheckoutEffects } from './checkout-controller.ts';
import type { CheckoutHostElement } from './checkout-host-element.ts';
import { waitForPaint } from './after-paint.ts';
import { toCompleteEvent } from './to-complete-event.ts';
import { connectCheckoutApi, connectOptions, recordBasketSessionEnd, companionUrlOf } from './companion-connection.ts';
import { warnOfColoursInDevelopment, warnOfMissingSession, diagnoseLoadFailureInTime } from './explain-load.ts';
import { loadFormParts, type FormParts } from './form-parts.ts';
import { LazyOutcomeViews, type DeferredModule } from './lazy-views.ts';
import type { OutcomeContext } from './outcome-views.ts';
import { PayForm, methodLabelOf } from './pay-form.ts';
import { FIELDS_BY_DECLINE_CODE } from './fields-by-decline-code.ts';
import { DECLINED_NUMBER_SELECTOR, selectorsOfReopenedForm, WRONG_FIELD_SELECTOR } from './focus-targets.ts';
import { randomId } from './random-id.ts';
import { awaitDeviceData, startDeviceDataCollection, type DeviceDataCollector } from './device-data.ts';
import { openIsolatedFrame } from './open-frame.ts';
import { ShopperLocale } from './shopper-locale.ts';
import type { CheckoutState } from './state.ts';
import { SubmitProgress } from './submit-progress.ts';

/** Loads a session, shows its form, pays it and shows the result; in the page or in a frame. */
export class Checkout implements CheckoutEffects, ReactiveController {
  readonly words: ElementTexts;
  readonly explain = (code: ErrorCode): Promise<ErrorCode> => diagnoseLoadFailureInTime(code, this.#element);
  readonly #element: CheckoutHostElement;
  readonly #controller: CheckoutController;
  readonly #views: LazyOutcomeViews;
  #form: PayForm;
  #parts: FormParts = {};
  #gather: Promise<DeviceDataCollector | undefined> | undefined;
  #frame: IsolatedFrameHost | undefined;
  /** The browser's first number formatter takes longer than the whole form, so the button shows the amount later. */
  #canFormat = false;
  /** What takes the focus after the next render: the first of these that is there. */
  #focusNext: readonly string[] | undefined;
  #later: DeferredModule | undefined;
  readonly #progress: SubmitProgress;
  readonly #locale: ShopperLocale;
  /** Events that are dispatched after the render that shows their cause. */
  #pendingEvents: Event[] = [];
  readonly #changes: ChangeEventDispatcher;

  readonly #handleInput = (): void => {
    this.#element.requestUpdate();
    this.#changes.report(this.#form);
  };

  constructor(element: CheckoutHostElement) {
    this.#element = element;
    this.#changes = new ChangeEventDispatcher(element);
    this.#progress = new SubmitProgress(() => element.requestUpdate());
    this.#locale = new ShopperLocale(element, () => this.#controller.state.view);
    this.words = new ElementTexts(() => element.requestUpdate());
    this.#controller = new CheckoutController(element, this);
    this.#views = new LazyOutcomeViews(element, () => this.#controller.check());
    this.#form = new PayForm(this.#handleInput);
    element.addController(this);
  }

  /** Loads the session. Typed texts are dropped, the chosen method stays. */
  async load(): Promise<void> {
    const { locale, isolated } = this.#element;
    this.#form.card.forget();
    this.#form = new PayForm(this.#handleInput, this.#form);
    this.#parts = {};
    this.#changes.reset();
    if (locale) void this.words.use(locale);
    warnOfMissingSession(this.#element);
    await (isolated ? this.#isolate() : this.#controller.load(connectCheckoutApi(connectOptions(this.#element))));
  }

  async submit(): Promise<void> {
    const { method } = this.#form;
    if (this.#framed) return this.#framed.run('submit');
    if (this.#controller.state.phase !== 'form' || method === undefined) return;
    this.#form.showFaults();
    this.#element.requestUpdate();
    if (!this.#form.valid) {
      await this.#element.updateComplete;
      this.#focus(WRONG_FIELD_SELECTOR);
      return;
    }
    if (!this.#element.dispatchEvent(new TillgateSubmitEvent(method.method))) return;
    await this.#controller.submit(() => this.#toSubmit(method, randomId()));
  }

  async update(): Promise<void> {
    await (this.#framed?.run('update') ?? this.#controller.check(true));
  }

  focus(options?: FocusOptions): void {
    if (this.#framed) this.#framed.focus();
    else this.#focus('input, select, button, a, h2', options);
  }

  turnLanguage(): void {
    if (this.#controller.state.phase === 'loading') return;
    void this.words.use(this.#locale.tagFor());
    void this.#parts.requiredFields?.turnLanguage().then(() => this.#element.requestUpdate());
  }

  hostDisconnected(): void {
    this.#progress.stop();
    this.#form.card.forget();
  }

  hostUpdated(): void {
    const target = this.#focusNext;
    this.#focusNext = undefined;
    if (target !== undefined) target.some((selector) => this.#focus(selector));
    for (const event of this.#pendingEvents.splice(0)) {
      if (event.type === 'tillgate-ready') this.#changes.ready(this.#form, this.#controller.state.phase);
      this.#element.dispatchEvent(event);
    }
    this.#changes.flush(this.#form);
  }

  async prepare(view: SessionView): Promise<void> {
    const views = view.outcome.status === 'open' ? undefined : this.#views.load();
    const parts = loadFormParts(view, this.#parts, {
      root: this.#element.renderRoot,
      locale: () => toIntlLocale(this.#locale.tagFor(view)),
      addressLookup: () => this.#element.addressLookup,
      onChange: this.#handleInput,
      onRemoveCard: (tokenId) => this.#controller.removeCard(tokenId),
    });
    [this.#parts] = await Promise.all([parts, this.words.use(this.#locale.tagFor(view)), views]);
    if (views !== undefined || Object.keys(this.#parts).length > 0) await this.words.loadRest();
  }

  startAction(action: NextAction): boolean {
    const isLet = this.#element.dispatchEvent(new TillgateActionEvent(action));
    if (isLet) void this.#start(action);
    return isLet;
  }

  changed(state: CheckoutState, before: CheckoutState): void {
    this.#views.changed(state);
    if (state.view !== null && state.view !== before.view) this.#begin(state.view, before.view === null);
    if (state.error !== null && state.error !== before.error) {
      this.#pendingEvents.push(new TillgateErrorEvent(state.error, ERRORS[state.error].retryable));
    }
    if (state.phase === before.phase) return;
    // Without a session only the browser's language is known.
    if (state.view === null && state.phase !== 'loading') {
      void this.words.use(this.#locale.tagFor());
      void this.#loadRest();
    }
    if (before.phase === 'submitting') {
      // Nothing of a refused order was sent.
      if (state.error !== 'version_conflict') this.#form.forgetCode();
      this.#form.refuse(this.#controller.refusedFields);
    }
    if (state.phase === 'form' && before.phase !== 'loading') {
      this.#form.refuse((FIELDS_BY_DECLINE_CODE[state.decline ?? 'declined'] ?? []).map((path) => ({ path })));
      this.#changes.expect();
    }
    const isEnd = /^(paid|refused|expired)$/.test(state.phase);
    // At once: by the end of the tick the page may have set another session or basket.
    if (isEnd) recordBasketSessionEnd(connectOptions(this.#element), state.phase === 'paid');
    this.#progress.changed(state.phase, before.phase, () => {
      this.#end(state);
      this.#focusNext = ['#result-title'];
    });
    if (this.#progress.isDone) return;
    if (isEnd) this.#end(state);
    if (before.phase === 'loading') return;
    if (state.phase === 'form') this.#focusNext = selectorsOfReopenedForm(state.decline);
    else if (!/^(submitting|challenge)$/.test(state.phase)) this.#focusNext = ['#result-title'];
  }

  render(): TemplateResult {
    const t = this.words.translate(this.#element.labels);
    const { state } = this.#controller;
    const { view, phase } = state;
    if (view !== null && (/^(form|submitting|challenge)$/.test(phase) || this.#progress.isDone)) {
      return this.#form.render(view, state, {
        t,
        amount: this.#canFormat ? this.#locale.format(view.amount, view.currency) : '',
        format: (amount) => this.#locale.format(amount, view.currency),
        locale: () => this.#locale.name,
        methodMark: this.#later?.methodMark,
        tabs: this.#element.layout === 'tabs',
        autoAdvance: !this.#element.noAutoAdvance,
        isSlow: this.#progress.isSlow,
        isDone: this.#progress.isDone,
        onSubmit: () => void this.submit(),
      });
    }
    const screen = this.#views.renderOutcome(state, t, this.#outcomeContext(t));
    return this.#framed?.render(t('methods'), screen) ?? screen;
  }

  renderDialog(): unknown {
    const t = this.words.translate(this.#element.labels);
    return this.#views.renderDialog(t, this.#controller.state, this.#outcomeContext(t));
  }

  async #start(action: NextAction): Promise<void> {
    const { phase, outcome } = this.#controller.state;
    const isWanted = (): boolean => this.#element.isConnected && this.#controller.state.phase === phase;
    const isLet = await this.#element.allowAction(action);
    if (!isWanted()) return;
    const paymentId = outcome?.payment_id ?? '';
    if (!isLet) this.#controller.releaseAction();
    else if (action.type === 'redirect') this.#element.navigate(action);
    else if (action.type === 'challenge') {
      await this.#views.open(action, paymentId, { server: companionUrlOf(this.#element), isWanted });
    }
  }

  #outcomeContext(t: Translate): OutcomeContext {
    const { view } = this.#controller.state;
    const { method } = this.#form;
    return {
      amount: () => (view === null ? '' : this.#locale.format(view.amount, view.currency)),
      methodLabel: method === undefined ? '' : methodLabelOf(method, t),
      locale: () => this.#locale.name,
      onRetry: () => {
        // The pressed button is no longer rendered.
        void this.load().then(() => this.#element.updateComplete.then(() => this.focus()));
      },
      onContinue: () => void this.#controller.act(),
      onAbandon: () => void this.#controller.abandon(),
    };
  }

  /** The frame loads the session; here it stays loading, or fails. */
  async #isolate(): Promise<void> {
    this.#frame = undefined;
    void this.words.use(this.#locale.tagFor());
    await new Promise<void>((onShown) => {
      const frame = async (signal: AbortSignal): Promise<never> => {
        this.#frame = await openIsolatedFrame(this.#element, { onShown, signal });
        return this.#frame.failure;
      };
      void this.#controller.wait(frame).then(onShown);
    });
  }

  get #framed(): IsolatedFrameHost | undefined {
    return this.#element.isolated && this.#controller.state.phase === 'loading' ? this.#frame : undefined;
  }

  #begin(view: SessionView, isFirst: boolean): void {
    this.#form.begin(view, this.#parts);
    this.#pendingEvents.push(new TillgateReadyEvent());
    if (!isFirst) {
      this.#changes.expect();
      return;
    }
    const startedAt = Date.now();
    // The form comes first: nothing else is fetched or computed before it is visible.
    const later = waitForPaint().then(() => this.#loadRest());
    void later.then(() => warnOfColoursInDevelopment(this.#element.renderRoot));
    this.#gather = later.then((parts) => parts && startDeviceDataCollection(view, startedAt, this.#element, parts));
    removeSessionIdFromUrl(view.session_id);
  }

  /** Fetches the parts that are needed soon, while the shopper types. */
  async #loadRest(): Promise<DeferredModule | undefined> {
    this.#canFormat = true;
    this.#element.requestUpdate();
    void this.words.loadRest();
    this.#later = await this.#views.load();
    adoptCardModule(this.#later, this.#element.renderRoot);
    this.#element.requestUpdate();
    return this.#later;
  }

  #end(state: CheckoutState): void {
    this.#form.card.forget();
    this.#pendingEvents.push(toCompleteEvent(state));
  }

  async #toSubmit(method: MethodView, attemptId: string): Promise<SubmitPayment> {
    const form = this.#form.value(method);
    const device = await awaitDeviceData(this.#element, this.#gather);
    return { attempt_id: attemptId, ...form, risk_token: this.#element.riskToken || undefined, device };
  }

  /** False where nothing matches. */
  #focus(selector: string, options?: FocusOptions): boolean {
    const found = this.#element.renderRoot.querySelector<HTMLInputElement>(selector);
    found?.focus(options);
    if (selector === DECLINED_NUMBER_SELECTOR) found?.select();
    return found !== null;
  }
}
