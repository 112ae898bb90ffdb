import { LitElement, html, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { Payment } from '../../../shared/contract/merchant/payments.ts';
import type { ConsoleApi } from '../console-api.ts';
import { texts } from '../i18n/texts.ts';
import { hrefOf } from '../route.ts';
import { icon } from './icons.ts';

/** The search of the app bar: opens a payment that is found alone, and lists several. `/` focuses it. */
class PaymentSearch extends LitElement {
  @property({ attribute: false }) api: ConsoleApi | undefined;
  /** The text of the list that is shown. */
  @property({ attribute: false }) text = '';

  override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('keydown', this.handleKey);
  }

  override disconnectedCallback(): void {
    removeEventListener('keydown', this.handleKey);
    super.disconnectedCallback();
  }

  private readonly handleKey = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    const isTyping = target.closest('input, textarea, select, dialog') !== null;
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.querySelector('input')?.select();
  };

  override render(): TemplateResult {
    return html`<form role="search" @submit=${(event: Event) => void this.search(event)}>
      ${icon('search')}
      <input
        type="search"
        name="q"
        maxlength="100"
        autocomplete="off"
        spellcheck="false"
        aria-label=${texts.search.label}
        aria-keyshortcuts="/"
        title=${texts.search.hint}
        placeholder=${texts.search.placeholder}
        .value=${live(this.text)}
        @input=${(event: Event) => {
          this.text = (event.target as HTMLInputElement).value;
        }}
        @keydown=${(event: KeyboardEvent) => {
          if (event.key === 'Escape') (event.target as HTMLElement).blur();
        }}
      />
      <kbd aria-hidden="true">/</kbd>
    </form>`;
  }

  private async search(event: Event): Promise<void> {
    event.preventDefault();
    const search = this.text.trim();
    if (this.api === undefined || search === '') return;
    location.hash = (await this.findOnlyMatch(this.api, search)) ?? hrefOf('payments', '', { q: search });
  }

  /** The link to the only payment that matches; undefined for none, several, or no response. */
  private async findOnlyMatch(api: ConsoleApi, search: string): Promise<string | undefined> {
    if (/^pay_[\w-]+$/.test(search)) return hrefOf('payments', search);
    try {
      const page = await api.get<{ payments: Payment[]; next_cursor: string | null }>('/payments', {
        search,
        limit: '2',
      });
      const [only, second] = page.payments;
      const isAlone = only !== undefined && second === undefined && page.next_cursor === null;
      return isAlone ? hrefOf('payments', only.id) : undefined;
    } catch {
      // The list shows the error.
      return undefined;
    }
  }
}

customElements.define('console-payment-search', PaymentSearch);
