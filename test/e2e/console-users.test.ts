import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import { launchBrowser, startBrowserVisit, type BrowserVisit } from '../support/browser.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { findFreePort } from '../support/free-port.ts';
import { startTestDemo } from '../support/test-demo.ts';

/** People of the console in Chromium: passkeys by its virtual authenticator, and a real OpenID Connect provider. */

let browser: Browser;
let demo: Demo;
let provider: IdentityProvider;
let person: BrowserVisit;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  const port = await findFreePort();
  provider = await startIdentityProvider(`http://localhost:${String(port)}/console/oidc-callback`);
  demo = await startTestDemo({
    ports: { shop: 0, companion: port, gateway: 0 },
    companion: {
      reconcileEvery: 0,
      oidcIssuer: provider.issuer,
      oidcClientId: provider.clientId,
      oidcClientSecret: provider.clientSecret,
      oidcRoles: { support: 'read+refund+resolve' },
      oidcName: 'Nordwind',
    },
  });
});
afterAll(async () => {
  await browser.close();
  await demo.close();
  await provider.close();
});
beforeEach(async () => {
  person = await startBrowserVisit(browser);
  ({ page } = person);
});
afterEach(async () => {
  await person.context.close();
  expect(person.pageErrors.filter((text) => !text.includes('Failed to load resource'))).toEqual([]);
});

const axe = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

async function expectNoViolations(shown: Page): Promise<void> {
  await shown.evaluate(axe);
  const { violations } = await shown.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>('axe.run()');
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
}

/** Gives the browser an authenticator that holds passkeys and verifies its user: one of the device, or a USB key. */
async function addAuthenticator(transport: 'internal' | 'usb' = 'internal'): Promise<void> {
  const devTools = await person.context.newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const open = (hash = ''): Promise<unknown> => page.goto(`${demo.companionUrl}/console${hash}`);
const button = (name: string | RegExp) => page.getByRole('button', { name });
const heading = (name: string) => page.getByRole('heading', { name });
const menu = (name: string) => page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name });

async function signInWithKey(): Promise<void> {
  await open();
  await page.getByText('Use an API key instead').click();
  await page.getByLabel('API key').fill(demo.apiKey);
  await button('Sign in').and(page.locator('form button')).click();
  await heading('Overview').waitFor();
}

/** Invites a person in the console; returns the link. */
async function invite(name: string, email: string): Promise<string> {
  await signInWithKey();
  await menu('Users').click();
  await button('Invite a person').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Refunds').check();
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await dialog.getByRole('heading', { name: `Link for ${name}` }).waitFor();
  const link = await dialog.locator('.link').innerText();
  // A link that is shown only once is not lost by one press.
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.getByText('Close without copying it?').waitFor();
  await dialog.getByRole('button', { name: 'Close anyway' }).click();
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByText('Invited')
    .waitFor();
  await button('Sign out').and(page.locator('.sign-out')).click();
  await heading('Sign in').waitFor();
  return link;
}

test('an invited person registers a passkey, signs in with it, adds a second one and signs out everywhere', async () => {
  const link = await invite('Ana Prates', 'ana@shop.example');
  await addAuthenticator();
  await page.goto(link);
  await heading('Welcome, Ana Prates').waitFor();
  await expectNoViolations(page);
  await button('Register a passkey').click();
  await heading('Overview').waitFor();
  expect(page.url()).not.toContain('enrolment');
  expect(await menu('Users').count()).toBe(0);

  await button('Sign out').click();
  await button('Sign in with a passkey').click();
  await heading('Overview').waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Ana Prates' }).click();
  await heading('Your account').waitFor();
  await page.getByText('Last used').waitFor();
  await expectNoViolations(page);
  await addAuthenticator('usb');
  await button('Add a passkey').click();
  await page.getByText('The passkey was added').waitFor();
  await button('Remove').first().click();
  await page.getByText('The passkey was removed').waitFor();
  await button('Sign out everywhere').click();
  await heading('Sign in').waitFor();

  await page.goto('about:blank');
  await page.goto(link);
  await page.getByText('This link was used or has expired.').waitFor();
});

test('without the passkey of the link, the sign-in is refused in plain words', async () => {
  await open();
  await addAuthenticator();
  await button('Sign in with a passkey').click();
  await page.getByText('The browser ended the sign-in. Try again.').waitFor();
});

test('a person signs in at the identity provider with the role it names, and is told when there is none', async () => {
  provider.people.set('bo', { name: 'Bo Larsen', email: 'bo@shop.example', groups: ['football'] });
  const signInAtProvider = async (): Promise<void> => {
    await page.getByRole('link', { name: 'Continue with Nordwind' }).click();
    await page.getByLabel('Name').fill('bo');
    await button('Continue').click();
  };
  await open();
  await page.getByRole('link', { name: 'Continue with Nordwind' }).waitFor();
  await expectNoViolations(page);
  await signInAtProvider();
  await page.getByText('Your account has no role for this console.').waitFor();

  provider.people.set('bo', { name: 'Bo Larsen', email: 'bo@shop.example', groups: ['support'] });
  await page.getByRole('link', { name: 'Continue with Nordwind' }).click();
  await heading('Overview').waitFor();
  expect(page.url()).not.toContain('sign_in');
  await menu('Audit log').click();
  const row = page.getByRole('row', { name: /Signed in.*You/ }).first();
  await row.waitFor();
  await row.getByRole('link', { name: 'You' }).click();
  await page.waitForURL(/key_id=/);
  await page.getByLabel('Action').selectOption('Signed in');
  await page.waitForURL(/action=/);
  await row.waitFor();
});

test('an administrator changes a person’s access, and the person is signed out at once', async () => {
  const link = await invite('Cy Young', 'cy@shop.example');
  await addAuthenticator();
  await page.goto(link);
  await button('Register a passkey').click();
  await heading('Overview').waitFor();
  const administrator = await startBrowserVisit(browser);
  const { page: other } = administrator;
  await other.goto(`${demo.companionUrl}/console#/users`);
  await other.getByText('Use an API key instead').click();
  await other.getByLabel('API key').fill(demo.apiKey);
  await other.locator('form button.primary').click();
  await other.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Audit log' }).click();
  await other
    .getByRole('row', { name: /Signed in.*Cy Young/ })
    .first()
    .waitFor();
  await other.goto(`${demo.companionUrl}/console#/users`);
  const row = other.getByRole('row', { name: /Cy Young/ });
  await row.getByRole('button', { name: 'Change' }).click();
  await expectNoViolations(other);
  await other.getByRole('dialog').getByLabel('Access').selectOption('disabled');
  await other.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await row.getByText('Disabled', { exact: true }).waitFor();
  await administrator.context.close();
  await menu('Payments').click();
  await heading('Sign in').waitFor();
  await page.getByText('Your session ended. Sign in to continue.').waitFor();
  await button('Sign in with a passkey').click();
  await page.getByText('The sign-in was refused.').waitFor();
});
