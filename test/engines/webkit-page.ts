import { startWebKit } from '../support/webkit.ts';
import { argumentsOf, chooseOption, findShown, untilDone, type EnginePage, type Query } from './engine-page.ts';

/** The key under which WebDriver names an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type ElementReference = Record<typeof ELEMENT, string>;

/** Opens a page of WebKit, in a fresh profile. */
export async function openWebKitPage(): Promise<EnginePage> {
  const { command, run, setViewport, consoleMessages, close } = await startWebKit();

  const locate = async (query: Query): Promise<ElementReference | null> =>
    (await run(`return (${String(findShown)})(...arguments)`, ...argumentsOf(query))) as ElementReference | null;

  async function enterFrames({ depth = 0 }: Query): Promise<boolean> {
    await command('POST', '/frame', { id: null });
    for (let level = 0; level < depth; level += 1) {
      const frame = await locate({ kind: 'frame' });
      if (frame === null) return false;
      await command('POST', '/frame', { id: frame });
    }
    return true;
  }

  /** Finds the element and does something with it, again and again until both succeed. */
  const withElement = (query: Query, act: (element: ElementReference) => Promise<unknown>): Promise<true> =>
    untilDone(`${query.kind} ${String(query.name)}`, async () => {
      const element = (await enterFrames(query)) ? await locate(query) : null;
      if (element === null) return undefined;
      await act(element);
      return true;
    });
  const click = (query: Query): Promise<true> =>
    withElement(query, (element) => command('POST', `/element/${element[ELEMENT]}/click`));

  return {
    goto: (url) => command('POST', '/url', { url }),
    // The command of WebDriver waits for a load, and a page that comes out of the cache does not load.
    back: () => run('history.back()'),
    click: (query) => click(query),
    async type(query, text) {
      await withElement(query, (element) => command('POST', `/element/${element[ELEMENT]}/clear`));
      await withElement(query, (element) => command('POST', `/element/${element[ELEMENT]}/value`, { text }));
    },
    waitFor: (query) => withElement(query, () => Promise.resolve()),
    choose: (query, value) =>
      withElement(query, (element) => run(`(${String(chooseOption)})(...arguments)`, element, value)),
    async evaluate(expression) {
      await command('POST', '/frame', { id: null });
      return run(`return ${expression}`);
    },
    resize: setViewport,
    async screenshot() {
      await command('POST', '/frame', { id: null });
      return Buffer.from((await command('GET', '/screenshot')) as string, 'base64');
    },
    pageErrors: () => consoleMessages,
    close,
  };
}
