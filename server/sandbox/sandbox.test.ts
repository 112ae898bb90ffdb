import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SANDBOX_PAYMENT } from '../../test/support/sandbox-payment.ts';
import { createAcquiringClient, type AcquiringClient } from '../gateway/index.ts';
import { SANDBOX_CREDENTIALS, TEST_CARDS, createSandbox, serveSandbox, type SandboxOptions } from './index.ts';
import { RESULT_MESSAGES } from './acquiring/test-cards.ts';
import { computeSign } from './issuing/sign.ts';
import { SANDBOX_DIGEST_RECIPES, createDigestSigner, type SandboxDigestRecipeName } from './sign.ts';

interface Vector {
  operation: string;
  kind?: string;
  fields: Record<string, unknown>;
  digest: string;
}

test('the sandbox computes the digest of every acquiring test vector by its own code', () => {
  const { sign_key: key, vectors } = JSON.parse(
    readFileSync(new URL('../../test/vectors/digests.json', import.meta.url), 'utf8'),
  ) as { sign_key: string; vectors: Vector[] };
  const acquiring = vectors.filter((vector) => vector.operation !== 'issuing');
  expect(acquiring.length).toBeGreaterThan(20);
  for (const vector of acquiring) {
    const recipe = (vector.operation === 'authorise' ? vector.kind : vector.operation) as SandboxDigestRecipeName;
    expect(SANDBOX_DIGEST_RECIPES).toHaveProperty(recipe);
    expect(createDigestSigner().sign(recipe, vector.fields, key), JSON.stringify(vector.fields)).toBe(vector.digest);
  }
});

test('the sandbox computes the sign of every issuing test vector by its own code', () => {
  const { sign_key: key, vectors } = JSON.parse(
    readFileSync(new URL('../../test/vectors/digests.json', import.meta.url), 'utf8'),
  ) as { sign_key: string; vectors: Vector[] };
  const issuing = vectors.filter((vector) => vector.operation === 'issuing');
  expect(issuing.length).toBeGreaterThan(5);
  for (const { fields, digest } of issuing) expect(computeSign(fields, key)).toBe(digest);
});

test('the sandbox refuses sign keys without the prefix sandbox_', () => {
  const merchants = [{ merchant_id: '1', account_id: '1', sign_keys: ['a live key'] }];
  expect(() => createSandbox({ merchants })).toThrow(/begins with sandbox_/);
  expect(() => createSandbox({ merchants, allowAnyKey: true })).not.toThrow();
});

const card = (number: string) => ({
  ...SANDBOX_PAYMENT,
  card: number,
  expiration_month: '12',
  expiration_year: '2031',
  security_code: '123',
});

/** A real client against a real sandbox: each checks the other. */
async function together(
  work: (client: AcquiringClient, sandbox: Awaited<ReturnType<typeof serveSandbox>>) => Promise<void>,
  options: SandboxOptions = {},
  signKey: string = SANDBOX_CREDENTIALS.sign_key,
): Promise<void> {
  const sandbox = await serveSandbox({ port: 0, ...options });
  const client = createAcquiringClient({
    baseUrl: sandbox.url,
    merchantId: SANDBOX_CREDENTIALS.merchant_id,
    accountId: SANDBOX_CREDENTIALS.account_id,
    signKeys: [signKey],
    profile: { verification: 'required' },
  });
  try {
    await work(client, sandbox);
  } finally {
    await client.close();
    await sandbox.close();
  }
}

describe('the test cards of the sandbox', () => {
  test('each returns the result of the documented table', () =>
    together(async (client) => {
      const kinds = {
        paid: 'paid',
        declined: 'declined',
        challenge: 'action_required',
        held: 'held',
        pending: 'pending',
      };
      for (const { number, behaviour } of TEST_CARDS) {
        const answer = await client.authorise({ ...card(number), order_no: `S-${number}` });
        expect(answer.kind, number).toBe(kinds[behaviour.kind]);
      }
    }));

  test('are declined if expired, as are unknown card numbers', () =>
    together(async (client) => {
      expect(await client.authorise({ ...card('4242424242424242'), expiration_year: '2020' })).toMatchObject({
        decline: 'expired_card',
      });
      expect(await client.authorise(card('4242424242424241'))).toMatchObject({ decline: 'incorrect_card_number' });
    }));

  test('pay again by the token under which they are saved', () =>
    together(async (client) => {
      const first = await client.authorise({ ...card('4242424242424242'), token_flag: 'YES' });
      const token = first.kind === 'paid' ? first.result.token_id : undefined;
      expect(token).toMatch(/^tok_/);
      expect(
        await client.authorise({
          ...SANDBOX_PAYMENT,
          token_id: token,
          card: '',
          expiration_month: '',
          expiration_year: '',
          security_code: '',
        }),
      ).toMatchObject({ kind: 'paid' });
    }));

  test('return the elements of a subscription', () =>
    together(async (client) => {
      const answer = await client.authorise({
        ...card('4242424242424242'),
        subscription: { contract_name: 'Gold plan' },
      });
      expect(answer).toMatchObject({
        kind: 'paid',
        result: { contract_name: 'Gold plan', recurring_id: expect.stringMatching(/^Recurring_/) },
      });
    }));
});

test('a request with a wrong key is refused with I0013, of another account with I0014, and neither is recorded', async () => {
  await together(
    async (client, { sandbox }) => {
      expect(await client.authorise(card('4242424242424242'))).toMatchObject({ kind: 'unknown' });
      expect(sandbox.state.requests.at(-1)?.response).toContain('I0013');
      expect(await client.queryTransactions({ orders: ['S-1'] })).toMatchObject({ kind: 'failed' });
      expect(sandbox.state.ledger.all()).toEqual([]);
    },
    {},
    'a key of somebody else',
  );
  const sandbox = createSandbox();
  const answer = await sandbox.request('/v1/authorise', {
    method: 'POST',
    body: JSON.stringify({ merchant_id: '1', account_id: '2' }),
  });
  expect(await answer.text()).toContain('I0014');
});

test('a value beyond its limit is refused with 400, the field and its rule, and the value is not repeated', async () => {
  const sandbox = createSandbox();
  const body = {
    ...card('4242424242424242'),
    merchant_id: '70519',
    account_id: '984747105',
    amount: '24.0',
    encryption_data: 'a'.repeat(64),
  };
  const answer = await sandbox.request('/v1/authorise', { method: 'POST', body: JSON.stringify(body) });
  expect(answer.status).toBe(400);
  const text = await answer.text();
  expect(text).toContain('I0001:amount');
  expect(text).not.toContain('4242424242424242');
});

test('a transaction query returns every transaction of an order, and names unknown orders', () =>
  together(async (client) => {
    await client.authorise(card('4000000000000002'));
    await client.authorise(card('4242424242424242'));
    const answer = await client.queryTransactions({ orders: ['S-1', 'NONE'] });
    if (answer.kind !== 'completed') throw new Error('no answer');
    expect(answer.transactions.map((entry) => entry.status).sort()).toEqual(['declined', 'not_found', 'paid']);
  }));

describe('a notification of the sandbox', () => {
  test('is a signed form, sent again until a 2xx', async () => {
    const bodies: string[] = [];
    const deliver = (async (_url: string, init: RequestInit) => {
      bodies.push(init.body as string);
      return new Response(null, { status: bodies.length < 3 ? 500 : 204 });
    }) as unknown as typeof fetch;
    await together(
      async (client, { sandbox }) => {
        await client.authorise({ ...card('4242424242424242'), notify_url: 'https://shop.example/notify' });
        await expect.poll(() => sandbox.state.notifier.deliveries()[0]?.state).toBe('delivered');
        // Every retry that is planned runs in these two days.
        sandbox.state.clock.advance(48 * 3_600_000);
        await sandbox.state.notifier.flush();
        expect(bodies).toHaveLength(3);
        expect(new Set(bodies).size).toBe(1);
        expect(sandbox.state.notifier.deliveries()).toMatchObject([{ state: 'delivered', attempts: 3 }]);
        const { fields } = client.parseNotification(Buffer.from(bodies[0]!), 'application/x-www-form-urlencoded');
        expect(fields).toMatchObject({ webhooks_type: 'PAYMENT', order_status: '1', card: '424242***4242' });
        expect(client.isNotificationDigestValid(fields)).toBe(true);
        expect(client.isNotificationDigestValid({ ...fields, amount: '1.00' })).toBe(false);
      },
      { fetch: deliver, notificationRetryDelay: 10 },
    );
  });
});

describe('an issuer page of the sandbox', () => {
  async function challenge(): Promise<{ sandbox: ReturnType<typeof createSandbox>; visit: string }> {
    const sandbox = createSandbox();
    const fields = { ...card('4000000000003220'), merchant_id: '70519', account_id: '984747105' };
    const body = {
      ...fields,
      encryption_data: createDigestSigner().sign('card', fields, SANDBOX_CREDENTIALS.sign_key),
    };
    const answer = await (
      await sandbox.request('/v1/authorise', { method: 'POST', body: JSON.stringify(body) })
    ).text();
    return { sandbox, visit: /visit=([\w-]+)/.exec(answer)![1]! };
  }
  const open = (sandbox: ReturnType<typeof createSandbox>, visit: string, return_url = 'https://pay.example/back') =>
    sandbox.request(`/issuer/challenge?${new URLSearchParams({ visit, return_url }).toString()}`);
  const decide = (sandbox: ReturnType<typeof createSandbox>, visit: string, fields: Record<string, string>) =>
    sandbox.request(`/issuer/challenge/decide?visit=${visit}`, {
      method: 'POST',
      body: new URLSearchParams({ code: '123456', ...fields }),
    });

  test('decides the payment once: a second click changes nothing', async () => {
    const { sandbox, visit } = await challenge();
    await open(sandbox, visit);
    for (const decision of ['approve', 'decline', 'approve']) {
      const answer = await decide(sandbox, visit, { decision });
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe('https://pay.example/back');
    }
    expect(sandbox.state.ledger.all()).toMatchObject([{ state: 'paid', result_code: '0000' }]);
  });

  test('decides nothing for a wrong code, a shopper who leaves, or a return_url that is no web address', async () => {
    const { sandbox, visit } = await challenge();
    expect((await open(sandbox, visit, 'javascript:alert(1)')).status).toBe(400);
    await open(sandbox, visit);
    expect(await (await decide(sandbox, visit, { decision: 'approve', code: '000000' })).text()).toContain(
      'That code is not right',
    );
    expect(await (await decide(sandbox, visit, { decision: 'resend' })).text()).toContain('A new code is on its way');
    const left = await decide(sandbox, visit, { decision: 'leave' });
    expect(left.headers.get('location')).toBe('https://pay.example/back');
    expect(sandbox.state.ledger.all()).toMatchObject([{ state: 'waiting' }]);
  });

  test('keeps the return_url of the first visit, and the notify_url of the payment request', async () => {
    const { sandbox, visit } = await challenge();
    await open(sandbox, visit);
    await sandbox.request(
      `/issuer/challenge?visit=${visit}&return_url=https://evil.example&notify_url=https://evil.example`,
    );
    const answer = await decide(sandbox, visit, { decision: 'approve' });
    expect(answer.headers.get('location')).toBe('https://pay.example/back');
    expect(sandbox.state.notifier.deliveries().filter(({ url }) => url.includes('evil'))).toEqual([]);
  });

  test('escapes the texts of the request', async () => {
    const { sandbox, visit } = await challenge();
    const page = await sandbox.request(
      `/issuer/challenge?visit=${visit}&return_url=${encodeURIComponent('https://x.example/"><script>1</script>')}`,
    );
    expect(await page.text()).not.toContain('<script>');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});

test('the control API answers this machine only, unless it is opened to others', async () => {
  expect((await createSandbox().request('http://gateway.example/control/ledger')).status).toBe(404);
  expect((await createSandbox({ control: true }).request('http://gateway.example/control/ledger')).status).toBe(200);
  expect((await createSandbox().request('http://localhost/control/ledger')).status).toBe(200);
});

test('every result code of a payment is in the documentation', () => {
  const document = readFileSync(new URL('../docs/sandbox.md', import.meta.url), 'utf8');
  expect(Object.keys(RESULT_MESSAGES).filter((code) => !document.includes(code))).toEqual([]);
});
