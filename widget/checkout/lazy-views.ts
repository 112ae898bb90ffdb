import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Action } from '../../shared/contract/index.ts';
import type { ChallengeHost } from '../challenge/challenge-dialog.ts';
import type { TextKey, Translate } from '../i18n/translate.ts';
import { postAction } from '../redirect/post-action.ts';
import type * as LaterParts from './deferred.ts';
import type { OutcomeContext, OutcomeViews } from './outcome-views.ts';
import { encryptionNote } from './encryption-note.ts';
import type { CheckoutState, Phase } from './state.ts';

export type DeferredModule = typeof LaterParts;

/** What follows the form, whose code comes while the shopper types. Without it the bare words are shown. */
export class LazyViews {
  readonly #host: ChallengeHost;
  readonly #check: () => Promise<boolean>;
  #views: OutcomeViews | undefined;

  constructor(host: ChallengeHost, check: () => Promise<boolean>) {
    this.#host = host;
    this.#check = check;
  }

  /** With all that comes in the same chunk; undefined where it cannot be had: each use knows another way. */
  async load(): Promise<DeferredModule | undefined> {
    const later = await import('./deferred.ts').catch(() => undefined);
    if (later !== undefined) this.#views ??= new later.OutcomeViews(this.#host, this.#check);
    this.#host.requestUpdate();
    return later;
  }

  /** Opens a challenge of a payment, unless it is not wanted any more once the code has come. */
  async open(action: Action, paymentId: string, options: { server: string; isWanted: () => boolean }): Promise<void> {
    if (this.#views === undefined) await this.load();
    if (!options.isWanted()) return;
    if (this.#views === undefined) postAction(action, '_top');
    else this.#views.open(action, paymentId, options.server);
  }

  changed(state: CheckoutState): void {
    this.#views?.changed(state);
  }

  renderDialog(t: Translate, state: CheckoutState, context: OutcomeContext): TemplateResult | typeof nothing {
    return this.#views?.renderDialog(t, state, context) ?? nothing;
  }

  renderOutcome(state: CheckoutState, t: Translate, context: OutcomeContext): TemplateResult {
    if (state.phase === 'loading') return skeleton(t);
    return this.#views?.renderOutcome(state, t, context) ?? bareOutcome(state, t, context);
  }
}

const TITLES: Partial<Record<Phase, TextKey>> = {
  failed: 'failed.title',
  paid: 'paid.title',
  refused: 'declined.title',
  expired: 'expired.title',
  waiting: 'action.title',
  code: 'action.title',
};

/** How it stands, in the words that are always there. */
function bareOutcome(state: CheckoutState, t: Translate, context: OutcomeContext): TemplateResult {
  const { phase, error, view, outcome } = state;
  const title = phase === 'redirecting' ? t('redirecting.title', { label: context.methodLabel }) : undefined;
  let way: TemplateResult | typeof nothing = nothing;
  if (phase === 'failed')
    way = html`<p class="actions">
      <button type="button" class="primary" @click=${context.onRetry}>${t('retry')}</button>
    </p>`;
  else if (view !== null && /paid|refused|expired/.test(phase)) {
    way = html`<p class="actions"><a class="button primary" href=${view.return_url}>${t('continue')}</a></p>`;
  }
  return html`<section class="stack" part="result">
    <h2 tabindex="-1" id="result-title">${title ?? t(TITLES[phase] ?? 'checking.title')}</h2>
    <p>
      ${phase === 'failed' ? t(`error.${error}` as TextKey) : TITLES[phase] ? outcome?.action?.code?.value : t('checking.text')}
    </p>
    ${way}
  </section>`;
}

/** As tall as the form of a card, so that nothing jumps. */
function skeleton(t: Translate): TemplateResult {
  return html`<div class="skeleton" role="status">
    <span class="hidden">${t('loading')}</span>
    <div class="group">${[1, 2, 3].map(() => html`<i></i>`)}</div>
    <i class="pay"></i>
    <div aria-hidden="true">${encryptionNote(t)}</div>
  </div>`;
}
