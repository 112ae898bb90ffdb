import type { Action } from '../../shared/contract/index.ts';
import type { TillgateCheckout } from '../tillgate-checkout.ts';
import { THEME_TOKENS } from '../../shared/theme-tokens.ts';
import { readToFrame, type FromFrame, type Looks, type Place, type Settings, type Start } from './protocol.ts';

/**
 * How long the page has to answer whether something may happen, in ms. Silence is a no: a shop may have to stop a payment,
 * and one that was not sent can be sent again, while one that was sent cannot be taken back.
 */
const ANSWER_TIME = 2_000;

interface Answer {
  allowed: boolean;
  window: string;
}

/** The frame's side of an isolated form: the element, and a port to the page around it. */
export class FramedCheckout {
  readonly #element: TillgateCheckout;
  readonly #port: MessagePort;
  readonly #nonce: string;
  readonly #sessionId: string;
  readonly #asked = new Map<number, (answer: Answer) => void>();
  readonly #start: Start;
  #count = 0;
  #mayPay = false;
  #mayAct = false;
  #paying: Promise<void> | undefined;
  #covers = false;
  #height = -1;

  constructor(element: TillgateCheckout, options: { start: Start; port: MessagePort; sessionId: string }) {
    this.#element = element;
    this.#start = options.start;
    this.#port = options.port;
    this.#nonce = options.start.nonce;
    this.#sessionId = options.sessionId;
  }

  /** Answers the page, takes over its looks and wishes, and loads the session. */
  begin(token: string): void {
    const element = this.#element;
    this.#port.onmessage = ({ data }: MessageEvent<unknown>) => {
      this.#take(data);
    };
    this.#send({ type: 'started' });
    this.#listen();
    this.#wear(this.#start.looks);
    this.#set(this.#start.settings);
    new ResizeObserver(() => {
      this.#measure();
    }).observe(element);
    new MutationObserver(() => {
      this.#watchDialog();
    }).observe(element.renderRoot, { childList: true, subtree: true, attributes: true, attributeFilter: ['open'] });
    element.leave = (action) => {
      this.#send({ type: 'leave', action });
    };
    element.session = token;
  }

  #listen(): void {
    const element = this.#element;
    element.addEventListener('tillgate-ready', () => {
      this.#tellWhenDrawn({ type: 'ready', session_id: this.#sessionId });
    });
    element.addEventListener('tillgate-change', ({ method, valid }) => {
      this.#send({ type: 'change', method, valid });
    });
    element.addEventListener('tillgate-submit', (event) => {
      if (this.#mayPay) return;
      event.preventDefault();
      this.#paying ??= this.#askToPay(event.method).finally(() => (this.#paying = undefined));
    });
    element.addEventListener('tillgate-action', (event) => {
      if (this.#mayAct) return;
      event.preventDefault();
      void this.#askToAct(event.action);
    });
    element.addEventListener('tillgate-complete', ({ session_id, payment_id, status }) => {
      this.#tellWhenDrawn({ type: 'complete', session_id, payment_id, status });
    });
    element.addEventListener('tillgate-error', ({ code }) => {
      this.#tellWhenDrawn({ type: 'error', code });
    });
  }

  #take(data: unknown): void {
    const message = readToFrame(data, this.#nonce);
    switch (message?.type) {
      case 'settings':
        this.#set(message.settings);
        return;
      case 'looks':
        this.#wear(message.looks);
        return;
      case 'submit':
        void this.#submit(message.id);
        return;
      case 'focus':
        this.#element.focus();
        return;
      case 'answer':
        this.#asked.get(message.id)?.(message);
        return;
      case 'covered':
        if (this.#covers) this.#stay(message.place);
        return;
      case undefined:
        return;
    }
  }

  async #submit(id: number): Promise<void> {
    await this.#element.submit();
    await this.#paying;
    this.#send({ type: 'done', id });
  }

  async #askToPay(method: string): Promise<void> {
    const { allowed, window } = await this.#ask((id) => ({ type: 'ask-submit', id, method }));
    if (!allowed) return;
    this.#element.challengeWindow = window as TillgateCheckout['challengeWindow'];
    // The event comes before the first await of submit, so that this lets through one event and no other.
    this.#mayPay = true;
    const paid = this.#element.submit();
    this.#mayPay = false;
    await paid;
  }

  async #askToAct(action: Action): Promise<void> {
    const { allowed } = await this.#ask((id) => ({ type: 'ask-action', id, action }));
    if (!allowed) return;
    this.#mayAct = true;
    await this.#element.act();
    this.#mayAct = false;
  }

  #ask(toMessage: (id: number) => FromFrame): Promise<Answer> {
    const id = (this.#count += 1);
    return new Promise((resolve) => {
      const finish = (answer: Answer): void => {
        clearTimeout(timer);
        this.#asked.delete(id);
        resolve(answer);
      };
      const timer = setTimeout(() => {
        finish({ allowed: false, window: '' });
      }, ANSWER_TIME);
      this.#asked.set(id, finish);
      this.#send(toMessage(id));
    });
  }

  #set(settings: Settings): void {
    const element = this.#element;
    element.locale = settings.locale;
    element.layout = settings.layout;
    element.theme = settings.theme;
    element.labels = settings.labels;
    element.challengeWindow = settings.challenge_window as TillgateCheckout['challengeWindow'];
  }

  /** Set through the object model one by one, so that no value can be read as more than a value. */
  #wear({ tokens, color_scheme: scheme, font_size: size }: Looks): void {
    const { style } = this.#element;
    for (const name of THEME_TOKENS) {
      if (tokens[name] === undefined) style.removeProperty(name);
      else style.setProperty(name, tokens[name]);
    }
    // The page in the frame needs the same, or the browser paints a ground behind it.
    for (const { style: each } of [this.#element, document.documentElement]) each.setProperty('color-scheme', scheme);
    document.documentElement.style.setProperty('font-size', `${String(size)}px`);
  }

  /** While a dialog is open the frame takes the window, so that the bank's page has the room that it asks for. */
  #watchDialog(): void {
    const covers = this.#element.renderRoot.querySelector('dialog[open]') !== null;
    if (covers === this.#covers) return;
    this.#covers = covers;
    if (!covers) {
      for (const name of ['left', 'top', 'width']) this.#element.style.removeProperty(name);
      document.body.classList.remove('covers');
    }
    this.#send({ type: 'cover', on: covers });
    if (!covers) this.#measure();
  }

  /** The form stays where the shopper saw it, behind the dialog. */
  #stay({ x, y, width }: Place): void {
    const { style } = this.#element;
    style.setProperty('left', `${String(x + FRAME_PADDING)}px`);
    style.setProperty('top', `${String(y + FRAME_PADDING)}px`);
    style.setProperty('width', `${String(width - 2 * FRAME_PADDING)}px`);
    document.body.classList.add('covers');
  }

  #tellWhenDrawn(message: FromFrame): void {
    void this.#element.updateComplete.then(() => {
      this.#measure();
      this.#send(message);
    });
  }

  #measure(): void {
    if (this.#covers) return;
    const px = Math.ceil(this.#element.getBoundingClientRect().height) + 2 * FRAME_PADDING;
    if (px === this.#height) return;
    this.#height = px;
    this.#send({ type: 'height', px });
  }

  #send(message: FromFrame): void {
    this.#port.postMessage({ ...message, nonce: this.#nonce });
  }
}

/** Room for focus rings around the form, in px, as the page's style sheet has it. */
const FRAME_PADDING = 6;
