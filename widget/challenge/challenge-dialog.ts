import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { Action } from '../../shared/contract/index.ts';
import type { Translate } from '../i18n/translate.ts';

let frames = 0;

/** The element that shows the dialog. */
export interface ChallengeHost extends ReactiveControllerHost {
  readonly renderRoot: HTMLElement | DocumentFragment;
}

/** Sends the frame of that name to the action's address. */
type Post = (action: Action, target: string, root: HTMLElement | DocumentFragment) => void;

/**
 * The card issuer's page in a dialog. What the frame says is never believed: its message only makes the element ask the
 * companion, and only where it comes from this frame and from the companion's origin.
 */
export class ChallengeDialog implements ReactiveController {
  readonly #host: ChallengeHost;
  readonly #onReturn: () => void;
  readonly #frameName = `tillgate-challenge-${String((frames += 1))}`;
  #action: Action | undefined;
  #origin = '';
  #paymentId = '';
  #opener: Element | null = null;

  constructor(host: ChallengeHost, onReturn: () => void) {
    this.#host = host;
    this.#onReturn = onReturn;
    host.addController(this);
  }

  get isOpen(): boolean {
    return this.#action !== undefined;
  }

  open(action: Action, paymentId: string, server: string, post: Post): void {
    this.#opener = deepActiveElement();
    this.#action = action;
    this.#paymentId = paymentId;
    this.#origin = new URL(server).origin;
    addEventListener('message', this.#handleMessage);
    this.#host.requestUpdate();
    void this.#host.updateComplete.then(() => this.#start(post));
  }

  close(): void {
    if (this.#action === undefined) return;
    this.#action = undefined;
    removeEventListener('message', this.#handleMessage);
    this.#dialog?.close();
    if (this.#opener instanceof HTMLElement) this.#opener.focus();
    this.#opener = null;
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.close();
  }

  render(t: Translate, { busy, offline }: { busy: boolean; offline: boolean }, onCancel: () => void): TemplateResult {
    const size = this.#action?.window_size ?? '03';
    const isPage = this.#action?.purpose === 'payment';
    return html`<dialog
      class="challenge size-${size}"
      part="challenge"
      aria-labelledby="challenge-title"
      @cancel=${(event: Event) => {
        event.preventDefault();
        onCancel();
      }}
      @close=${() => {
        // A browser lets a second Escape close any dialog; this one goes only once the companion has let go.
        if (!this.isOpen) return;
        this.#dialog?.showModal();
        onCancel();
      }}
    >
      <header>
        <h2 id="challenge-title">${t(isPage ? 'challenge.page' : 'challenge.title')}</h2>
        <button
          type="button"
          class="quiet"
          aria-label=${t(busy ? 'challenge.checking' : 'challenge.close')}
          aria-disabled=${busy ? 'true' : 'false'}
          @click=${onCancel}
        >
          ${t(busy ? 'challenge.checking' : 'challenge.cancel')}
        </button>
      </header>
      ${offline ? html`<p class="note" role="status">${t('challenge.offline')}</p>` : nothing}
      <iframe name=${this.#frameName} title=${t(isPage ? 'challenge.page' : 'challenge.frame')}></iframe>
    </dialog>`;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#host.renderRoot.querySelector('dialog');
  }

  #start(post: Post): void {
    const dialog = this.#dialog;
    if (dialog === null || this.#action === undefined || dialog.open) return;
    dialog.showModal();
    post(this.#action, this.#frameName, this.#host.renderRoot);
  }

  readonly #handleMessage = (event: MessageEvent): void => {
    const frame = this.#host.renderRoot.querySelector('iframe');
    if (event.origin !== this.#origin || frame === null || event.source !== frame.contentWindow) return;
    const data = event.data as { type?: unknown; payment_id?: unknown } | null;
    if (data?.type === 'tillgate:returned' && data.payment_id === this.#paymentId) this.#onReturn();
  };
}

/** The focused element, also inside shadow roots. */
function deepActiveElement(): Element | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}
