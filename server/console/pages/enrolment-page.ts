import { LitElement, html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ApiError, type ConsoleApi, type ConsoleSession } from '../console-api.ts';
import { texts } from '../i18n/texts.ts';
import { errorNotice, skeleton, type TemplateContent } from '../components/templates.ts';
import type { PasskeyCreationOptions } from '../passkeys.ts';
import { passkeyErrorNotice } from './sign-in-page.ts';

const t = texts.signIn;

/** Whom an enrolment link is for, and the options for their passkey. */
interface Enrolment {
  name: string;
  email: string;
  options: PasskeyCreationOptions;
}

/** The page of an enrolment link: an invited person registers a passkey, and is signed in. */
export class PasskeyEnrolmentPage extends LitElement {
  @property({ attribute: false }) api: ConsoleApi | undefined;
  @property({ attribute: false }) shop = '';
  /** The token of the link. */
  @property({ attribute: false }) token = '';
  @state() private enrolment: Enrolment | undefined;
  @state() private problem: TemplateContent = nothing;
  @state() private isBusy = false;

  override createRenderRoot(): this {
    return this;
  }

  override firstUpdated(): void {
    void this.load();
  }

  override render(): TemplateResult {
    return html`<main class="sign-in">
      <p class="shop">${this.shop === '' ? 'Tillgate' : this.shop}</p>
      <div class="panel">
        ${this.enrolment === undefined ? (this.problem === nothing ? skeleton(2) : nothing) : this.content(this.enrolment)}
        ${this.problem}
      </div>
    </main>`;
  }

  private content({ name, email }: Enrolment): TemplateResult {
    return html`<h1>${t.enrolTitle(name)}</h1>
      <p class="muted">${t.enrolAbout(email)}</p>
      <button
        type="button"
        class="primary full-width"
        aria-disabled=${String(this.isBusy)}
        @click=${() => void this.register()}
      >
        ${this.isBusy ? texts.form.working : t.enrolDo}
      </button>`;
  }

  /** The options hold a challenge that serves once, so each try needs new ones. */
  private async load(): Promise<Enrolment | undefined> {
    try {
      const enrolment = await this.api?.request<Enrolment>('POST', '/enrolment', { enrolment: this.token });
      this.enrolment = enrolment;
      return enrolment;
    } catch (error) {
      this.enrolment = undefined;
      const isInvalid = error instanceof ApiError && error.status === 401;
      this.problem = isInvalid
        ? html`<div class="notice bad" role="alert"><p>${t.enrolInvalid}</p></div>
            <a class="button full-width" href="#/">${t.title}</a>`
        : errorNotice(error, () => void this.load());
      return undefined;
    }
  }

  private async register(): Promise<void> {
    if (this.api === undefined || this.isBusy) return;
    this.isBusy = true;
    this.problem = nothing;
    try {
      const enrolment = await this.load();
      if (enrolment === undefined) return;
      const { enrolPasskeyByLink } = await import('../passkeys.ts');
      const session = await enrolPasskeyByLink(this.api, this.token, enrolment.options);
      this.dispatchEvent(new CustomEvent<ConsoleSession>('signed-in', { detail: session }));
    } catch (error) {
      this.problem = passkeyErrorNotice(error, t.enrolInvalid);
    } finally {
      this.isBusy = false;
    }
  }
}

customElements.define('console-enrolment', PasskeyEnrolmentPage);
