import { LitElement } from 'lit';
import type { Api, Scope, Who } from './api.ts';
import type { Ask } from './parts/ask-dialog.ts';
import type { Route } from './route.ts';

/** What a screen works with. */
export interface Shell {
  readonly api: Api;
  readonly who: Who;
  /** Whether the key may do that; what it may not is not offered. */
  can(scope: Scope): boolean;
  go(href: string): void;
  /** The address of a list as it was seen last, filters included. */
  lastHrefOf(page: string): string;
  /** Goes back to a list that led here, as the browser's own button does; false where none did. */
  goBack(page: string): boolean;
  /** Says something shortly, to eyes and screen readers. */
  say(text: string): void;
  /** Asks before something is done; resolves to whether it was done. */
  ask(ask: Ask): Promise<boolean>;
}

/** A screen. It stands in the page itself, not in a shadow, so that one style sheet and one document serve them all. */
export abstract class ConsolePage extends LitElement {
  static override properties = { shell: { attribute: false }, route: { attribute: false } };

  declare shell: Shell;
  declare route: Route;
  /** Entries that a list shows at least, where one comes back to it. */
  wanted = 0;
  /** Resolves once what was asked for when the screen was opened is shown. */
  ready: Promise<unknown> = Promise.resolve();

  /** Entries that are shown, for who comes back. */
  get count(): number {
    return 0;
  }

  override createRenderRoot(): this {
    return this;
  }
}

/** What a module of a screen exports. */
export interface PageModule {
  create: () => ConsolePage;
}
