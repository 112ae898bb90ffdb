import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import { serve } from '../../server/index.ts';
import { launchBrowser, startBrowserVisit, type BrowserVisit } from '../support/browser.ts';
import {
  seenEventsOf,
  fillIsolatedCard,
  isolatedFormOf,
  createDemoSession,
  openShopPage,
  startIsolatedShop,
  type ShopPageContent,
} from '../support/isolated-shop.ts';
import { expectDemoLedgerToMatch } from '../support/shopper.ts';
import { expectMatchingLedgerAndCleanPages } from '../support/test-demo.ts';

let browser: Browser;
let demo: Demo;
let shopper: BrowserVisit;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  demo = await startIsolatedShop();
});

afterAll(async () => {
  await browser.close();
  await demo.close();
});

beforeEach(async () => {
  shopper = await startBrowserVisit(browser);
  page = shopper.page;
});

afterEach(() => shopper.context.close());

let paid = 0;

async function finish(paidMore: number): Promise<void> {
  paid += paidMore;
  await expectMatchingLedgerAndCleanPages(demo, shopper, paid);
}

async function open(shop: ShopPageContent = {}, session: Record<string, unknown> = {}): Promise<void> {
  await openShopPage(page, demo, await createDemoSession(demo, session), shop);
  await isolatedFormOf(page).getByLabel('Card number').waitFor();
}

const pay = () => isolatedFormOf(page).getByRole('button', { name: /^Pay €/ });
const approve = () =>
  isolatedFormOf(page)
    .locator('tillgate-checkout')
    .locator('iframe')
    .contentFrame()
    .getByRole('button', { name: 'Approve payment' });
/** The frame takes the window while the challenge opens; a click before that lands where the button no longer is. */
async function approveChallenge(): Promise<void> {
  await approve().waitFor();
  const frame = page.locator('tillgate-checkout iframe').first();
  await expect.poll(() => frame.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize()! });
  await approve().click();
}
const names = async (): Promise<string[]> =>
  (await seenEventsOf(page)).map(({ name }) => name).filter((name) => name !== 'change');

/** The shop's own copy of Lit. */
const OWN_LIT = readFileSync(new URL('../../node_modules/lit-html/lit-html.js', import.meta.url), 'utf8');

/** The strictest policy under which the element still works. */
const policy = (): string =>
  [
    "default-src 'none'",
    `script-src 'unsafe-inline' ${demo.companionUrl}`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    `connect-src ${demo.companionUrl}`,
    `frame-src ${demo.companionUrl}`,
    `form-action ${demo.gatewayUrl}`,
    "require-trusted-types-for 'script'",
    'trusted-types tillgate',
  ].join('; ');

describe('isolated form', () => {
  test('a card payment in an isolated form fires the public events and returns the shopper to the shop', async () => {
    await open({ policy: policy() });
    expect(await page.locator('tillgate-checkout input').count()).toBe(0);
    await fillIsolatedCard(isolatedFormOf(page), '4242424242424242');
    await pay().click();
    await isolatedFormOf(page).getByRole('heading', { name: 'Payment received' }).waitFor();
    expect(await names()).toEqual(['ready', 'submit', 'complete']);
    const events = await seenEventsOf(page);
    expect(events.at(-1)).toMatchObject({ kind: expect.any(String) as string, status: 'paid' });
    await isolatedFormOf(page).getByRole('link', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Back at the shop' }).waitFor();
    expect(new URL(page.url()).searchParams.get('session_id')).toMatch(/^ses_/);
    await finish(1);
  });

  test('an isolated form and the shop’s own Lit each use a Trusted Types policy that the page grants once', async () => {
    const granted = policy()
      .replace("'unsafe-inline'", "'unsafe-inline' 'self'")
      .replace('trusted-types tillgate', 'trusted-types lit-html tillgate');
    const shop = { policy: granted, module: OWN_LIT, body: '<p id="own"></p><main>{element}</main>' };
    for (const attributes of ['', 'isolated']) {
      await openShopPage(page, demo, await createDemoSession(demo), { ...shop, attributes });
      const form = attributes === '' ? page : isolatedFormOf(page);
      await form.getByLabel('Card number').waitFor();
      // As text: the test runner would turn an import into its own.
      await page.evaluate(
        "import('/shop.js').then(({ html, render }) => render(html`<b>${'Mug'}</b>`, document.querySelector('#own')))",
      );
      expect(await page.locator('#own b').textContent(), attributes).toBe('Mug');
    }
    await finish(0);
  });

  test('a card is declined and then paid by keyboard alone, and focus enters and leaves the isolated form', async () => {
    await open({ body: '<main><button id="before">Before</button>{element}<button id="after">After</button></main>' });
    await page.locator('#before').focus();
    const type = async (number: string): Promise<void> => {
      for (const keys of [number, '1231', '123', 'Ana Souza']) {
        await page.keyboard.type(keys);
        await page.keyboard.press('Tab');
      }
      await page.keyboard.press('Enter');
    };
    // The focus comes into another process's frame in its own time, and keys typed before it are lost.
    const focused = (field: string) =>
      expect.poll(() => isolatedFormOf(page).locator(`${field}:focus`).count()).toBe(1);
    await page.keyboard.press('Tab');
    await focused('input[type="radio"]');
    // The ways to pay come first.
    await page.keyboard.press('Tab');
    await focused('input[autocomplete="cc-number"]');
    await type('4000000000009995');
    await isolatedFormOf(page).getByRole('alert').filter({ hasText: 'insufficient funds' }).waitFor();
    await isolatedFormOf(page).getByLabel('Card number').press('ControlOrMeta+a');
    await page.keyboard.type('4242424242424242');
    await isolatedFormOf(page).getByLabel('Security code').focus();
    await page.keyboard.type('123');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('after');
    await page.keyboard.press('Shift+Tab');
    await focused('button');
    await page.keyboard.press('Enter');
    await isolatedFormOf(page).getByRole('heading', { name: 'Payment received' }).waitFor();
    await finish(1);
  });

  test('the iframe takes the height of its form and the width of its container without a scroll bar or a layout shift', async () => {
    await open({ style: 'main { width: 420px }' });
    const [inside, frame] = await Promise.all([
      isolatedFormOf(page).locator('tillgate-checkout').boundingBox(),
      page.locator('tillgate-checkout iframe').boundingBox(),
    ]);
    expect(Math.round(frame!.width)).toBe(432);
    await expect
      .poll(async () => (await page.locator('tillgate-checkout iframe').boundingBox())!.height)
      .toBe(Math.ceil(inside!.height) + 12);
    const scrolls = await isolatedFormOf(page)
      .locator('html')
      .evaluate((root) => root.scrollHeight > root.clientHeight + 1);
    expect(scrolls).toBe(false);
    const before = frame!.height;
    await pay().click();
    await isolatedFormOf(page).getByText('Enter the card number.').waitFor();
    await expect
      .poll(async () => (await page.locator('tillgate-checkout iframe').boundingBox())!.height)
      .toBeGreaterThan(before);
    await finish(0);
  });

  test('an isolated form follows the page’s branding, also when the page changes it later', async () => {
    await open({
      style: `:root { font-size: 18px } tillgate-checkout { --tillgate-color-primary: rgb(10 120 90); --tillgate-radius: 3px }
        body.night tillgate-checkout { --tillgate-color-primary: rgb(200 10 90); --tillgate-color-text: url(https://evil.example/x) }`,
    });
    const ground = (): Promise<string> => pay().evaluate((button) => getComputedStyle(button).backgroundColor);
    await expect.poll(ground).toBe('rgb(10, 120, 90)');
    expect(await pay().evaluate((button) => getComputedStyle(button).borderRadius)).toBe('3px');
    expect(
      await isolatedFormOf(page)
        .locator('html')
        .evaluate((root) => getComputedStyle(root).fontSize),
    ).toBe('18px');
    await page.evaluate(() => document.body.classList.add('night'));
    await expect.poll(ground).toBe('rgb(200, 10, 90)');
    await page.evaluate(() => {
      document.querySelector('tillgate-checkout')!.theme = 'dark';
      document.querySelector('tillgate-checkout')!.labels = { pay: 'Buy for {amount}' };
    });
    await isolatedFormOf(page).getByRole('button', { name: 'Buy for €24.00' }).waitFor();
    const scheme = isolatedFormOf(page).locator('tillgate-checkout');
    await expect.poll(() => scheme.evaluate((element) => getComputedStyle(element).colorScheme)).toBe('dark');
    await finish(0);
  });

  test('an isolated form fires `tillgate-submit` first and does not pay if the page cancels it or does not respond', async () => {
    await open();
    const submits: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/checkout/payments')) submits.push(request.method());
    });
    await fillIsolatedCard(isolatedFormOf(page), '4242424242424242');
    await page.evaluate(() => {
      document.addEventListener('tillgate-submit', (event) => event.preventDefault(), { once: true });
    });
    await pay().click();
    await expect.poll(names).toEqual(['ready', 'submit']);
    // The page blocks for longer than the iframe waits.
    await page.evaluate(() => {
      document.addEventListener(
        'tillgate-submit',
        () => {
          const end = Date.now() + 3_500;
          while (Date.now() < end);
        },
        { once: true },
      );
    });
    await pay().click();
    await expect.poll(names).toEqual(['ready', 'submit', 'submit']);
    // The page's late answer is handled before its later messages, and nothing is paid.
    await page.evaluate(() => {
      document.querySelector('tillgate-checkout')!.labels = { pay: 'Buy for {amount}' };
    });
    await isolatedFormOf(page).getByRole('button', { name: 'Buy for €24.00', disabled: false }).waitFor();
    expect(submits).toEqual([]);
    await expectDemoLedgerToMatch(demo, paid);
    // submit() pays like the button and resolves after the response.
    await page.evaluate(() => document.querySelector('tillgate-checkout')!.submit());
    expect(submits).toHaveLength(1);
    await finish(1);
    await isolatedFormOf(page).getByRole('heading', { name: 'Payment received' }).waitFor();
  });

  test('an isolated form redirects the whole page to a bank and shows the result afterwards', async () => {
    const session = await createDemoSession(demo);
    await openShopPage(page, demo, session);
    await isolatedFormOf(page).getByLabel('Online banking').check();
    await isolatedFormOf(page).getByLabel('Your bank').selectOption('NORDBANK');
    await isolatedFormOf(page)
      .getByRole('button', { name: /^(Pay|Continue)/ })
      .click();
    await page.getByRole('button', { name: 'Approve payment' }).click();
    await page.getByRole('heading', { name: 'Back at the shop' }).waitFor();
    await openShopPage(page, demo, session);
    await isolatedFormOf(page).getByRole('heading', { name: 'Payment received' }).waitFor();
    await finish(1);
  });

  test('an isolated form opens no challenge if the page cancels `tillgate-action`', async () => {
    await open();
    await page.evaluate(() => {
      document.addEventListener('tillgate-action', (event) => event.preventDefault());
    });
    await fillIsolatedCard(isolatedFormOf(page), '4000000000003220');
    await pay().click();
    await isolatedFormOf(page).getByRole('heading', { name: 'Your payment needs your approval' }).waitFor();
    expect(await page.locator('tillgate-checkout dialog').evaluate((dialog: HTMLDialogElement) => dialog.open)).toBe(
      false,
    );
    await finish(0);
  });
});

describe('challenge in an isolated form', () => {
  test.each(['01', '02', '03', '04', '05'])(
    'a challenge of window size %s covers the whole page and then restores the form',
    async (size) => {
      await open({
        attributes: `isolated challenge-window="${size}"`,
        // A transformed, cut-off place far down: the window has to be free of it.
        style: 'main { margin-top: 1200px; width: 420px; overflow: hidden; transform: translateX(0) }',
      });
      await fillIsolatedCard(isolatedFormOf(page), '4000000000003220');
      // Before the click, which would scroll there itself.
      await pay().scrollIntoViewIfNeeded();
      const place = (await page.locator('tillgate-checkout').boundingBox())!;
      const scroll = await page.evaluate(() => scrollY);
      // The room for focus rings does not let the page's own box scroll to the side.
      expect(await page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth)).toBe(0);
      await pay().click();
      await approve().waitFor();
      const frame = (await page.locator('tillgate-checkout iframe').first().boundingBox())!;
      expect(frame).toEqual({ x: 0, y: 0, width: 1024, height: 900 });
      const sizes: Record<string, [number, number]> = {
        '01': [250, 400],
        '02': [390, 400],
        '03': [500, 600],
        '04': [600, 400],
        '05': [1024, 0],
      };
      const bank = isolatedFormOf(page).locator('tillgate-checkout').locator('iframe');
      const box = (await bank.boundingBox())!;
      expect(Math.round(box.width)).toBe(sizes[size]![0]);
      if (size !== '05') expect(Math.round(box.height)).toBe(sizes[size]![1]);
      // The form stays where it was, behind the dialog, and so does the page.
      const behind = (await isolatedFormOf(page).locator('tillgate-checkout').boundingBox())!;
      expect(Math.abs(behind.x - place.x)).toBeLessThan(2);
      expect(Math.abs(behind.y - place.y)).toBeLessThan(2);
      expect(Math.abs((await page.locator('tillgate-checkout').boundingBox())!.height - place.height)).toBeLessThan(2);
      await isolatedFormOf(page).getByRole('button', { name: 'Cancel confirmation' }).click();
      await pay().waitFor();
      await expect
        .poll(async () => Math.round((await page.locator('tillgate-checkout iframe').boundingBox())!.width))
        .toBe(432);
      expect(await page.evaluate(() => scrollY)).toBe(scroll);
      // The focus is back in the form.
      const isFocused = () =>
        isolatedFormOf(page)
          .locator('tillgate-checkout')
          .evaluate((element) => document.hasFocus() && element.shadowRoot!.activeElement !== null);
      await expect.poll(isFocused).toBe(true);
      // The form is in its place, and taller by the message about the cancelled payment.
      await isolatedFormOf(page).getByRole('alert').filter({ hasText: 'Nothing was charged' }).waitFor();
      const height = expect.any(Number) as number;
      await expect.poll(() => page.locator('tillgate-checkout').boundingBox()).toEqual({ ...place, height });
      await expect
        .poll(async () => (await page.locator('tillgate-checkout').boundingBox())!.height)
        .toBeGreaterThan(place.height + 20);
      await fillIsolatedCard(isolatedFormOf(page), '4000000000003220');
      await pay().click();
      await approveChallenge();
      await isolatedFormOf(page).getByRole('heading', { name: 'Payment received' }).waitFor();
      await finish(1);
    },
  );

  test('a challenge is full screen on a phone, and a failed challenge declines the payment', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open();
    await fillIsolatedCard(isolatedFormOf(page), '4000008260003178');
    await pay().click();
    await approve().waitFor();
    const bank = (await isolatedFormOf(page).locator('tillgate-checkout').locator('dialog').boundingBox())!;
    expect(bank).toEqual({ x: 0, y: 0, width: 360, height: 740 });
    // The issuer may ask for a passkey or a payment confirmation, through both frames.
    const isAllowed = await approve().evaluate(() => {
      const { featurePolicy } = document as unknown as { featurePolicy: { allowsFeature(name: string): boolean } };
      return ['publickey-credentials-get', 'payment'].map((name) => featurePolicy.allowsFeature(name));
    });
    expect(isAllowed).toEqual([true, true]);
    await approveChallenge();
    await isolatedFormOf(page).getByRole('alert').filter({ hasText: 'did not confirm that it is you' }).waitFor();
    await finish(0);
  });
});

describe('isolated forms on a page', () => {
  test('two isolated forms work side by side and in other shadow roots, and removing them removes their iframes', async () => {
    const [first, second] = [
      await createDemoSession(demo),
      await createDemoSession(demo, {
        amount: '36.00',
        items: [{ name: 'Pot', sku: 'P', unit_price: '36.00', quantity: 1 }],
      }),
    ];
    await openShopPage(page, demo, first, { body: '<main>{element}<div id="other"></div></main>' });
    await page.evaluate(
      ({ token, server }) => {
        const root = document.querySelector('#other')!.attachShadow({ mode: 'open' });
        const element = document.createElement('tillgate-checkout');
        Object.assign(element, { server, isolated: true, session: token });
        root.append(element);
      },
      { token: second.token, server: demo.companionUrl },
    );
    await isolatedFormOf(page, 0).getByRole('button', { name: 'Pay €24.00' }).waitFor();
    await isolatedFormOf(page, 1).getByRole('button', { name: 'Pay €36.00' }).waitFor();
    await page.evaluate(() => {
      const element = document.querySelector('tillgate-checkout')!;
      document.body.append(element);
    });
    await page.getByRole('main').locator('iframe').first().waitFor();
    await page
      .locator('body > tillgate-checkout iframe')
      .contentFrame()
      .getByRole('button', { name: 'Pay €24.00' })
      .waitFor();
    await page.evaluate((token) => {
      document.querySelector('tillgate-checkout')!.session = token;
    }, second.token);
    await page
      .locator('body > tillgate-checkout iframe')
      .contentFrame()
      .getByRole('button', { name: 'Pay €36.00' })
      .waitFor();
    expect(page.frames()).toHaveLength(3);
    await page.evaluate(() => {
      for (const element of document.querySelectorAll('tillgate-checkout, #other')) element.remove();
    });
    await expect.poll(() => page.frames().length).toBe(1);
    await finish(0);
  });

  test('an isolated form whose iframe cannot load shows an error and a retry button', async () => {
    const session = await createDemoSession(demo);
    let blocked = true;
    await page.route(`${demo.companionUrl}/pay/**`, (route) => (blocked ? route.abort() : route.continue()));
    await openShopPage(page, demo, session);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await seenEventsOf(page)).toMatchObject([{ name: 'error', code: 'network_error' }]);
    blocked = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await isolatedFormOf(page).getByLabel('Card number').waitFor();
  });

  test('an isolated form on the companion’s own origin reports `not_configured`', async () => {
    await open();
    await page.evaluate(() => {
      document.querySelector('tillgate-checkout')!.server = location.origin;
    });
    await page.getByRole('heading', { name: 'The payment form could not be loaded' }).waitFor();
    await expect
      .poll(async () => (await seenEventsOf(page)).at(-1))
      .toMatchObject({ name: 'error', code: 'not_configured' });
  });

  test('an origin that the companion does not allow cannot embed the isolated form', async () => {
    const session = await createDemoSession(demo);
    const address = `${demo.companionUrl}/pay/${session.token}?frame`;
    const stranger = await serve({
      port: 0,
      fetch: () =>
        new Response(`<!doctype html><iframe src="${address}"></iframe>`, { headers: { 'content-type': 'text/html' } }),
    });
    await page.goto(stranger.url);
    await expect.poll(() => shopper.pageErrors.some((complaint) => complaint.includes('frame-ancestors'))).toBe(true);
    expect(await page.frameLocator('iframe').locator('tillgate-checkout').count()).toBe(0);
    await stranger.close();
  });

  test('focus() focuses the first field of an isolated form, and an unknown token shows an error inside the form', async () => {
    await open();
    await page.evaluate(() => {
      document.querySelector('tillgate-checkout')!.focus();
    });
    await expect
      .poll(() =>
        isolatedFormOf(page)
          .locator('tillgate-checkout')
          .evaluate((element) => element.shadowRoot!.activeElement?.tagName),
      )
      .toBe('INPUT');
    await page.evaluate(() => {
      document.querySelector('tillgate-checkout')!.session = 'tgs_unknown';
    });
    await isolatedFormOf(page).getByText('This payment page is not valid').waitFor();
    await expect.poll(names).toEqual(['ready', 'error']);
  });
});
