import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators/property.js';
import type { NextAction } from '../shared/contract/index.ts';
import type { AddressLookup } from './address/address-lookup.ts';
import type { Fetch } from './api/checkout-api.ts';
import { Checkout } from './checkout/checkout.ts';
import type { CheckoutHostElement, DeviceDataFromShop } from './checkout/checkout-host-element.ts';
import { waitForPointerRelease } from './checkout/wait-for-pointer-release.ts';
import type { Messages } from './i18n/translate.ts';
import { readNamedPageCookies } from './page-cookies.ts';
import { submitActionForm } from './redirect/post-action.ts';
import { styles } from './theme/styles.ts';

/** Properties whose change loads the session again. */
const LOADING = ['session', 'items', 'server', 'isolated'] as const;

/** A removed attribute leaves an empty text. */
const toText = (value: string | null): string => value ?? '';

/**
 * The checkout: takes a session's token and guides the shopper through paying it.
 *
 * @tag tillgate-checkout
 *
 * @fires {TillgateReadyEvent} tillgate-ready - The form is ready, again with each changed order, or the result of a session that has ended is shown.
 * @fires {TillgateCardEvent} tillgate-card - The brand or the first six digits of the typed card number changed.
 * @fires {TillgateChangeEvent} tillgate-change - The payment method or the validity of the form changed; sent after tillgate-ready.
 * @fires {TillgateSubmitEvent} tillgate-submit - The shopper submits the payment; cancelable.
 * @fires {TillgateActionEvent} tillgate-action - A challenge, a redirect or a payment code starts; cancelable.
 * @fires {TillgateCompleteEvent} tillgate-complete - The session ended: paid, declined or expired.
 * @fires {TillgateErrorEvent} tillgate-error - An error that the shopper sees.
 *
 * @slot header - Content above the element.
 * @slot summary - The shop's summary of the order, between header and form.
 * @slot fallback - Content while the element is not defined, and where the session cannot be loaded: a link to the hosted page.
 * @slot before-pay - Terms and notes above the pay button.
 * @slot footer - Content below the element.
 *
 * @csspart form - The payment form.
 * @csspart methods - The list of payment methods.
 * @csspart method - One payment method of the list.
 * @csspart card - The group of card fields.
 * @csspart card-number - The field of the card number.
 * @csspart card-row - The row of expiry date and security code.
 * @csspart card-expiry - The field of the expiry date.
 * @csspart card-code - The field of the security code.
 * @csspart card-holder - The field of the name on the card.
 * @csspart brands - The choice between the brands of one card.
 * @csspart saved-cards - The list of saved cards.
 * @csspart saved-card - One saved card of the list.
 * @csspart installments - The choice of an installment plan.
 * @csspart terms - The terms of a subscription.
 * @csspart fields - The required fields of a payment method.
 * @csspart section - A group of required fields, such as an address.
 * @csspart summary - The summary of a group whose values are known.
 * @csspart field - One field: label, input and error.
 * @csspart label - The label of a field.
 * @csspart input - The input or select of a field.
 * @csspart error - The error of a field.
 * @csspart alert - The message above the form, such as a decline.
 * @csspart radio - A radio button, such as that of a payment method.
 * @csspart checkbox - A box to tick.
 * @csspart file - The input of a file.
 * @csspart list - The list of suggestions of a search.
 * @csspart option - One suggestion of the list.
 * @csspart pay - The pay button.
 * @csspart button - Each other button, and each link that looks like one.
 * @csspart abandon - The button that leaves a payment under way.
 * @csspart back - The link to the shop.
 * @csspart cancel - The button that cancels a challenge, or keeps a saved card.
 * @csspart change - The button that opens the fields of a summary.
 * @csspart check - The button that asks whether a code is paid.
 * @csspart confirm - The button that confirms the removal of a saved card.
 * @csspart continue - The button that goes on to the bank.
 * @csspart copy - The button that copies a code.
 * @csspart open - The button or link that opens a code in another tab.
 * @csspart print - The button that prints a voucher.
 * @csspart remove - The button that removes a saved card or a file.
 * @csspart retry - The button that tries again.
 * @csspart stay - The button that returns to a challenge.
 * @csspart suggestion - The button with the email address that was probably meant.
 * @csspart result - The screen that shows a result.
 * @csspart challenge - The dialog of a 3-D Secure challenge.
 *
 * @cssproperty [--tillgate-color-primary=light-dark(#2440d6, #a3b4ff)] - Buttons and focus.
 * @cssproperty [--tillgate-color-on-primary=light-dark(#fff, #10163a)] - Text on buttons.
 * @cssproperty [--tillgate-color-text=light-dark(#14171f, #f2f3f6)] - Text.
 * @cssproperty [--tillgate-color-muted=light-dark(#596173, #a7afbf)] - Labels and notes.
 * @cssproperty [--tillgate-color-surface=light-dark(#fff, #171a21)] - Background of fields.
 * @cssproperty [--tillgate-color-border=light-dark(#d6dae3, #373d4a)] - Lines between parts.
 * @cssproperty [--tillgate-color-field-border=light-dark(#8a92a3, #6b7486)] - Borders of fields.
 * @cssproperty [--tillgate-color-danger=light-dark(#b4231a, #ff9d94)] - Errors.
 * @cssproperty [--tillgate-color-success=light-dark(#0d7a43, #6fdca2)] - The mark of a paid session.
 * @cssproperty [--tillgate-color-focus=var(--_primary)] - The focus ring; the primary colour by default.
 * @cssproperty [--tillgate-radius=0.75rem] - Corner radius.
 * @cssproperty [--tillgate-button-radius=var(--_radius)] - Corner radius of buttons; --tillgate-radius by default.
 * @cssproperty [--tillgate-shadow=none] - Shadow of the card fields.
 * @cssproperty [--tillgate-spacing=1rem] - Space between parts.
 * @cssproperty [--tillgate-font-family=system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif] - Typeface.
 */
export class TillgateCheckout extends LitElement implements CheckoutHostElement {
  static override readonly styles = styles;
  /** @internal */
  declare readonly renderRoot: ShadowRoot;

  /** The session's token, from the shop's server. */
  @property({ converter: toText })
  session = '';
  /** SKUs and quantities instead of a session, `MUG-1:2,TEE-3:1`, priced by the companion's price list. */
  @property({ converter: toText })
  items = '';
  /** The companion's base URL; the origin of the element's script by default. */
  @property({ converter: toText })
  server = '';
  /** Language of texts and amounts; the session's, then the browser's by default. */
  @property({ converter: toText })
  locale = '';
  /** Layout of the payment methods. */
  @property({ converter: toText })
  layout: 'accordion' | 'tabs' = 'accordion';
  /** Keeps the focus in a card field that is complete, instead of moving it to the next one. */
  @property({ type: Boolean, attribute: 'no-auto-advance' })
  noAutoAdvance = false;
  /** Renders the form in an iframe of the companion, so that the page's scripts cannot reach card data. */
  @property({ type: Boolean })
  isolated = false;
  /** Size of the 3-D Secure challenge window; the best fit by default. */
  @property({ attribute: 'challenge-window', converter: toText })
  challengeWindow: '' | '01' | '02' | '03' | '04' | '05' = '';
  /** Token for the shop's own risk check, such as a captcha's; set before the payment is submitted. */
  @property({ attribute: 'risk-token', converter: toText })
  riskToken = '';
  /**
   * Device data of the shop, which replaces what the element collects: `session_id`, `platform_source`, `vendor_token`,
   * `cookie_new`, `cookie_old` and `fingerprint`. Values of the session win over both.
   */
  @property({ attribute: false })
  device: DeviceDataFromShop = {};
  /**
   * Colour scheme; `auto` follows the page and the shopper's setting.
   */
  @property({ reflect: true, converter: toText })
  theme: 'auto' | 'light' | 'dark' = 'auto';
  /** The shop's own texts, by key. */
  @property({ attribute: false })
  labels: Partial<Messages> = {};
  /** Finds addresses while the shopper types one; the chosen one fills the fields of its address. */
  @property({ attribute: false })
  addressLookup: AddressLookup | undefined;
  /** Replaces `fetch`, for tests and for pages with a network layer; set before `session`. */
  @property({ attribute: false })
  fetcher: Fetch | undefined;

  /** @internal Navigates the page to an action's URL; inside a frame the host page does. */
  navigate = (action: NextAction): void => {
    submitActionForm(action, '_top');
  };

  /** @internal Reads cookies of the shop's page; inside a frame the host page does. */
  readCookies = (names: readonly string[]): Promise<Readonly<Record<string, string>>> =>
    Promise.resolve(readNamedPageCookies(names));

  /** @internal Whether an action may start; inside a frame the host page decides. */
  allowAction: (action: NextAction) => Promise<boolean> = () => Promise.resolve(true);

  readonly #checkout = new Checkout(this);
  #press: Promise<void> | undefined;
  #loads = false;

  constructor() {
    super();
    this.addEventListener('pointerdown', () => {
      this.#press = waitForPointerRelease();
    });
  }

  /** Submits the payment, as the pay button does. Resolves when the companion has responded. */
  submit(): Promise<void> {
    return this.#checkout.submit();
  }

  /** Loads the session again. Typed values are dropped; the chosen method stays if it is still offered. */
  reload(): Promise<void> {
    return this.#checkout.load();
  }

  /**
   * Shows the order as the shop's server has changed it. Typed values stay; what the shopper agreed to is asked again.
   * Resolves when the new sum is known.
   */
  /* eslint-disable @typescript-eslint/no-misused-promises -- the name of a step of Lit, which gives it what changed */
  override update(): Promise<void>;
  /** @internal */
  override update(changed: PropertyValues<this>): void;
  override update(changed?: PropertyValues<this>): Promise<void> | void {
    if (changed === undefined) return this.#checkout.update();
    super.update(changed);
  }
  /* eslint-enable @typescript-eslint/no-misused-promises */

  /** Moves the focus to the first field. */
  override focus(options?: FocusOptions): void {
    this.#checkout.focus(options);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // An element that is moved or put back loads its session again.
    this.#loads = true;
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.requestUpdate();
  }

  /** Waits while a pointer is down: an error that appears on blur would move the button away from the click. */
  protected override async scheduleUpdate(): Promise<void> {
    await this.#press;
    await super.scheduleUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.isConnected) return;
    if (changed.has('locale')) this.#checkout.turnLanguage();
    // Before the first render, so that the request is under way meanwhile.
    if (this.#loads || LOADING.some((name) => changed.has(name))) void this.reload();
    this.#loads = false;
  }

  /** A disconnected element renders nothing, so that typed card data leaves the page. */
  protected override render(): TemplateResult | typeof nothing {
    if (!this.isConnected) return nothing;
    const { tag, dir } = this.#checkout.words.language;
    return html`<div class="root" lang=${tag} dir=${dir}>
      <slot name="header"></slot>
      <slot name="summary"></slot>
      ${this.#checkout.render()} ${this.#checkout.renderDialog()}
      <slot name="footer"></slot>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'tillgate-checkout': TillgateCheckout;
  }
}
