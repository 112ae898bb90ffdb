/** A named filter of the payments list. */
export interface SavedFilter {
  name: string;
  query: Readonly<Record<string, string>>;
}

const STORAGE_KEY = 'tillgate-console-filters';

/** The filters that the user saved in this browser. */
export const savedFilters = {
  list(): SavedFilter[] {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
      return Array.isArray(stored) ? (stored as SavedFilter[]) : [];
    } catch {
      return [];
    }
  },
  /** Replaces a filter of the same name. */
  add(filter: SavedFilter): void {
    write([...savedFilters.list().filter(({ name }) => name !== filter.name), filter]);
  },
  remove(name: string): void {
    write(savedFilters.list().filter((filter) => filter.name !== name));
  },
};

function write(filters: readonly SavedFilter[]): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(filters));
  } catch {
    // Without storage, filters last as long as their address.
  }
}
