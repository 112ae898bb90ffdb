import { describe, expect, test } from 'vitest';
import { SANDBOX_PAYMENT } from '../../../test/support/sandbox-payment.ts';
import { SANDBOX_CREDENTIALS, TEST_CARDS, createSandbox } from '../index.ts';
import type { Transaction } from '../acquiring/ledger.ts';
import { createDigestSigner } from '../sign.ts';
import { secureNameOf } from './card-schemes.ts';

type Sandbox = ReturnType<typeof createSandbox>;

const { merchant_id, account_id, sign_key } = SANDBOX_CREDENTIALS;
const PAYMENT = { merchant_id, account_id, ...SANDBOX_PAYMENT };
const CARD = { expiration_month: '12', expiration_year: '2031', security_code: '123' };

/** A payment of a card, or of online banking if `number` is undefined. */
async function pay(sandbox: Sandbox, number?: string, more: Record<string, unknown> = {}): Promise<Transaction> {
  const method =
    number === undefined ? { payment_method: 'online_banking', bank_code: 'NORDBANK' } : { card: number, ...CARD };
  const fields = { ...PAYMENT, ...method, ...more };
  const encryption_data = createDigestSigner().sign(number === undefined ? 'apm' : 'card', fields, sign_key);
  await sandbox.request('/v1/authorise', { method: 'POST', body: JSON.stringify({ ...fields, encryption_data }) });
  return sandbox.state.ledger.all()[0]!;
}

async function textOf(sandbox: Sandbox, path: string): Promise<string> {
  return (await (await sandbox.request(path)).text()).replace(/\s+/g, ' ');
}

describe('the front page of the sandbox', () => {
  test('lists every test card once, with its outcome and a button that copies its number', async () => {
    const page = await textOf(createSandbox(), '/');
    const copied = [...page.matchAll(/data-copy="(\d+)"/g)].map(([, number]) => number);
    expect(copied.sort()).toEqual(TEST_CARDS.map(({ number }) => number).sort());
    for (const { meaning } of TEST_CARDS) expect(page.toLowerCase()).toContain(`<td>${meaning.toLowerCase()}</td>`);
  });

  test('shows on a phone what the heads of charges and next renewal say elsewhere', async () => {
    const sandbox = createSandbox();
    await pay(sandbox, '4242424242424242', { subscription: { contract_name: 'Gold plan' } });
    const page = await textOf(sandbox, '/');
    expect(page).toContain('1<span class="on-phone"> charge</span>');
    expect(page).toMatch(/<span class="on-phone">next <\/span>\d+ \w+ \d{4}/);
  });

  test('says how many renewals lie after the present time, once one was advanced', async () => {
    const sandbox = createSandbox();
    const { recurring_id } = await pay(sandbox, '4242424242424242', { subscription: { contract_name: 'Gold plan' } });
    expect(await textOf(sandbox, '/')).not.toContain('Renewals were advanced');
    const renew = (): unknown =>
      sandbox.request(`http://localhost/control/subscriptions/${recurring_id}/renew`, { method: 'POST' });
    await renew();
    expect(await textOf(sandbox, '/')).toContain('Renewals were advanced: 1 payment is dated after this time.');
    await renew();
    expect(await textOf(sandbox, '/')).toContain('Renewals were advanced: 2 payments are dated after this time.');
    sandbox.state.clock.advance(70 * 86_400_000);
    expect(await textOf(sandbox, '/')).not.toContain('Renewals were advanced');
  });
});

describe('a challenge of the sandbox', () => {
  test.each([
    ['400000***3220', 'Visa Secure'],
    ['555555***4444', 'Mastercard ID Check'],
    ['222100***0009', 'Mastercard ID Check'],
    ['378282***0005', 'American Express SafeKey'],
    ['353011***0000', 'J/Secure'],
    ['620000***0005', '3-D Secure'],
    ['999999***0000', '3-D Secure'],
  ])('of the card %s is named %s', (masked, name) => {
    expect(secureNameOf(masked)).toBe(name);
  });

  test('shows the scheme’s name, and the field of a one-time code', async () => {
    const sandbox = createSandbox();
    const { visit_key } = await pay(sandbox, '4000000000003220');
    const page = await textOf(sandbox, `/issuer/challenge?visit=${visit_key}&return_url=https://pay.example/back`);
    expect(page).toContain('Visa Secure');
    expect(page).toContain('autocomplete="one-time-code"');
  });
});

describe('a bank’s page of the sandbox', () => {
  test.each([
    ['Cancel and return to shop.example', 'declined', 'D0017'],
    ['Return without an answer', 'waiting', 'P0001'],
  ])('%s returns to the shop, and the payment is %s', async (label, state, result_code) => {
    const sandbox = createSandbox();
    const { visit_key } = await pay(sandbox);
    const page = await textOf(sandbox, `/issuer/bank?visit=${visit_key}&return_url=https://pay.example/back`);
    const [, decision = ''] = new RegExp(`value="(\\w+)"[^>]*>${label}<`).exec(page) ?? [];
    const answer = await sandbox.request(`/issuer/bank/decide?visit=${visit_key}`, {
      method: 'POST',
      body: new URLSearchParams({ decision }),
    });
    expect(answer.headers.get('location')).toBe('https://pay.example/back');
    expect(sandbox.state.ledger.all()).toMatchObject([{ state, result_code }]);
  });

  test('says once that it is a sandbox', async () => {
    const sandbox = createSandbox();
    const { visit_key } = await pay(sandbox);
    const page = await textOf(sandbox, `/issuer/bank?visit=${visit_key}&return_url=https://pay.example/back`);
    const [, body = ''] = page.split('<body');
    expect(body.replace(/<[^>]*>/g, '').match(/sandbox/gi)).toHaveLength(1);
  });
});

test('the gateway’s card page shows the brands that it takes, and where card details go', async () => {
  const sandbox = createSandbox();
  const fields = { ...PAYMENT, return_url: 'https://shop.example/back' };
  const encryption_data = createDigestSigner().sign('checkout', fields, sign_key);
  const page = await sandbox.request('/v1/checkout', {
    method: 'POST',
    body: new URLSearchParams({ ...fields, encryption_data }),
  });
  const text = await page.text();
  expect(text).toContain('Card details go to the payment gateway');
  const marks = [...text.matchAll(/role="img" aria-label="([^"]+)"/g)].map(([, name]) => name);
  expect(marks).toEqual(['Visa', 'Mastercard', 'American Express', 'JCB', 'Diners Club', 'Maestro']);
});
