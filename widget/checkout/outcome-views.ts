import { html, type TemplateResult } from 'lit';
import { errorKey, type Translate } from '../i18n/translate.ts';
import { resultView } from '../result/result-view.ts';
import type { CheckoutState } from './state.ts';

export interface OutcomeContext {
  amount: string;
  methodLabel: string;
  onRetry: () => void;
  onContinue: () => void;
  onAbandon: () => void;
}

/** Every screen but the form. */
export function renderOutcome(state: CheckoutState, t: Translate, context: OutcomeContext): TemplateResult | undefined {
  switch (state.phase) {
    case 'failed':
      return resultView({
        kind: 'ended',
        title: t('failed.title'),
        text: t(errorKey(state.error ?? 'internal_error')),
        actions: [button(t('retry'), context.onRetry, false)],
      });
    case 'redirecting':
      return resultView({
        kind: 'checking',
        title: t('redirecting.title', { label: context.methodLabel }),
        text: t('redirecting.text'),
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
        text: t('paid.text', { amount: context.amount, order: state.view?.order_no ?? '' }),
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
