import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import { launchBrowser, startBrowserVisit, type BrowserVisit } from '../support/browser.ts';
import { HOSTILE_SCRIPT, HOSTILE_WORKER, cardDataSpellings } from '../support/hostile-page.ts';
import { isolatedFormOf, createDemoSession, openShopPage, startIsolatedShop } from '../support/isolated-shop.ts';
import { FROM_FRAME_CHECKS, TO_FRAME_CHECKS } from '../../widget/isolated/protocol.ts';

// Digits that stand nowhere else on such a page: no port, no time, no amount.
const NUMBER = '2223003122003222';
const CODE = '739';
const CARD = { number: NUMBER, code: CODE, expiry: ['11/37', '1137', '11 / 37', '2037'] };

interface Evil {
  loot: string[];
  ports?: MessagePort[];
  refused?: number;
  opened?: Window | null;
  rummage: () => void;
  framesSeen: () => HTMLIFrameElement[];
}

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
      .replace(/\b(ses|pay|tgs)_[\w-]+/g, '')
      .replace(/\b[\da-f]{32}\b/g, '')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
      .replace(/https?:\/\/localhost:\d+/g, '')
      .replace(/lit\$\d+\$/g, '')
      .replace(/sha\d+-[\w+/=]+/g, '')
      .replace(/chunks\/[\w-]+\.js/g, ''),
  );
}

/** Lines that hold a spelling; a few digits, such as those of a code, only where they stand alone. */
function leaksIn(loot: readonly string[]): string[] {
  const patterns = cardDataSpellings(CARD).map((text) => {
    const literal = text.replace(/[^\w]/g, '\\$&');
    return /^[\d/]{1,4}$/.test(text) ? `(?<![\\w.-])${literal}(?![\\w-])` : literal;
  });
  const wanted = new RegExp(patterns.join('|'));
  return loot.filter((line) => wanted.test(line));
}

test('promises 13 and 20: a page that observes every API sees no digit of a card that is paid in an isolated form', async () => {
  const session = await createDemoSession(demo);
  await openShopPage(page, demo, session, { script: HOSTILE_SCRIPT, worker: HOSTILE_WORKER });
  await listenAsWorker();
  await page.reload();
  const form = isolatedFormOf(page);
  await form.getByLabel('Card number').waitFor();
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.evaluate(() => {
    const evil = window as unknown as Evil;
    navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ line: string }>) => {
      evil.loot.push(data.line);
    });
  });
  await typeCard(form);
  await dragOut(form);
  await attack(session.token);
  // Selecting and copying happen where the page is not.
  await form.getByLabel('Card number').press('ControlOrMeta+a');
  await form.getByLabel('Card number').press('ControlOrMeta+c');
  await rummage();
  await form.getByRole('button', { name: /^Pay €/ }).click();
  await form.getByRole('heading', { name: 'Payment received' }).waitFor();
  await rummage();
  const loot = await lootOf(session.token);
  expect(leaksIn(loot)).toEqual([]);
  expect(loot.join('\n')).not.toContain('Zenobia');
  // The spies were at work: they saw the protocol and the requests, and were refused at the frame's door.
  expect(loot.some((line) => line.startsWith('port: ') && line.includes('"complete"'))).toBe(true);
  expect(loot.some((line) => line.startsWith('worker: '))).toBe(true);
  expect(loot.some((line) => line.startsWith('api: ') && line.includes('24.00'))).toBe(true);
  expect(await page.evaluate(() => (window as unknown as Evil).refused ?? 0)).toBeGreaterThan(40);
});

test('the same observers find the card number in a form that is not isolated', async () => {
  const session = await createDemoSession(demo);
  await openShopPage(page, demo, session, { script: HOSTILE_SCRIPT, attributes: '' });
  await page.getByLabel('Card number').waitFor();
  await typeCard(page);
  const found = leaksIn(await lootOf(session.token));
  for (const text of [NUMBER, CODE, '1137']) {
    expect(
      found.some((line) => line.replace(/[\s/]/g, '').includes(text)),
      `${text} is found`,
    ).toBe(true);
  }
});

async function listenAsWorker(): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/worker.js');
    const { ready } = navigator.serviceWorker;
    await ready;
  });
}

/** The shopper's own hand drags the number out of the frame onto the page. */
async function dragOut(form: FrameLocator): Promise<void> {
  const field = form.getByLabel('Card number');
  await field.press('ControlOrMeta+a');
  const box = (await field.boundingBox())!;
  await page.mouse.move(box.x + 30, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + 10, { steps: 4 });
  await page.mouse.move(700, 880, { steps: 6 });
  await page.mouse.up();
  await rummage();
}

/** Everything that a page can send to a frame, and everything that it may do with the token it holds. */
async function attack(token: string): Promise<void> {
  const types = [
    ...Object.keys(TO_FRAME_CHECKS),
    ...Object.keys(FROM_FRAME_CHECKS),
    'tillgate:start',
    'value',
    'card',
    'eval',
  ];
  const frame = page.frames().find((one) => one.url().startsWith(demo.companionUrl))!;
  await frame.evaluate(() => {
    addEventListener('message', ({ data, source }: MessageEvent<unknown>) => {
      if (data === 'the last message') source!.postMessage('the last answer', { targetOrigin: '*' });
    });
  });
  await page.evaluate(forge, { types, server: demo.companionUrl });
  const opening = page.waitForEvent('popup');
  await page.evaluate(useToken, { token, server: demo.companionUrl });
  await (await opening).waitForLoadState();
  await page.evaluate(readOpened);
  await rummage();
}

/** Messages of every name, with and without the nonce that the page has seen, to the frame, over its ports and to the element. */
async function forge({ types, server }: { types: string[]; server: string }): Promise<void> {
  const evil = window as unknown as Evil;
  const nonces = evil.loot.flatMap((line) => /"([\da-f]{32})"/.exec(line)?.[1] ?? []);
  const views = evil.framesSeen().map((frame) => frame.contentWindow!);
  const say = (port: MessagePort, message: unknown): void => {
    try {
      port.postMessage(message);
    } catch {
      // A port that was handed over cannot be used any more.
    }
  };
  for (const type of types) {
    for (const nonce of ['', 'a'.repeat(32), ...new Set(nonces)]) {
      if (type === 'page' && nonces.includes(nonce)) continue;
      for (const message of [
        [nonce, type],
        [nonce, type, 1, true],
        [nonce, type, 'card', {}],
        { type, nonce, id: 1 },
      ]) {
        // What would take the element away from the page is the page's own doing and shows it nothing.
        if (/leave|error|complete|cover|submit/.test(type) && nonces.includes(nonce)) continue;
        for (const view of views) view.postMessage(message, server);
        for (const port of evil.ports ?? []) say(port, message);
        dispatchEvent(new MessageEvent('message', { data: message, origin: server, source: views[0]! }));
      }
    }
  }
  // A second start, with a port of the page's own, that records every message.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<unknown>) => evil.loot.push(`second port: ${JSON.stringify(data)}`);
  views[0]!.postMessage(['tillgate:start', 'b'.repeat(32)], server, [port2]);
  // All that was sent before has arrived by then, and every answer to it.
  const answered = new Promise<void>((resolve) => {
    addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data === 'the last answer') resolve();
    });
  });
  views[0]!.postMessage('the last message', server);
  await answered;
}

/** The token opens what the session shows, and that holds no card; its page can be had, but not read. */
async function useToken({ token, server }: { token: string; server: string }): Promise<void> {
  const evil = window as unknown as Evil;
  for (const path of ['session', 'outcome']) {
    const answer = await fetch(`${server}/checkout/${path}`, { headers: { authorization: `Bearer ${token}` } });
    evil.loot.push(`api: ${await answer.text()}`);
  }
  for (const address of [`${server}/pay/${token}`, `${server}/pay/${token}?frame`]) {
    for (const mode of ['cors', 'no-cors'] as const) {
      await fetch(address, { mode }).then(
        async (answer) => evil.loot.push(`page: ${await answer.text()}`),
        () => undefined,
      );
    }
  }
  evil.opened = open(`${server}/pay/${token}?frame`, 'tillgate-challenge-1');
}

/** The page reads what it opened, once it is there. */
function readOpened(): void {
  const evil = window as unknown as Evil;
  try {
    evil.loot.push(`opened: ${String(evil.opened?.document.body.innerText)}`);
  } catch {
    evil.refused = (evil.refused ?? 0) + 1;
  }
  evil.opened?.close();
}
