import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { CardsView, ListedSavedCard } from '../../shared/contract/index.ts';
import { CheckoutError, isCheckoutError } from '../../shared/errors.ts';
import { localizeAmount } from '../../shared/money.ts';
import type { Fetch } from '../api/checkout-api.ts';
import { brandMark, adoptCardModule } from '../card/brand-mark.ts';
import { findBrand } from '../card/brands.ts';
import { companionUrlOf } from '../checkout/companion-connection.ts';
import type { TillgateCompleteEvent } from '../events/index.ts';
import { ENGLISH, loadLanguage, loadRestOfEnglish, toIntlLocale, type Language } from '../i18n/language.ts';
import { createTranslate, errorMessageKey, type Messages, type Translate } from '../i18n/translate.ts';
import { isExpired } from '../saved-cards/is-expired.ts';
import { SavedCardRemoval } from '../saved-cards/saved-card-removal.ts';
import { formPartStyles } from '../theme/form-part-styles.ts';
import { styles } from '../theme/styles.ts';
import { createCardsApi, type CardsApi } from './cards-api.ts';
import { cardsStyles } from './styles.ts';

const toText = (value: string | null): string => value ?? '';

/** What the form of a card tells a page about an order is about none here. */
const EVENTS_OF_FORM = ['ready', 'change', 'submit', 'action', 'complete', 'error'] as const;

/**
 * A shopper's saved cards: listed, removed, made the default, and added.
 *
 * @tag tillgate-cards
 *
 * @slot header - Content above the element.
 * @slot footer - Content below the element.
 *
 * @csspart cards - The list of saved cards.
 * @csspart card - One saved card of the list.
 * @csspart button - Each button of the list.
 * @csspart add - The button that adds a card.
 * @csspart cancel - The button that keeps a card, or adds none.
 * @csspart confirm - The button that confirms the removal of a card.
 * @csspart prefer - The button that makes a card the default.
 * @csspart remove - The button that removes a card.
 * @csspart retry - The button that loads the list again.
 */
export class TillgateCards extends LitElement {
  static override readonly styles = [...styles, formPartStyles, cardsStyles];

  /** The token of the cards session, from the shop's server. */
  @property({ converter: toText })
  session = '';
  /** The companion's base URL; the origin of the element's script by default. */
  @property({ converter: toText })
  server = '';
  /** Language of texts; the session's, then the browser's by default. */
  @property({ converter: toText })
  locale = '';
  /** Types a card in an iframe of the companion, so that the page's scripts cannot reach it. */
  @property({ type: Boolean })
  isolated = false;
  /** Colour scheme; `auto` follows the page and the shopper's setting. */
  @property({ reflect: true, converter: toText })
  theme: 'auto' | 'light' | 'dark' = 'auto';
  /** The shop's own texts, by key. */
  @property({ attribute: false })
  labels: Partial<Messages> = {};
  /** Replaces `fetch`, for tests and for pages with a network layer; set before `session`. */
  @property({ attribute: false })
  fetcher: Fetch | undefined;

  @state() private view: CardsView | undefined;
  @state() private language: Language = ENGLISH;
  @state() private failure: CheckoutError | undefined;
  /** The session of the card that is being added. */
  @state() private adding: string | undefined;
  @state() private busy = false;
  /** What screen readers are told of the last change. */
  @state() private said = '';

  #loading = new AbortController();
  readonly #removal = new SavedCardRemoval(
    () => this.requestUpdate(),
    async (tokenId) => {
      this.view = await this.#api().remove(tokenId);
      await this.#focusList();
    },
  );

  /** Loads the list again. */
  async reload(): Promise<void> {
    this.#loading.abort();
    const { signal } = (this.#loading = new AbortController());
    this.failure = undefined;
    if (this.session === '') return;
    try {
      const [view] = await Promise.all([this.#api().read(signal), this.#loadMarks()]);
      const language = await loadRestOfEnglish(await loadLanguage(this.locale || view.locale || navigator.language));
      if (signal.aborted) return;
      this.view = view;
      this.language = language;
    } catch (error) {
      if (signal.aborted) return;
      this.language = await loadRestOfEnglish(await loadLanguage(this.locale || navigator.language));
      this.failure = toFailure(error);
    }
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#loading.abort();
    this.adding = undefined;
  }

  protected override updated(changed: PropertyValues): void {
    if (['session', 'server', 'locale'].some((name) => changed.has(name))) void this.reload();
  }

  protected override render(): TemplateResult {
    const { tag, dir } = this.language;
    return html`<div class="root" lang=${tag} dir=${dir}>
      <slot name="header"></slot>
      ${this.#list(this.#t())}
      <slot name="footer"></slot>
    </div>`;
  }

  #t(): Translate {
    return createTranslate(this.language.messages, this.labels, this.language.tag);
  }

  #list(t: Translate): TemplateResult | typeof nothing {
    const { view, failure } = this;
    const status = html`<p class="hidden" role="status">${this.said}</p>
      ${this.#removal.status(t)}`;
    if (view === undefined) {
      return failure === undefined ? html`<p aria-hidden="true"><span class="spinner"></span></p>` : this.#alert(t);
    }
    return html`${failure === undefined ? nothing : this.#alert(t)}
    ${
      view.cards.length === 0
        ? html`<p class="note" tabindex="-1">${t('cards.none')}</p>`
        : html`<ul class="group" part="cards" aria-label=${t('saved')} tabindex="-1">
            ${view.cards.map((card) => this.#row(card, t))}
          </ul>`
    }
    ${status} ${view.verification === null ? nothing : this.#form(t, view.verification)}`;
  }

  #alert(t: Translate): TemplateResult {
    const text = t(errorMessageKey(this.failure?.code ?? 'internal_error'));
    return html`<div class="alert" role="alert">
      <span>${text === '' ? t('error.other') : text}</span>
      <button type="button" part="button retry" @click=${() => void this.reload()}>${t('retry')}</button>
    </div>`;
  }

  #row(card: ListedSavedCard, t: Translate): TemplateResult {
    const { token_id: id, last4, expiry } = card;
    const brand = findBrand(card.brand ?? '');
    const shown = brand?.name ?? card.brand ?? t('card');
    const name = t('saved.name', { brand: shown, last4 });
    const context = { t, disabled: this.busy };
    const date = { date: expiry ?? '' };
    return html`<li class="method" part="card">
      <div class="line">
        <div class="row">
          ${brand === undefined ? nothing : brandMark(brand, false)}
          <span>
            <span class="hidden">${name}</span
            ><span aria-hidden="true">${shown} <span class="digits">•••• ${last4}</span></span>
            ${
              expiry === null
                ? nothing
                : html`<small>${t(isExpired(expiry) ? 'saved.expired' : 'saved.expires', date)}</small>`
            }
          </span>
        </div>
        ${card.default ? html`<span class="default">${t('cards.default')}</span>` : this.#preferButton(id, name, t)}
        ${this.#removal.button(id, name, context)}
      </div>
      ${this.#removal.question(id, name, context)}
    </li>`;
  }

  #preferButton(id: string, name: string, t: Translate): TemplateResult {
    return html`<button
      type="button"
      part="button prefer"
      class="quiet"
      aria-label=${`${t('cards.prefer')}: ${name}`}
      ?disabled=${this.busy}
      @click=${() =>
        void this.#change(async () => {
          this.view = await this.#api().prefer(id);
          this.said = t('cards.preferred', { card: name });
          await this.#focusList();
        })}
    >
      ${t('cards.prefer')}
    </button>`;
  }

  #form(t: Translate, { amount, currency }: NonNullable<CardsView['verification']>): TemplateResult {
    if (this.adding === undefined) {
      return html`<button
        type="button"
        class="primary"
        part="button add"
        aria-disabled=${this.busy}
        @click=${() =>
          void this.#change(async () => {
            this.said = '';
            this.adding = (await this.#api().add()).session;
          })}
      >
        ${t('cards.add')}
      </button>`;
    }
    const locale = toIntlLocale(this.locale || this.view?.locale || navigator.language);
    const labels = { pay: t('cards.save'), paying: t('cards.saving'), ...this.labels };
    return html`<div class="form" @tillgate-complete=${(event: TillgateCompleteEvent) => void this.#complete(event, t)}>
      ${
        Number(amount) === 0
          ? nothing
          : html`<p class="note">${t('cards.hold', { amount: localizeAmount(amount, currency, locale) })}</p>`
      }
      <tillgate-checkout
        server=${this.server}
        locale=${this.locale}
        theme=${this.theme}
        ?isolated=${this.isolated}
        .labels=${labels}
        .fetcher=${this.fetcher}
        session=${this.adding}
      ></tillgate-checkout>
      <button
        type="button"
        part="button cancel"
        class="quiet"
        @click=${() => {
          this.adding = undefined;
          void this.#focusList();
        }}
      >
        ${t('challenge.cancel')}
      </button>
    </div>`;
  }

  protected override firstUpdated(): void {
    for (const name of EVENTS_OF_FORM) {
      this.renderRoot.addEventListener(`tillgate-${name}`, (event) => {
        event.stopPropagation();
      });
    }
  }

  async #complete({ status }: TillgateCompleteEvent, t: Translate): Promise<void> {
    if (status !== 'paid') return;
    this.adding = undefined;
    await this.reload();
    this.said = t('cards.added');
    await this.#focusList();
  }

  /** Runs one change at a time; a failure is shown above the list. */
  async #change(work: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.failure = undefined;
    try {
      await work();
    } catch (error) {
      this.failure = toFailure(error);
    }
    this.busy = false;
  }

  /** The focused button may be gone. */
  async #focusList(): Promise<void> {
    await this.updateComplete;
    if (this.shadowRoot?.activeElement === null) this.shadowRoot.querySelector<HTMLElement>('[tabindex="-1"]')?.focus();
  }

  async #loadMarks(): Promise<void> {
    adoptCardModule(await import('../card/deferred-parts.ts').catch(() => undefined), this.renderRoot as ShadowRoot);
  }

  #api(): CardsApi {
    return createCardsApi(companionUrlOf(this), this.session, this.fetcher ?? fetch.bind(window));
  }
}

function toFailure(error: unknown): CheckoutError {
  return isCheckoutError(error) ? error : new CheckoutError('internal_error');
}

declare global {
  interface HTMLElementTagNameMap {
    'tillgate-cards': TillgateCards;
  }
}
