import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import { launchBrowser, startBrowserVisit } from '../support/browser.ts';
import { listStories, openStory } from '../support/stories.ts';
import { startTestDemo } from '../support/test-demo.ts';

const axe = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
/** axe checks only the element, not the shop's page around it. */
const RULES = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], iframes: false };
const NOT_OURS = ['page-has-heading-one', 'region', 'landmark-one-main', 'heading-order'];

let browser: Browser;
let demo: Demo;

beforeAll(async () => {
  browser = await launchBrowser();
  demo = await startTestDemo();
});
afterAll(async () => {
  await browser.close();
  await demo.close();
});

interface Finding {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

test.each([
  { theme: 'light', locale: 'en', width: 360 },
  { theme: 'dark', locale: 'ar', width: 320 },
] as const)(
  'every story has no axe violation, console message or sideways scroll ($theme, $locale, $width px)',
  { timeout: 300_000 },
  async (options) => {
    const {
      page,
      context,
      pageErrors: complaints,
    } = await startBrowserVisit(browser, { viewport: { width: options.width, height: 740 } });
    const ids = await listStories(page, demo.shopUrl);
    expect(ids.length).toBeGreaterThan(40);
    const faults: string[] = [];
    for (const id of ids) {
      await openStory(page, demo.shopUrl, id, options);
      // As text: axe is brought in from outside the page, which its policy would not let in.
      await page.evaluate(axe);
      const { violations } = await page.evaluate<{ violations: Finding[] }>(
        `axe.run('tillgate-checkout', ${JSON.stringify(RULES)})`,
      );
      for (const { id: rule, nodes } of violations.filter((found) => !NOT_OURS.includes(found.id))) {
        faults.push(`${id}: ${rule}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
      }
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (overflow > 0) faults.push(`${id}: scrolls sideways by ${String(overflow)} px`);
    }
    expect(faults).toEqual([]);
    // The story of a companion that does not respond logs a message for the developer.
    const told = complaints.filter((text) => !text.includes('gets no answer from https://companion.example'));
    expect(told).toEqual([]);
    await context.close();
  },
);

test('the themes page shows the form’s colours, also after another theme is chosen', async () => {
  const { page, context, pageErrors: complaints } = await startBrowserVisit(browser, { colorScheme: 'light' });
  const colour = (name: string): Promise<string> => page.getByLabel(name, { exact: true }).inputValue();
  await page.goto(`${demo.shopUrl}/stories/themes.html`);
  await expect.poll(() => colour('primary')).toBe('#2440d6');
  expect([await colour('focus'), await colour('surface'), await colour('danger')]).toEqual([
    '#2440d6',
    '#ffffff',
    '#b4231a',
  ]);
  await page.locator('select').nth(0).selectOption('paper');
  await expect.poll(() => colour('primary')).toBe('#9a3f1c');
  expect(await colour('focus')).toBe('#1d4f91');
  await page.locator('select').nth(0).selectOption('soft');
  await page.locator('select').nth(1).selectOption('dark');
  await expect.poll(() => colour('primary')).toBe('#c9b2ff');
  await page.getByLabel('primary', { exact: true }).fill('#112233');
  await expect.poll(() => colour('focus')).toBe('#112233');
  expect(await page.locator('pre').textContent()).toContain('--tillgate-color-primary: #112233;');
  expect(complaints).toEqual([]);
  await context.close();
});
