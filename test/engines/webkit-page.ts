import { openWebKitWindow } from '../support/webkit.ts';
import {
  findShownElementArguments,
  chooseOption,
  findShownElement,
  retryUntilDone,
  type EnginePage,
  type ElementQuery,
} from './engine-page.ts';

/** The key under which WebDriver names an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type ElementReference = Record<typeof ELEMENT, string>;

const BUTTON = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }));

/** Opens a page of WebKitWindow, in a fresh profile. */
export async function openWebKitPage(): Promise<EnginePage> {
  const { command, run, setViewport, consoleMessages, close } = await openWebKitWindow();

  const locate = async (query: ElementQuery): Promise<ElementReference | null> =>
    (await run(
      `return (${String(findShownElement)})(...arguments)`,
      ...findShownElementArguments(query),
    )) as ElementReference | null;

  async function enterFrames({ depth = 0 }: ElementQuery): Promise<boolean> {
    await command('POST', '/frame', { id: null });
    for (let level = 0; level < depth; level += 1) {
      const frame = await locate({ kind: 'frame' });
      if (frame === null) return false;
      await command('POST', '/frame', { id: frame });
    }
    return true;
  }

  /** Finds the element and does something with it, again and again until both succeed. */
  const withElement = (query: ElementQuery, act: (element: ElementReference) => Promise<unknown>): Promise<true> =>
    retryUntilDone(`${query.kind} ${String(query.name)}`, async () => {
      const element = (await enterFrames(query)) ? await locate(query) : null;
      if (element === null) return undefined;
      await act(element);
      return true;
    });
  const click = (query: ElementQuery): Promise<true> =>
    withElement(query, (element) => command('POST', `/element/${element[ELEMENT]}/click`));

  return {
    goto: (url) => command('POST', '/url', { url }),
    back: () => command('POST', '/back'),
    click: (query) => click(query),
    async type(query, text) {
      // The driver's own click takes the inner part of a text field for something that covers it.
      await withElement(query, async (element) => {
        const actions = [{ type: 'pointerMove', origin: element, x: 0, y: 0 }, ...BUTTON];
        await command('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
        await run('arguments[0].select()', element);
      });
      const actions = text.split('').flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
      await command('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
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
