import { hrefOf, type Route } from './route.ts';

/** How a screen was left. */
export interface LeftAs {
  /** How far the page was scrolled, in px. */
  scroll: number;
  /** Entries of a list that were shown. */
  count: number;
  /** Where the link leads that had the focus; null where none had it. */
  href: string | null;
}

interface Visit {
  route: Route;
  /** The visit that led to this one. */
  from: string | undefined;
  left?: LeftAs;
}

/**
 * The places of the console that this page load has seen, one for each entry of the browser's history, so that whoever
 * goes back finds a list as it was left. Nothing of it is stored.
 */
export class Visits {
  readonly #visits = new Map<string, Visit>();
  #current: string;

  constructor(route: Route) {
    // Screens fill later than the browser scrolls.
    history.scrollRestoration = 'manual';
    this.#current = this.#enter(route, undefined);
  }

  /** Notes that the address has changed and how the screen was left; returns how the new one was left, if ever. */
  move(route: Route, left: LeftAs): LeftAs | undefined {
    const before = this.#visits.get(this.#current);
    if (before !== undefined) before.left = left;
    this.#current = this.#enter(route, this.#current);
    return this.#visits.get(this.#current)?.left;
  }

  /** The address of a list with the filters that it had last. */
  hrefOf(page: string): string {
    const last = [...this.#visits.values()].reverse().find(({ route }) => isList(route, page));
    return hrefOf(page, '', last?.route.query);
  }

  /** Whether one step back in the browser's history leads to that list. */
  comesFrom(page: string): boolean {
    const { from = '' } = this.#visits.get(this.#current) ?? {};
    const before = this.#visits.get(from);
    return before !== undefined && isList(before.route, page);
  }

  /** The key of the history's entry; a new entry has none yet. */
  #enter(route: Route, from: string | undefined): string {
    const state = history.state as { visit?: unknown } | null;
    const known = typeof state?.visit === 'string' ? state.visit : undefined;
    const key = known ?? crypto.randomUUID();
    if (known === undefined) history.replaceState({ visit: key }, '');
    const visit = this.#visits.get(key) ?? { route, from: known === undefined ? from : undefined };
    // The one visited last comes last.
    this.#visits.delete(key);
    this.#visits.set(key, { ...visit, route });
    return key;
  }
}

function isList({ page, id }: Route, wanted: string): boolean {
  return page === wanted && id === '';
}
