import type { Page } from 'playwright-core';

/** What a shopper does in the storefront. */

export type ProductName = 'Morning mug' | 'Linen towel' | 'Last vase';

/** Adds a product; the page then shows the basket's code and total. */
export async function addProduct(page: Page, url: string, product: ProductName): Promise<void> {
  await page.goto(url);
  const button = page.getByRole('button', { name: `Add ${product}` });
  await button.waitFor();
  const before = await page.locator('#basket').textContent();
  await button.click();
  await page
    .locator('#basket')
    .filter({ hasNotText: before ?? '' })
    .waitFor();
}

export async function goToCheckout(page: Page, url: string, product: ProductName): Promise<string> {
  await addProduct(page, url, product);
  await page.getByRole('button', { name: 'Go to checkout' }).click();
  await page.getByLabel('Card number').waitFor();
  return basketCodeOf(page);
}

export async function basketCodeOf(page: Page): Promise<string> {
  return ((await page.locator('#basket').textContent()) ?? '').split(' ')[0] ?? '';
}

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('12/31');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('Ana Souza');
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay / });

export async function payByCard(page: Page, number: string): Promise<void> {
  await fillCard(page, number);
  await payButton(page).click();
}

/** Approves the challenge that the issuer shows. */
export async function approveChallenge(page: Page): Promise<void> {
  await page.frameLocator('tillgate-checkout iframe').getByRole('button', { name: 'Approve payment' }).click();
}

export async function expectThankYouPage(page: Page, code: string): Promise<void> {
  await page.getByText(`Thank you. Order ${code} is PaymentSettled.`).waitFor({ timeout: 60_000 });
}
