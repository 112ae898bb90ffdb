import { html, nothing, type TemplateResult } from 'lit';
import { shopNameLink, signedInAs, signOutButton } from './app-bar.ts';
import type { ConsoleSession } from './console-api.ts';
import { icon } from './components/icons.ts';
import { switchLanguage, LANGUAGES } from './i18n/languages.ts';
import { language, texts } from './i18n/texts.ts';
import { hrefOf, type Route } from './route.ts';
import { allowedPages, type PageDefinition } from './page-definitions.ts';

interface MenuState {
  route: Route;
  /** The shop's name. */
  shop: string;
  /** Whether the drawer of narrow screens is open. */
  isOpen: boolean;
  onClose: () => void;
  onSignOut: () => void;
}

/** The menu: the screens that the scopes allow, who is signed in, and the choice of the language. */
export function menuView(
  session: ConsoleSession,
  { route, shop, isOpen, onClose, onSignOut }: MenuState,
): TemplateResult {
  const screens = allowedPages(session);
  const groups = [undefined, ...(Object.keys(texts.groups) as (keyof typeof texts.groups)[])];
  const link = (screen: PageDefinition): TemplateResult =>
    html`<li>
      <a href=${hrefOf(screen.name)} aria-current=${route.page === screen.name ? 'page' : nothing}>
        ${icon(screen.icon)}${texts.pages[screen.name]}
      </a>
    </li>`;
  return html`${isOpen ? html`<div class="scrim" @click=${onClose}></div>` : nothing}
    <nav id="menu" class=${isOpen ? 'open' : ''} aria-label=${texts.menu}>
      ${
        isOpen
          ? html`<div class="menu-head">
              <button type="button" class="quiet" aria-label=${texts.closeMenu} @click=${onClose}>
                ${icon('close')}
              </button>
              ${shopNameLink(session, shop)}
            </div>`
          : nothing
      }
      ${groups.map((group) => {
        const own = screens.filter((screen) => screen.group === group);
        if (own.length === 0) return nothing;
        return html`${group === undefined ? nothing : html`<h2>${texts.groups[group]}</h2>`}
          <ul>
            ${own.map(link)}
          </ul>`;
      })}
      <label class="language">
        <span>${texts.language}</span>
        <select @change=${(event: Event) => switchLanguage((event.target as HTMLSelectElement).value)}>
          ${Object.entries(LANGUAGES).map(
            ([tag, name]) => html`<option value=${tag} lang=${tag} .selected=${tag === language}>${name}</option>`,
          )}
        </select>
      </label>
      <div class="signed-in">${signedInAs(session)} ${signOutButton(onSignOut)}</div>
    </nav>`;
}
