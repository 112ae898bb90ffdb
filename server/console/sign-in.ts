import { LitElement, html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ApiError, type Api, type Who } from './api.ts';
import { w } from './i18n/en.ts';
import { errorNotice } from './parts/parts.ts';

/** Takes an API key and forgets it at once: what stays is a cookie that no script can read. */
export class SignIn extends LitElement {
  @property({ attribute: false }) api: Api | undefined;
  @property({ attribute: false }) shop = '';
  @property({ attribute: false }) wasSignedIn = false;
  @state() private fault: string | undefined;
  @state() private error: unknown;
  @state() private isBusy = false;
  @state() private isShown = false;

  override createRenderRoot(): this {
    return this;
  }

  override firstUpdated(): void {
    this.querySelector<HTMLInputElement>('#api-key')?.focus();
  }

  override render(): TemplateResult {
    return html`<main class="sign-in">
      <p class="shop">${this.shop === '' ? 'Tillgate' : this.shop}</p>
      <form class="sheet" novalidate @submit=${(event: Event) => void this.handleSubmit(event)}>
        <h1>${w.signIn.title}</h1>
        <p class="soft">${this.wasSignedIn ? w.signIn.ended : w.signIn.about}</p>
        <input type="text" autocomplete="username" .value=${this.shop} readonly hidden />
        <div class="field ${this.fault === undefined ? '' : 'wrong'}">
          <label for="api-key">${w.signIn.key}</label>
          <div class="control">
            <input
              id="api-key"
              type=${this.isShown ? 'text' : 'password'}
              autocomplete="current-password"
              autocapitalize="none"
              spellcheck="false"
              maxlength="512"
              aria-invalid=${this.fault === undefined ? 'false' : 'true'}
              aria-describedby=${this.fault === undefined ? 'key-hint' : 'key-fault key-hint'}
            />
            <button
              type="button"
              class="quiet"
              aria-pressed=${String(this.isShown)}
              @click=${() => {
                this.isShown = !this.isShown;
              }}
            >
              ${this.isShown ? w.signIn.hide : w.signIn.show}
            </button>
          </div>
          ${this.fault === undefined ? nothing : html`<p class="fault" id="key-fault" role="alert">${this.fault}</p>`}
          <p class="soft small" id="key-hint">${w.signIn.hint}</p>
        </div>
        ${this.error === undefined ? nothing : errorNotice(this.error)}
        <button class="primary wide" aria-disabled=${String(this.isBusy)}>
          ${this.isBusy ? w.ask.working : w.signIn.enter}
        </button>
        <p class="soft small">${w.signIn.secret}</p>
      </form>
    </main>`;
  }

  private async handleSubmit(event: Event): Promise<void> {
    event.preventDefault();
    const input = this.querySelector<HTMLInputElement>('#api-key');
    if (this.api === undefined || input === null || this.isBusy) return;
    this.fault = input.value.trim() === '' ? w.signIn.empty : undefined;
    this.error = undefined;
    if (this.fault !== undefined) {
      input.focus();
      return;
    }
    this.isBusy = true;
    try {
      const who = await this.api.signIn(input.value.trim());
      input.value = '';
      this.dispatchEvent(new CustomEvent<Who>('signed-in', { detail: who }));
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) this.fault = w.signIn.wrong;
      else this.error = error;
      input.focus();
    } finally {
      this.isBusy = false;
    }
  }
}

customElements.define('console-sign-in', SignIn);
