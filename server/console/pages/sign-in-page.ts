import { LitElement, html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ApiError, type ConsoleApi, type ConsoleSession } from '../console-api.ts';
import { texts } from '../i18n/texts.ts';
import { errorNotice } from '../components/templates.ts';

/** The sign-in form. It exchanges an API key for an HttpOnly session cookie and clears the field. */
export class SignInPage extends LitElement {
  @property({ attribute: false }) api: ConsoleApi | undefined;
  @property({ attribute: false }) shop = '';
  @property({ attribute: false }) wasSignedIn = false;
  @state() private keyError: string | undefined;
  @state() private requestError: unknown;
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
      <form class="panel" novalidate @submit=${(event: Event) => void this.handleSubmit(event)}>
        <h1>${texts.signIn.title}</h1>
        <p class="muted">${this.wasSignedIn ? texts.signIn.ended : texts.signIn.about}</p>
        <input type="text" autocomplete="username" .value=${this.shop} readonly hidden />
        <div class="field ${this.keyError === undefined ? '' : 'invalid'}">
          <label for="api-key">${texts.signIn.key}</label>
          <div class="control">
            <input
              id="api-key"
              type=${this.isShown ? 'text' : 'password'}
              autocomplete="current-password"
              autocapitalize="none"
              spellcheck="false"
              maxlength="512"
              aria-invalid=${this.keyError === undefined ? 'false' : 'true'}
              aria-describedby=${this.keyError === undefined ? 'key-hint' : 'key-error key-hint'}
            />
            <button
              type="button"
              class="quiet"
              aria-pressed=${String(this.isShown)}
              @click=${() => {
                this.isShown = !this.isShown;
              }}
            >
              ${this.isShown ? texts.signIn.hide : texts.signIn.show}
            </button>
          </div>
          ${this.keyError === undefined ? nothing : html`<p class="error" id="key-error" role="alert">${this.keyError}</p>`}
          <p class="muted small" id="key-hint">${texts.signIn.hint}</p>
        </div>
        ${this.requestError === undefined ? nothing : errorNotice(this.requestError)}
        <button class="primary wide" aria-disabled=${String(this.isBusy)}>
          ${this.isBusy ? texts.form.working : texts.signIn.enter}
        </button>
        <p class="muted small">${texts.signIn.secret}</p>
      </form>
    </main>`;
  }

  private async handleSubmit(event: Event): Promise<void> {
    event.preventDefault();
    const input = this.querySelector<HTMLInputElement>('#api-key');
    if (this.api === undefined || input === null || this.isBusy) return;
    this.keyError = input.value.trim() === '' ? texts.signIn.empty : undefined;
    this.requestError = undefined;
    if (this.keyError !== undefined) {
      input.focus();
      return;
    }
    this.isBusy = true;
    try {
      const who = await this.api.signIn(input.value.trim());
      input.value = '';
      this.dispatchEvent(new CustomEvent<ConsoleSession>('signed-in', { detail: who }));
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) this.keyError = texts.signIn.wrong;
      else this.requestError = error;
      input.focus();
    } finally {
      this.isBusy = false;
    }
  }
}

customElements.define('console-sign-in', SignInPage);
