import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { NextAction } from '../../shared/contract/index.ts';
import type { ChallengeHost } from '../challenge/challenge-dialog.ts';
import type { TranslationKey, Translate } from '../i18n/translate.ts';
import { submitActionForm } from '../redirect/post-action.ts';
import type * as LaterParts from './deferred.ts';
import type { OutcomeContext, OutcomeViews } from './outcome-views.ts';
import { renderLockedNote } from './locked-note.ts';
import type { CheckoutState, CheckoutPhase } from './state.ts';

export type DeferredModule = typeof LaterParts;

/** The screens after the form, whose code loads while the shopper types. Without it the bare texts are shown. */
export class LazyOutcomeViews {
  readonly #host: ChallengeHost;
  readonly #check: () => Promise<boolean>;
  #views: OutcomeViews | undefined;

  constructor(host: ChallengeHost, check: () => Promise<boolean>) {
    this.#host = host;
    this.#check = check;
  }

  /** Loads the chunk; undefined where it cannot be loaded: each use has a fallback. */
  async load(): Promise<DeferredModule | undefined> {
    const later = await import('./deferred.ts').catch(() => undefined);
    if (later !== undefined) this.#views ??= new later.OutcomeViews(this.#host, this.#check);
    this.#host.requestUpdate();
    return later;
  }

  /** Opens a challenge of a payment, unless it is no longer wanted once the code is loaded. */
  async open(
    action: NextAction,
    paymentId: string,
    options: { server: string; isWanted: () => boolean },
  ): Promise<void> {
    if (this.#views === undefined) await this.load();
    if (!options.isWanted()) return;
    if (this.#views === undefined) submitActionForm(action, '_top');
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

const TITLES: Partial<Record<CheckoutPhase, TranslationKey>> = {
  failed: 'failed.title',
  paid: 'paid.title',
  refused: 'declined.title',
  expired: 'declined.title',
};

/** The result in the texts that need no further chunk. */
function bareOutcome(
  { phase, error, view, outcome }: CheckoutState,
  t: Translate,
  context: OutcomeContext,
): TemplateResult {
  const title = TITLES[phase];
  let text = outcome?.action?.code?.value ?? t('checking.text');
  if (title !== undefined) text = phase === 'failed' ? t(`error.${error}` as TranslationKey) : '';
  return html`<section class="stack" part="result">
    <h2 tabindex="-1" id="result-title">${t(title ?? 'checking.title')}</h2>
    <p>${text}</p>
    ${
      phase === 'failed'
        ? html`<button type="button" class="primary" part="button retry" @click=${context.onRetry}>
              ${t('retry')}
            </button>
            <slot name="fallback"></slot>`
        : title !== undefined && view !== null
          ? html`<a class="button primary" part="button back" href=${view.return_url}>${t('continue')}</a>`
          : nothing
    }
  </section>`;
}

/** The outline of a card's form, so that nothing moves when the form comes. */
function skeleton(t: Translate): TemplateResult {
  const cell = html`<div class="field">
    <div class="box"><i></i></div>
  </div>`;
  return html`<div class="skeleton stack" role="status">
    <span class="hidden">${t('loading')}</span>
    <div>
      <div class="group">
        ${cell}
        <div class="pair">${cell}${cell}</div>
        ${cell}
      </div>
    </div>
    <div class="pay"></div>
    ${renderLockedNote(t('secure'))}
  </div>`;
}
