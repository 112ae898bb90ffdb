import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { NextAction } from '../../shared/contract/index.ts';
import type { Translate } from '../i18n/translate.ts';
import { resultButton } from '../result/result-button.ts';
import { lockPageScroll } from './modal.ts';
import { closeModal, showModal } from './modal.ts';
import { CHALLENGE_TIMEOUTS } from './timeouts.ts';
import { challengeWindowFits } from './window-size.ts';

let frames = 0;

/** The element that shows the dialog. */
export interface ChallengeHost extends ReactiveControllerHost {
  readonly renderRoot: ShadowRoot;
}

/** How it stands with the companion, and the shopper's ways out. Each of them asks the companion first. */
export interface ChallengeContext {
  busy: boolean;
  offline: boolean;
  onCancel: () => void;
  onRetry: () => void;
}

/** Sends the frame of that name to the action's address. */
type Post = (action: NextAction, target: string, root: ShadowRoot) => void;

/**
 * The card issuer's page in a dialog. What the frame says is never believed: its message only makes the element ask the
 * companion, and only where it comes from this frame and from the companion's origin.
 */
export class ChallengeDialog implements ReactiveController {
  readonly #host: ChallengeHost;
  readonly #check: () => Promise<unknown>;
  readonly #frameName = `tillgate-challenge-${(frames += 1)}`;
  #action: NextAction | undefined;
  #origin = '';
  #paymentId = '';
  #opener: Element | null = null;
  #release: (() => void) | undefined;
  /** Each that is opened gets a frame of its own, so that going back never leads into one. */
  #frame!: HTMLIFrameElement;
  #timers: number[] = [];
  /** `sent`: the frame is on its way; `shown`: it has loaded something, be it an error page. */
  #state: 'new' | 'sent' | 'shown' = 'new';
  #isSlow = false;
  #isLate = false;
  /** Asks whether the payment is to be cancelled; holds what had the focus before. */
  #question: { focused: Element | null } | undefined;

  constructor(host: ChallengeHost, check: () => Promise<unknown>) {
    this.#host = host;
    this.#check = check;
    host.addController(this);
  }

  get isOpen(): boolean {
    return this.#action !== undefined;
  }

  open(action: NextAction, paymentId: string, server: string, post: Post): void {
    this.close();
    this.#opener = deepActiveElement();
    this.#action = action;
    this.#paymentId = paymentId;
    this.#origin = new URL(server).origin;
    this.#frame = document.createElement('iframe');
    this.#frame.name = this.#frameName;
    // EMV 3-D Secure lets an issuer ask for a passkey or a secure payment confirmation, wherever its page leads on to.
    this.#frame.allow = 'payment *; publickey-credentials-get *';
    this.#frame.addEventListener('load', this.#handleLoad);
    this.#state = 'new';
    this.#isSlow = this.#isLate = false;
    this.#release = lockPageScroll();
    addEventListener('message', this.#handleMessage);
    addEventListener('resize', this.#fit);
    window.visualViewport?.addEventListener('resize', this.#fit);
    window.visualViewport?.addEventListener('scroll', this.#fit);
    this.#host.requestUpdate();
    void this.#host.updateComplete.then(() => this.#start(post));
  }

  close(): void {
    if (this.#action === undefined) return;
    this.#action = undefined;
    this.#question = undefined;
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
    removeEventListener('message', this.#handleMessage);
    removeEventListener('resize', this.#fit);
    window.visualViewport?.removeEventListener('resize', this.#fit);
    window.visualViewport?.removeEventListener('scroll', this.#fit);
    this.#release?.();
    if (this.#dialog !== null) closeModal(this.#dialog);
    if (this.#opener instanceof HTMLElement) this.#opener.focus({ preventScroll: true });
    this.#opener = null;
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.close();
  }

  render(t: Translate, context: ChallengeContext): TemplateResult {
    const { busy, offline, onCancel } = context;
    const wanted = this.#action?.window_size ?? '03';
    const size = challengeWindowFits(wanted, innerWidth, innerHeight) ? wanted : '05';
    const isAsking = this.#question !== undefined;
    const title = this.#action?.purpose === 'payment' ? 'challenge.page' : 'challenge.title';
    return html`<dialog
      class="size-${size}"
      part="challenge"
      aria-labelledby="challenge-title"
      @cancel=${(event: Event) => {
        event.preventDefault();
        // Where it could not be prevented, the browser closes the dialog next.
        if (event.defaultPrevented) this.#handleEscape(busy);
      }}
      @close=${() => {
        // A browser lets a second Escape close any dialog; this one closes only once the companion has abandoned the payment.
        if (!this.isOpen || this.#dialog?.open === true) return;
        if (this.#dialog !== null) showModal(this.#dialog);
        this.#handleEscape(busy);
      }}
    >
      <header ?inert=${isAsking}>
        <h2 id="challenge-title" tabindex="-1">${t(this.#isLate ? 'challenge.late' : title)}</h2>
        <button
          type="button"
          part="button cancel"
          class="quiet"
          aria-label=${t(busy ? 'challenge.checking' : 'challenge.close')}
          aria-disabled=${busy}
          @click=${onCancel}
        >
          ${t(busy ? 'challenge.checking' : 'challenge.cancel')}
        </button>
      </header>
      <p class="note" role="status">${offline ? t('challenge.offline') : ''}</p>
      ${this.#isLate ? renderLate(t, context, isAsking) : this.#renderFrame(t, context)}
      ${isAsking ? this.#renderQuestion(t, context) : nothing}
    </dialog>`;
  }

  #renderQuestion(t: Translate, { onCancel }: ChallengeContext): TemplateResult {
    const stay = (): void => this.#endQuestion();
    const leave = (): void => {
      stay();
      onCancel();
    };
    return html`<div
      class="sure"
      role="alertdialog"
      aria-modal="true"
      aria-labelledby="challenge-sure"
      aria-describedby="challenge-sure-text"
    >
      <div class="late">
        <h3 id="challenge-sure">${t('challenge.sure')}</h3>
        <p id="challenge-sure-text">${t('challenge.sure_text')}</p>
        ${resultButton('stay', t('challenge.stay'), stay)}
        ${resultButton('abandon', t('challenge.leave'), leave, false, 'quiet')}
      </div>
    </div>`;
  }

  /** Escape is pressed by mistake, so it asks; pressed again, it leads back. While the companion is asked it does nothing. */
  #handleEscape(busy: boolean): void {
    if (this.#question !== undefined) this.#endQuestion();
    else if (!busy) {
      this.#question = { focused: this.#host.renderRoot.activeElement };
      void this.#drawThenFocus(() => this.#dialog?.querySelector('.sure button'));
    }
  }

  #endQuestion(): void {
    const { focused } = this.#question ?? {};
    this.#question = undefined;
    void this.#drawThenFocus(() =>
      focused instanceof HTMLElement && this.#dialog?.contains(focused) === true
        ? focused
        : this.#dialog?.querySelector('header button'),
    );
  }

  async #drawThenFocus(find: () => HTMLElement | null | undefined): Promise<void> {
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    find()?.focus();
  }

  #renderFrame(t: Translate, { busy, onRetry }: ChallengeContext): TemplateResult {
    const isPage = this.#action?.purpose === 'payment';
    const isComing = this.#state !== 'shown';
    const isAsking = this.#question !== undefined;
    this.#frame.title = t(isPage ? 'challenge.page' : 'challenge.frame');
    return html`<div class="window ${isComing && !this.#isSlow ? 'coming' : ''}" ?inert=${isAsking}>
        <p class="opening" role="status">
          ${
            isComing
              ? html`<span class="spinner" aria-hidden="true"></span>
                  ${t(isPage ? 'challenge.opening_page' : 'challenge.opening')}`
              : nothing
          }
        </p>
        ${this.#frame}
      </div>
      <div class="help" role="status" ?inert=${isAsking}>
        ${
          this.#isSlow
            ? html`<span class="note">${t(isComing ? 'challenge.slow' : 'challenge.stuck')}</span>
                ${resultButton('retry', t('retry'), onRetry, busy, 'quiet')}`
            : nothing
        }
      </div>`;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#host.renderRoot.querySelector('dialog');
  }

  #start(post: Post): void {
    const dialog = this.#dialog;
    if (dialog === null || this.#action === undefined || dialog.open) return;
    showModal(dialog);
    this.#fit();
    this.#state = 'sent';
    this.#timers = [
      setTimeout(() => {
        this.#isSlow = true;
        this.#host.requestUpdate();
      }, CHALLENGE_TIMEOUTS.slow),
      setTimeout(() => void this.#giveUp(), CHALLENGE_TIMEOUTS.longest),
    ];
    post(this.#action, this.#frameName, this.#host.renderRoot);
  }

  /** The challenge takes too long: if the companion has no new outcome, the shopper decides. */
  async #giveUp(): Promise<void> {
    const frame = this.#frame;
    await this.#check();
    if (!this.isOpen || frame !== this.#frame) return;
    this.#isLate = true;
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    this.#dialog?.querySelector<HTMLElement>('h2')?.focus();
  }

  readonly #handleLoad = (event: Event): void => {
    // The empty document that every frame begins with; another origin's document is not to be seen.
    if (this.#state !== 'sent' || (event.target as HTMLIFrameElement).contentDocument?.URL === 'about:blank') return;
    this.#state = 'shown';
    this.#host.requestUpdate();
  };

  /** Keeps the whole screen's window above an on-screen keyboard. Who zooms by fingers looks at a part on purpose. */
  readonly #fit = (): void => {
    const { height, offsetTop, scale } = window.visualViewport ?? { height: innerHeight, offsetTop: 0, scale: 1 };
    const style = this.#dialog?.style;
    if (scale < 1.05) {
      style?.setProperty('--_seen', `${height}px`);
      style?.setProperty('--_top', `${offsetTop}px`);
    }
    this.#host.requestUpdate();
  };

  readonly #handleMessage = (event: MessageEvent): void => {
    if (event.origin !== this.#origin || event.source === null || event.source !== this.#frame.contentWindow) return;
    const data = event.data as { type?: unknown; payment_id?: unknown } | null;
    if (data?.type === 'tillgate:returned' && data.payment_id === this.#paymentId) void this.#check();
  };
}

function renderLate(t: Translate, { busy, onRetry }: ChallengeContext, isAsking: boolean): TemplateResult {
  return html`<div class="late" ?inert=${isAsking}>
    <p>${t('action.text')}</p>
    ${resultButton('retry', t('action.continue'), onRetry, busy)}
  </div>`;
}

/** The focused element, also inside shadow roots. */
function deepActiveElement(): Element | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}
