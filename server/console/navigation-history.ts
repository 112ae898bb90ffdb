import { hrefOf, type Route } from './route.ts';

/** The state of a screen when the user left it. */
export interface PageState {
  /** Scroll position of the page, in px. */
  scrollTop: number;
  /** The number of list entries shown. */
  entryCount: number;
  /** The target of the focused link; null when no link had the focus. */
  focusedHref: string | null;
}

interface Visit {
  route: Route;
  /** The key of the visit before. */
  from: string | undefined;
  left?: PageState;
}

/**
 * The routes visited since the page loaded, one per entry of the browser's history. Going back restores a list as the
 * user left it. Nothing is stored.
 */
export class NavigationHistory {
  readonly #visits = new Map<string, Visit>();
  #current: string;

  constructor(route: Route) {
    // The browser would scroll before the screen has its content.
    history.scrollRestoration = 'manual';
    this.#current = this.#enter(route, undefined);
  }

  /** Records a navigation and the state of the screen before; returns the saved state of the new route, if any. */
  navigate(route: Route, left: PageState): PageState | undefined {
    const before = this.#visits.get(this.#current);
    if (before !== undefined) before.left = left;
    this.#current = this.#enter(route, this.#current);
    return this.#visits.get(this.#current)?.left;
  }

  /** The link to a list with its latest filters. */
  lastHrefOf(page: string): string {
    const last = [...this.#visits.values()].reverse().find(({ route }) => isList(route, page));
    return hrefOf(page, '', last?.route.query);
  }

  /** Goes back in the browser's history when its previous entry is that list; otherwise returns false. */
  goBackTo(page: string): boolean {
    const { from = '' } = this.#visits.get(this.#current) ?? {};
    const before = this.#visits.get(from);
    const isPrevious = before !== undefined && isList(before.route, page);
    if (isPrevious) history.back();
    return isPrevious;
  }

  /** Returns the key of the current history entry; a new entry gets one. */
  #enter(route: Route, from: string | undefined): string {
    const state = history.state as { visit?: unknown } | null;
    const known = typeof state?.visit === 'string' ? state.visit : undefined;
    const key = known ?? crypto.randomUUID();
    if (known === undefined) history.replaceState({ visit: key }, '');
    const visit = this.#visits.get(key) ?? { route, from: known === undefined ? from : undefined };
    // The latest visit comes last.
    this.#visits.delete(key);
    this.#visits.set(key, { ...visit, route });
    return key;
  }
}

function isList({ page, id }: Route, name: string): boolean {
  return page === name && id === '';
}
