import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import { launchBrowser, startBrowserVisit } from '../support/browser.ts';
import { recordPromiseFigures } from '../support/promise-figures.ts';
import { goToCheckout, payButton } from '../support/shopper.ts';
import { nextOrderNo } from '../support/system.ts';
import { startTestDemo } from '../support/test-demo.ts';

/** The list's strings with markup or script, and one for each way into an attribute. */
const STRINGS = (
  JSON.parse(readFileSync(createRequire(import.meta.url).resolve('big-list-of-naughty-strings'), 'utf8')) as string[]
)
  .filter((text) => /[<>"'`]|javascript|\$\{|\{\{/.test(text))
  .concat([
    '"><img src=x onerror=window.ran()>',
    "'-window.ran()-'",
    '</title><script>window.ran()</script>',
    '</style><svg onload=window.ran()>',
    '${window.ran()}',
    'javascript:window.ran()',
  ]);

let browser: Browser;
let demo: Demo;

beforeAll(async () => {
  browser = await launchBrowser();
  demo = await startTestDemo({ sandbox: { notificationRetryDelay: 100 }, companion: { reconcileEvery: 100 } });
});
afterAll(async () => {
  await browser.close();
  await demo.close();
});

interface Opened {
  token: string;
  names: string[];
  label: string;
}

/** A session whose items, labels, banks and values are hostile texts; undefined if the companion rejects one. */
async function open(texts: readonly string[]): Promise<Opened | undefined> {
  const label = texts.find((text) => text.length <= 60) ?? 'Card';
  const known = { first_name: texts[0]!.slice(0, 50), last_name: 'Souza', email: 'ana@example.com' };
  const body = {
    order_no: nextOrderNo(),
    currency: 'EUR',
    amount: '24.00',
    items: texts.map((name) => ({ name: name.slice(0, 400), sku: name.slice(0, 80), unit_price: '1.00', quantity: 1 })),
    return_url: `${demo.shopUrl}/thank-you`,
    shopper: { id: 'c-1', email: 'ana@example.com' },
    prefill: { shopper: known, billing: { city: texts.at(-1)!.slice(0, 100) } },
    fields: ['shopper.first_name', 'billing.city?'],
    methods: [
      'card',
      {
        method: 'naughty',
        label,
        banks: texts.map((name, at) => ({ code: `B${String(at)}`, name: name.slice(0, 90) })),
      },
    ],
    installments: [{ id: 'P1', count: 3, label: texts[0]!.slice(0, 90) }],
    metadata: Object.fromEntries(texts.map((text, at) => [`m${String(at)}`, text.slice(0, 400)])),
    note: texts.join(' ').slice(0, 900),
  };
  const answer = await fetch(`${demo.companionUrl}/v1/sessions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${demo.apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  });
  if (answer.status === 400) return undefined;
  expect(answer.status).toBe(201);
  const { token } = (await answer.json()) as { token: string };
  return { token, names: body.items.map((item) => item.name), label };
}

/** Scripts that ran and policy violations, in any page or iframe. */
async function ran(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { happened: string[] }).happened);
}

test('promise 18: names, labels and values with markup or script are shown as text, and no script runs or violates a policy', async () => {
  const { context, page, pageErrors: complaints } = await startBrowserVisit(browser);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await context.addInitScript(() => {
    const happened: string[] = [];
    const note = (name: string) => () => void happened.push(name);
    Object.assign(window, {
      happened,
      ran: note('ran'),
      alert: note('alert'),
      prompt: note('prompt'),
      confirm: note('confirm'),
    });
    document.addEventListener('securitypolicyviolation', (event) => happened.push(`policy ${event.violatedDirective}`));
  });
  const sessions: Opened[] = [];
  // Six at a time; if the companion rejects one, each alone.
  for (let at = 0; at < STRINGS.length; at += 6) {
    const texts = STRINGS.slice(at, at + 6);
    const together = await open(texts);
    if (together !== undefined) sessions.push(together);
    else for (const text of texts) sessions.push(...[await open([text])].filter((one) => one !== undefined));
  }
  let shown = 0;
  for (const { token, names } of sessions) {
    await page.goto(`${demo.companionUrl}/pay/${token}`);
    await page.getByLabel('Card number').waitFor();
    const text = await page.evaluate(() => document.body.textContent);
    for (const name of names) {
      expect(text.normalize('NFC')).toContain(name.normalize('NFC').trim());
      shown += 1;
    }
    expect(
      await page
        .locator('img[src="x"], [onerror], [onload], [onclick], [onmouseover], iframe[src^="javascript"]')
        .count(),
    ).toBe(0);
    expect(await ran(page)).toEqual([]);
  }
  expect(shown).toBeGreaterThan(STRINGS.length / 2);

  // The same session inside the shop's own page, with its banks; then it is paid.
  const last = sessions.at(-1)!;
  await goToCheckout(page, demo);
  await page
    .locator('tillgate-checkout')
    .evaluate((element, value) => element.setAttribute('session', value), last.token);
  // The installment plan has the same name.
  await page.getByLabel(last.label).and(page.locator('[name="method"]')).check();
  await page.getByLabel('Your bank').waitFor();
  expect(await ran(page)).toEqual([]);
  await page.goto(`${demo.companionUrl}/pay/${last.token}`);
  for (const [field, value] of Object.entries({ 'Card number': '4242424242424242', 'Expiry date': '12/31' })) {
    await page.getByLabel(field).fill(value);
  }
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('Ana Souza');
  await payButton(page).click();
  await page.getByRole('heading', { name: 'Payment received' }).waitFor();
  expect(await ran(page)).toEqual([]);
  await page.goto(`${demo.shopUrl}/orders`);
  expect(await ran(page)).toEqual([]);
  expect([dialogs, complaints]).toEqual([[], []]);
  recordPromiseFigures(18, { naughty_names_shown: shown, scripts_run: 0, policy_reports: 0 });
  await context.close();
}, 180_000);
