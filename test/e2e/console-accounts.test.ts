import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import { launchBrowser, startBrowserVisit, type BrowserVisit } from '../support/browser.ts';
import { createDemoCompanionClient, signIn, type DemoShopClient } from '../support/console-shop.ts';
import { startTestDemo } from '../support/test-demo.ts';
import { API_KEY_OF_ACCOUNT, TWO_ACCOUNT_OPTIONS } from '../support/two-accounts.ts';

let browser: Browser;
let demo: Demo;
let shop: DemoShopClient;

beforeAll(async () => {
  browser = await launchBrowser();
  const { accounts, apiKeys } = TWO_ACCOUNT_OPTIONS;
  const demoKey = 'demo_key_for_the_demo_shop_only:pay+refund+payout+resolve+issue+users+read';
  demo = await startTestDemo({ companion: { accounts, apiKeys: `${demoKey},${apiKeys}`, reconcileEvery: 0 } });
  shop = createDemoCompanionClient(demo);
});
afterAll(async () => {
  await browser.close();
  await demo.close();
});

async function signedIn(key: string): Promise<BrowserVisit> {
  const person = await startBrowserVisit(browser);
  await signIn(person.page, demo, key);
  await person.page.getByRole('heading', { name: 'Overview' }).waitFor();
  return person;
}

test('the console shows the account of each payment, filters by it, and selects payments of one for a refund', async () => {
  const order = { currency: 'EUR' };
  const [mine, theirs] = [await shop.pay(undefined, order), await shop.pay(undefined, { ...order, account: 'uk' })];
  const { page, pageErrors, context } = await signedIn(demo.apiKey);
  await page.goto(`${demo.companionUrl}/console#/payments`);
  const rows = page.locator('tbody tr');
  const rowOf = (id: string) => rows.filter({ has: page.locator(`a[href*="${id}"]`) });
  await rowOf(theirs).getByText('uk', { exact: true }).waitFor();
  await rowOf(mine).getByText('default', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Refund multiple' }).click();
  await rowOf(theirs).getByRole('checkbox').check();
  await expect.poll(() => rowOf(mine).getByRole('checkbox').count()).toBe(0);

  await page.getByRole('combobox', { name: 'Account' }).selectOption('uk');
  await expect.poll(() => rowOf(mine).count()).toBe(0);
  await rowOf(theirs).waitFor();

  await page.goto(`${demo.companionUrl}/console#/payments/${theirs}`);
  await page.locator('dt', { hasText: 'Account' }).waitFor();
  expect(await page.locator('dt', { hasText: 'Account' }).locator('xpath=following-sibling::dd[1]').innerText()).toBe(
    'uk',
  );
  expect(pageErrors).toEqual([]);
  await context.close();
});

test('the console of a key that is bound to one account shows its payments only, and no account', async () => {
  const [mine, theirs] = [await shop.pay(undefined, { account: 'uk' }), await shop.pay()];
  const { page, pageErrors, context } = await signedIn(API_KEY_OF_ACCOUNT.uk);
  await page.goto(`${demo.companionUrl}/console#/payments`);
  await page.locator(`tbody a[href*="${mine}"]`).first().waitFor();
  expect(await page.locator(`tbody a[href*="${theirs}"]`).count()).toBe(0);
  expect(await page.getByRole('combobox', { name: 'Account' }).count()).toBe(0);
  expect(pageErrors).toEqual([]);
  await context.close();
});
