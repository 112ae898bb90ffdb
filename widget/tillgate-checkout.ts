import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { formatAmount } from '../shared/money.ts';
import { ERRORS } from '../shared/errors.ts';
import type { Action, MethodView, SessionView, SubmitPayment } from '../shared/contract/index.ts';
import { createCheckoutApi, type Fetch } from './api/checkout-api.ts';
import { loadDrawings } from './card/brand-mark.ts';
import { CARD_FIELDS, CardForm } from './card/card-form.ts';
import type { ChallengeDialog } from './challenge/challenge-dialog.ts';
import { bestWindow, type WindowSize } from './challenge/window-size.ts';
import { CheckoutController, type CheckoutHost } from './checkout/checkout-controller.ts';
import type { CheckoutState } from './checkout/state.ts';
import { gatherDevice, startFingerprint } from './device/gather-device.ts';
import {
  TillgateActionEvent,
  TillgateChangeEvent,
  TillgateCompleteEvent,
  TillgateErrorEvent,
  TillgateReadyEvent,
  TillgateSubmitEvent,
} from './events/index.ts';
import { AskedFields } from './fields/asked-fields.ts';
import { selectField } from './fields/text-field.ts';
import { en, type Messages } from './i18n/en.ts';
import { createTranslate, errorKey, type Translate } from './i18n/translate.ts';
import { methodList } from './methods/method-list.ts';
import { cleanAddress } from './redirect/address.ts';
import { postAction } from './redirect/post-action.ts';
import { renderOutcome } from './result/outcome-views.ts';
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
 * @csspart form - The form. @csspart methods - The list of methods. @csspart method - One of them.
 * @csspart card - The group of card fields. @csspart field - A field with its error. @csspart label - A label.
 * @csspart input - An input or select. @csspart error - A field's error. @csspart alert - What the form says as a whole.
 * @csspart pay - The pay button. @csspart result - A result screen. @csspart challenge - The dialog of a challenge.
 *
 * @cssproperty --tillgate-color-primary - Buttons, focus. @cssproperty --tillgate-color-on-primary - Text on them.
 * @cssproperty --tillgate-color-text - Text. @cssproperty --tillgate-color-muted - Labels and notes.
 * @cssproperty --tillgate-color-surface - Behind fields. @cssproperty --tillgate-color-border - Lines.
 * @cssproperty --tillgate-color-field-border - Borders of fields. @cssproperty --tillgate-color-danger - Mistakes.
 * @cssproperty --tillgate-color-success - Paid. @cssproperty --tillgate-radius - Corners.
 * @cssproperty --tillgate-spacing - Space between parts. @cssproperty --tillgate-font-family - Typeface.
 */
export class TillgateCheckout extends LitElement implements CheckoutHost {
  static override styles = styles;
  static override shadowRootOptions: ShadowRootInit = { ...LitElement.shadowRootOptions, delegatesFocus: false };

  /** The session's token, from the shop's server. */
  @property() session = '';
  /** The companion's address; where the element's script came from, if not set. */
  @property() server = '';
  /** Language of texts and amounts; the session's, then the browser's, if not set. */
  @property() locale = '';
  /** How the ways to pay are laid out. */
  @property() layout: 'accordion' | 'tabs' = 'accordion';
  /** Preferred size of the challenge window; the best fit if not set. */
  @property({ attribute: 'challenge-window' }) challengeWindow: WindowSize | '' = '';
  @property({ reflect: true }) theme: 'auto' | 'light' | 'dark' = 'auto';
  /** The shop's own words, by key. */
  @property({ attribute: false }) labels: Partial<Messages> = {};
  /** For tests and pages with a network layer of their own; set before `session`. */
  @property({ attribute: false }) fetcher: Fetch | undefined;

  readonly #checkout = new CheckoutController(this);
  /** Loaded once the form is there. */
  #challenge: ChallengeDialog | undefined;
  readonly #handleInput = (): void => {
    this.requestUpdate();
    this.dispatchEvent(new TillgateChangeEvent(this.#method, this.#isValid));
  };
  #card = new CardForm(this.#handleInput);
  #asked = new AskedFields(this.#handleInput);
  #method = '';
  #bank = '';
  #plan = '';
  #bankShown = false;
  #attemptId = '';
  #startedAt = 0;
  #lifeId = '';
  #fingerprint: Promise<string | undefined> = Promise.resolve(undefined);
  #focusNext: 'result' | 'alert' | undefined;

  /** Pays, as the pay button does. Resolves when the answer is there. */
  async submit(): Promise<void> {
    const method = this.#chosen;
    if (this.#checkout.state.phase !== 'form' || method === undefined) return;
    this.#showFaults(method);
    if (!this.#isValid) {
      await this.#focusFirstFault();
      return;
    }
    if (!this.dispatchEvent(new TillgateSubmitEvent(method.method))) return;
    this.#attemptId = crypto.randomUUID();
    await this.#checkout.submit(() => this.#toSubmit(method));
  }

  /** Loads the session again; what was typed is forgotten. */
  async reload(): Promise<void> {
    this.#card = new CardForm(this.#handleInput);
    this.#asked = new AskedFields(this.#handleInput);
    this.#method = this.#bank = this.#plan = '';
    this.#bankShown = false;
    this.#startedAt = Date.now();
    this.#lifeId = crypto.randomUUID();
    await this.#checkout.load(createCheckoutApi(this.#serverUrl, this.session, this.fetcher ?? fetch.bind(window)));
  }

  /** Moves the focus to the first field. */
  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('input, select, button, a, h2')?.focus(options);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Moved in the page or put back: the session goes on where the companion has it.
    if (this.hasUpdated && this.session !== '') void this.reload();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#card.forget();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if ((changed.has('session') || changed.has('server')) && this.session !== '') void this.reload();
    const target = this.#focusNext;
    if (target === undefined) return;
    this.#focusNext = undefined;
    this.renderRoot.querySelector<HTMLElement>(target === 'result' ? '#result-title' : '.alert')?.focus();
  }

  /** @internal */
  startAction(action: Action): boolean {
    const paymentId = this.#checkout.state.outcome?.payment_id ?? '';
    if (!this.dispatchEvent(new TillgateActionEvent(action))) return false;
    if (action.type === 'redirect') postAction(action, '_top');
    else void this.#openChallenge(action, paymentId);
    return true;
  }

  /** @internal */
  changed(state: CheckoutState, before: CheckoutState): void {
    if (state.phase !== 'challenge') this.#challenge?.close();
    if (state.view !== null && before.view === null) this.#begin(state.view);
    if (state.error !== null && state.error !== before.error) {
      this.dispatchEvent(new TillgateErrorEvent(state.error, ERRORS[state.error].retryable));
    }
    if (state.phase === before.phase) return;
    if (before.phase === 'submitting') this.#card.forgetCode();
    const ended = state.phase === 'paid' || state.phase === 'refused' || state.phase === 'expired';
    if (ended) this.#end(state);
    if (before.phase === 'loading') return;
    if (state.phase === 'form') this.#focusNext = 'alert';
    else if (ended || state.phase === 'checking' || state.phase === 'waiting') this.#focusNext = 'result';
  }

  protected override render(): TemplateResult {
    const t = this.#translate;
    const { state } = this.#checkout;
    const form = state.phase === 'form' || state.phase === 'submitting' || state.phase === 'challenge';
    return html`
      <slot name="header"></slot>
      <slot name="summary"></slot>
      ${form && state.view !== null ? this.#renderForm(state.view, t) : this.#renderOutcome(t)}
      ${
        this.#challenge?.isOpen === true
          ? this.#challenge.render(t, state.busy, () => void this.#checkout.abandon())
          : nothing
      }
      <slot name="footer"></slot>
    `;
  }

  #renderForm(view: SessionView, t: Translate): TemplateResult {
    const { phase, decline, error } = this.#checkout.state;
    const busy = phase !== 'form';
    const method = this.#chosen;
    const alert = decline !== null ? t(`decline.${decline}`) : error !== null ? t(errorKey(error)) : '';
    return html`<form
      part="form"
      novalidate
      aria-busy=${busy ? 'true' : 'false'}
      @submit=${(event: Event) => {
        event.preventDefault();
        void this.submit();
      }}
    >
      <div class="alert" part="alert" role="alert" tabindex="-1">${alert}</div>
      ${methodList({
        methods: view.methods,
        chosen: this.#method,
        legend: t('methods'),
        labelOf: (entry) => labelOf(entry, t),
        disabled: busy,
        onChoose: (name) => {
          this.#method = name;
          this.#handleInput();
        },
        content: method === undefined ? html`` : this.#renderMethod(method, view, t, busy),
      })}
      ${this.#renderTerms(view, t)}
      <slot name="before-pay"></slot>
      <button class="primary pay" part="pay" type="submit" aria-disabled=${busy ? 'true' : 'false'}>
        ${
          busy
            ? html`<span class="spinner" aria-hidden="true"></span>${t('paying')}`
            : t('pay', { amount: this.#format(view.amount, view.currency) })
        }
      </button>
      <p class="secure">${LOCK}${t('secure')}</p>
    </form>`;
  }

  #renderMethod(method: MethodView, view: SessionView, t: Translate, disabled: boolean): TemplateResult {
    return html`
      ${this.#asked.render(method.fields, t, disabled)}
      ${method.kind === 'card' ? this.#card.render(t, disabled) : nothing}
      ${method.banks.length > 0 ? this.#renderBanks(method, t, disabled) : nothing}
      ${method.kind === 'card' && view.installments.length > 0 ? this.#renderPlans(view, t, disabled) : nothing}
      ${
        method.kind === 'redirect'
          ? html`<p class="note">${t('redirect.notice', { label: labelOf(method, t) })}</p>`
          : nothing
      }
    `;
  }

  #renderBanks(method: MethodView, t: Translate, disabled: boolean): TemplateResult {
    return selectField({
      name: 'bank',
      label: t('field.bank'),
      value: this.#bank,
      choices: [
        { value: '', label: t('field.bank.choose') },
        ...method.banks.map((bank) => ({ value: bank.code, label: bank.name })),
      ],
      error: this.#bankShown && this.#bank === '' ? t('invalid.bank') : undefined,
      disabled,
      onChange: (code) => {
        this.#bank = code;
        this.#handleInput();
      },
    });
  }

  #renderPlans(view: SessionView, t: Translate, disabled: boolean): TemplateResult {
    return selectField({
      name: 'installments',
      label: t('field.installments'),
      value: this.#plan,
      choices: [
        { value: '', label: t('field.installments.none') },
        ...view.installments.map(({ id, count, label, amount }) => ({
          value: id,
          label:
            label ??
            (amount === undefined
              ? t('field.installments.count', { count })
              : t('field.installments.amount', { count, amount: this.#format(amount, view.currency) })),
        })),
      ],
      error: undefined,
      disabled,
      onChange: (id) => {
        this.#plan = id;
        this.#handleInput();
      },
    });
  }

  #renderTerms(view: SessionView, t: Translate): TemplateResult | typeof nothing {
    const { subscription } = view;
    if (!subscription) return nothing;
    const unit = subscription.interval ?? '';
    const interval = unit === '' ? '' : t('subscription.every', { count: subscription.interval_count ?? '1', unit });
    const amount = this.#format(subscription.contract_amount ?? view.amount, view.currency);
    return html`<p class="note">${t('subscription', { amount, interval })}</p>`;
  }

  #renderOutcome(t: Translate): TemplateResult {
    const { state } = this.#checkout;
    return renderOutcome(state, t, {
      amount: state.view === null ? '' : this.#format(state.view.amount, state.view.currency),
      methodLabel: this.#chosen === undefined ? '' : labelOf(this.#chosen, t),
      onRetry: () => void this.reload(),
      onContinue: () => this.#checkout.act(),
      onAbandon: () => void this.#checkout.abandon(),
    });
  }

  #begin(view: SessionView): void {
    this.#method = view.methods[0]?.method ?? '';
    const first = view.methods.find((method) => method.kind === 'card');
    this.#card.accepted = first?.brands ?? null;
    this.#fingerprint = startFingerprint(view.device);
    cleanAddress(view.session_id);
    if (first !== undefined) void this.#loadCardParts();
    this.dispatchEvent(new TillgateReadyEvent());
  }

  /** What a card may need soon, fetched while the shopper types. */
  async #loadCardParts(): Promise<void> {
    await Promise.all([loadDrawings(), this.#loadChallenge()]);
    this.requestUpdate();
  }

  async #loadChallenge(): Promise<ChallengeDialog | undefined> {
    try {
      const { ChallengeDialog } = await import('./challenge/challenge-dialog.ts');
      this.#challenge ??= new ChallengeDialog(this, () => void this.#checkout.check());
    } catch {
      // Without its dialog the challenge takes the whole page.
    }
    return this.#challenge;
  }

  async #openChallenge(action: Action, paymentId: string): Promise<void> {
    const dialog = await this.#loadChallenge();
    if (this.#checkout.state.phase !== 'challenge') return;
    if (dialog === undefined) postAction(action, '_top');
    else dialog.open(action, paymentId, this.#serverUrl);
  }

  #end(state: CheckoutState): void {
    this.#card.forget();
    const session_id = state.view?.session_id ?? '';
    const { payment_id = null, status = 'expired' } = state.outcome ?? {};
    this.dispatchEvent(new TillgateCompleteEvent({ session_id, payment_id, status }));
  }

  async #toSubmit(method: MethodView): Promise<SubmitPayment> {
    const view = this.#checkout.state.view;
    if (view === null) throw new TypeError('There is no session to pay.');
    const device = await gatherDevice(
      view.device,
      {
        startedAt: this.#startedAt,
        now: Date.now(),
        sessionId: this.#lifeId,
        challengeWindow: this.challengeWindow || bestWindow(innerWidth),
      },
      this.#fingerprint,
    );
    return {
      attempt_id: this.#attemptId,
      method: method.method,
      ...this.#asked.value(method.fields),
      ...(method.kind === 'card' ? { card: this.#card.value() } : {}),
      ...(method.kind === 'card' && this.#plan !== '' ? { installments: this.#plan } : {}),
      ...(method.banks.length > 0 ? { bank_code: this.#bank } : {}),
      device,
    };
  }

  get #isValid(): boolean {
    const method = this.#chosen;
    if (method === undefined) return false;
    return (
      method.fields.every((field) => this.#asked.faultOf(field) === undefined) &&
      (method.kind !== 'card' || this.#card.valid) &&
      (method.banks.length === 0 || this.#bank !== '')
    );
  }

  #showFaults(method: MethodView): void {
    for (const field of method.fields) this.#asked.shown.add(field.path);
    for (const field of CARD_FIELDS) this.#card.shown.add(field);
    this.#bankShown = true;
    this.requestUpdate();
  }

  async #focusFirstFault(): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  get #chosen(): MethodView | undefined {
    return this.#checkout.state.view?.methods.find((method) => method.method === this.#method);
  }

  get #translate(): Translate {
    return createTranslate(en, this.labels);
  }

  #format(amount: string, currency: string): string {
    const locale = this.locale || this.#checkout.state.view?.locale || navigator.language;
    return formatAmount(amount, currency, locale);
  }

  get #serverUrl(): string {
    const own = new URL(import.meta.url);
    return (this.server || (own.protocol.startsWith('http') ? own.origin : location.origin)).replace(/\/+$/, '');
  }
}

function labelOf(method: MethodView, t: Translate): string {
  return method.label ?? (method.kind === 'card' ? t('card') : method.method);
}

const LOCK = html`<svg viewBox="0 0 16 18" aria-hidden="true" fill="currentColor">
  <path
    d="M4 7V5a4 4 0 018 0v2h1a1 1 0 011 1v8a1 1 0 01-1 1H3a1 1 0 01-1-1V8a1 1 0 011-1zm1.7 0h4.6V5a2.3 2.3 0 00-4.6 0z"
  />
</svg>`;

declare global {
  interface HTMLElementTagNameMap {
    'tillgate-checkout': TillgateCheckout;
  }
}
