/** A list that the browser stores; empty where it has no storage. */
export interface StoredList<T> {
  read: () => T[];
  write: (entries: readonly T[]) => void;
}

/** @param storage a function, because a browser without storage throws when a page names it */
export function createStoredList<T>(storage: () => Storage, key: string): StoredList<T> {
  return {
    read() {
      try {
        const stored: unknown = JSON.parse(storage().getItem(key) ?? '[]');
        return Array.isArray(stored) ? (stored as T[]) : [];
      } catch {
        return [];
      }
    },
    write(entries) {
      try {
        if (entries.length === 0) storage().removeItem(key);
        else storage().setItem(key, JSON.stringify(entries));
      } catch {
        // The page works without storage, and forgets the list when it is reloaded.
      }
    },
  };
}
