import { html, nothing, type TemplateResult } from 'lit';
import type { ConsoleApi, ConsoleSession } from './console-api.ts';
import { icon } from './components/icons.ts';
import './components/payment-search.ts';
import { texts } from './i18n/texts.ts';
import { hrefOf } from './route.ts';

interface AppBarState {
  api: ConsoleApi;
  /** The shop's name. */
  shop: string;
  /** The text of the current search. */
  searchText: string;
  isMenuOpen: boolean;
  onMenu: () => void;
  onSignOut: () => void;
}

/** The bar at the top: the menu's button, the shop, the search, the signed-in person. */
export function appBar(session: ConsoleSession, state: AppBarState): TemplateResult {
  const { api, shop, searchText, isMenuOpen, onMenu, onSignOut } = state;
  return html`<header class="app-bar">
    <button
      type="button"
      class="quiet menu-button"
      aria-expanded=${String(isMenuOpen)}
      aria-controls="menu"
      aria-label=${texts.menu}
      @click=${onMenu}
    >
      ${icon('menu')}
    </button>
    ${shopNameLink(session, shop)}
    ${
      session.scopes.includes('read')
        ? html`<console-payment-search .api=${api} .text=${searchText}></console-payment-search>`
        : nothing
    }
    <div class="signed-in">${signedInAs(session)} ${signOutButton(onSignOut)}</div>
  </header>`;
}

/** The shop, and that no money moves. */
export function shopNameLink({ sandbox }: ConsoleSession, shop: string): TemplateResult {
  return html`<a class="shop" href=${hrefOf('overview')}>${shop === '' ? 'Tillgate' : shop}</a>
    ${sandbox ? html`<span class="tag" title=${texts.sandboxAbout}>${texts.sandbox}</span>` : nothing}`;
}

/** The button that ends the sign-in. */
export function signOutButton(onSignOut: () => void): TemplateResult {
  return html`<button type="button" class="quiet sign-out" @click=${onSignOut}>
    ${icon('out')}<span>${texts.signOut}</span>
  </button>`;
}

/** Who is signed in: a person, with a link to the account, or an API key. */
export function signedInAs({ user_name: name, key_name: keyName, key_id: key }: ConsoleSession): TemplateResult {
  return name === null
    ? html`<span class="person" title=${key}>${keyName ?? texts.audit.apiKey(key.slice(0, 6))}</span>`
    : html`<a class="person" href=${hrefOf('account')}>${name}</a>`;
}
