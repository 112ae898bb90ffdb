import type { PagedList } from './call.ts';

interface AnyPage {
  next_cursor: string | null;
}

/**
 * A list whose first page is requested once, when somebody waits for it or iterates.
 * @param readPage reads the page behind a cursor; the first without one
 * @param name the name of the entries in a page
 */
export function createPagedList<Page extends AnyPage, Entry>(
  readPage: (cursor: string | undefined) => Promise<Page>,
  name: string,
): PagedList<Page, Entry> {
  let first: Promise<Page> | undefined;
  const readFirst = (): Promise<Page> => (first ??= readPage(undefined));
  async function* iterate(): AsyncGenerator<Entry, void, undefined> {
    let page = await readFirst();
    for (;;) {
      yield* (page as unknown as Record<string, Entry[]>)[name] ?? [];
      if (page.next_cursor === null) return;
      page = await readPage(page.next_cursor);
    }
  }
  return {
    then: (onPage, onError) => readFirst().then(onPage, onError),
    catch: (onError) => readFirst().catch(onError),
    finally: (onEnd) => readFirst().finally(onEnd),
    [Symbol.toStringTag]: 'List',
    [Symbol.asyncIterator]: iterate,
  };
}
