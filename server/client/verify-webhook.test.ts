import { describe, expect, test } from 'vitest';
import { createSignedWebhook, verifyWebhook, type WebhookMessage } from '../webhooks/index.ts';
import { verifyWebhookAsync } from './index.ts';

const secretOf = (byte: number): string => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
const SECRET = secretOf(7);
const DATA = { id: 'pay_1', order_no: 'T-1' } as never;
const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

type Verify = (...given: Parameters<typeof verifyWebhook>) => WebhookMessage | Promise<WebhookMessage>;

/** Both verifications, of `tillgate/webhooks` and of `tillgate/client`, agree. */
describe.each<[string, Verify]>([
  ['verifyWebhook', verifyWebhook],
  ['verifyWebhookAsync', verifyWebhookAsync],
])('%s', (_name, verify) => {
  const check = async (...given: Parameters<typeof verifyWebhook>): Promise<WebhookMessage> => verify(...given);

  test('returns a signed event, as text and as bytes, with headers of each kind', async () => {
    const { body, headers } = createSignedWebhook('payment.paid', DATA, SECRET, { id: 'evt_1' });
    const event = { id: 'evt_1', type: 'payment.paid', data: DATA };
    expect(await check(body, headers, SECRET)).toMatchObject(event);
    expect(await check(new TextEncoder().encode(body), new Headers(headers), SECRET)).toMatchObject(event);
    const capitals = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    expect(await check(body, capitals, [secretOf(9), SECRET])).toMatchObject(event);
  });

  test('returns an event that is signed with several secrets', async () => {
    const { body, headers } = createSignedWebhook('payment.paid', DATA, SECRET, { id: 'evt_1', at: minutesAgo(1) });
    const other = createSignedWebhook('payment.paid', DATA, secretOf(9), { id: 'evt_1' });
    const both = `v2,x ${other.headers['webhook-signature']} ${headers['webhook-signature']}`;
    expect(await check(body, { ...headers, 'webhook-signature': both }, SECRET)).toMatchObject({ id: 'evt_1' });
  });

  test.each<[string, string, (signed: ReturnType<typeof createSignedWebhook>) => [string, Record<string, string>]]>([
    ['another body', 'webhook-signature', ({ body, headers }) => [body.replace('T-1', 'T-2'), { ...headers }]],
    ['another ID', 'webhook-signature', ({ body, headers }) => [body, { ...headers, 'webhook-id': 'evt_2' }]],
    ['another time', 'webhook-timestamp', ({ body, headers }) => [body, { ...headers, 'webhook-timestamp': '1' }]],
    ['no time', 'webhook-timestamp', ({ body, headers }) => [body, { ...headers, 'webhook-timestamp': 'now' }]],
    ['no signature', 'webhook-signature', ({ body, headers }) => [body, { ...headers, 'webhook-signature': '' }]],
    [
      'a signature of another version',
      'webhook-signature',
      ({ body, headers }) => [
        body,
        { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v2,') },
      ],
    ],
    [
      'a signature that is no base64',
      'webhook-signature',
      ({ body, headers }) => [body, { ...headers, 'webhook-signature': 'v1,%%%' }],
    ],
    [
      'a part of the signature',
      'webhook-signature',
      ({ body, headers }) => [body, { ...headers, 'webhook-signature': headers['webhook-signature'].slice(0, 12) }],
    ],
  ])('refuses %s as unauthenticated, naming %s', async (_what, path, change) => {
    const [body, headers] = change(createSignedWebhook('payment.paid', DATA, SECRET));
    await expect(check(body, headers, SECRET)).rejects.toMatchObject({ code: 'unauthenticated', fields: [{ path }] });
  });

  test.each([6, -6])('refuses an event that is %d minutes old', async (minutes) => {
    const { body, headers } = createSignedWebhook('payment.paid', DATA, SECRET, { at: minutesAgo(minutes) });
    await expect(check(body, headers, SECRET)).rejects.toMatchObject({
      code: 'unauthenticated',
      fields: [{ path: 'webhook-timestamp' }],
    });
  });

  test('refuses another secret as unauthenticated, and one without its form as configuration_invalid', async () => {
    const { body, headers } = createSignedWebhook('payment.paid', DATA, SECRET);
    await expect(check(body, headers, secretOf(8))).rejects.toMatchObject({ code: 'unauthenticated' });
    for (const secret of ['', 'whsec_', 'whsec_%%', 'whsec_c2hvcnQ=', undefined as unknown as string, []]) {
      await expect(check(body, headers, secret)).rejects.toMatchObject({ code: 'configuration_invalid' });
    }
  });

  test('refuses a parsed body as configuration_invalid', async () => {
    const { headers } = createSignedWebhook('payment.paid', DATA, SECRET);
    await expect(check({} as never, headers, SECRET)).rejects.toMatchObject({ code: 'configuration_invalid' });
  });
});
