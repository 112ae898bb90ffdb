import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import type { Browser } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import { launchBrowser, startBrowserVisit } from '../support/browser.ts';
import { listStories, openStory } from '../support/stories.ts';
import { startTestDemo } from '../support/test-demo.ts';

const folder = new URL('./', import.meta.url).pathname;

/** Every state of the element, laid out on sheets to be looked through: one for each width and look. */
const SHEETS = [360, 768, 1280]
  .flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ width, theme, locale: 'en' })))
  .concat([{ width: 360, theme: 'light', locale: 'ar' }]);
/** Pictures on a sheet, by the width of one. */
const PER_SHEET = 16;

let browser: Browser;
let demo: Demo;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  browser = await launchBrowser();
  demo = await startTestDemo();
});
afterAll(async () => {
  await browser.close();
  await demo.close();
});

test.each(SHEETS)('stories are drawn: $width px, $theme, $locale', async ({ width, theme, locale }) => {
  const { page, context } = await startBrowserVisit(browser, {
    viewport: { width, height: 800 },
    // A phone, on which a code is not scanned.
    ...(width === 360 ? { isMobile: true, hasTouch: true } : {}),
  });
  const pictures: { id: string; data: string }[] = [];
  for (const id of await listStories(page, demo.shopUrl)) {
    await openStory(page, demo.shopUrl, id, { theme, locale });
    const shot = await page.screenshot({
      fullPage: !id.startsWith('challenge/'),
      animations: 'disabled',
      type: 'jpeg',
      quality: 80,
    });
    pictures.push({ id, data: shot.toString('base64') });
  }
  const shown = Math.min(width, 420);
  const sheet = await browser.newPage({ viewport: { width: (shown + 12) * 4, height: 800 } });
  for (let start = 0; start < pictures.length; start += PER_SHEET) {
    const cells = pictures
      .slice(start, start + PER_SHEET)
      .map(
        ({ id, data }) => `<figure><figcaption>${id}</figcaption><img src="data:image/jpeg;base64,${data}"></figure>`,
      );
    await sheet.setContent(`<style>
      body { margin: 0; display: flex; flex-wrap: wrap; align-items: start; gap: 12px; background: #888; font: 12px sans-serif }
      figure { margin: 0; width: ${String(shown)}px } img { width: 100% }
    </style>${cells.join('')}`);
    const name = `states-${String(width)}-${theme}-${locale}-${String(start / PER_SHEET + 1)}.png`;
    await sheet.screenshot({ path: join(folder, name), fullPage: true });
  }
  await Promise.all([sheet.close(), context.close()]);
});
