import { expect } from 'vitest';
import { startDemo, type Demo, type DemoOptions } from '../../demo/start-demo.ts';
import type { BrowserVisit } from './browser.ts';
import { expectDemoLedgerToMatch } from './shopper.ts';

const built = (folder: string): string => new URL(`../../dist/${folder}/`, import.meta.url).pathname;

/** The demo on free ports, with the element and the stories as they were built. */
export function startTestDemo({ companion, ...options }: DemoOptions = {}): Promise<Demo> {
  return startDemo({
    ports: { shop: 0, companion: 0, gateway: 0 },
    storiesDir: built('demo/stories'),
    ...options,
    companion: { widgetDir: built('script'), consoleDir: built('console'), ...companion },
  });
}

/** Asserts the number of paid orders, a matching ledger and pages without errors. */
export async function expectMatchingLedgerAndCleanPages(
  demo: Demo,
  shopper: BrowserVisit,
  paidOrders: number,
): Promise<void> {
  await expectDemoLedgerToMatch(demo, paidOrders);
  expect(shopper.pageErrors).toEqual([]);
}
