import type { ReactiveController } from 'lit';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { NextAction } from '../../shared/contract/index.ts';
import { ChallengeDialog, type ChallengeHost } from '../challenge/challenge-dialog.ts';
import { challengeStyles } from '../challenge/styles.ts';
import type { TranslationKey, Translate } from '../i18n/translate.ts';
import { PaymentCodeScreen, paymentCodeStyles } from '../payment-code/payment-code-screen.ts';
import { REDIRECT_TIMEOUTS, submitActionForm } from '../redirect/post-action.ts';
import { resultButton } from '../result/result-button.ts';
import { resultView } from '../result/result-view.ts';
import { adoptStyles } from '../theme/adopt-styles.ts';
import { resultStyles } from '../theme/result-styles.ts';
import type { CheckoutState, CheckoutPhase } from './state.ts';

export interface OutcomeContext {
  amount: () => string;
  methodLabel: string;
  locale: () => string;
  onRetry: () => void;
  /** Starts the action again if the companion still requires it. */
  onContinue: () => void;
  onAbandon: () => void;
}

/** Times of the screens that wait for a result, in ms; tests shorten them. */
export const WAITING_SCREEN_DELAYS = {
  /** Until the spinner gives way to what happens next. */
  long: 10_000,
  /** Until a payment at a bank may be cancelled: it may be approved already. */
  cancel: 4_000,
};

/** The screens after the form: the challenge's dialog, codes, and the result. */
export class OutcomeViews implements ReactiveController {
  readonly #host: ChallengeHost;
  readonly #dialog: ChallengeDialog;
  readonly #paymentCode: PaymentCodeScreen;
  #timer: number | undefined;
  /** The phase that the timer runs for. */
  #phase: CheckoutPhase | undefined;
  /** The phase lasts longer than usual. */
  #isLong = false;

  constructor(host: ChallengeHost, check: () => Promise<boolean>) {
    this.#host = host;
    host.addController(this);
    this.#dialog = new ChallengeDialog(host, check);
    this.#paymentCode = new PaymentCodeScreen(host, check);
    adoptStyles(host.renderRoot, resultStyles, challengeStyles, paymentCodeStyles);
  }

  /** Opens a challenge of a payment. */
  open(action: NextAction, paymentId: string, server: string): void {
    this.#dialog.open(action, paymentId, server, submitActionForm);
  }

  /** Ends what does not belong to the phase. */
  changed({ phase }: CheckoutState): void {
    if (phase !== 'challenge') this.#dialog.close();
    if (phase !== 'code') this.#paymentCode.close();
    if (phase !== this.#phase) this.#stopTimer();
  }

  /** The element is removed: no timer outlives it. */
  hostDisconnected(): void {
    this.#stopTimer();
  }

  #startTimer(phase: CheckoutPhase, ms: number): void {
    this.#phase = phase;
    this.#timer ??= setTimeout(() => {
      this.#isLong = true;
      this.#host.requestUpdate();
    }, ms);
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#phase = undefined;
    this.#isLong = false;
  }

  renderDialog(t: Translate, state: CheckoutState, context: OutcomeContext): TemplateResult | typeof nothing {
    if (!this.#dialog.isOpen) return nothing;
    const { busy, offline } = state;
    return this.#dialog.render(t, { busy, offline, onCancel: context.onAbandon, onRetry: context.onContinue });
  }

  /** Every screen but the form. */
  renderOutcome(state: CheckoutState, t: Translate, context: OutcomeContext): TemplateResult | undefined {
    if (state.phase === 'code') return this.#renderCode(state, t, context);
    if (state.phase === 'checking') return this.#renderChecking(state, t, context);
    if (/^(redirecting|waiting)$/.test(state.phase)) return this.#renderAction(state, t, context);
    return renderResult(state, t, context);
  }

  /** A spinner while the result may come any moment; after a while, or in a review, what happens next and a way out. */
  #renderChecking(state: CheckoutState, t: Translate, context: OutcomeContext): TemplateResult {
    this.#startTimer(state.phase, WAITING_SCREEN_DELAYS.long);
    const { outcome, view, offline, busy } = state;
    const isReview = outcome?.in_review === true;
    const isLong = isReview || this.#isLong;
    const canCancel = outcome?.abandonable === true;
    const actions = canCancel ? [resultButton('abandon', t('action.another'), context.onAbandon, busy, '')] : [];
    if (isLong) actions.unshift(link(t('back'), state));
    return resultView({
      kind: isLong ? 'waiting' : 'checking',
      title: t(isReview ? 'review.title' : isLong ? 'checking.long' : 'checking.title'),
      text: t(isReview ? 'review.text' : canCancel ? 'checking.cancellable' : 'checking.text'),
      details: isLong
        ? html`<p>${t('checking.close')}</p>
            <p><b>${t('order', { order: view?.order_no ?? '' })}</b></p>`
        : nothing,
      note: offline ? t('checking.offline') : undefined,
      actions,
    });
  }

  /** On the way to an action, or back from it before it is finished. */
  #renderAction(
    { phase, outcome, offline, busy }: CheckoutState,
    t: Translate,
    context: OutcomeContext,
  ): TemplateResult {
    const isLeaving = phase === 'redirecting';
    // A setting, an app or a frame around the page may keep the browser from leaving.
    this.#startTimer(phase, isLeaving ? REDIRECT_TIMEOUTS.stuck : WAITING_SCREEN_DELAYS.cancel);
    const isLong = this.#isLong;
    const { bank } = outcome?.action ?? {};
    const values = { bank: bank ?? '', label: bank ?? context.methodLabel, amount: context.amount() };
    const known = bank === undefined ? 'action.title' : 'action.bank';
    const asked = bank === undefined ? 'action.text' : 'action.bank_text';
    return resultView({
      kind: 'checking',
      title: t(isLeaving ? 'redirecting.title' : known, values),
      text: t(isLeaving ? (isLong ? 'redirecting.stuck' : 'redirecting.text') : asked, values),
      note: offline ? t('checking.offline') : undefined,
      actions:
        isLeaving && !isLong
          ? []
          : [
              resultButton(
                'continue',
                t(bank === undefined ? 'action.continue' : 'pay.to', values),
                context.onContinue,
                busy,
              ),
              resultButton('abandon', t('action.another'), context.onAbandon, busy, '', !isLong),
            ],
    });
  }

  #renderCode(state: CheckoutState, t: Translate, context: OutcomeContext): TemplateResult | undefined {
    const { action, abandonable } = state.outcome ?? {};
    const code = action?.code;
    if (action === undefined || code === undefined) return undefined;
    return this.#paymentCode.render(action, code, t, {
      amount: context.amount(),
      locale: context.locale(),
      busy: state.busy,
      offline: state.offline,
      abandonable: abandonable === true,
      returnUrl: state.view?.return_url ?? '',
      onAbandon: context.onAbandon,
      onOpen: (opened) => submitActionForm(opened, '_blank'),
    });
  }
}

/** The screens of a result. */
function renderResult(state: CheckoutState, t: Translate, context: OutcomeContext): TemplateResult | undefined {
  switch (state.phase) {
    case 'failed':
      return resultView({
        kind: 'ended',
        title: t('failed.title'),
        text: t(`error.${state.error}` as TranslationKey),
        details: html`<slot name="fallback"></slot>`,
        actions: [resultButton('retry', t('retry'), context.onRetry, false)],
      });
    case 'paid':
      return resultView({
        kind: 'paid',
        title: t('paid.title'),
        text: t('paid.text', { amount: context.amount(), order: state.view?.order_no ?? '' }),
        actions: [link(t('continue'), state)],
      });
    case 'refused':
      return resultView({
        kind: 'refused',
        title: t('declined.title'),
        text: t('declined.final'),
        actions: [link(t('back'), state)],
      });
    case 'expired':
      return resultView({
        kind: 'ended',
        title: t('expired.title'),
        text: t('expired.text'),
        actions: [link(t('back'), state)],
      });
    default:
      return undefined;
  }
}

/**
 * A link to the shop. A return_url comes from the shop's server and is http or https. Without a session the page itself is
 * all that is known of the shop.
 */
function link(label: string, state: CheckoutState): TemplateResult {
  return html`<a class="button primary" part="button back" href=${state.view?.return_url ?? ''}>${label}</a>`;
}
