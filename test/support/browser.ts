import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';

/** What keeps Chromium itself from the network. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function chromiumPath(): string {
  const path = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  if (!existsSync(path)) throw new Error('no Chromium: run npm test, or name one in CHROMIUM_PATH');
  return path;
}

/** `args` come on top of the usual flags. */
export function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: [...FLAGS, ...args] });
}

/** A visitor with a fresh profile, and everything its pages complain about. */
export interface BrowserVisit {
  context: BrowserContext;
  page: Page;
  /** Console messages, script errors, policy violations and requests beyond this machine. */
  pageErrors: string[];
  newPage(): Promise<Page>;
}

export async function startBrowserVisit(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserVisit> {
  const context = await browser.newContext({ viewport: { width: 1024, height: 900 }, ...options });
  const complaints: string[] = [];
  const watch = (page: Page): Page => {
    page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
    page.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (protocol.startsWith('http') && hostname !== 'localhost') complaints.push(`request to ${hostname}`);
    });
    return page;
  };
  const newPage = async (): Promise<Page> => watch(await context.newPage());
  return { context, page: await newPage(), pageErrors: complaints, newPage };
}
