import { LitElement, html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { Api, type Scope, type Who } from './api.ts';
import { w } from './i18n/en.ts';
import type { ConsolePage, Shell } from './page.ts';
import './parts/ask-dialog.ts';
import type { Ask, AskDialog } from './parts/ask-dialog.ts';
import { icon } from './parts/icons.ts';
import './parts/pending-notice.ts';
import { pendingCalls } from './pending.ts';
import { errorNotice, skeleton, type Content } from './parts/parts.ts';
import { hrefOf, parseRoute, type Route } from './route.ts';
import { loaderOf, screensFor, type Screen } from './screens.ts';
import './sign-in.ts';
import { Visits, type LeftAs } from './visits.ts';

/** How long something said stays, in ms. */
const SAID_FOR = 5_000;

/** The console: whoever is not signed in signs in, everybody else gets the menu and the screen of the address. */
export class ConsoleApp extends LitElement {
  /** The shop's name. */
  @property() shop = '';
  /** Undefined until it is known, null where nobody is signed in. */
  @state() private who: Who | null | undefined;
  @state() private route: Route = parseRoute(location.hash);
  @state() private screen: ConsolePage | undefined;
  @state() private error: unknown;
  @state() private said = '';
  @state() private isMenuOpen = false;
  @state() private question: Ask | undefined;
  private wasSignedIn = false;
  private answer: ((isDone: boolean) => void) | undefined;
  private forget: ReturnType<typeof setTimeout> | undefined;
  private turn = 0;
  private readonly api = new Api();
  private readonly visits = new Visits(this.route);

  override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.api.onSignedOut = () => this.handleSignedOut();
    addEventListener('hashchange', this.handleMove);
    void this.begin();
  }

  override disconnectedCallback(): void {
    removeEventListener('hashchange', this.handleMove);
    super.disconnectedCallback();
  }

  private readonly handleMove = (): void => {
    const before = this.route;
    this.route = parseRoute(location.hash);
    const left = this.visits.move(this.route, this.leave());
    this.isMenuOpen = false;
    this.querySelector<AskDialog>('console-ask')?.leave();
    const isSamePlace = before.page === this.route.page && before.id === this.route.id;
    if (isSamePlace && this.screen !== undefined) void this.refill(this.screen, left);
    else void this.open(left).then(() => this.focusOn(left));
  };

  /** How the screen is left, read before anything of it changes. */
  private leave(): LeftAs {
    const link = document.activeElement?.closest('main a');
    return { scroll: scrollY, count: this.screen?.count ?? 0, href: link?.getAttribute('href') ?? null };
  }

  /** The same list with other filters; scrolled as it was, where one comes back to it. */
  private async refill(screen: ConsolePage, left: LeftAs | undefined): Promise<void> {
    screen.wanted = left?.count ?? 0;
    screen.route = this.route;
    if (left === undefined) return;
    await screen.updateComplete;
    await this.restore(screen, left);
  }

  private async restore(screen: ConsolePage, { scroll }: LeftAs): Promise<void> {
    await screen.ready;
    await screen.updateComplete;
    if (screen === this.screen) scrollTo({ top: scroll, behavior: 'instant' });
  }

  /** Back at a list the focus is where it was, else at the beginning of the screen. */
  private focusOn(left: LeftAs | undefined): void {
    const links = this.querySelectorAll<HTMLElement>('main a');
    const link = [...links].find((one) => left?.href !== null && one.getAttribute('href') === left?.href);
    (link ?? this.querySelector<HTMLElement>('main'))?.focus({ preventScroll: link !== undefined });
  }

  private async begin(): Promise<void> {
    this.error = undefined;
    try {
      this.who = (await this.api.who()) ?? null;
      if (this.who !== null) await this.open();
    } catch (error) {
      this.error = error;
    }
  }

  /** Puts the screen of the address in place. */
  private async open(left?: LeftAs): Promise<void> {
    const { who, route } = this;
    if (!who) return;
    this.turn += 1;
    const turn = this.turn;
    this.error = undefined;
    const load = loaderOf(who, route.page, route.id);
    if (load === undefined) {
      const first = screensFor(who)[0];
      if (route.page === 'overview' && first !== undefined) this.shell(who).go(hrefOf(first.name));
      else this.screen = undefined;
      return;
    }
    try {
      const { create } = await load();
      if (turn !== this.turn) return;
      const screen = create();
      screen.shell = this.shell(who);
      screen.wanted = left?.count ?? 0;
      screen.route = route;
      this.screen = screen;
      scrollTo(0, 0);
      await this.updateComplete;
      await screen.updateComplete;
      if (left !== undefined) await this.restore(screen, left);
    } catch (error) {
      if (turn === this.turn) this.error = error;
    }
  }

  private shell(who: Who): Shell {
    return {
      api: this.api,
      who,
      can: (scope: Scope) => who.scopes.includes(scope),
      go: (href) => {
        location.hash = href;
      },
      lastHrefOf: (page) => this.visits.hrefOf(page),
      goBack: (page) => {
        const isBack = this.visits.comesFrom(page);
        if (isBack) history.back();
        return isBack;
      },
      say: (text) => this.say(text),
      ask: (question) => {
        this.question = question;
        return new Promise((resolve) => {
          this.answer = resolve;
        });
      },
    };
  }

  override updated(): void {
    const place = w.pages[this.route.page as keyof typeof w.pages] as string | undefined;
    document.title = [place, this.shop === '' ? w.console : this.shop].filter((part) => part !== undefined).join(' · ');
  }

  override render(): Content {
    if (this.who === undefined) {
      return html`<div class="alone">
        ${this.error === undefined ? skeleton(3) : errorNotice(this.error, () => void this.begin())}
      </div>`;
    }
    if (this.who === null) {
      return html`<console-sign-in
        .api=${this.api}
        .shop=${this.shop}
        .wasSignedIn=${this.wasSignedIn}
        @signed-in=${(event: CustomEvent<Who>) => {
          this.who = event.detail;
          void this.open();
        }}
      ></console-sign-in>`;
    }
    return this.whole(this.who);
  }

  private whole(who: Who): TemplateResult {
    return html`<a class="skip" href="#content" @click=${(event: Event) => this.skip(event)}>${w.skip}</a>
      ${this.bar(who)}
      <div class="frame">
        ${this.menu(who)}
        <main id="content" tabindex="-1">
          <console-pending .api=${this.api} @pending-done=${() => void this.open()}></console-pending>
          ${this.content()}
        </main>
      </div>
      <console-ask
        .api=${this.api}
        .ask=${this.question}
        @ask-done=${(event: CustomEvent<{ text: string }>) => this.settleAsk(true, event.detail.text)}
        @ask-closed=${() => {
          this.question = undefined;
          this.settleAsk(false);
        }}
      ></console-ask>
      <p class="said" role="status">${this.said}</p>`;
  }

  private bar(who: Who): TemplateResult {
    return html`<header class="bar">
      <button
        type="button"
        class="quiet menu-button"
        aria-expanded=${String(this.isMenuOpen)}
        aria-controls="menu"
        aria-label=${this.isMenuOpen ? w.closeMenu : w.menu}
        @click=${() => {
          this.isMenuOpen = !this.isMenuOpen;
        }}
      >
        ${icon(this.isMenuOpen ? 'close' : 'menu')}
      </button>
      <a class="shop" href=${hrefOf('overview')}>${this.shop === '' ? 'Tillgate' : this.shop}</a>
      ${who.sandbox ? html`<span class="tag" title=${w.sandboxAbout}>${w.sandbox}</span>` : nothing}
      <button type="button" class="quiet sign-out" @click=${() => void this.signOut()}>
        ${icon('out')}<span>${w.signOut}</span>
      </button>
    </header>`;
  }

  private menu(who: Who): TemplateResult {
    const screens = screensFor(who);
    const groups = [undefined, ...(Object.keys(w.groups) as (keyof typeof w.groups)[])];
    const link = (screen: Screen): TemplateResult =>
      html`<li>
        <a href=${hrefOf(screen.name)} aria-current=${this.route.page === screen.name ? 'page' : nothing}>
          ${icon(screen.symbol)}${w.pages[screen.name]}
        </a>
      </li>`;
    return html`<nav id="menu" class=${this.isMenuOpen ? 'open' : ''} aria-label=${w.menu}>
      ${groups.map((group) => {
        const own = screens.filter((screen) => screen.group === group);
        if (own.length === 0) return nothing;
        return html`${group === undefined ? nothing : html`<h2>${w.groups[group]}</h2>`}
          <ul>
            ${own.map(link)}
          </ul>`;
      })}
    </nav>`;
  }

  private content(): Content {
    if (this.error !== undefined) return errorNotice(this.error, () => void this.open());
    if (this.screen !== undefined) return html`${this.screen}`;
    return loaderOf(this.who as Who, this.route.page, this.route.id) === undefined
      ? html`<h1>${w.common.nothingHere}</h1>
          <p><a href="#/">${w.common.toOverview}</a></p>`
      : skeleton();
  }

  private settleAsk(isDone: boolean, text = ''): void {
    if (text !== '') this.say(text);
    this.answer?.(isDone);
    this.answer = undefined;
  }

  private say(text: string): void {
    clearTimeout(this.forget);
    this.said = text;
    this.forget = setTimeout(() => {
      this.said = '';
    }, SAID_FOR);
  }

  private skip(event: Event): void {
    // The address holds the screen, so the link must not change it.
    event.preventDefault();
    this.querySelector<HTMLElement>('main')?.focus();
  }

  private handleSignedOut(): void {
    this.wasSignedIn = true;
    this.screen = undefined;
    this.question = undefined;
    this.who = null;
  }

  private async signOut(): Promise<void> {
    try {
      await this.api.signOut();
      pendingCalls.clear();
      this.wasSignedIn = false;
      this.screen = undefined;
      this.who = null;
    } catch (error) {
      this.error = error;
    }
  }
}

customElements.define('tillgate-console', ConsoleApp);
