import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Action } from '../../shared/contract/index.ts';
import { ChallengeDialog, type ChallengeHost } from '../challenge/challenge-dialog.ts';
import { challengeStyles } from '../challenge/styles.ts';
import type { TextKey, Translate } from '../i18n/translate.ts';
import type { PayCodeScreen } from '../pay-code/pay-code-screen.ts';
import { REDIRECT_TIMEOUTS } from '../redirect/post-action.ts';
import { postAction } from '../redirect/post-action.ts';
import { resultView } from '../result/result-view.ts';
import { adoptStyles } from '../theme/adopt-styles.ts';
import { resultStyles } from '../theme/result-styles.ts';
import type { CheckoutState } from './state.ts';

export interface OutcomeContext {
  amount: () => string;
  methodLabel: string;
  locale: () => string;
  onRetry: () => void;
  /** Starts the action again, once the companion has said that it is still wanted. */
  onContinue: () => void;
  onAbandon: () => void;
}

/** All that follows the form: the challenge's dialog, codes, and the screens that say how it stands. */
export class OutcomeViews {
  readonly #host: ChallengeHost;
  readonly #check: () => Promise<boolean>;
  readonly #dialog: ChallengeDialog;
  #payCode: PayCodeScreen | undefined;
  #payCodeAsked = false;
  #leaving: number | undefined;
  #isStuck = false;

  constructor(host: ChallengeHost, check: () => Promise<boolean>) {
    this.#host = host;
    this.#check = check;
    this.#dialog = new ChallengeDialog(host, check);
    adoptStyles(host.renderRoot, resultStyles, challengeStyles);
  }

  /** Opens a challenge of a payment. */
  open(action: Action, paymentId: string, server: string): void {
    this.#dialog.open(action, paymentId, server, postAction);
  }

  /** Ends what does not belong to the phase. */
  changed({ phase }: CheckoutState): void {
    if (phase !== 'challenge') this.#dialog.close();
    if (phase !== 'code') this.#payCode?.close();
    if (phase !== 'redirecting') this.#stay();
  }

  renderDialog(t: Translate, state: CheckoutState, context: OutcomeContext): TemplateResult | typeof nothing {
    if (!this.#dialog.isOpen) return nothing;
    const { busy, offline } = state;
    return this.#dialog.render(t, { busy, offline, onCancel: context.onAbandon, onRetry: context.onContinue });
  }

  /** Every screen but the form. */
  renderOutcome(state: CheckoutState, t: Translate, context: OutcomeContext): TemplateResult | undefined {
    if (state.phase === 'code') return this.#renderCode(state, t, context);
    if (state.phase === 'redirecting') {
      this.#leave();
      return renderLeaving(state, t, context, this.#isStuck);
    }
    return renderResult(state, t, context);
  }

  /** A browser that has not left after a while was kept from it: by a setting, an app, or the frame the page is in. */
  #leave(): void {
    this.#leaving ??= setTimeout(() => {
      this.#isStuck = true;
      this.#host.requestUpdate();
    }, REDIRECT_TIMEOUTS.stuck);
  }

  #stay(): void {
    clearTimeout(this.#leaving);
    this.#leaving = undefined;
    this.#isStuck = false;
  }

  #renderCode(state: CheckoutState, t: Translate, context: OutcomeContext): TemplateResult {
    const { action, abandonable } = state.outcome ?? {};
    const code = action?.code;
    if (!this.#payCodeAsked) void this.#loadPayCode();
    if (action === undefined || code === undefined || this.#payCode === undefined) {
      return resultView({ kind: 'waiting', title: t('action.title'), text: code?.value ?? t('action.text') });
    }
    return this.#payCode.render(action, code, t, {
      amount: context.amount(),
      locale: context.locale(),
      busy: state.busy,
      offline: state.offline,
      abandonable: abandonable === true,
      returnUrl: state.view?.return_url ?? '',
      onAbandon: context.onAbandon,
      onOpen: (opened) => postAction(opened, '_blank'),
    });
  }

  async #loadPayCode(): Promise<void> {
    this.#payCodeAsked = true;
    try {
      const { PayCodeScreen, payCodeStyles } = await import('../pay-code/pay-code-screen.ts');
      adoptStyles(this.#host.renderRoot, payCodeStyles);
      this.#payCode = new PayCodeScreen(this.#host, this.#check);
      const title = '#result-title';
      const hadFocus = this.#host.renderRoot.querySelector(`${title}:focus`) !== null;
      this.#host.requestUpdate();
      await this.#host.updateComplete;
      // The screen that stood in for it takes the focus with it.
      if (hadFocus) this.#host.renderRoot.querySelector<HTMLElement>(title)?.focus();
    } catch {
      // A blocked chunk: the bare code is shown, which can be copied by hand.
    }
  }
}

function renderLeaving(state: CheckoutState, t: Translate, context: OutcomeContext, isStuck: boolean): TemplateResult {
  const { busy, offline } = state;
  return resultView({
    kind: 'checking',
    title: t('redirecting.title', { label: context.methodLabel }),
    text: t(isStuck ? 'redirecting.stuck' : 'redirecting.text'),
    note: isStuck && offline ? t('challenge.offline') : undefined,
    actions: isStuck
      ? [
          button(t('action.continue'), context.onContinue, busy),
          button(t('action.another'), context.onAbandon, busy, 'quiet'),
        ]
      : [],
  });
}

/** The screens that say how it stands. */
function renderResult(state: CheckoutState, t: Translate, context: OutcomeContext): TemplateResult | undefined {
  switch (state.phase) {
    case 'failed':
      return resultView({
        kind: 'ended',
        title: t('failed.title'),
        text: t(`error.${state.error}` as TextKey),
        actions: [button(t('retry'), context.onRetry, false)],
      });
    case 'waiting':
      return resultView({
        kind: 'waiting',
        title: t('action.title'),
        text: t('action.text'),
        note: state.offline ? t('checking.offline') : undefined,
        actions: [
          button(t('action.continue'), context.onContinue, state.busy),
          button(t('action.another'), context.onAbandon, state.busy, 'quiet'),
        ],
      });
    case 'checking':
      return resultView({
        kind: 'checking',
        title: t('checking.title'),
        text: t('checking.text'),
        note: state.offline ? t('checking.offline') : undefined,
        actions:
          state.outcome?.abandonable === true
            ? [button(t('checking.abandon'), context.onAbandon, state.busy, 'quiet')]
            : [],
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
        kind: 'ended',
        title: t('declined.title'),
        text: t('declined.final'),
        actions: [link(t('back'), state)],
      });
    case 'expired':
      return resultView({
        kind: 'ended',
        title: t('expired.title'),
        text: t('expired.text'),
        actions: state.view === null ? [] : [link(t('back'), state)],
      });
    default:
      return undefined;
  }
}

function button(label: string, onClick: () => void, busy: boolean, look = 'primary'): TemplateResult {
  return html`<button type="button" class=${look} aria-disabled=${busy ? 'true' : 'false'} @click=${onClick}>
    ${label}
  </button>`;
}

/** Leads on to the shop. A return_url comes from the shop's server and is http or https. */
function link(label: string, state: CheckoutState): TemplateResult {
  return html`<a class="button primary" href=${state.view?.return_url ?? ''}>${label}</a>`;
}
