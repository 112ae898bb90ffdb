import { createStoredList } from './stored-list.ts';

/** A named filter of the payments list. */
interface SavedFilter {
  name: string;
  query: Readonly<Record<string, string>>;
}

const stored = createStoredList<SavedFilter>(() => localStorage, 'tillgate-console-filters');

/** The filters that the user saved in this browser. */
export const savedFilters = {
  list: stored.read,
  /** Replaces a filter of the same name. */
  add(filter: SavedFilter): void {
    stored.write([...stored.read().filter(({ name }) => name !== filter.name), filter]);
  },
  remove(name: string): void {
    stored.write(stored.read().filter((filter) => filter.name !== name));
  },
};
