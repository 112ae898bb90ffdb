import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ReactiveController } from 'lit';
import { CheckoutError, ERRORS } from '../../shared/errors.ts';
import { chooseChallengeWindow } from '../challenge/window-size.ts';
import type { CheckoutHostElement } from '../checkout/checkout-host-element.ts';
import { randomId } from '../checkout/random-id.ts';
import {
  TillgateActionEvent,
  TillgateCardEvent,
  TillgateChangeEvent,
  TillgateCompleteEvent,
  TillgateErrorEvent,
  TillgateReadyEvent,
  TillgateSubmitEvent,
} from '../events/index.ts';
import { removeSessionIdFromUrl } from '../redirect/return-url.ts';
import { adoptStyles } from '../theme/adopt-styles.ts';
import { FrameOverlay } from './frame-overlay.ts';
import { FrameChannel, type MessageHandlers } from './channel.ts';
import { readElementTheme, watchBranding } from './branding.ts';
import { FROM_FRAME_CHECKS, encodeStartMessage, type MessagesFromFrame, type MessagesToFrame } from './protocol.ts';
import { isolatedStyles } from './styles.ts';

/** How long the frame may take to load, and then to answer, in ms. */
const LOAD_TIMEOUT = 20_000;
const ANSWER_TIMEOUT = 5_000;

export interface IsolatedFrameHostOptions {
  /** The session's token. */
  token: string;
  /** The companion's address; its origin is the only one that is spoken to. */
  server: string;
  /** Called once the form can be seen. */
  onShown: () => void;
  /** Called once the session is over. */
  onEnd: (paid: boolean) => void;
  /** Ends everything. */
  signal: AbortSignal;
}

/**
 * The page's side of an isolated form: one frame of the companion's page. The page learns what the element's events say,
 * and nothing of what is typed; what it sends back is a request of the page, which the frame may follow.
 */
export class IsolatedFrameHost implements ReactiveController {
  /** Rejects when the frame cannot be had, or is not wanted any more. */
  readonly failure: Promise<never>;
  readonly #host: CheckoutHostElement;
  readonly #options: IsolatedFrameHostOptions;
  readonly #frame = document.createElement('iframe');
  readonly #overlay = new FrameOverlay(this.#frame);
  readonly #done = new Map<number, () => void>();
  #fail!: (error: Error) => void;
  #channel: FrameChannel<MessagesToFrame, MessagesFromFrame> | undefined;
  #count = 0;
  #sent = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shown = false;

  constructor(host: CheckoutHostElement, options: IsolatedFrameHostOptions) {
    const { server, token, signal } = options;
    this.#host = host;
    this.#options = options;
    this.failure = new Promise((_resolve, reject) => {
      this.#fail = reject;
    });
    // Within the page's own origin a frame hides nothing, so that it would only look safe.
    const isSame = this.#origin === location.origin;
    if (isSame || signal.aborted) {
      this.#fail(new CheckoutError(isSame ? 'not_configured' : 'network_error'));
      return;
    }
    adoptStyles(host.renderRoot, isolatedStyles);
    host.addController(this);
    watchBranding(host, this.#sendSettings, signal);
    signal.addEventListener('abort', this.#end);
    // What the issuer's page in the frame may ask for, which the frame hands on to it, and codes to copy.
    this.#frame.allow = 'payment; publickey-credentials-get; clipboard-write';
    this.#frame.referrerPolicy = 'no-referrer';
    this.#frame.addEventListener('load', this.#handleLoad);
    this.#frame.src = `${server}/pay/${encodeURIComponent(token)}?frame`;
    this.#expect(LOAD_TIMEOUT);
    host.requestUpdate();
  }

  /** Asks the frame to pay, or to show the order anew; resolves when it is done with it. */
  run(what: 'submit' | 'update'): Promise<void> {
    const channel = this.#channel;
    if (!this.#shown || channel === undefined) return Promise.resolve();
    // What the page has just set comes before its wish to pay.
    this.#sendSettings();
    const id = (this.#count += 1);
    return new Promise((resolve) => {
      this.#done.set(id, resolve);
      channel.send(what, id);
    });
  }

  /** Moves the focus to the first field in the frame. */
  focus(): void {
    this.#frame.focus();
    this.#channel?.send('focus');
  }

  hostUpdated(): void {
    this.#sendSettings();
  }

  /** The frame, behind `skeleton` until it has something to show. */
  render(title: string, skeleton: TemplateResult): TemplateResult {
    this.#frame.title = title;
    return html`<slot name="before-pay"></slot>
      <div class="place">
        <dialog
          aria-label=${title}
          @cancel=${(event: Event) => {
            event.preventDefault();
          }}
          @close=${this.#overlay.handleClose}
        >
          ${this.#shown ? nothing : skeleton}${this.#frame}
        </dialog>
      </div>`;
  }

  get #origin(): string {
    return new URL(this.#options.server).origin;
  }

  /** The frame is there, for the first time or again: a new port, and a new nonce that every message of it carries. */
  readonly #handleLoad = (): void => {
    this.#channel?.close();
    const { port1, port2 } = new MessageChannel();
    const nonce = randomId();
    this.#channel = new FrameChannel(port1, nonce, [FROM_FRAME_CHECKS, this.#handlers]);
    this.#expect(ANSWER_TIMEOUT);
    this.#frame.contentWindow?.postMessage(encodeStartMessage(nonce), this.#origin, [port2]);
    this.#sent = '';
    this.#sendSettings();
  };

  /** What the page has set, where the frame does not know it yet. */
  readonly #sendSettings = (): void => {
    const { locale, layout, theme, challengeWindow, labels, riskToken, device, noAutoAdvance } = this.#host;
    const page: MessagesToFrame['page'] = [
      locale,
      layout,
      theme,
      chooseChallengeWindow(challengeWindow),
      textsOf(labels),
      ...readElementTheme(this.#host),
      riskToken,
      textsOf(device),
      noAutoAdvance,
    ];
    const text = JSON.stringify(page);
    if (this.#channel === undefined || text === this.#sent) return;
    this.#sent = text;
    this.#channel.send('page', ...page);
  };

  readonly #handlers: MessageHandlers<MessagesFromFrame> = {
    started: () => {
      clearTimeout(this.#timer);
    },
    height: (px) => {
      this.#overlay.resize(px);
    },
    overlay: (on) => {
      if (on) this.#channel?.send('overlaid', ...this.#overlay.open());
      else this.#overlay.close();
    },
    ready: (sessionId) => {
      removeSessionIdFromUrl(sessionId);
      this.#show(new TillgateReadyEvent());
    },
    change: (method, valid) => {
      this.#host.dispatchEvent(new TillgateChangeEvent(method, valid));
    },
    card: (brand) => {
      this.#host.dispatchEvent(new TillgateCardEvent(brand, ''));
    },
    'request-submit': (id, method) => {
      this.#answer(id, new TillgateSubmitEvent(method));
    },
    'request-action': (id, action) => {
      this.#answer(id, new TillgateActionEvent(action));
    },
    'request-cookies': (id, names) => {
      void this.#host.readCookies(names).then((values) => this.#channel?.send('cookies', id, { ...values }));
    },
    // A frame may not move the page around it, so the page's side does.
    navigate: (action) => {
      this.#host.navigate(action);
    },
    complete: (session_id, payment_id, status) => {
      this.#options.onEnd(status === 'paid');
      this.#show(new TillgateCompleteEvent({ session_id, payment_id, status }));
    },
    error: (code) => {
      this.#show(new TillgateErrorEvent(code, ERRORS[code].retryable));
    },
    done: (id) => {
      this.#done.get(id)?.();
      this.#done.delete(id);
    },
  };

  #answer(id: number, event: Event): void {
    this.#channel?.send('answer', id, this.#host.dispatchEvent(event));
  }

  /** Tells the page the first thing that can be seen, and all that come after it. */
  #show(event: Event): void {
    if (!this.#shown) {
      this.#shown = true;
      this.#host.requestUpdate();
      this.#options.onShown();
    }
    this.#host.dispatchEvent(event);
  }

  #expect(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#end, ms);
  }

  readonly #end = (): void => {
    clearTimeout(this.#timer);
    this.#overlay.close();
    this.#channel?.close();
    this.#channel = undefined;
    this.#host.removeController(this);
    this.#frame.removeEventListener('load', this.#handleLoad);
    for (const resolve of this.#done.values()) resolve();
    this.#done.clear();
    this.#fail(new CheckoutError('network_error'));
  };
}

/** What a page has set, as far as it is text. */
function textsOf(values: object | undefined): Record<string, string> {
  const texts = Object.entries(values ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts);
}
