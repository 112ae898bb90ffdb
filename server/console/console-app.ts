import { LitElement, html, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Scope } from '../../shared/contract/merchant/scopes.ts';
import { ConsoleApi, type ConsoleSession } from './console-api.ts';
import { language, loadConsoleTexts, texts } from './i18n/texts.ts';
import type { ConsolePage, ConsoleContext } from './console-page.ts';
import './components/action-dialog.ts';
import type { ActionForm, ActionResult, ActionDialog } from './components/action-dialog.ts';
import { appBar } from './app-bar.ts';
import { menuView } from './menu-view.ts';
import { unansweredRequestStore } from './components/unanswered-requests.ts';
import { errorNotice, skeleton, type TemplateContent } from './components/templates.ts';
import { hrefOf, parseRoute, type Route } from './route.ts';
import { findPageLoader, allowedPages } from './page-definitions.ts';
import './pages/enrolment-page.ts';
import './pages/sign-in-page.ts';
import { Toast } from './toast.ts';
import { NavigationHistory, type PageState } from './navigation-history.ts';

/** The console: the sign-in page, or the menu and the screen of the current route. */
class ConsoleApp extends LitElement {
  /** The shop's name. */
  @property() shop = '';
  /** Undefined while it loads, null when signed out. */
  @state() private session: ConsoleSession | null | undefined;
  @state() private route: Route = parseRoute(location.hash);
  @state() private screen: ConsolePage | undefined;
  @state() private error: unknown;
  @state() private isMenuOpen = false;
  @state() private openForm: ActionForm | undefined;
  private wasSignedIn = false;
  private resolveConfirm: ((isDone: boolean) => void) | undefined;
  /** The number of the latest navigation; older ones are dropped. */
  private navigation = 0;
  private readonly toast = new Toast(this);
  private readonly api = new ConsoleApi();
  private readonly navigationHistory = new NavigationHistory(this.route);

  override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.api.onSignedOut = () => this.handleSignedOut();
    addEventListener('hashchange', this.handleHashChange);
    addEventListener('keydown', this.handleKey);
    document.documentElement.lang = language;
    void this.loadSession();
  }

  override disconnectedCallback(): void {
    removeEventListener('hashchange', this.handleHashChange);
    removeEventListener('keydown', this.handleKey);
    super.disconnectedCallback();
  }

  private readonly handleHashChange = (): void => {
    const before = this.route;
    this.route = parseRoute(location.hash);
    const left = this.navigationHistory.navigate(this.route, this.captureState());
    this.isMenuOpen = false;
    this.querySelector<ActionDialog>('console-action-dialog')?.closeOnNavigation();
    const isSameScreen = before.page === this.route.page && before.id === this.route.id;
    if (isSameScreen && this.screen !== undefined) void this.updateRoute(this.screen, left);
    else void this.openScreen(left).then(() => this.restoreFocus(left));
  };

  /** Escape closes the menu, or goes from an entry back to its list. */
  private readonly handleKey = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    if (event.key !== 'Escape' || target.closest('input, textarea, select, dialog') !== null) return;
    if (this.isMenuOpen) this.isMenuOpen = false;
    else if (this.querySelector('dialog[open]') === null) this.querySelector<HTMLElement>('main .back')?.click();
  };

  /** The state of the current screen, read before the screen changes. */
  private captureState(): PageState {
    const link = document.activeElement?.closest('main a');
    return {
      scrollTop: scrollY,
      entryCount: this.screen?.entryCount ?? 0,
      focusedHref: link?.getAttribute('href') ?? null,
    };
  }

  /** Applies other filters to the same screen. A saved state restores the scroll position. */
  private async updateRoute(screen: ConsolePage, left: PageState | undefined): Promise<void> {
    screen.minEntries = left?.entryCount ?? 0;
    screen.route = this.route;
    if (left === undefined) return;
    await screen.updateComplete;
    await this.restoreScroll(screen, left);
  }

  private async restoreScroll(screen: ConsolePage, { scrollTop: scroll }: PageState): Promise<void> {
    await screen.ready;
    await screen.updateComplete;
    if (screen === this.screen) scrollTo({ top: scroll, behavior: 'instant' });
  }

  /** Focuses the link that had the focus before, or the screen. */
  private restoreFocus(left: PageState | undefined): void {
    const links = this.querySelectorAll<HTMLElement>('main a');
    const link = [...links].find((one) => left?.focusedHref !== null && one.getAttribute('href') === left?.focusedHref);
    (link ?? this.querySelector<HTMLElement>('main'))?.focus({ preventScroll: link !== undefined });
  }

  private async loadSession(): Promise<void> {
    this.error = undefined;
    try {
      this.session = (await this.api.readSession()) ?? null;
      if (this.session !== null) await this.openScreen();
    } catch (error) {
      this.error = error;
    }
  }

  /** Loads and shows the screen of the current route. */
  private async openScreen(left?: PageState): Promise<void> {
    const { session, route } = this;
    if (!session) return;
    this.navigation += 1;
    const number = this.navigation;
    this.error = undefined;
    const load = findPageLoader(session, route.page, route.id);
    if (load === undefined) {
      const first = allowedPages(session)[0];
      if (route.page === 'overview' && first !== undefined) this.shell(session).go(hrefOf(first.name));
      else this.screen = undefined;
      return;
    }
    try {
      const { createConsolePage } = await load();
      if (number !== this.navigation) return;
      const screen = createConsolePage();
      screen.shell = this.shell(session);
      screen.minEntries = left?.entryCount ?? 0;
      screen.route = route;
      this.screen = screen;
      scrollTo(0, 0);
      await this.updateComplete;
      await screen.updateComplete;
      if (left !== undefined) await this.restoreScroll(screen, left);
    } catch (error) {
      if (number === this.navigation) this.error = error;
    }
  }

  private shell(session: ConsoleSession): ConsoleContext {
    return {
      api: this.api,
      session,
      can: (scope: Scope) => session.scopes.includes(scope),
      hasScreen: (page, id) => findPageLoader(session, page, id) !== undefined,
      go: (href) => (location.hash = href),
      lastHrefOf: (page) => this.navigationHistory.lastHrefOf(page),
      goBack: (page) => this.navigationHistory.goBackTo(page),
      showToast: (text) => this.toast.show(text),
      confirm: (form) => {
        this.openForm = form;
        return new Promise((resolve) => (this.resolveConfirm = resolve));
      },
    };
  }

  override updated(changed: PropertyValues): void {
    if (changed.get('isMenuOpen') !== undefined) this.moveMenuFocus();
    const title = texts.pages[this.route.page as keyof typeof texts.pages] as string | undefined;
    const shop = this.shop === '' ? texts.console : this.shop;
    document.title = title === undefined ? shop : `${title} · ${shop}`;
  }

  /** Into the opened menu, and back to its button. */
  private moveMenuFocus(): void {
    this.querySelector<HTMLElement>(this.isMenuOpen ? '.menu-head button' : '.menu-button')?.focus();
  }

  override render(): TemplateContent {
    if (this.session === undefined) {
      return html`<div class="centered">
        ${this.error === undefined ? skeleton(3) : errorNotice(this.error, () => void this.loadSession())}
      </div>`;
    }
    const handleSignedIn = (event: CustomEvent<ConsoleSession>): void => this.handleSignedIn(event.detail);
    if (this.route.page === 'enrolment') {
      return html`<console-enrolment
        .api=${this.api}
        .shop=${this.shop}
        .token=${this.route.id}
        @signed-in=${handleSignedIn}
      ></console-enrolment>`;
    }
    if (this.session === null) {
      return html`<console-sign-in
        .api=${this.api}
        .shop=${this.shop}
        .wasSignedIn=${this.wasSignedIn}
        .failure=${this.route.query['sign_in'] ?? ''}
        @signed-in=${handleSignedIn}
      ></console-sign-in>`;
    }
    return this.signedInView(this.session);
  }

  private signedInView(session: ConsoleSession): TemplateResult {
    return html`<a class="skip" href="#content" @click=${(event: Event) => this.skip(event)}>${texts.skip}</a>
      ${appBar(session, {
        api: this.api,
        shop: this.shop,
        searchText: this.route.query['q'] ?? '',
        isMenuOpen: this.isMenuOpen,
        onMenu: () => (this.isMenuOpen = !this.isMenuOpen),
        onSignOut: () => void this.signOut(),
      })}
      <div class="frame">
        ${menuView(session, {
          route: this.route,
          shop: this.shop,
          isOpen: this.isMenuOpen,
          onClose: () => (this.isMenuOpen = false),
          onSignOut: () => void this.signOut(),
        })}
        <main id="content" tabindex="-1">
          <console-unanswered-requests
            .api=${this.api}
            @request-done=${() => void this.openScreen()}
          ></console-unanswered-requests>
          ${this.screenContent()}
        </main>
      </div>
      <console-action-dialog
        .api=${this.api}
        .form=${this.openForm}
        @action-done=${({ detail }: CustomEvent<ActionResult>) =>
          // A result that the dialog shows needs no toast.
          this.closeForm(true, detail.details === undefined ? detail.text : '')}
        @dialog-closed=${() => {
          this.openForm = undefined;
          this.closeForm(false);
        }}
      ></console-action-dialog>
      <p class="toast" role="status">${this.toast.text}</p>`;
  }

  private screenContent(): TemplateContent {
    if (this.error !== undefined) return errorNotice(this.error, () => void this.openScreen());
    if (this.screen !== undefined) return html`${this.screen}`;
    return findPageLoader(this.session as ConsoleSession, this.route.page, this.route.id) === undefined
      ? html`<h1>${texts.common.nothingHere}</h1>
          <p><a href="#/">${texts.common.toOverview}</a></p>`
      : skeleton();
  }

  private closeForm(isDone: boolean, text = ''): void {
    if (text !== '') this.toast.show(text);
    this.resolveConfirm?.(isDone);
    this.resolveConfirm = undefined;
  }

  private skip(event: Event): void {
    // The hash is the route, so the link must not change it.
    event.preventDefault();
    this.querySelector<HTMLElement>('main')?.focus();
  }

  private handleSignedIn(session: ConsoleSession): void {
    this.session = session;
    // Neither a used link nor the reason of an earlier failure stays in the address.
    if (this.route.page === 'enrolment' || 'sign_in' in this.route.query) {
      history.replaceState(null, '', '#/');
      this.route = parseRoute(location.hash);
    }
    void this.openScreen();
  }

  private handleSignedOut(): void {
    this.wasSignedIn = true;
    this.screen = undefined;
    this.openForm = undefined;
    this.session = null;
  }

  private async signOut(): Promise<void> {
    try {
      await this.api.signOut();
      unansweredRequestStore.clear();
      this.wasSignedIn = false;
      this.screen = undefined;
      this.session = null;
    } catch (error) {
      this.error = error;
    }
  }
}

void loadConsoleTexts().then(() => customElements.define('tillgate-console', ConsoleApp));
