import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Demo } from '../../demo/start-demo.ts';
import { messages as arabic } from '../../widget/i18n/locales/ar.ts';
import { createDemoSession, openShopPage, startIsolatedShop } from '../support/isolated-shop.ts';
import { expectDemoLedgerToMatch } from '../support/shopper.ts';
import { startTestDemo } from '../support/test-demo.ts';
import type { EnginePage } from './engine-page.ts';
import { openPuppeteerPage } from './puppeteer-page.ts';
import { openWebKitPage } from './webkit-page.ts';

const ENGINES = {
  chromium: () => openPuppeteerPage('chrome'),
  firefox: () => openPuppeteerPage('firefox'),
  webkit: openWebKitPage,
};
const LABELS = { number: 'Card number', expiry: 'Expiry date', code: 'Security code', holder: 'Name on card' };
const ARABIC_LABELS = {
  number: arabic['card.number'],
  expiry: arabic['card.expiry'],
  code: arabic['card.code'],
  holder: arabic['card.holder'],
};
const FRICTIONLESS = '4242424242424242';
const CHALLENGED = '4000000000003220';
const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 360, height: 740 };

let demo: Demo;
let page: EnginePage;

async function goToCheckout(): Promise<void> {
  await page.goto(demo.shopUrl);
  await page.click({ kind: 'button', name: 'Add Morning mug to the basket' });
  await page.click({ kind: 'link', name: 'Go to checkout' });
  await page.waitFor({ kind: 'field', name: 'Card number' });
}

async function fillCard(number: string, labels = LABELS, depth = 0): Promise<void> {
  await page.type({ kind: 'field', name: labels.number, depth }, number);
  await page.type({ kind: 'field', name: labels.expiry, depth }, '1231');
  await page.type({ kind: 'field', name: labels.code, depth }, '123');
  await page.type({ kind: 'field', name: labels.holder, depth }, 'Ana Souza');
}

async function payByCard(number: string): Promise<void> {
  await page.type({ kind: 'field', name: 'Email' }, 'ana@example.com');
  await fillCard(number);
  await page.click({ kind: 'button', name: /^Pay €/ });
}

async function goToBank(): Promise<void> {
  await goToCheckout();
  await page.click({ kind: 'field', name: 'Online banking' });
  await page.type({ kind: 'field', name: 'Email' }, 'ana@example.com');
  // The names of the delivery are filled in already.
  await page.choose({ kind: 'field', name: 'Your bank' }, 'NORDBANK');
  await page.click({ kind: 'button', name: /^(Pay|Continue)/ });
  await page.waitFor({ kind: 'button', name: 'Approve payment' });
}

const approve = (depth = 0): Promise<unknown> => page.click({ kind: 'button', name: 'Approve payment', depth });

async function expectPaid(): Promise<void> {
  await page.waitFor({ kind: 'heading', name: /paid\.$/ });
  await expectDemoLedgerToMatch(demo, 1);
  expect(page.pageErrors()).toEqual([]);
}

describe.each(Object.keys(ENGINES) as (keyof typeof ENGINES)[])('a purchase in %s', (engine) => {
  beforeEach(async () => {
    page = await ENGINES[engine]();
  });

  afterEach(async () => {
    await page.close();
    await demo.close();
  });

  describe('in the demo shop', () => {
    beforeEach(async () => {
      demo = await startTestDemo({ sandbox: { notificationRetryDelay: 100 } });
      await page.resize(WIDE);
    });

    test('a card payment is paid', async () => {
      await goToCheckout();
      await payByCard(FRICTIONLESS);
      await expectPaid();
    });

    test('a passed 3-D Secure challenge makes the payment paid', async () => {
      await goToCheckout();
      await payByCard(CHALLENGED);
      await approve(1);
      await expectPaid();
    });

    test('a payment that the shopper approves at the bank is paid', async () => {
      await goToBank();
      await approve();
      await expectPaid();
    });

    // WebKit's driver no longer answers after a step back.
    test.skipIf(engine === 'webkit')('a shopper who goes back from the bank pays by card', async () => {
      await goToBank();
      await page.back();
      await page.click({ kind: 'button', name: 'Cancel this and pay another way' });
      await page.click({ kind: 'field', name: 'Card' });
      await payByCard(FRICTIONLESS);
      await expectPaid();
    });
  });

  describe('on a page of a shop', () => {
    beforeEach(async () => {
      demo = await startIsolatedShop();
      await page.resize(PHONE);
    });

    test.each([
      ['a card payment', FRICTIONLESS, false],
      ['a challenged card payment', CHALLENGED, true],
    ])('%s in an isolated form is paid and leads back to the shop', async (_title, number, isChallenged) => {
      await openShopPage(page, demo, await createDemoSession(demo));
      await fillCard(number, LABELS, 1);
      await page.click({ kind: 'button', name: /^Pay €/, depth: 1 });
      if (isChallenged) await approve(2);
      await page.click({ kind: 'link', name: 'Continue', depth: 1 });
      await page.waitFor({ kind: 'heading', name: 'Back at the shop' });
      await expectDemoLedgerToMatch(demo, 1);
      expect(page.pageErrors()).toEqual([]);
    });

    test('a card payment in Arabic runs from right to left and is paid', async () => {
      await openShopPage(page, demo, await createDemoSession(demo, { locale: 'ar' }), { attributes: '' });
      await fillCard(FRICTIONLESS, ARABIC_LABELS);
      const direction =
        "getComputedStyle(document.querySelector('tillgate-checkout').shadowRoot.querySelector('form')).direction";
      expect(await page.evaluate(direction)).toBe('rtl');
      // Engines write the amount in digits of their own choice.
      await page.click({ kind: 'button', name: /24|٢٤/ });
      await page.waitFor({ kind: 'heading', name: arabic['paid.title'] });
      await expectDemoLedgerToMatch(demo, 1);
      expect(page.pageErrors()).toEqual([]);
    });
  });
});
