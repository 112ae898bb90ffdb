import type { AddressLookup, AddressSuggestion } from '../address/address-lookup.ts';

/** From the last key to the search, in ms. */
const DELAY = 250;
/** Fewer characters are no search. */
const LEAST = 3;
/** Most addresses that are offered. */
const MOST = 5;

interface Search {
  field: string;
  found: readonly AddressSuggestion[];
}

/** The page's search for addresses, for one field at a time. */
export class AddressSearch {
  readonly #lookup: () => AddressLookup | undefined;
  readonly #onChange: () => void;
  /** The last search, until a field changes. */
  #last: Search | undefined;

  constructor(lookup: () => AddressLookup | undefined, onChange: () => void) {
    this.#lookup = lookup;
    this.#onChange = onChange;
  }

  foundFor(field: string): readonly AddressSuggestion[] {
    return this.#last?.field === field ? this.#last.found : [];
  }

  end(): void {
    this.#last = undefined;
    this.#onChange();
  }

  /** Asks the page once the shopper pauses. What comes for an earlier text is not shown. */
  begin(field: string, text: string, country: string): void {
    this.#last = undefined;
    const lookup = this.#lookup();
    if (lookup === undefined || text.length < LEAST) return;
    const search: Search = { field, found: [] };
    this.#last = search;
    const ask = async (): Promise<void> => {
      if (search !== this.#last) return;
      search.found = (await lookup(text, country)).slice(0, MOST);
      this.#onChange();
    };
    // The shopper types the address where the page finds none.
    setTimeout(() => void ask().catch(() => undefined), DELAY);
  }
}
