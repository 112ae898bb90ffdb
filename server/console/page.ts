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

  override createRenderRoot(): this {
    return this;
  }
}

/** What a module of a screen exports. */
export interface PageModule {
  create: () => ConsolePage;
}
