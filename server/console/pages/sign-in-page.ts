import { LitElement, html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ApiError, type ConsoleApi, type ConsoleSession } from '../console-api.ts';
import { texts } from '../i18n/texts.ts';
import { findText } from '../i18n/states.ts';
import { icon } from '../components/icons.ts';
import { errorNotice, type TemplateContent } from '../components/templates.ts';

const t = texts.signIn;

/** The ways to sign in that the companion offers. */
interface SignInWays {
  api_key: boolean;
  /** Whether passkeys sign in, and somebody has registered one or no key signs in. */
  passkey: boolean;
  /** Whether no money moves. */
  sandbox: boolean;
  /** The name of the identity provider. */
  oidc: string | null;
}

const KEY_ONLY: SignInWays = { api_key: true, passkey: false, oidc: null, sandbox: false };

/** The sign-in page: identity provider, passkey, API key. Each way ends in an HttpOnly session cookie. */
export class SignInPage extends LitElement {
  @property({ attribute: false }) api: ConsoleApi | undefined;
  @property({ attribute: false }) shop = '';
  @property({ attribute: false }) wasSignedIn = false;
  /** Why the identity provider sent the browser back without a sign-in. */
  @property({ attribute: false }) failure = '';
  @state() private ways: SignInWays | undefined;
  @state() private keyError: string | undefined;
  @state() private problem: TemplateContent = nothing;
  @state() private isBusy = false;
  @state() private isShown = false;

  override createRenderRoot(): this {
    return this;
  }

  override firstUpdated(): void {
    void this.loadWays();
  }

  private async loadWays(): Promise<void> {
    this.ways = await this.api?.request<SignInWays>('GET', '/sign-in').catch(() => KEY_ONLY);
    await this.updateComplete;
    this.querySelector<HTMLElement>('.ways .primary, #api-key')?.focus();
  }

  override render(): TemplateResult {
    const { ways } = this;
    const failure = findText(t.failures, this.failure);
    return html`<main class="sign-in">
      <p class="shop">
        ${this.shop === '' ? 'Tillgate' : this.shop}
        ${ways?.sandbox === true ? html`<span class="tag" title=${texts.sandboxAbout}>${texts.sandbox}</span>` : nothing}
      </p>
      <div class="panel">
        <h1>${t.title}</h1>
        <p class="muted">${this.wasSignedIn ? t.ended : t.about}</p>
        ${failure === undefined ? nothing : notice(failure)} ${this.problem}
        ${ways === undefined ? nothing : this.waysView(ways)}
      </div>
    </main>`;
  }

  private waysView({ api_key: takesKey, passkey, oidc }: SignInWays): TemplateContent {
    const others = html`${
      oidc === null ? nothing : html`<a class="button primary full-width" href="console/oidc">${t.provider(oidc)}</a>`
    }
    ${
      passkey
        ? html`<button
            type="button"
            class="full-width ${oidc === null ? 'primary' : ''}"
            aria-disabled=${String(this.isBusy)}
            @click=${() => void this.signInWithPasskey()}
          >
            ${t.passkey}
          </button>`
        : nothing
    }`;
    if (!takesKey) return html`<div class="ways">${others}</div>`;
    if (oidc === null && !passkey) return this.keyForm();
    // Where people have sign-ins of their own, the key is the last resort.
    return html`<div class="ways">${others}</div>
      <details>
        <summary>${t.withKey}</summary>
        ${this.keyForm()}
      </details>`;
  }

  private keyForm(): TemplateResult {
    return html`<form novalidate @submit=${(event: Event) => void this.handleSubmit(event)}>
      <input type="text" autocomplete="username" .value=${this.shop} readonly hidden />
      <div class="field ${this.keyError === undefined ? '' : 'invalid'}">
        <label for="api-key">${t.key}</label>
        <p class="muted small" id="key-about">${t.ask}</p>
        <div class="control">
          <input
            id="api-key"
            type=${this.isShown ? 'text' : 'password'}
            autocomplete="current-password"
            autocapitalize="none"
            spellcheck="false"
            maxlength="512"
            aria-invalid=${this.keyError === undefined ? 'false' : 'true'}
            aria-describedby=${this.keyError === undefined ? 'key-about' : 'key-error'}
          />
          <button
            type="button"
            class="quiet"
            aria-pressed=${String(this.isShown)}
            @click=${() => {
              this.isShown = !this.isShown;
            }}
          >
            ${this.isShown ? t.hide : t.show}
          </button>
        </div>
        ${this.keyError === undefined ? nothing : html`<p class="error" id="key-error" role="alert">${icon('alert')}${this.keyError}</p>`}
      </div>
      <button class="primary full-width" aria-disabled=${String(this.isBusy)}>
        ${this.isBusy ? texts.form.working : t.enter}
      </button>
      <details class="small">
        <summary>${t.aboutKey}</summary>
        <p class="muted">${t.keyScopes} ${t.secret}</p>
      </details>
    </form>`;
  }

  private async handleSubmit(event: Event): Promise<void> {
    event.preventDefault();
    const input = this.querySelector<HTMLInputElement>('#api-key');
    if (this.api === undefined || input === null || this.isBusy) return;
    this.keyError = input.value.trim() === '' ? t.empty : undefined;
    this.problem = nothing;
    if (this.keyError !== undefined) {
      input.focus();
      return;
    }
    this.isBusy = true;
    try {
      const session = await this.api.signIn(input.value.trim());
      input.value = '';
      this.finish(session);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) this.keyError = t.wrong;
      else this.problem = errorNotice(error);
      input.focus();
    } finally {
      this.isBusy = false;
    }
  }

  private async signInWithPasskey(): Promise<void> {
    if (this.api === undefined || this.isBusy) return;
    this.isBusy = true;
    this.problem = nothing;
    try {
      const { signInWithPasskey } = await import('../passkeys.ts');
      this.finish(await signInWithPasskey(this.api));
    } catch (error) {
      this.problem = passkeyErrorNotice(error, t.refused);
    } finally {
      this.isBusy = false;
    }
  }

  private finish(session: ConsoleSession): void {
    this.dispatchEvent(new CustomEvent<ConsoleSession>('signed-in', { detail: session }));
  }
}

/** Why a passkey was not used: the browser ended it, or the companion refused it. */
export function passkeyErrorNotice(error: unknown, refused: string): TemplateContent {
  if (!(error instanceof ApiError)) return notice(t.cancelled);
  return error.status === 401 ? notice(refused) : errorNotice(error);
}

function notice(text: string): TemplateResult {
  return html`<div class="notice bad" role="alert"><p>${text}</p></div>`;
}

customElements.define('console-sign-in', SignInPage);
