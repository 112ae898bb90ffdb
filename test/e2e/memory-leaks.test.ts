import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { waitUntilPainted } from '../support/page-settled.ts';
import { launchBrowser } from '../support/browser.ts';
import { startStaticServer, type StaticServer } from '../support/static-server.ts';

/**
 * The engine's own tables grow for some 600 lives of any kind, and then no more; then lives of the kind that is counted fill
 * what is theirs.
 */
const WARM_UP = 600;
const WARM_UP_OF_KIND = 200;
const CYCLES = 200;
/**
 * Bytes of heap that the counted lives may leave behind. One element that is kept with its form weighs far more than a
 * hundredth of that; what remains are the engine's own tables.
 */
const HEAP = 64 * 1024;

let server: StaticServer;
let browser: Browser;
let page: Page;
let devtools: CDPSession;

beforeAll(async () => {
  server = await startStaticServer({
    '/pages/': new URL('pages', import.meta.url).pathname,
    '/widget/': new URL('../../dist/script', import.meta.url).pathname,
  });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
  await server.close();
});

async function openPage(): Promise<() => Promise<void>> {
  const context = await browser.newContext();
  page = await context.newPage();
  devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  await page.goto(`${server.url}/pages/leaks.html`);
  await page.waitForFunction(() => 'run' in window);
  return () => context.close();
}

interface Left {
  /** Listeners on the window and on the document. */
  global: number;
  listeners: number;
  nodes: number;
  documents: number;
  frames: number;
  heap: number;
}

/** What the page still holds after garbage collection. */
async function count(): Promise<Left> {
  for (let sweep = 0; sweep < 3; sweep += 1) {
    await devtools.send('HeapProfiler.collectGarbage');
    // Finalizers and observers run between two sweeps.
    await waitUntilPainted(page);
  }
  const { metrics } = await devtools.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return {
    global: (await listenersOn('window')) + (await listenersOn('document')),
    listeners: of('JSEventListeners'),
    nodes: of('Nodes'),
    documents: of('Documents'),
    frames: of('Frames'),
    heap: of('JSHeapUsedSize'),
  };
}

async function listenersOn(expression: 'window' | 'document'): Promise<number> {
  const { result } = await devtools.send('Runtime.evaluate', { expression });
  const { listeners } = await devtools.send('DOMDebugger.getEventListeners', { objectId: result.objectId! });
  await devtools.send('Runtime.releaseObject', { objectId: result.objectId! });
  return listeners.length;
}

interface LeaksPage {
  run(life: string, times: number): Promise<void>;
  mountForm(place: string): Promise<void>;
  remove(place: string): void;
  pay(place: string): Promise<void>;
}

function call<K extends keyof LeaksPage>(name: K, ...words: Parameters<LeaksPage[K]>): Promise<void> {
  type Anything = (...words: unknown[]) => Promise<void>;
  return page.evaluate(([key, list]) => (window as unknown as Record<string, Anything>)[key]!(...list), [
    name as string,
    words as unknown[],
  ] as const);
}

describe(`${String(CYCLES)} removed elements`, () => {
  beforeAll(async () => {
    const close = await openPage();
    await call('run', 'with the form shown', WARM_UP);
    return close;
  });

  test.each([
    'while the session loads',
    'while the page cannot reach its companion',
    'with the form shown',
    'while the payment is sent',
    'while a challenge is open',
    'while the result is checked',
    'after it was moved in the page',
    'while its form is in a frame',
  ])('elements removed %s leave no nodes, listeners or heap behind', { timeout: 240_000 }, async (life) => {
    await call('run', life, WARM_UP_OF_KIND);
    let growth = Infinity;
    // A table of the engine may grow once more; an element that is kept weighs in every round.
    for (let round = 0; round < 3 && growth >= HEAP; round += 1) {
      const { heap, ...before } = await count();
      await call('run', life, CYCLES);
      const { heap: heapAfter, ...after } = await count();
      expect(after).toEqual(before);
      growth = heapAfter - heap;
    }
    expect(growth).toBeLessThan(HEAP);
  });

  test('elements that the page keeps are visible in the measured nodes, listeners and heap', async () => {
    const life = 'but kept by the page';
    await call('run', life, 1);
    const before = await count();
    await call('run', life, 50);
    const after = await count();
    expect(after.nodes).toBeGreaterThan(before.nodes + 50 * 20);
    expect(after.listeners).toBeGreaterThan(before.listeners + 50);
    expect((after.heap - before.heap) / 50).toBeGreaterThan((10 * HEAP) / CYCLES);
  });
});

describe('one page', () => {
  beforeEach(openPage);

  test('the script adds only Lit’s four names to the global scope', async () => {
    await page.goto(`${server.url}/pages/blank.html`);
    // As text: the test runner would turn an import into its own.
    const added = await page.evaluate(`(async () => {
    const before = new Set(Object.getOwnPropertyNames(window));
    await import('/widget/tillgate.js');
    return Object.getOwnPropertyNames(window).filter((name) => !before.has(name));
  })()`);
    expect((added as string[]).sort()).toEqual([
      'litElementVersions',
      'litHtmlVersions',
      'litPropertyMetadata',
      'reactiveElementVersions',
    ]);
  });

  test('removing one of two elements removes its listeners, and the other element still pays', async () => {
    await call('run', 'with the form shown', 1);
    const { global: none } = await count();
    await call('mountForm', '#here');
    const { heap: _, ...alone } = await count();
    expect(alone.global).toBeGreaterThan(none);
    await call('mountForm', '#there');
    expect((await count()).global).toBe(2 * alone.global - none);
    await call('remove', '#there');
    const { heap: __, ...after } = await count();
    expect(after).toEqual(alone);
    await call('pay', '#here');
    await call('remove', '#here');
    expect((await count()).global).toBe(none);
  });
});
