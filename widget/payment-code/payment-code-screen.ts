import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { NextAction, QrCodeOrVoucher } from '../../shared/contract/index.ts';
import type { Translate } from '../i18n/translate.ts';
import { resultButton } from '../result/result-button.ts';
import { resultView } from '../result/result-view.ts';
import { drawBoletoBarcode } from './barcode-drawing.ts';
import { copyText } from './copy-text.ts';
import { printElementAlone } from './print-element-alone.ts';
import { drawQr } from './qr-drawing.ts';
import {
  MAX_COUNTDOWN_SECONDS,
  groupCodeByFour,
  minutesToAnnounce,
  secondsLeft,
  formatCountdown,
} from './time-left.ts';

export { paymentCodeStyles } from './styles.ts';

/** How often the clock is read, in ms. */
const TICK = 1_000;

/** What the screen needs to know, and the shopper's ways on. */
export interface PaymentCodeContext {
  amount: string;
  locale: string;
  busy: boolean;
  offline: boolean;
  abandonable: boolean;
  returnUrl: string;
  onAbandon: () => void;
  /** Opens what the code’s own address leads to, in another tab. */
  onOpen: (action: NextAction) => void;
}

type Note = 'copied' | 'copy_failed' | 'not_yet';

/** The element that shows the screen. */
export interface PaymentCodeHost extends ReactiveControllerHost {
  readonly renderRoot: ShadowRoot;
}

/** A QR code or a voucher that the shopper pays by, with all that helps to do so, until the companion has news. */
export class PaymentCodeScreen implements ReactiveController {
  readonly #host: PaymentCodeHost;
  /** Asks for the outcome; false where nothing was learnt. */
  readonly #check: () => Promise<boolean>;
  #value: string | undefined;
  #expiresAt: string | null = null;
  /** When it is over by the shopper's clock, which may be wrong: counted from the companion's answer. In ms. */
  #end = 0;
  #clock: number | undefined;
  #isExpired = false;
  #note: Note | undefined;

  constructor(host: PaymentCodeHost, check: () => Promise<boolean>) {
    this.#host = host;
    this.#check = check;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.close();
  }

  /** Ends what runs beside the screen. */
  close(): void {
    clearInterval(this.#clock);
    this.#value = undefined;
  }

  render(action: NextAction, code: QrCodeOrVoucher, t: Translate, context: PaymentCodeContext): TemplateResult {
    this.#begin(code);
    const actions = this.#actions(code, t, context);
    let note = this.#note === undefined ? '' : t(`code.${this.#note}`);
    if (context.offline) note = t('checking.offline');
    if (this.#isExpired) {
      return resultView({ kind: 'ended', title: t('code.expired_title'), text: t('code.expired'), note, actions });
    }
    const { kind, value } = code;
    const { amount } = context;
    const isVoucher = kind === 'voucher';
    // Who holds the phone that pays cannot scan its screen.
    const isPhone = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;
    const open = renderOpen(action, isVoucher, isPhone && !isVoucher, t, context);
    const steps = isVoucher
      ? (['voucher_where', 'voucher_how', 'voucher_then'] as const)
      : (['scan_app', 'scan_how', 'scan_then'] as const);
    return html`<section class="code is-${kind}" part="result">
      <h2 tabindex="-1" id="result-title">${t(isVoucher ? 'code.voucher' : 'code.scan', { amount })}</h2>
      ${renderTime(code, secondsLeft(this.#end, Date.now()), t, context.locale)} ${isPhone ? open : nothing}
      ${isVoucher ? drawBoletoBarcode(value, t('code.barcode')) : drawQr(code.matrix, t('code.qr', { amount }))}
      ${this.#renderValue(value, isVoucher, t)} ${isPhone ? nothing : open}
      <ol class=${isVoucher ? '' : 'unprinted'}>
        ${steps.map((step) => html`<li>${t(`code.${step}`)}</li>`)}
      </ol>
      <p class="note unprinted" role="status">${note}</p>
      ${isVoucher ? html`<p class="unprinted">${t('code.close')}</p>` : nothing}
      <div class="actions">${actions}</div>
    </section>`;
  }

  #begin({ value, expires_at, expires_in }: QrCodeOrVoucher): void {
    if (value === this.#value && expires_at === this.#expiresAt) return;
    this.close();
    this.#value = value;
    this.#expiresAt = expires_at;
    this.#isExpired = false;
    this.#note = undefined;
    if (expires_in !== undefined) {
      this.#end = Date.now() + expires_in * 1_000;
      this.#clock = setInterval(this.#tick, TICK);
      // At once where the time is over already, but not within a rendering.
      queueMicrotask(this.#tick);
    }
  }

  readonly #tick = (): void => {
    const left = secondsLeft(this.#end, Date.now());
    if (left === 0) {
      clearInterval(this.#clock);
      void this.#expire();
      return;
    }
    if (left <= MAX_COUNTDOWN_SECONDS) this.#host.requestUpdate();
  };

  /** Queries the companion before it shows that the code expired: a payment may have arrived in the last second. */
  async #expire(): Promise<void> {
    const value = this.#value;
    await this.#check();
    if (value === undefined || value !== this.#value) return;
    this.#isExpired = true;
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    this.#host.renderRoot.querySelector<HTMLElement>('#result-title')?.focus();
  }

  #renderValue(value: string, isVoucher: boolean, t: Translate): TemplateResult {
    return html`<div class="value">
      <b>${t(isVoucher ? 'code.number' : 'code.text')}</b>
      <span dir="ltr">${isVoucher ? groupCodeByFour(value) : value}</span>
      <div class="pair">
        ${resultButton(
          'copy',
          t(this.#note === 'copied' ? 'code.copied' : 'code.copy'),
          () => void this.#copy(value),
          false,
          isVoucher ? 'primary' : '',
        )}
        ${isVoucher ? resultButton('print', t('code.print'), () => this.#print(), false, '') : nothing}
      </div>
    </div>`;
  }

  /** What the shopper can do beside paying; the likeliest first, which is to pay another way once the code is over. */
  #actions(
    { kind }: QrCodeOrVoucher,
    t: Translate,
    { busy, abandonable, returnUrl, onAbandon }: PaymentCodeContext,
  ): TemplateResult[] {
    const over = this.#isExpired;
    const actions = [resultButton('check', t('code.check'), () => void this.#askNow(), busy, '')];
    if (over || kind === 'voucher') {
      actions.push(html`<a class="button quiet" part="button back" href=${returnUrl}>${t('back')}</a>`);
    }
    if (!abandonable) return actions;
    const abandon = resultButton(
      'abandon',
      t(over ? 'code.another' : 'action.another'),
      onAbandon,
      busy,
      over ? 'primary' : 'quiet',
    );
    return over ? [abandon, ...actions] : [...actions, abandon];
  }

  async #copy(value: string): Promise<void> {
    this.#say((await copyText(value, this.#host.renderRoot)) ? 'copied' : 'copy_failed');
  }

  async #askNow(): Promise<void> {
    this.#say(undefined);
    if ((await this.#check()) && this.#value !== undefined) this.#say('not_yet');
  }

  #say(note: Note | undefined): void {
    this.#note = note;
    this.#host.requestUpdate();
  }

  #print(): void {
    const { renderRoot } = this.#host;
    const part = renderRoot.querySelector('.code');
    if (part !== null && renderRoot instanceof ShadowRoot) printElementAlone(part, renderRoot.adoptedStyleSheets);
  }
}

function renderTime(
  { expires_at }: QrCodeOrVoucher,
  left: number,
  t: Translate,
  locale: string,
): TemplateResult | typeof nothing {
  if (expires_at === null) return nothing;
  if (left > MAX_COUNTDOWN_SECONDS) {
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' });
    const date = format.format(new Date(expires_at));
    return html`<p>${t('code.due', { date })}</p>`;
  }
  const minutes = minutesToAnnounce(left);
  return html`<p class="left unprinted" aria-hidden="true">${t('code.left', { time: formatCountdown(left) })}</p>
    <p class="hidden" role="status">${minutes === undefined ? '' : t('code.minutes', { count: minutes })}</p>`;
}

function renderOpen(
  action: NextAction,
  isVoucher: boolean,
  isPrimary: boolean,
  t: Translate,
  { onOpen }: PaymentCodeContext,
): TemplateResult | typeof nothing {
  const { url, method, fields } = action;
  if (!isSafeUrl(url)) return nothing;
  const label = t(isVoucher ? 'code.document' : 'code.open');
  const look = `open button unprinted ${isPrimary ? 'primary' : ''}`;
  return method === 'GET' && Object.keys(fields).length === 0
    ? html`<a class=${look} part="button open" href=${url} target="_blank" rel="noreferrer">${label}</a>`
    : html`<button type="button" class=${look} part="button open" @click=${() => onOpen(action)}>${label}</button>`;
}

/** A page's or an app's address; never one that would run or show something in this page's name. */
export function isSafeUrl(url: string): boolean {
  return URL.canParse(url) && !/^(javascript|data|vbscript|blob|file|about):/i.test(new URL(url).protocol);
}
