import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import { launchBrowser, startBrowserVisit } from '../support/browser.ts';
import { goToCheckout } from '../support/shopper.ts';
import { startTestDemo } from '../support/test-demo.ts';

let browser: Browser;
let demo: Demo;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  demo = await startTestDemo();
  page = (await startBrowserVisit(browser, { forcedColors: 'active' })).page;
  await goToCheckout(page, demo);
});

afterAll(async () => {
  await browser.close();
  await demo.close();
});

const outlineOf = (locator: Locator): Promise<string> =>
  locator.evaluate((element) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    return `${outlineStyle} ${outlineWidth} ${outlineColor}`;
  });

test('a field that has the focus has an outline in forced colours, with an error too', async () => {
  const number = page.locator('#card-number');
  const box = page.locator('.box').filter({ has: number });
  expect(await outlineOf(box)).toMatch(/^none/);
  await number.focus();
  const focused = await outlineOf(box);
  expect(focused).toMatch(/^solid 3px/);
  await number.fill('4242424242424241');
  await page.locator('#card-holder').focus();
  await expect.poll(() => outlineOf(box)).toMatch(/^solid 2px/);
  await number.focus();
  expect(await outlineOf(box)).toBe(focused);
});

test('a chosen way to pay that has the focus differs from one that has not in forced colours', async () => {
  const chosen = page.locator('input[name="method"]:checked');
  const row = page.locator('.row').filter({ has: chosen });
  const before = await outlineOf(row);
  await page.locator('#card-number').focus();
  await page.keyboard.press('Shift+Tab');
  await expect.poll(() => chosen.evaluate((input) => input.matches(':focus-visible'))).toBe(true);
  expect(await outlineOf(row)).not.toBe(before);
});
