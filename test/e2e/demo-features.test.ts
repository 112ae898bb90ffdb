import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import { launchBrowser, startBrowserVisit, type BrowserVisit } from '../support/browser.ts';
import { expectPaidPage, fillCard, goToCheckout, payButton } from '../support/shopper.ts';
import { expectMatchingLedgerAndCleanPages, startTestDemo } from '../support/test-demo.ts';

let browser: Browser;
let demo: Demo;
let shopper: BrowserVisit;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  demo = await startTestDemo({
    sandbox: { notificationRetryDelay: 100 },
    companion: { reconcileEvery: 100 },
  });
  shopper = await startBrowserVisit(browser);
  page = shopper.page;
});
afterEach(async () => {
  await shopper.context.close();
  await demo.close();
});

const finish = (paidOrders: number): Promise<void> => expectMatchingLedgerAndCleanPages(demo, shopper, paidOrders);

describe('saved card in the demo shop', () => {
  async function keepOne(): Promise<void> {
    await goToCheckout(page, demo);
    await fillCard(page, '4242424242424242');
    await page.getByLabel('Keep this card for next time').check();
    await payButton(page).click();
    await expectPaidPage(page);
  }

  test('a saved card pays the next order with its security code alone', async () => {
    await keepOne();
    await page.goto(demo.shopUrl);
    await page.getByRole('button', { name: 'Add Bud vase to the basket' }).click();
    await page.getByRole('link', { name: 'Go to checkout' }).click();
    await page.getByText('•••• 4242').waitFor();
    expect(await page.getByLabel('Card number').count()).toBe(0);
    await page.getByLabel('Email').fill('ana@example.com');
    await page.getByLabel('Security code').fill('123');
    await payButton(page).click();
    await expectPaidPage(page);
    await finish(2);
  });

  test('a saved card is removed on request and is never shown to another shopper', async () => {
    await keepOne();
    const other = await startBrowserVisit(browser);
    await goToCheckout(other.page, demo);
    expect(await other.page.getByText('•••• 4242').count()).toBe(0);
    await other.context.close();
    await page.goto(demo.shopUrl);
    await page.getByRole('button', { name: 'Add Bud vase to the basket' }).click();
    await page.getByRole('link', { name: 'Go to checkout' }).click();
    await page.getByRole('button', { name: /^Remove/ }).click();
    const question = page.getByRole('group', { name: /4242/ });
    await question.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByLabel('Card number').waitFor();
    await page.reload();
    await page.getByLabel('Card number').waitFor();
    expect(await page.getByText('•••• 4242').count()).toBe(0);
    await finish(1);
  });
});

describe('payment code in the demo shop', () => {
  async function paymentCode(): Promise<void> {
    const code = await page.locator('tillgate-checkout').evaluate((element) => {
      const text = element.shadowRoot?.querySelector(
        '.code code, .code output, .code .digits, .code b + *',
      )?.textContent;
      return (text ?? '').replace(/\s/g, '');
    });
    expect(code.length).toBeGreaterThan(10);
    const response = await fetch(`${demo.gatewayUrl}/control/codes/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    expect(response.status).toBeLessThan(300);
  }

  test('a wallet’s QR code is shown, and the page shows the payment once it is paid elsewhere', async () => {
    await goToCheckout(page, demo, 'Brazil · BRL');
    await page.getByLabel('Pix', { exact: true }).check();
    // The method's fields appear a frame later, before any real typing.
    await page.getByLabel('Número do documento').waitFor();
    await page.getByLabel('E-mail').fill('ana@example.com');
    await page.getByLabel('Nome', { exact: true }).fill('Ana');
    await page.getByLabel('Sobrenome').fill('Souza');
    await page.getByLabel('Número do documento').fill('52998224725');
    await page.getByRole('button', { name: 'Mostrar o código Pix' }).click();
    await page.getByRole('heading', { name: /^Escaneie para pagar/ }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: /^Escaneie para pagar/ }).waitFor();
    await paymentCode();
    await page.getByRole('heading', { name: 'Obrigado, pagamento confirmado.' }).waitFor();
    await finish(1);
  });

  test('a document number with a wrong check digit is marked invalid before the payment', async () => {
    await goToCheckout(page, demo, 'Brazil · BRL');
    await page.getByLabel('Pix', { exact: true }).check();
    // The method's fields appear a frame later, before any real typing.
    await page.getByLabel('Número do documento').waitFor();
    await page.getByLabel('E-mail').fill('ana@example.com');
    await page.getByLabel('Nome', { exact: true }).fill('Ana');
    await page.getByLabel('Sobrenome').fill('Souza');
    await page.getByLabel('Número do documento').fill('52998224726');
    await page.getByRole('button', { name: 'Mostrar o código Pix' }).click();
    const field = page.getByLabel('Número do documento');
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    await finish(0);
  });
});

describe('shop without a back end', () => {
  test('a page’s items are sold at the companion’s prices, and a reload does not sell them twice', async () => {
    await page.goto(`${demo.shopUrl}/buy-now`);
    // Two cups at 14.00, a bowl at 12.50, shipping 4.90.
    await page.getByRole('button', { name: 'Pay €45.40' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Pay €45.40' }).waitFor();
    await fillCard(page, '4242424242424242');
    await page.getByRole('button', { name: 'Pay €45.40' }).click();
    await page.getByRole('heading', { name: 'Payment received' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Payment received' }).waitFor();
    const answer = await fetch(`${demo.companionUrl}/v1/sessions`, {
      headers: { authorization: `Bearer ${demo.apiKey}` },
    });
    const { sessions } = (await answer.json()) as { sessions: { order_no: string; amount: string; status: string }[] };
    expect(sessions).toEqual([expect.objectContaining({ amount: '45.40', status: 'paid' })]);
    expect(sessions[0]!.order_no).toMatch(/^BUYNOW-/);
    await finish(1);
  });

  test('an item that the price list lacks cannot be sold', async () => {
    await page.goto(`${demo.shopUrl}/buy-now`);
    await page.getByLabel('Card number').waitFor();
    await page.locator('tillgate-checkout').evaluate((element) => element.setAttribute('items', 'GOLD-1:1'));
    await page.getByRole('heading', { name: 'The payment form could not be loaded' }).waitFor();
    // The console names the wrong attribute once.
    const told = shopper.pageErrors.filter((text) => !text.includes('400'));
    expect(told).toEqual([expect.stringContaining('has items="GOLD-1:1". Write SKUs of the price list')]);
  });
});
