import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { Action } from '../../shared/contract/index.ts';
import type { Translate } from '../i18n/translate.ts';
import { postAction } from '../redirect/post-action.ts';
import { challengeStyles } from './styles.ts';

let frames = 0;

interface ChallengeHost extends ReactiveControllerHost {
  readonly renderRoot: HTMLElement | DocumentFragment;
}

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
    adoptOnce(host.renderRoot);
    host.addController(this);
  }

  get isOpen(): boolean {
    return this.#action !== undefined;
  }

  open(action: Action, paymentId: string, server: string): void {
    this.#opener = deepActiveElement();
    this.#action = action;
    this.#paymentId = paymentId;
    this.#origin = new URL(server).origin;
    addEventListener('message', this.#handleMessage);
    this.#host.requestUpdate();
    void this.#host.updateComplete.then(() => this.#start());
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

  render(t: Translate, busy: boolean, onCancel: () => void): TemplateResult {
    const size = this.#action?.window_size ?? '03';
    return html`<dialog
      class="challenge size-${size}"
      part="challenge"
      aria-labelledby="challenge-title"
      @cancel=${(event: Event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      <header>
        <h2 id="challenge-title">${t('challenge.title')}</h2>
        <button type="button" class="quiet" ?disabled=${busy} @click=${onCancel}>
          ${busy ? t('challenge.checking') : t('challenge.close')}
        </button>
      </header>
      <iframe name=${this.#frameName} title=${t('challenge.frame')}></iframe>
    </dialog>`;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#host.renderRoot.querySelector('dialog');
  }

  #start(): void {
    const dialog = this.#dialog;
    if (dialog === null || this.#action === undefined || dialog.open) return;
    dialog.showModal();
    postAction(this.#action, this.#frameName, this.#host.renderRoot);
  }

  readonly #handleMessage = (event: MessageEvent): void => {
    const frame = this.#host.renderRoot.querySelector('iframe');
    if (event.origin !== this.#origin || frame === null || event.source !== frame.contentWindow) return;
    const data = event.data as { type?: unknown; payment_id?: unknown } | null;
    if (data?.type === 'tillgate:returned' && data.payment_id === this.#paymentId) this.#onReturn();
  };
}

/** The dialog's looks come with its code, so they are added to the element when that is loaded. */
function adoptOnce(root: HTMLElement | DocumentFragment): void {
  const sheet = challengeStyles.styleSheet;
  if (!(root instanceof ShadowRoot) || sheet === undefined || root.adoptedStyleSheets.includes(sheet)) return;
  root.adoptedStyleSheets.push(sheet);
}

/** The focused element, also inside shadow roots. */
function deepActiveElement(): Element | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}
