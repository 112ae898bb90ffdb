import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { CheckoutError, ERRORS } from '../../shared/errors.ts';
import { bestWindow } from '../challenge/window-size.ts';
import type { CheckoutElement } from '../checkout/checkout-element.ts';
import { randomId } from '../checkout/random-id.ts';
import {
  TillgateActionEvent,
  TillgateChangeEvent,
  TillgateCompleteEvent,
  TillgateErrorEvent,
  TillgateReadyEvent,
  TillgateSubmitEvent,
} from '../events/index.ts';
import { cleanAddress } from '../redirect/address.ts';
import { adoptStyles } from '../theme/adopt-styles.ts';
import { FrameCover } from './frame-cover.ts';
import { readLooks, watchLooks } from './looks.ts';
import { readFromFrame, type FromFrame, type Settings, type Start, type ToFrame } from './protocol.ts';
import { isolatedStyles } from './styles.ts';

/** How long the frame may take to load, and then to answer, in ms. */
const LOAD_TIMEOUT = 20_000;
const ANSWER_TIMEOUT = 5_000;

export interface IsolatedOptions {
  /** The session's token. */
  token: string;
  /** The companion's address; its origin is the only one that is spoken to. */
  server: string;
  /** Called once the form can be seen. */
  onShown: () => void;
  /** Ends everything. */
  signal: AbortSignal;
}

/**
 * The page's side of an isolated form: one frame of the companion's page. The page learns what the element's events say,
 * and nothing of what is typed; what it says back is a wish of the page, which the frame may follow.
 */
export class IsolatedFrame implements ReactiveController {
  /** Rejects when the frame cannot be had, or is not wanted any more. */
  readonly failure: Promise<never>;
  readonly #host: CheckoutElement;
  readonly #options: IsolatedOptions;
  readonly #frame = document.createElement('iframe');
  readonly #origin: string;
  readonly #cover: FrameCover;
  readonly #done = new Map<number, () => void>();
  #fail!: (error: Error) => void;
  #port: MessagePort | undefined;
  #nonce = '';
  #count = 0;
  #sent = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shown = false;

  constructor(host: CheckoutElement, options: IsolatedOptions) {
    this.#host = host;
    this.#options = options;
    this.#origin = new URL(options.server).origin;
    this.#cover = new FrameCover(this.#frame);
    this.failure = new Promise((_resolve, reject) => {
      this.#fail = reject;
    });
    // Within the page's own origin a frame hides nothing, so that it would only look safe.
    const isSame = this.#origin === location.origin;
    if (isSame || options.signal.aborted) {
      this.#fail(new CheckoutError(isSame ? 'configuration_invalid' : 'network_error'));
      return;
    }
    adoptStyles(host.renderRoot, isolatedStyles);
    host.addController(this);
    watchLooks(host, this.#sendLooks, options.signal);
    options.signal.addEventListener('abort', () => {
      this.#end();
      this.#fail(new CheckoutError('network_error'));
    });
    this.#frame.title = ' ';
    this.#frame.referrerPolicy = 'no-referrer';
    this.#frame.addEventListener('load', this.#handleLoad);
    this.#frame.src = `${options.server}/pay/${encodeURIComponent(options.token)}?frame`;
    this.#expect(LOAD_TIMEOUT);
    host.requestUpdate();
  }

  /** Asks the frame to pay; resolves when it is done with it. */
  submit(): Promise<void> {
    if (!this.#shown) return Promise.resolve();
    return new Promise((resolve) => {
      const id = (this.#count += 1);
      this.#done.set(id, resolve);
      this.#send({ type: 'submit', id });
    });
  }

  /** Moves the focus to the first field in the frame. */
  focus(): void {
    this.#frame.focus();
    this.#send({ type: 'focus' });
  }

  hostUpdated(): void {
    const settings = this.#settings();
    const text = JSON.stringify(settings);
    if (this.#port === undefined || text === this.#sent) return;
    this.#sent = text;
    this.#send({ type: 'settings', settings });
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
          @close=${this.#cover.handleClose}
        >
          ${this.#shown ? nothing : skeleton}${this.#frame}
        </dialog>
      </div>`;
  }

  /** The frame is there, for the first time or again: a new port, and a new nonce that every message of it carries. */
  readonly #handleLoad = (): void => {
    this.#port?.close();
    const { port1, port2 } = new MessageChannel();
    const settings = this.#settings();
    this.#port = port1;
    this.#nonce = randomId();
    this.#sent = JSON.stringify(settings);
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = readFromFrame(data, this.#nonce);
      if (message !== undefined && this.#port === port1) this.#take(message);
    };
    const start: Start = { type: 'tillgate:start', nonce: this.#nonce, settings, looks: readLooks(this.#host) };
    this.#expect(ANSWER_TIMEOUT);
    this.#frame.contentWindow?.postMessage(start, this.#origin, [port2]);
  };

  #take(message: FromFrame): void {
    const host = this.#host;
    switch (message.type) {
      case 'started':
        clearTimeout(this.#timer);
        return;
      case 'height':
        this.#cover.resize(message.px);
        return;
      case 'cover':
        if (message.on) this.#send({ type: 'covered', place: this.#cover.open() });
        else this.#cover.close();
        return;
      case 'ready':
        this.#show();
        cleanAddress(message.session_id);
        host.dispatchEvent(new TillgateReadyEvent());
        return;
      case 'change':
        host.dispatchEvent(new TillgateChangeEvent(message.method, message.valid));
        return;
      case 'ask-submit':
        this.#answer(message.id, host.dispatchEvent(new TillgateSubmitEvent(message.method)));
        return;
      case 'ask-action':
        this.#answer(message.id, host.dispatchEvent(new TillgateActionEvent(message.action)));
        return;
      case 'leave':
        // A frame may not move the page around it, so the page's side does.
        this.#host.leave(message.action);
        return;
      case 'complete':
        this.#show();
        host.dispatchEvent(new TillgateCompleteEvent(message));
        return;
      case 'error':
        this.#show();
        host.dispatchEvent(new TillgateErrorEvent(message.code, ERRORS[message.code].retryable));
        return;
      case 'done':
        this.#done.get(message.id)?.();
        this.#done.delete(message.id);
        return;
    }
  }

  #answer(id: number, allowed: boolean): void {
    this.#send({ type: 'answer', id, allowed, window: this.#host.challengeWindow || bestWindow(innerWidth) });
  }

  #show(): void {
    if (this.#shown) return;
    this.#shown = true;
    this.#host.requestUpdate();
    this.#options.onShown();
  }

  readonly #sendLooks = (): void => {
    this.#send({ type: 'looks', looks: readLooks(this.#host) });
  };

  #send(message: ToFrame): void {
    this.#port?.postMessage({ ...message, nonce: this.#nonce });
  }

  #settings(): Settings {
    const { locale, layout, theme, challengeWindow, labels } = this.#host;
    const texts = Object.entries(labels).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    return { locale, layout, theme, challenge_window: challengeWindow, labels: Object.fromEntries(texts) };
  }

  #expect(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#end();
      this.#fail(new CheckoutError('network_error'));
    }, ms);
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#cover.close();
    this.#port?.close();
    this.#port = undefined;
    this.#host.removeController(this);
    this.#frame.removeEventListener('load', this.#handleLoad);
    for (const resolve of this.#done.values()) resolve();
    this.#done.clear();
  }
}
