import { launch, type ElementHandle, type Frame } from 'puppeteer-core';
import {
  findShownElementArguments,
  chooseOption,
  findShownElement,
  retryUntilDone,
  type EnginePage,
  type ElementQuery,
} from './engine-page.ts';

const EXECUTABLES = {
  chrome: () => process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  firefox: () => process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
};

/** Keeps Chromium itself from the network. Puppeteer's own preferences do so in Firefox. */
const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Opens a page of Chromium or Firefox, in a fresh profile. */
export async function openPuppeteerPage(browserName: 'chrome' | 'firefox'): Promise<EnginePage> {
  const browser = await launch({
    browser: browserName,
    executablePath: EXECUTABLES[browserName](),
    args: browserName === 'chrome' ? CHROMIUM_ARGS : [],
  });
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(`error: ${String(error)}`));

  async function locate(frame: Frame, query: ElementQuery): Promise<ElementHandle | undefined> {
    const found = await frame.evaluateHandle(findShownElement, ...findShownElementArguments(query));
    return (found.asElement() as ElementHandle | null) ?? undefined;
  }

  async function frameOf({ depth = 0 }: ElementQuery): Promise<Frame | undefined> {
    let frame = page.mainFrame();
    for (let level = 0; level < depth; level += 1) {
      const inner = await (await locate(frame, { kind: 'frame' }))?.contentFrame();
      if (!inner) return undefined;
      frame = inner;
    }
    return frame;
  }

  /** Finds the element and does something with it, again and again until both succeed. */
  const withElement = (query: ElementQuery, act: (element: ElementHandle) => Promise<unknown>): Promise<true> =>
    retryUntilDone(`${query.kind} ${String(query.name)}`, async () => {
      const frame = await frameOf(query);
      const element = frame && (await locate(frame, query));
      if (element === undefined) return undefined;
      await act(element);
      return true;
    });

  return {
    goto: (url) => page.goto(url),
    back: () => page.goBack(),
    click: (query) => withElement(query, (element) => element.click()),
    async type(query, text) {
      // Three clicks choose the whole text.
      await withElement(query, (element) => element.click({ count: 3 }));
      await page.keyboard.type(text);
    },
    waitFor: (query) => withElement(query, () => Promise.resolve()),
    choose: (query, value) =>
      withElement(query, (list) => (list as ElementHandle<HTMLSelectElement>).evaluate(chooseOption, value)),
    evaluate: (expression) => page.evaluate(expression),
    resize: (size) => page.setViewport(size),
    screenshot: () => page.screenshot(),
    pageErrors: () => complaints,
    close: () => browser.close(),
  };
}
