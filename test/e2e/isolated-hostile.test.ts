import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import { launchBrowser, visit, type Visit } from '../support/browser.ts';
import { HOSTILE_SCRIPT, spellingsOf } from '../support/hostile-page.ts';
import { formOf, openSession, openShopPage, startShop } from '../support/isolated-shop.ts';

// Digits that stand nowhere else on such a page: no port, no time, no amount.
const NUMBER = '4000000000003220';
const CODE = '739';
const CARD = { number: NUMBER, code: CODE, expiry: ['11/37', '1137', '11 / 37', '2037'] };

interface Evil {
  loot: string[];
  ports?: MessagePort[];
  refused?: number;
  reached?: number;
  rummage: () => void;
}

let browser: Browser;
let demo: Demo;
let shopper: Visit;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  demo = await startShop();
});

afterAll(async () => {
  await browser.close();
  await demo.close();
});

beforeEach(async () => {
  shopper = await visit(browser);
  page = shopper.page;
});

afterEach(() => shopper.context.close());

async function typeCard(form: FrameLocator | Page): Promise<void> {
  const fields: [string, string][] = [
    ['Card number', NUMBER],
    ['Expiry date', '1137'],
    ['Security code', CODE],
    ['Name on card', 'Zenobia Quill'],
  ];
  for (const [label, text] of fields) {
    await form.getByLabel(label).click();
    await page.keyboard.type(text);
    await rummage();
  }
}

const rummage = (): Promise<void> =>
  page.evaluate(() => {
    (window as unknown as Evil).rummage();
  });

/** Tokens and ids are random letters and digits, in which three digits of a code may stand by chance. */
async function lootOf(token: string): Promise<string[]> {
  const loot = await page.evaluate(() => (window as unknown as Evil).loot);
  return loot.map((line) =>
    line
      .replaceAll(token, '')
      .replace(/\b(ses|pay)_[\w-]+/g, '')
      .replace(/"nonce":"[^"]*"/g, '')
      .replace(/\b[\da-f]{32}\b/g, '')
      .replace(/https?:\/\/localhost:\d+/g, '')
      .replace(/lit\$\d+\$/g, '')
      .replace(/chunks\/[\w-]+\.js/g, ''),
  );
}

const leaksIn = (loot: readonly string[]): string[] => {
  const wanted = spellingsOf(CARD);
  return loot.filter((line) => wanted.some((text) => line.includes(text)));
};

test('a page that spies on everything sees no digit of a card that is typed and paid in an isolated form', async () => {
  const session = await openSession(demo);
  await openShopPage(page, demo, session, { script: HOSTILE_SCRIPT });
  const form = formOf(page);
  await form.getByLabel('Card number').waitFor();
  await typeCard(form);
  // Selecting, copying, cutting and pasting happen where the page is not.
  await form.getByLabel('Card number').press('ControlOrMeta+a');
  await form.getByLabel('Card number').press('ControlOrMeta+c');
  await rummage();
  await attack(session.token);
  await form.getByRole('button', { name: /^Pay €/ }).click();
  const bank = form.locator('tillgate-checkout').locator('iframe').contentFrame();
  await bank.getByRole('button', { name: 'Approve payment' }).waitFor();
  await rummage();
  await bank.getByRole('button', { name: 'Approve payment' }).click();
  await form.getByRole('heading', { name: 'Payment received' }).waitFor();
  await rummage();
  const loot = await lootOf(session.token);
  expect(leaksIn(loot)).toEqual([]);
  expect(loot.join('\n')).not.toContain('Zenobia');
  // The spies were at work: they saw the protocol and were refused at the frame's door.
  expect(loot.some((line) => line.includes('"type":"complete"'))).toBe(true);
  const { refused, said } = await page.evaluate(() => {
    const evil = window as unknown as Evil;
    return { refused: evil.refused ?? 0, said: evil.loot.filter((line) => line.startsWith('port: ')) };
  });
  expect(refused).toBeGreaterThan(20);
  expect(said.filter((line) => line.includes(session.token))).toEqual([]);
});

/** Everything that a page can send to a frame, and everything that it may do with the token it holds. */
async function attack(token: string): Promise<void> {
  await page.evaluate(
    async ({ token, server }) => {
      const evil = window as unknown as Evil;
      const frame = frames[0]!;
      const types = ['started', 'height', 'ready', 'change', 'ask-submit', 'ask-action', 'leave', 'cover', 'complete'];
      types.push('error', 'done', 'settings', 'looks', 'focus', 'answer', 'covered', 'tillgate:start', 'value', 'eval');
      for (const type of types) {
        for (const nonce of ['', 'a'.repeat(32)]) {
          const message = {
            type,
            nonce,
            id: 1,
            on: true,
            allowed: true,
            code: 'alert(1)',
            labels: { pay: '<b>x</b>' },
          };
          frame.postMessage(message, server);
          for (const port of evil.ports ?? []) {
            try {
              port.postMessage(message);
            } catch {
              // A port that was handed over cannot be used any more.
            }
          }
          dispatchEvent(new MessageEvent('message', { data: message, origin: server, source: frame }));
        }
      }
      // A second start, with a port of the page's own.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => undefined;
      const looks = { tokens: {}, color_scheme: 'normal', font_size: 16 };
      const settings = { locale: '', layout: 'accordion', theme: 'auto', challenge_window: '', labels: {} };
      frame.postMessage({ type: 'tillgate:start', nonce: 'b'.repeat(32), settings, looks }, server, [port2]);
      // The token opens what the session shows, and that holds no card.
      for (const path of ['session', 'outcome']) {
        const answer = await fetch(`${server}/checkout/${path}`, { headers: { authorization: `Bearer ${token}` } });
        evil.loot.push(`api: ${await answer.text()}`.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, ''));
      }
      for (const address of [`${server}/pay/${token}`, `${server}/pay/${token}?frame`]) {
        await fetch(address).catch(() => undefined);
        await fetch(address, { mode: 'no-cors' }).then(
          async (answer) => evil.loot.push(`page: ${await answer.text()}`),
          () => undefined,
        );
      }
    },
    { token, server: demo.companionUrl },
  );
  await rummage();
}

test('the same spies find the number where the form is not isolated', async () => {
  const session = await openSession(demo);
  await openShopPage(page, demo, session, { script: HOSTILE_SCRIPT, attributes: '' });
  await page.getByLabel('Card number').waitFor();
  await typeCard(page);
  const loot = await lootOf(session.token);
  const found = leaksIn(loot);
  for (const text of [NUMBER, CODE, '1137']) {
    expect(
      found.some((line) => line.replace(/[\s/]/g, '').includes(text)),
      `${text} is found`,
    ).toBe(true);
  }
});
