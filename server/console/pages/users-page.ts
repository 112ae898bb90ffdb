import { html, nothing } from 'lit';
import { SCOPES, type Scope } from '../../../shared/contract/merchant/scopes.ts';
import type { User, UserWithEnrolmentLink } from '../../../shared/contract/merchant/users.ts';
import type { ActionForm } from '../components/action-dialog.ts';
import type { FormField, FormValues } from '../components/form-fields.ts';
import { icon } from '../components/icons.ts';
import { stateBadge, timestamp, type TemplateContent } from '../components/templates.ts';
import { texts } from '../i18n/texts.ts';
import { ListPage } from '../list-page.ts';
import type { ListColumn } from '../list-table.ts';

const t = texts.users;

/** The people who sign in to the console. */
export class UsersPage extends ListPage<User> {
  protected readonly texts = t;
  protected readonly icon = 'users';
  protected readonly screenPath = 'users';

  protected columns(): readonly ListColumn<User>[] {
    return [
      {
        label: t.name,
        area: 'main',
        cell: (user) =>
          html`<span class="strong">${user.name}</span
            >${user.id === this.shell.session.key_id ? ` (${texts.audit.currentKey})` : ''}`,
      },
      { label: texts.common.status, area: 'end', cell: (user) => stateBadge(user.status) },
      { label: t.email, area: 'clip', cell: (user) => user.email },
      { label: t.scopes, area: 'clip', cell: (user) => user.scopes.join(', ') },
      {
        label: t.lastSignIn,
        cell: (user) =>
          html`<span class="narrow">${t.lastSignIn}</span>
            ${user.signed_in_at === null ? t.never : timestamp(user.signed_in_at)}`,
      },
      { label: texts.common.details, area: 'tail', cell: (user) => this.actions(user) },
    ];
  }

  /** Nobody changes their own access, nor that of a person who may do more. */
  private actions(user: User): TemplateContent {
    const { session } = this.shell;
    if (user.id === session.key_id || user.scopes.some((scope) => !session.scopes.includes(scope))) return nothing;
    const button = (label: string, form: ActionForm): TemplateContent =>
      html`<button type="button" class="small" @click=${() => void this.runAction(form)}>${label}</button>`;
    return html`${button(t.change, changeForm(user, session.scopes))}
    ${user.source === 'local' && user.status !== 'disabled' ? button(t.newLink, newLinkForm(user)) : nothing}
    ${user.status === 'active' ? button(t.signOut, signOutForm(user)) : nothing}`;
  }

  private async runAction(form: ActionForm): Promise<void> {
    if (await this.shell.confirm(form)) await this.load();
  }

  protected override headerActions(): TemplateContent {
    const invite = inviteForm(this.shell.session.scopes);
    return html`<div class="tools">
      <button type="button" class="primary" @click=${() => void this.runAction(invite)}>
        ${icon('plus')}${t.invite}
      </button>
    </div>`;
  }

  protected async fetchPage(cursor: string | undefined): Promise<{ entries: User[]; next: string | null }> {
    const page = await this.shell.api.get<{ users: User[]; next_cursor: string | null }>('/users', { cursor });
    return { entries: page.users, next: page.next_cursor };
  }
}

/** A checkbox for each scope that the signed-in person has. */
function scopeFields(own: readonly Scope[], granted: readonly Scope[]): FormField[] {
  return SCOPES.filter((scope) => own.includes(scope)).map((scope, index) => ({
    name: `scope_${scope}`,
    label: t.scopeNames[scope],
    kind: 'check',
    ...(index === 0 ? { heading: t.scopes } : {}),
    value: granted.includes(scope) ? 'yes' : '',
  }));
}

function chosenScopes(values: FormValues): Scope[] {
  return SCOPES.filter((scope) => values[`scope_${scope}`] === 'yes');
}

function inviteForm(own: readonly Scope[]): ActionForm {
  return {
    title: t.invite,
    about: t.inviteAbout,
    fields: [
      { name: 'name', label: t.name, maxLength: 100 },
      { name: 'email', label: t.email, kind: 'email', maxLength: 254 },
      ...scopeFields(own, ['read']),
    ],
    submitLabel: () => t.inviteDo,
    request: (values) => ({
      path: '/users',
      body: { name: values['name'], email: values['email'], scopes: chosenScopes(values) },
    }),
    resultOf: enrolmentResult,
  };
}

function newLinkForm(user: User): ActionForm {
  return {
    title: t.enrolment(user.name),
    about: t.newLinkAbout,
    fields: [{ name: 'remove', label: t.removePasskeys, kind: 'check' }],
    submitLabel: () => t.newLink,
    request: ({ remove }) => ({ path: `/users/${user.id}/enrolments`, body: { remove_passkeys: remove === 'yes' } }),
    resultOf: enrolmentResult,
  };
}

/** The link, which is shown once. */
function enrolmentResult({ user, enrolment_url: url, enrolment_expires_at: expires }: UserWithEnrolmentLink) {
  return {
    ok: true,
    text: t.enrolment(user.name),
    link: url,
    details: html`<p class="muted">${t.enrolmentAbout}</p>
      <code class="link">${url}</code>
      <p class="muted small">${t.expires} ${timestamp(expires)}</p>`,
  };
}

function changeForm(user: User, own: readonly Scope[]): ActionForm {
  const isLocal = user.source === 'local';
  return {
    title: t.changeTitle(user.name),
    about: isLocal ? nothing : t.providerScopes,
    fields: [
      ...(isLocal ? [{ name: 'name', label: t.name, value: user.name, maxLength: 100 }] : []),
      {
        name: 'status',
        label: t.access,
        kind: 'choice',
        value: user.status === 'disabled' ? 'disabled' : 'active',
        choices: [
          ['active', t.allowed],
          ['disabled', t.disabled],
        ],
      },
      ...(isLocal ? scopeFields(own, user.scopes) : []),
    ],
    submitLabel: () => t.changeDo,
    request: (values) => ({
      path: `/users/${user.id}`,
      body: { status: values['status'], ...(isLocal ? { name: values['name'], scopes: chosenScopes(values) } : {}) },
    }),
    resultOf: (changed: User) => ({ ok: true, text: t.changed(changed.name) }),
  };
}

function signOutForm({ id, name }: User): ActionForm {
  return {
    title: t.signOutTitle(name),
    about: t.signOutAbout,
    isDestructive: true,
    submitLabel: () => t.signOut,
    request: () => ({ path: `/users/${id}/sign-out` }),
    resultOf: () => ({ ok: true, text: t.signedOut(name) }),
  };
}

customElements.define('console-users', UsersPage);

export const createConsolePage = (): UsersPage => new UsersPage();
