import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { Action, PayCode } from '../../shared/contract/index.ts';
import type { Translate } from '../i18n/translate.ts';
import { drawBarcode } from './barcode-drawing.ts';
import { copyText } from './copy-text.ts';
import { printAlone } from './print-alone.ts';
import { COUNTED, inFours, minutesToSay, secondsLeft, toClock } from './time-left.ts';
import type * as Qr from './qr-drawing.ts';

export { payCodeStyles } from './styles.ts';

/** How often the clock is looked at, in ms. */
const TICK = 1_000;

/** What the screen needs to know, and the shopper's ways on. */
export interface PayCodeContext {
  amount: string;
  locale: string;
  busy: boolean;
  offline: boolean;
  abandonable: boolean;
  returnUrl: string;
  onAbandon: () => void;
  /** Opens what the code’s own address leads to, in another tab. */
  onOpen: (action: Action) => void;
}

type Note = 'copied' | 'copy_failed' | 'not_yet';

/** The element that shows the screen. */
export interface PayCodeHost extends ReactiveControllerHost {
  readonly renderRoot: HTMLElement | DocumentFragment;
}

/** A QR code or a voucher that the shopper pays by, with all that helps to do so, until the companion has news. */
export class PayCodeScreen implements ReactiveController {
  readonly #host: PayCodeHost;
  /** Asks for the outcome; false where nothing was learnt. */
  readonly #check: () => Promise<boolean>;
  #value: string | undefined;
  #expiresAt: string | null = null;
  #clock: number | undefined;
  #shownAt = '';
  #isExpired = false;
  #drawQr: typeof Qr.drawQr | undefined;
  #note: Note | undefined;

  constructor(host: PayCodeHost, check: () => Promise<boolean>) {
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

  render(action: Action, code: PayCode, t: Translate, context: PayCodeContext): TemplateResult {
    this.#begin(code);
    if (this.#isExpired) return this.#renderExpired(t, context);
    const isVoucher = code.kind === 'voucher';
    const open = this.#renderOpen(action, isVoucher, t, context);
    // Who holds the phone that pays cannot scan its screen.
    const isPhone = matchMedia('(pointer: coarse)').matches;
    return html`<section class="code is-${code.kind}" part="result">
      <h2 tabindex="-1" id="result-title">
        ${t(isVoucher ? 'code.voucher' : 'code.scan', { amount: context.amount })}
      </h2>
      ${this.#renderTime(code, t, context.locale)} ${isPhone ? open : nothing}
      ${isVoucher ? drawBarcode(code.value, t('code.barcode')) : this.#drawQr?.(code.value, t('code.qr', { amount: context.amount }))}
      ${this.#renderValue(code, t)} ${isPhone ? nothing : open} ${renderSteps(isVoucher, t)}
      <p class="note unprinted" role="status">${this.#noteText(t, context.offline)}</p>
      ${this.#renderWays(isVoucher, t, context)}
    </section>`;
  }

  #begin({ kind, value, expires_at }: PayCode): void {
    if (value === this.#value && expires_at === this.#expiresAt) return;
    this.close();
    this.#value = value;
    this.#expiresAt = expires_at;
    this.#isExpired = false;
    this.#note = undefined;
    if (expires_at !== null) {
      this.#clock = setInterval(() => this.#tick(expires_at), TICK);
      // At once where the time is over already, but not within a rendering.
      queueMicrotask(() => this.#tick(expires_at));
    }
    if (kind === 'qr') void this.#loadQr();
  }

  async #loadQr(): Promise<void> {
    try {
      this.#drawQr ??= (await import('./qr-drawing.ts')).drawQr;
      this.#host.requestUpdate();
    } catch {
      // A blocked chunk: the code can be copied.
    }
  }

  #tick(expiresAt: string): void {
    const left = secondsLeft(expiresAt, Date.now());
    if (left === 0) {
      clearInterval(this.#clock);
      void this.#expire();
      return;
    }
    const shown = left > COUNTED ? '' : toClock(left);
    if (shown === this.#shownAt) return;
    this.#shownAt = shown;
    this.#host.requestUpdate();
  }

  /** The companion may know of a payment in the last second; it is asked before the shopper is told. */
  async #expire(): Promise<void> {
    const value = this.#value;
    await this.#check();
    if (value === undefined || value !== this.#value) return;
    this.#isExpired = true;
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    this.#host.renderRoot.querySelector<HTMLElement>('.code h2')?.focus();
  }

  #renderTime({ expires_at }: PayCode, t: Translate, locale: string): TemplateResult | typeof nothing {
    if (expires_at === null || Number.isNaN(Date.parse(expires_at))) return nothing;
    const left = secondsLeft(expires_at, Date.now());
    if (left > COUNTED) {
      const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(
        Date.parse(expires_at),
      );
      return html`<p>${t('code.due', { date })}</p>`;
    }
    const minutes = minutesToSay(left);
    return html`<p class="left unprinted" aria-hidden="true">${t('code.left', { time: toClock(left) })}</p>
      <p class="hidden" role="status">${minutes === undefined ? '' : t('code.minutes', { count: minutes })}</p>`;
  }

  #renderValue({ kind, value }: PayCode, t: Translate): TemplateResult {
    return html`<div class="value">
      <b>${t(kind === 'voucher' ? 'code.number' : 'code.text')}</b>
      <span dir="ltr">${kind === 'voucher' ? inFours(value) : value}</span>
      <div class="pair">
        <button type="button" class="copy" @click=${() => void this.#copy(value)}>
          ${t(this.#note === 'copied' ? 'code.copied' : 'code.copy')}
        </button>
        ${
          kind === 'voucher'
            ? html`<button type="button" class="print" @click=${() => this.#print()}>${t('code.print')}</button>`
            : nothing
        }
      </div>
    </div>`;
  }

  #renderOpen(
    action: Action,
    isVoucher: boolean,
    t: Translate,
    { onOpen }: PayCodeContext,
  ): TemplateResult | typeof nothing {
    if (!isOpenable(action.url)) return nothing;
    const label = t(isVoucher ? 'code.document' : 'code.open');
    const look = isVoucher ? 'button unprinted' : 'button primary';
    if (action.method === 'GET' && Object.keys(action.fields).length === 0) {
      return html`<a class="open ${look}" href=${action.url} target="_blank" rel="noreferrer">${label}</a>`;
    }
    return html`<button type="button" class="open ${look}" @click=${() => onOpen(action)}>${label}</button>`;
  }

  #renderWays(isVoucher: boolean, t: Translate, context: PayCodeContext): TemplateResult {
    const { busy, abandonable, returnUrl, onAbandon } = context;
    const off = busy ? 'true' : 'false';
    return html`${isVoucher ? html`<p class="unprinted">${t('code.close')}</p>` : nothing}
      <div class="actions">
        <button type="button" class="paid-it" aria-disabled=${off} @click=${() => void this.#askNow()}>
          ${t('code.check')}
        </button>
        ${isVoucher ? html`<a class="button quiet" href=${returnUrl}>${t('back')}</a>` : nothing}
        ${abandonable ? this.#renderAbandon(t, off, onAbandon) : nothing}
      </div>`;
  }

  #renderExpired(t: Translate, { busy, abandonable, returnUrl, offline, onAbandon }: PayCodeContext): TemplateResult {
    const off = busy ? 'true' : 'false';
    return html`<section class="code expired" part="result">
      <h2 tabindex="-1" id="result-title">${t('code.expired_title')}</h2>
      <p>${t('code.expired')}</p>
      <p class="note" role="status">${this.#noteText(t, offline)}</p>
      <div class="actions">
        ${
          abandonable
            ? this.#renderAbandon(t, off, onAbandon, 'primary')
            : html`<a class="button" href=${returnUrl}>${t('back')}</a>`
        }
        <button type="button" class="quiet paid-it" aria-disabled=${off} @click=${() => void this.#askNow()}>
          ${t('code.check')}
        </button>
      </div>
    </section>`;
  }

  #renderAbandon(t: Translate, off: string, onAbandon: () => void, look = 'quiet'): TemplateResult {
    return html`<button type="button" class="abandon ${look}" aria-disabled=${off} @click=${onAbandon}>
      ${t('action.another')}
    </button>`;
  }

  #noteText(t: Translate, offline: boolean): string {
    if (offline) return t('checking.offline');
    return this.#note === undefined ? '' : t(`code.${this.#note}`);
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
    if (part !== null && renderRoot instanceof ShadowRoot) printAlone(part, renderRoot.adoptedStyleSheets);
  }
}

function renderSteps(isVoucher: boolean, t: Translate): TemplateResult {
  return isVoucher
    ? html`<ol>
        <li>${t('code.voucher_where')}</li>
        <li>${t('code.voucher_how')}</li>
        <li>${t('code.voucher_then')}</li>
      </ol>`
    : html`<ol class="unprinted">
        <li>${t('code.scan_app')}</li>
        <li>${t('code.scan_how')}</li>
        <li>${t('code.scan_then')}</li>
      </ol>`;
}

/** A page's or an app's address; never one that would run or show something in this page's name. */
export function isOpenable(url: string): boolean {
  return URL.canParse(url) && !/^(javascript|data|vbscript|blob|file|about):/i.test(new URL(url).protocol);
}
