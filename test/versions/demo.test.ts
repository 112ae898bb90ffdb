import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startUntilReady } from '../packaging/support/packed-system.ts';
import { launchBrowser, startBrowserVisit } from '../support/browser.ts';
import { expectPaidPage, payByCard } from '../support/shopper.ts';

/** `tillgate demo`, from the built files, in each version of Node.js besides the one that runs the tests. */

const root = new URL('../../', import.meta.url).pathname;
const ANY_PORT = ['--port', '0', '--companion-port', '0', '--gateway-port', '0'];

test.each([
  ['Node 22', 'node-22', /^v22\./],
  ['Node 24', 'node-24', /^v24\./],
])('a shopper pays in the demo shop, served by %s', async (_name, version, release) => {
  const node = join(root, 'test/versions/node_modules', version, 'bin/node');
  const options = { env: { PATH: process.env['PATH'] ?? '' }, cwd: root };
  const asked = await startUntilReady(node, ['--version'], { ...options, says: 'v' });
  expect(asked.output()).toMatch(release);
  const demo = await startUntilReady(node, ['dist/server/cli.js', 'demo', ...ANY_PORT], {
    ...options,
    says: 'Test cards',
  });
  const browser = await launchBrowser();
  try {
    const shopper = await startBrowserVisit(browser);
    await shopper.page.goto(/demo shop +(http:\S+)/.exec(demo.output())![1]!);
    await shopper.page.getByRole('button', { name: 'Add Morning mug to the basket' }).click();
    await shopper.page.getByRole('link', { name: 'Go to checkout' }).click();
    await payByCard(shopper.page, '4242424242424242');
    await expectPaidPage(shopper.page);
    expect(shopper.pageErrors).toEqual([]);
  } finally {
    await browser.close();
    await demo.stop();
  }
});
