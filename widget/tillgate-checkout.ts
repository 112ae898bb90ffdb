import { html, type TemplateResult } from 'lit/html.js';
import type { Action } from '../shared/contract/index.ts';
import type { Fetch } from './api/checkout-api.ts';
import type { WindowSize } from './challenge/window-size.ts';
import { Checkout } from './checkout/checkout.ts';
import type { CheckoutElement, DeviceHints } from './checkout/checkout-element.ts';
import { untilReleased } from './checkout/until-released.ts';
import { DrawnElement } from './drawn-element.ts';
import type { Messages } from './i18n/translate.ts';
import { readPageCookies } from './page-cookies.ts';
import { postAction } from './redirect/post-action.ts';
import { adoptStyles } from './theme/adopt-styles.ts';
import { styles } from './theme/styles.ts';

/**
 * The checkout: takes a session's token and guides the shopper through paying it.
 *
 * @fires {TillgateReadyEvent} tillgate-ready - The form can be used, or the end of a session already over is shown.
 * @fires {TillgateChangeEvent} tillgate-change - Another method was chosen, or the form became complete or incomplete; after tillgate-ready.
 * @fires {TillgateSubmitEvent} tillgate-submit - The shopper pays; cancelable.
 * @fires {TillgateActionEvent} tillgate-action - A challenge, a redirect or a code comes; cancelable.
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
 * @csspart brands - The choice between the brands of one card.
 * @csspart saved-cards - The kept cards.
 * @csspart saved-card - One of them.
 * @csspart installments - The choice to pay in parts.
 * @csspart terms - The terms of a subscription.
 * @csspart fields - What is asked besides the card.
 * @csspart section - A group of it, such as an address.
 * @csspart summary - A group that is known already, folded.
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
 * @cssproperty --tillgate-color-focus - The ring around what has the focus; the primary colour, if not set.
 * @cssproperty --tillgate-radius - Corners.
 * @cssproperty --tillgate-button-radius - Corners of buttons; as all others, if not set.
 * @cssproperty --tillgate-shadow - Below the group of card fields.
 * @cssproperty --tillgate-spacing - Space between parts.
 * @cssproperty --tillgate-font-family - Typeface.
 */
export class TillgateCheckout extends DrawnElement implements CheckoutElement {
  static override readonly attributes = {
    session: 'session',
    items: 'items',
    server: 'server',
    locale: 'locale',
    layout: 'layout',
    isolated: 'isolated',
    challengeWindow: 'challenge-window',
    riskToken: 'risk-token',
    device: '',
    theme: 'theme',
    labels: '',
    fetcher: '',
  };

  /** The session's token, from the shop's server. */
  session = '';
  /** Instead of a session: SKUs and quantities, `MUG-1:2,TEE-3:1`, priced by the companion's price list. */
  items = '';
  /** The companion's address; where the element's script came from, if not set. */
  server = '';
  /** Language of texts and amounts; the session's, then the browser's, if not set. */
  locale = '';
  /** How the ways to pay are laid out. */
  layout: 'accordion' | 'tabs' = 'accordion';
  /** Draws the form in a frame of the companion, out of reach of the page's scripts. */
  isolated = false;
  /** Preferred size of the challenge window; the best fit if not set. */
  challengeWindow: WindowSize | '' = '';
  /** A captcha's answer, or whatever else the shop's own check of a payment needs; set before paying. */
  riskToken = '';
  /**
   * The shop's own `session_id`, `platform_source`, `vendor_token`, `cookie_new`, `cookie_old` and `fingerprint`, each in the
   * place of what the element finds out by itself; what the session says wins over both.
   */
  device: DeviceHints = {};
  /**
   * Light or dark; the page's and the shopper's own setting, if `auto`.
   * @reflect
   */
  theme: 'auto' | 'light' | 'dark' = 'auto';
  /** The shop's own words, by key. */
  labels: Partial<Messages> = {};
  /** For tests and pages with a network layer of their own; set before `session`. */
  fetcher: Fetch | undefined;

  /** @internal Takes the page to an action's address; in a frame, the page around it does. */
  leave = (action: Action): void => {
    postAction(action, '_top');
  };

  /** @internal Reads cookies of the shop's page; in a frame, the page around it does. */
  readCookies = (names: readonly string[]): Promise<Readonly<Record<string, string>>> =>
    Promise.resolve(readPageCookies(names));

  /** @internal Asks whether an action may start; in a frame, the page around it knows. */
  mayAct: (action: Action) => Promise<boolean> = () => Promise.resolve(true);

  readonly #checkout = new Checkout(this);
  #press: Promise<void> | undefined;

  constructor() {
    super();
    this.addEventListener('pointerdown', () => {
      this.#press = untilReleased();
    });
  }

  /** Pays, as the pay button does. Resolves when the answer is there. */
  submit(): Promise<void> {
    return this.#checkout.submit();
  }

  /** Loads the session again; what was typed is forgotten, the chosen way to pay stays where it is offered. */
  reload(): Promise<void> {
    return this.#checkout.load();
  }

  /** Moves the focus to the first field. */
  override focus(options?: FocusOptions): void {
    this.#checkout.focus(options);
  }

  /** While a pointer is down nothing moves: an error that comes up as a field is left would make the click miss. */
  protected override settled(): Promise<void> | undefined {
    return this.#press;
  }

  protected override changed(names: ReadonlySet<string>): void {
    if (names.has('theme')) this.setAttribute('theme', this.theme);
    if (names.has('locale')) this.#checkout.turnLanguage();
    // Before anything is drawn, so that the session is on its way meanwhile.
    if (['session', 'items', 'server', 'isolated'].some((name) => names.has(name))) void this.reload();
  }

  protected override render(): TemplateResult {
    adoptStyles(this.renderRoot, styles);
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
