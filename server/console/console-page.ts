import { LitElement } from 'lit';
import type { Scope } from '../../shared/contract/merchant/scopes.ts';
import type { ConsoleApi, ConsoleSession } from './console-api.ts';
import type { ActionForm } from './components/action-dialog.ts';
import type { Route } from './route.ts';

/** What the console offers to its screens. */
export interface ConsoleContext {
  readonly api: ConsoleApi;
  readonly session: ConsoleSession;
  /** Whether the scopes contain this one. */
  can(scope: Scope): boolean;
  /** Whether a route has a screen that the scopes open. */
  hasScreen(page: string, id: string): boolean;
  go(href: string): void;
  /** The link to a list with its latest filters. */
  lastHrefOf(page: string): string;
  /** Goes back in the browser's history when the previous entry is that list; otherwise returns false. */
  goBack(page: string): boolean;
  /** Shows a toast, which screen readers announce. */
  showToast(text: string): void;
  /** Opens the confirm dialog; resolves to whether the action succeeded. */
  confirm(form: ActionForm): Promise<boolean>;
}

/** A screen. It renders without a shadow root, so that one style sheet serves all screens. */
export abstract class ConsolePage extends LitElement {
  static override properties = { shell: { attribute: false }, route: { attribute: false } };

  declare shell: ConsoleContext;
  declare route: Route;
  /** The number of entries that a list loads at least, to restore a scroll position. */
  minEntries = 0;
  /** Resolves once the screen shows its first data. */
  ready: Promise<unknown> = Promise.resolve();

  /** The number of list entries shown. */
  get entryCount(): number {
    return 0;
  }

  override createRenderRoot(): this {
    return this;
  }
}

/** The exports of a screen's module. */
export interface PageModule {
  createConsolePage: () => ConsolePage;
}
