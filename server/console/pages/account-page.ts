import { html, nothing, type PropertyValues } from 'lit';
import type { User } from '../../../shared/contract/merchant/users.ts';
import { icon } from '../components/icons.ts';
import { errorNotice, skeleton, timestamp, type TemplateContent } from '../components/templates.ts';
import { ConsolePage } from '../console-page.ts';
import { texts } from '../i18n/texts.ts';
import { passkeyErrorNotice } from './sign-in-page.ts';

const t = texts.account;

/** The signed-in person's own passkeys and sign-ins. */
export class OwnPasskeysPage extends ConsolePage {
  static override properties = {
    ...ConsolePage.properties,
    user: { state: true },
    problem: { state: true },
    isBusy: { state: true },
  };

  declare private user: User | undefined;
  declare private problem: TemplateContent;
  declare private isBusy: boolean;

  constructor() {
    super();
    this.problem = nothing;
    this.isBusy = false;
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('route')) this.ready = this.load();
  }

  private async load(): Promise<void> {
    this.problem = nothing;
    try {
      this.user = await this.shell.api.request<User>('GET', '/account');
    } catch (error) {
      this.problem = errorNotice(error, () => void this.load());
    }
  }

  override render(): TemplateContent {
    const { user } = this;
    if (user === undefined) return this.problem === nothing ? skeleton() : this.problem;
    return html`<header class="page-header"><h1>${t.title}</h1></header>
      <div class="account">
        <p>${user.name} · <span class="muted">${user.email}</span></p>
        ${this.problem} ${user.source === 'oidc' ? html`<p class="muted">${t.provider}</p>` : this.passkeys(user)}
        <section class="panel">
          <p class="muted">${t.signOutAbout}</p>
          <div class="buttons start">
            <button type="button" @click=${() => void this.signOutEverywhere()}>
              ${icon('out')}${t.signOutEverywhere}
            </button>
          </div>
        </section>
      </div>`;
  }

  private passkeys({ passkeys }: User): TemplateContent {
    return html`<section class="panel">
      <h2>${t.passkeys}</h2>
      <p class="muted">${t.passkeysAbout}</p>
      <ul class="passkeys">
        ${passkeys.map(
          ({ id, created_at: created, used_at: used }) =>
            html`<li class="row">
              <span
                >${t.createdAt}
                ${timestamp(created)}${used === null ? nothing : html` · <span class="muted">${t.usedAt} ${timestamp(used)}</span>`}</span
              >
              ${
                passkeys.length > 1
                  ? html`<button
                      type="button"
                      class="small"
                      aria-disabled=${String(this.isBusy)}
                      @click=${() => void this.run(() => this.removePasskey(id), t.removed)}
                    >
                      ${t.remove}
                    </button>`
                  : nothing
              }
            </li>`,
        )}
      </ul>
      <div class="buttons start">
        <button
          type="button"
          aria-disabled=${String(this.isBusy)}
          @click=${() => void this.run(() => this.addPasskey(), t.added)}
        >
          ${icon('plus')}${t.add}
        </button>
      </div>
    </section>`;
  }

  private async run(work: () => Promise<User>, done: string): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.problem = nothing;
    try {
      this.user = await work();
      this.shell.showToast(done);
    } catch (error) {
      this.problem = passkeyErrorNotice(error, texts.signIn.refused);
    } finally {
      this.isBusy = false;
    }
  }

  private async addPasskey(): Promise<User> {
    const { addPasskeyToSignedInUser } = await import('../passkeys.ts');
    return addPasskeyToSignedInUser(this.shell.api);
  }

  private removePasskey(id: string): Promise<User> {
    return this.shell.api.request('POST', '/removed-passkeys', { id });
  }

  private async signOutEverywhere(): Promise<void> {
    try {
      await this.shell.api.request('DELETE', '/sessions');
      this.shell.api.onSignedOut();
    } catch (error) {
      this.problem = errorNotice(error);
    }
  }
}

customElements.define('console-account', OwnPasskeysPage);

export const createConsolePage = (): OwnPasskeysPage => new OwnPasskeysPage();
