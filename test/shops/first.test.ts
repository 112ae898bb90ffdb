import { test, expect } from 'vitest';
import { launchBrowser, visit } from '../support/browser.ts';
import { startVendureShop } from './support/vendure-shop.ts';
import { fillCard } from '../support/shopper.ts';
test('paid', async () => {
  const shop = await startVendureShop({ type: 'sqljs' });
  const browser = await launchBrowser();
  const shopper = await visit(browser);
  const { page } = shopper;
  try {
  await page.goto(shop.storefrontUrl);
  await page.getByRole('button', { name: 'Add Morning mug' }).click();
  await page.getByText('AddingItems').waitFor();
  await page.getByRole('button', { name: 'Go to checkout' }).click();
  await page.getByLabel('Card number').waitFor();
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry date').fill('12/31');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('Ana Souza');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByText('Thank you').waitFor();
  console.log(await page.locator('#message').textContent());
  } catch (e) { console.log(shopper.pageErrors, await page.locator('body').innerText()); throw e; }
  finally { await browser.close(); await shop.close(); }
  expect(shopper.pageErrors).toEqual([]);
}, 100_000);
