import { isPlainCssValue } from '../../shared/theme-tokens.ts';
import type { TillgateCheckout } from '../tillgate-checkout.ts';
import { FrameChannel, type MessageHandlers } from './channel.ts';
import { TO_FRAME_CHECKS, type MessagesFromFrame, type FramePosition, type MessagesToFrame } from './protocol.ts';

/**
 * How long the page has to answer whether something may happen, in ms. Silence is a no: a shop may have to stop a payment,
 * and one that was not sent can be sent again, while one that was sent cannot be taken back.
 */
const ANSWER_TIME = 2_000;
/** Room for focus rings around the form, in px, as the page's style sheet has it. */
const FRAME_PADDING = 6;

export interface CheckoutInsideFrameOptions {
  port: MessagePort;
  nonce: string;
  /** The session's token. */
  session: string;
  sessionId: string;
}

/** The frame's side of an isolated form: the element, and a channel to the host page. */
export class CheckoutInsideFrame {
  readonly #element: TillgateCheckout;
  readonly #channel: FrameChannel<MessagesFromFrame, MessagesToFrame>;
  readonly #session: string;
  readonly #asked = new Map<number, (allowed: boolean) => void>();
  readonly #cookies = new Map<number, (values: Record<string, string>) => void>();
  #count = 0;
  /** How often the form showed an order. */
  #shown = 0;
  #mayPay = false;
  /** Set until `ready` is sent to the page. */
  #announcing: Promise<void> | undefined;
  #paying: Promise<void> | undefined;
  #isOverlay = false;
  #height = -1;

  constructor(element: TillgateCheckout, { port, nonce, session, sessionId }: CheckoutInsideFrameOptions) {
    this.#element = element;
    this.#session = session;
    this.#channel = new FrameChannel(port, nonce, [TO_FRAME_CHECKS, this.#handlers]);
    this.#channel.send('started');
    this.#listen(sessionId);
    element.navigate = (action) => {
      this.#channel.send('navigate', action);
    };
    element.allowAction = (action) => this.#ask((id) => this.#channel.send('request-action', id, action));
    element.readCookies = (names) => this.#askCookies(names);
    new ResizeObserver(this.#measure).observe(element);
    new MutationObserver(this.#watchDialog).observe(element.renderRoot, {
      childList: true,
      subtree: true,
      attributeFilter: ['open'],
    });
    // What is dragged out of a frame, the page around it may take.
    addEventListener('dragstart', (event) => {
      event.preventDefault();
    });
  }

  #listen(sessionId: string): void {
    const element = this.#element;
    const channel = this.#channel;
    /** Sends a message once its change is rendered and the frame has its full height. */
    const tell = (send: () => void): Promise<void> => element.updateComplete.then(this.#measure).then(send);
    element.addEventListener('tillgate-ready', () => {
      this.#shown += 1;
      const announcing = tell(() => channel.send('ready', sessionId)).then(() => {
        if (this.#announcing === announcing) this.#announcing = undefined;
      });
      this.#announcing = announcing;
    });
    /** Sends a message after `ready`. */
    const tellLater = (send: () => void): void => {
      if (this.#announcing === undefined) send();
      else void this.#announcing.then(send);
    };
    element.addEventListener('tillgate-change', ({ method, valid }) => {
      tellLater(() => channel.send('change', method, valid));
    });
    let known = '';
    element.addEventListener('tillgate-card', ({ brand }) => {
      if (brand !== known) tellLater(() => channel.send('card', brand));
      known = brand;
    });
    element.addEventListener('tillgate-submit', (event) => {
      if (this.#mayPay) return;
      event.preventDefault();
      this.#paying ??= this.#askToPay(event.method).finally(() => (this.#paying = undefined));
    });
    element.addEventListener('tillgate-complete', ({ session_id, payment_id, status }) => {
      void tell(() => channel.send('complete', session_id, payment_id, status));
    });
    element.addEventListener('tillgate-error', ({ code }) => {
      void tell(() => channel.send('error', code));
    });
  }

  readonly #handlers: MessageHandlers<MessagesToFrame> = {
    page: (locale, layout, theme, challengeWindow, labels, tokens, scheme, size, riskToken, device, noAutoAdvance) => {
      const settings = {
        locale,
        layout,
        theme,
        challengeWindow,
        labels,
        riskToken,
        device,
        noAutoAdvance,
      } as Partial<TillgateCheckout>;
      Object.assign(this.#element, settings);
      this.#applyBranding(tokens, scheme, size);
      // Loaded once it is known in which language.
      this.#element.session = this.#session;
    },
    submit: (id) =>
      this.#tell(
        id,
        this.#element.submit().then(() => this.#paying),
      ),
    update: (id) => this.#tell(id, this.#element.update()),
    focus: () => {
      this.#element.focus();
    },
    cookies: (id, values) => this.#cookies.get(id)?.(values),
    answer: (id, allowed) => this.#asked.get(id)?.(allowed),
    overlaid: (x, y, width) => {
      if (this.#isOverlay) this.#stay([x + FRAME_PADDING, y + FRAME_PADDING, width - 2 * FRAME_PADDING]);
    },
  };

  #tell(id: number, done: Promise<void>): void {
    void done.finally(() => this.#channel.send('done', id));
  }

  /** Cookies of the host page; without an answer risk scoring does without. */
  #askCookies(names: readonly string[]): Promise<Record<string, string>> {
    const id = (this.#count += 1);
    return new Promise<Record<string, string>>((resolve) => {
      this.#cookies.set(id, resolve);
      setTimeout(resolve, ANSWER_TIME, {});
      this.#channel.send('request-cookies', id, names);
    }).finally(() => this.#cookies.delete(id));
  }

  async #askToPay(method: string): Promise<void> {
    const shown = this.#shown;
    const isAllowed = await this.#ask((id) => this.#channel.send('request-submit', id, method));
    // An order that changed meanwhile has a sum that the shopper has not seen.
    if (!isAllowed || shown !== this.#shown) return;
    // The event comes before the first await of submit, so that this lets through one event and no other.
    this.#mayPay = true;
    const paid = this.#element.submit();
    this.#mayPay = false;
    await paid;
  }

  #ask(send: (id: number) => void): Promise<boolean> {
    const id = (this.#count += 1);
    return new Promise<boolean>((resolve) => {
      this.#asked.set(id, resolve);
      setTimeout(resolve, ANSWER_TIME, false);
      send(id);
    }).finally(() => this.#asked.delete(id));
  }

  /** Set through the object model one by one, so that no value can be read as more than a value. */
  #applyBranding(tokens: Record<string, string>, scheme: string, size: number): void {
    const { style } = this.#element;
    const root = document.documentElement.style;
    for (const [name, value] of Object.entries(tokens)) {
      if (name.startsWith('--tillgate-')) style.setProperty(name, isPlainCssValue(value) ? value : '');
    }
    // The page in the frame needs the same scheme, or the browser paints a ground behind it.
    style.colorScheme = root.colorScheme = scheme;
    root.fontSize = `${size}px`;
  }

  /** While a dialog is open the frame takes the window, so that the bank's page has the room that it asks for. */
  readonly #watchDialog = (): void => {
    const covers = this.#element.renderRoot.querySelector('dialog[open]') !== null;
    if (covers === this.#isOverlay) return;
    this.#isOverlay = covers;
    if (!covers) this.#stay();
    this.#channel.send('overlay', covers);
    this.#measure();
  };

  /** The form stays where the shopper saw it, behind the dialog. */
  #stay(place: Partial<FramePosition> = []): void {
    const { style } = this.#element;
    const toLength = (px?: number): string => (px === undefined ? '' : `${px}px`);
    [style.left, style.top, style.width] = [toLength(place[0]), toLength(place[1]), toLength(place[2])];
    document.body.classList.toggle('covers', place.length > 0);
  }

  readonly #measure = (): void => {
    const px = Math.ceil(this.#element.getBoundingClientRect().height) + 2 * FRAME_PADDING;
    if (this.#isOverlay || px === this.#height) return;
    this.#height = px;
    this.#channel.send('height', px);
  };
}
