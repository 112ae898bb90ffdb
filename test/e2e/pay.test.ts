import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import { launchBrowser, startBrowserVisit, type BrowserVisit } from '../support/browser.ts';
import {
  challengeFrameOf,
  expectDemoLedgerToMatch,
  expectPaidPage,
  fillOnlineBanking,
  fillCard,
  goToCheckout,
  payButton,
  payByCard,
} from '../support/shopper.ts';
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
    sandbox: { delays: { pendingPayment: 1_500 }, notificationRetryDelay: 100 },
  });
  shopper = await startBrowserVisit(browser);
  page = shopper.page;
});

afterEach(async () => {
  await shopper.context.close();
  await demo.close();
});

async function countDeclined(): Promise<number> {
  const headers = { authorization: `Bearer ${demo.apiKey}` };
  const answer = await fetch(`${demo.companionUrl}/v1/payments?status=declined`, { headers });
  return ((await answer.json()) as { payments: unknown[] }).payments.length;
}

const finish = (paidOrders: number): Promise<void> => expectMatchingLedgerAndCleanPages(demo, shopper, paidOrders);

describe('card payment', () => {
  test('a card payment is paid, and the shop reads the result from the companion', async () => {
    await goToCheckout(page, demo);
    await payByCard(page, '4242424242424242');
    await expectPaidPage(page);
    await page.getByText('For developers').click();
    await page.getByRole('link', { name: 'Gateway requests' }).click();
    await page.getByText('424242***4242').first().waitFor({ state: 'attached' });
    const shown = await page.locator('main').textContent();
    expect(shown).toContain('424242***4242');
    expect(shown).not.toContain('4242424242424242');
    await finish(1);
  });

  test('a shopper whose card is declined pays with another card', async () => {
    await goToCheckout(page, demo);
    await payByCard(page, '4000000000009995');
    await page.getByRole('alert').filter({ hasText: 'insufficient funds' }).waitFor();
    await page.getByLabel('Card number').fill('4242424242424242');
    await page.getByLabel('Security code').fill('123');
    await payButton(page).click();
    await expectPaidPage(page);
    await finish(1);
  });

  test('a session without attempts left offers a new session of the same order', async () => {
    await goToCheckout(page, demo);
    await payByCard(page, '4000000000000002');
    for (let tries = 1; tries < 5; tries += 1) {
      await expect.poll(countDeclined).toBe(tries);
      await payButton(page).waitFor();
      expect(await page.getByRole('link', { name: 'Restart the payment' }).isVisible()).toBe(false);
      await page.getByLabel('Card number').fill('4000000000000002');
      await page.getByLabel('Security code').fill('123');
      await payButton(page).click();
    }
    await page.getByRole('link', { name: 'Restart the payment' }).click();
    await payByCard(page, '4242424242424242');
    await expectPaidPage(page);
    await finish(1);
  });

  test('a card is paid by keyboard alone', async () => {
    await goToCheckout(page, demo);
    await page.getByLabel('Email').focus();
    // The chosen method stands between the email and the card.
    for (const keys of ['ana@example.com', '', '4242424242424242', '1231', '123', 'Ana Souza']) {
      await page.keyboard.type(keys);
      await page.keyboard.press('Tab');
    }
    await page.getByLabel('Name on card').press('Enter');
    await expectPaidPage(page);
    await finish(1);
  });

  test('a card is paid on the hosted page, which links back to the shop', async () => {
    await goToCheckout(page, demo);
    const token = await page.locator('tillgate-checkout').getAttribute('session');
    await page.goto(`${demo.companionUrl}/pay/${String(token)}`);
    await page.getByLabel('Card number').waitFor();
    await payByCard(page, '4242424242424242');
    await page.getByRole('heading', { name: 'Payment received' }).waitFor();
    await page.getByRole('link', { name: 'Continue' }).click();
    await expectPaidPage(page);
    expect(new URL(page.url()).searchParams.get('session_id')).toMatch(/^ses_/);
    await finish(1);
  });

  test('a pending card payment becomes paid by a notification', async () => {
    await goToCheckout(page, demo);
    await payByCard(page, '4000000000005126');
    await page.getByRole('heading', { name: 'We are checking your payment' }).waitFor();
    await expectPaidPage(page);
    await finish(1);
  });

  test('repeated clicks on a slow network charge the card once', async () => {
    demo.sandbox.state.scenarios.arm({
      operation: 'authorise',
      fault: 'delay',
      ms: 2_000,
      times: 1,
      after_charge: true,
    });
    await goToCheckout(page, demo);
    await fillCard(page, '4242424242424242');
    await payButton(page).dblclick();
    await page.getByRole('button', { name: 'Paying' }).click({ force: true });
    await expectPaidPage(page);
    await finish(1);
  });
});

describe('3-D Secure challenge', () => {
  test('a passed challenge makes the payment paid', async () => {
    await goToCheckout(page, demo);
    await payByCard(page, '4000000000003220');
    await challengeFrameOf(page).getByRole('button', { name: 'Approve payment' }).click();
    await expectPaidPage(page);
    await finish(1);
  });

  test('a failed challenge declines the payment, and the shopper pays with another card', async () => {
    await goToCheckout(page, demo);
    await payByCard(page, '4000008260003178');
    await challengeFrameOf(page).getByRole('button', { name: 'Approve payment' }).click();
    await page.getByRole('alert').filter({ hasText: 'did not confirm that it is you' }).waitFor();
    await payByCard(page, '4242424242424242');
    await expectPaidPage(page);
    await finish(1);
  });

  test('a closed challenge is checked with the gateway, and the shopper then pays with another card', async () => {
    await goToCheckout(page, demo);
    await payByCard(page, '4000000000003220');
    await challengeFrameOf(page).getByRole('button', { name: 'Approve payment' }).waitFor();
    await page.getByRole('button', { name: 'Cancel confirmation' }).click();
    await payButton(page).waitFor();
    await payByCard(page, '4242424242424242');
    await expectPaidPage(page);
    await finish(1);
  });

  test('a shopper who reloads the page during a challenge continues it', async () => {
    await goToCheckout(page, demo);
    await payByCard(page, '4000000000003220');
    await challengeFrameOf(page).getByRole('button', { name: 'Approve payment' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Open the payment page' }).click();
    await challengeFrameOf(page).getByRole('button', { name: 'Approve payment' }).click();
    await expectPaidPage(page);
    await finish(1);
  });
});

describe('bank payment', () => {
  async function goToBank(): Promise<void> {
    await goToCheckout(page, demo);
    await fillOnlineBanking(page);
    await page.getByRole('button', { name: /^(Pay|Continue)/ }).click();
    await page.getByRole('button', { name: 'Approve payment' }).waitFor();
  }

  test('a payment that the shopper approves at the bank is paid', async () => {
    await goToBank();
    await page.getByRole('button', { name: 'Approve payment' }).click();
    await expectPaidPage(page);
    await finish(1);
  });

  test('a payment that the shopper cancels at the bank is not paid, and the shopper pays by card', async () => {
    await goToBank();
    await page.getByRole('button', { name: 'Cancel and return to Kiln & Paper' }).click();
    await page.getByRole('heading', { name: 'Your order is not paid yet' }).waitFor();
    await page.getByRole('link', { name: 'Pay now' }).click();
    await page.getByRole('alert').filter({ hasText: 'You cancelled the payment' }).waitFor();
    await payByCard(page, '4242424242424242');
    await expectPaidPage(page);
    await finish(1);
  });

  test('a shopper who goes back from the bank pays another way after a check with the gateway', async () => {
    await goToBank();
    await page.goBack();
    await page.getByRole('button', { name: 'Cancel this and pay another way' }).waitFor();
    const beside = page.locator('.beside-form');
    await expect.poll(() => beside.filter({ visible: true }).count()).toBe(0);
    // The shop's card takes no more room than the question.
    const heights = await Promise.all(
      ['.pay', 'tillgate-checkout'].map(async (selector) => (await page.locator(selector).boundingBox())!.height),
    );
    expect(heights[0]! - heights[1]!).toBeLessThan(80);
    await page.getByRole('button', { name: 'Cancel this and pay another way' }).click();
    await payButton(page).waitFor();
    await expect.poll(() => beside.filter({ visible: true }).count()).toBe(3);
    await page.getByLabel('Card', { exact: true }).check();
    await page.getByLabel('Card number').waitFor();
    await payByCard(page, '4242424242424242');
    await expectPaidPage(page);
    await finish(1);
  });
});

describe('one order', () => {
  test('one order submitted in two tabs is charged once, and both tabs show it as paid', async () => {
    await goToCheckout(page, demo);
    const other = await shopper.newPage();
    await other.goto(`${demo.shopUrl}/checkout`);
    await other.getByLabel('Card number').waitFor();
    await fillCard(other, '4242424242424242');
    await fillCard(page, '4242424242424242');
    await Promise.all([payButton(page).click(), payButton(other).click()]);
    await expectPaidPage(page);
    await expectPaidPage(other);
    await expectDemoLedgerToMatch(demo, 1);
    // The browser itself reports the refusal that one of the tabs got.
    expect(shopper.pageErrors.filter((complaint) => !complaint.includes('409'))).toEqual([]);
  });

  test('the back button does not charge a paid order again', async () => {
    await goToCheckout(page, demo);
    await payByCard(page, '4242424242424242');
    await expectPaidPage(page);
    await page.goBack();
    await page.waitForURL(/thank-you/);
    await finish(1);
  });

  test('an expired session cannot be paid, and the shop opens a new one', async () => {
    await goToCheckout(page, demo);
    await fillCard(page, '4242424242424242');
    const token = await page.locator('tillgate-checkout').getAttribute('session');
    const view = await fetch(`${demo.companionUrl}/checkout/session`, {
      headers: { authorization: `Bearer ${String(token)}` },
    });
    const { session_id: id } = (await view.json()) as { session_id: string };
    await fetch(`${demo.companionUrl}/v1/sessions/${id}/expire`, {
      method: 'POST',
      headers: { authorization: `Bearer ${demo.apiKey}` },
    });
    await payButton(page).click();
    await page.getByRole('heading', { name: 'This payment page has expired' }).waitFor();
    await page.goto(`${demo.shopUrl}/checkout`);
    await page.getByLabel('Card number').waitFor();
    await payByCard(page, '4242424242424242');
    await expectPaidPage(page);
    await expectDemoLedgerToMatch(demo, 1);
    expect(shopper.pageErrors.filter((complaint) => !complaint.includes('410'))).toEqual([]);
  });

  test('a payment whose response is lost is neither declined nor charged again, and is queried until the outcome is known', async () => {
    demo.sandbox.state.scenarios.arm({ operation: 'authorise', fault: 'reset', times: 1, after_charge: true });
    demo.sandbox.state.scenarios.arm({
      operation: 'notification',
      fault: 'late',
      ms: 2_500,
      times: 1,
      after_charge: true,
    });
    await goToCheckout(page, demo);
    await payByCard(page, '4242424242424242');
    await page.getByText('Do not pay again').waitFor();
    await expectPaidPage(page);
    await finish(1);
  });
});
