// How the runner of the element's tests starts each engine.
import { chromeLauncher } from '@web/test-runner-chrome';
import { runnerImport } from 'vite';

const { module: webkit } = await runnerImport(new URL('../test/support/webkit.ts', import.meta.url).pathname);

const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const LAUNCHERS = {
  chromium: () =>
    chromeLauncher({
      launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: CHROMIUM_ARGS },
    }),
  firefox: () =>
    Object.assign(
      chromeLauncher({
        launchOptions: { browser: 'firefox', executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr' },
      }),
      { name: 'Firefox' },
    ),
  webkit: webkitLauncher,
};

/** The keys that the tests press, by the characters that stand for them in WebDriver. */
const KEYS = { Escape: '\uE00C', Tab: '\uE004', Enter: '\uE007' };
const BUTTONS = ['left', 'middle', 'right'];
const VIEWPORT = { width: 800, height: 600 };

/**
 * The runner's own launcher for WebDriver needs a large library and cannot resize. This one gives the runner's commands
 * the few methods of a page that they call on Puppeteer's.
 */
function webkitLauncher() {
  let browser;
  let active;
  const act = (source) => browser.command('POST', '/actions', { actions: [source] });
  const press = (keys) =>
    act({
      type: 'key',
      id: 'keyboard',
      actions: keys.flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value }))),
    });
  const point = (...actions) => act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions });
  const moveTo = (x, y) => ({ type: 'pointerMove', duration: 0, x, y });
  const turn = (type, { button = 'left' } = {}) => ({ type, button: BUTTONS.indexOf(button) });
  const page = {
    setViewport: (size) => browser.setViewport(size),
    keyboard: { type: (text) => press([...text]), press: (key) => press([KEYS[key] ?? key]) },
    mouse: {
      move: (x, y) => point(moveTo(x, y)),
      click: (x, y, options) => point(moveTo(x, y), turn('pointerDown', options), turn('pointerUp', options)),
      down: (options) => point(turn('pointerDown', options)),
      up: (options) => point(turn('pointerUp', options)),
      reset: () => browser.command('DELETE', '/actions'),
    },
  };
  return {
    name: 'WebKit',
    type: 'puppeteer',
    concurrency: 1,
    async startSession(sessionId, url) {
      browser ??= await webkit.openWebKitWindow();
      active = sessionId;
      await browser.setViewport(VIEWPORT);
      await browser.command('POST', '/url', { url });
    },
    isActive: (sessionId) => active === sessionId,
    getBrowserUrl: () => browser.command('GET', '/url'),
    getPage: () => page,
    async stopSession() {
      active = undefined;
      await browser.command('POST', '/url', { url: 'about:blank' });
      return {};
    },
    stop: () => browser?.close(),
  };
}
