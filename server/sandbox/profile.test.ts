import { describe, expect, test } from 'vitest';
import { createAcquiringClient, type AcquiringClient } from '../gateway/index.ts';
import { createProfile, type ProfileOverrides } from '../gateway/profile/index.ts';
import { SANDBOX_CREDENTIALS, serveSandbox, type RunningSandbox } from './index.ts';

/** Every default that the interface leaves open, turned into something else. */
const PROFILE: ProfileOverrides = {
  operations: {
    payoutQuery: { method: 'GET', path: '/v2/payouts' },
    payoutBalance: { method: 'PUT' },
    unsettledAmount: { method: 'GET' },
    uploadLogistics: { method: 'PUT' },
  },
  field_names: {
    authorise: {
      website: 'the_service',
      card: 'card_no',
      expiration_month: 'exp_month',
      expiration_year: 'exp_year',
      security_code: 'cvv2',
    },
    checkout: { website: 'the_service' },
    capture: { capture_orders: 'orders', transaction_id: 'trade_no', capture_status: 'state' },
    retrievalTrans: { orders: 'order_list', orders_list: 'rows', payment_status: 'state', query_result: 'found' },
  },
  recipes: {
    card: ['merchant_id', 'account_id', 'order_no', 'items', 'custom', 'open3d', 'token_flag', 'card'],
    checkout: ['merchant_id', 'order_no', 'open3d', 'items'],
    result: ['order_no', 'order_status', 'result_info'],
    retrievalTrans: ['merchant_id', 'orders'],
  },
  item_parts: ['sku', 'name', 'quantity', 'unit_price'],
  list_separator: ' | ',
  batch_limits: { capture: 2, cancel: 3, query: 4 },
  open3d: { do3DS: '1', no3DS: '0' },
  token_flag: { YES: 'true', NO: 'false' },
  query_result: { Y: 'found', N: 'not_found' },
  order_status: { OK: 'paid', KO: 'declined', '1': 'pending' },
  payment_status: { P: 'paid', D: 'declined' },
  item_status: { A: 'accepted', R: 'refused', '1': 'in_progress' },
  success_codes: ['S000'],
  review_flag: { approve: 'yes', reject: 'no' },
  verification: 'required',
  partial_capture: true,
};

const ITEMS = '#1#,#Programming C##,#1#,#24.00';
const PAYMENT = {
  order_no: 'S-1',
  currency: 'EUR',
  amount: '24.00',
  website: 'https://shop.example',
  items: ITEMS,
  custom: 'x'.repeat(2_500),
  shopper_id: 'c',
  shopper_email: 'ana@example.com',
  shopper_ip: '203.0.113.7',
  first_name: 'José',
  last_name: 'da Silva',
  card: '4242424242424242',
  expiration_month: '12',
  expiration_year: '2031',
  security_code: '123',
  open3d: 'no3DS',
  token_flag: 'NO',
} as const;

async function together(work: (client: AcquiringClient, sandbox: RunningSandbox) => Promise<void>): Promise<void> {
  const sandbox = await serveSandbox({ port: 0, profile: createProfile(PROFILE) });
  const client = createAcquiringClient({
    baseUrl: sandbox.url,
    merchantId: SANDBOX_CREDENTIALS.merchant_id,
    accountId: SANDBOX_CREDENTIALS.account_id,
    signKeys: [SANDBOX_CREDENTIALS.sign_key],
    profile: PROFILE,
  });
  try {
    await work(client, sandbox);
  } finally {
    await client.close();
    await sandbox.close();
  }
}

describe('client and sandbox under a profile that overrides every default', () => {
  test('pay by its names, flags, items and digests, which may hold long fields', () =>
    together(async (client, { sandbox }) => {
      const answer = await client.authorise(PAYMENT);
      expect(answer).toMatchObject({ kind: 'paid', result: { order_status: 'OK', result_info: 'S000:Success' } });
      const wire = sandbox.state.requests.at(-1)!.fields;
      expect(wire).toMatchObject({
        the_service: 'https://shop.example',
        card_no: '424242***4242',
        exp_month: '12',
        exp_year: '2031',
        cvv2: '***',
        open3d: '0',
        token_flag: 'false',
        items: ITEMS,
      });
      expect(wire).not.toHaveProperty('card');
      const challenge = await client.authorise({ ...PAYMENT, order_no: 'S-2', open3d: 'do3DS', token_flag: 'YES' });
      expect(challenge.kind).toBe('action_required');
    }));

  test('refuse items in the usual order of parts before anything leaves', () =>
    together(async (client, { sandbox }) => {
      const usual = { ...PAYMENT, items: 'Mug#,#M#,#24.00#,#1' };
      await expect(client.authorise(usual)).rejects.toMatchObject({
        code: 'gateway_invalid_request',
        fields: [{ path: 'items' }],
      });
      expect(sandbox.state.requests).toEqual([]);
    }));

  test('review, capture and query by its statuses, lists and limits', () =>
    together(async (client, { sandbox }) => {
      const ids: string[] = [];
      for (const order_no of ['H-1', 'H-2', 'H-3']) {
        const held = await client.authorise({ ...PAYMENT, order_no, card: '4000000000009235' });
        expect(held).toMatchObject({ kind: 'held' });
        ids.push(sandbox.state.ledger.findByOrder(SANDBOX_CREDENTIALS.merchant_id, order_no)[0]!.transaction_id);
      }
      const order = (index: number) => ({
        transaction_id: ids[index]!,
        order_no: `H-${String(index + 1)}`,
        currency: 'EUR',
        amount: '24.00',
      });
      expect(await client.review([{ ...order(0), review_flag: 'yes' }])).toMatchObject({
        items: [{ status: 'accepted', result: { review_status: 'A' } }],
      });
      expect(await client.capture([{ ...order(1), amount: '10.00' }])).toMatchObject({
        items: [{ status: 'accepted' }],
      });
      expect(sandbox.state.requests.at(-1)!.fields).toMatchObject({ orders: [{ trade_no: ids[1] }] });
      await expect(client.capture([order(0), order(1), order(2)])).rejects.toMatchObject({
        fields: [{ path: 'capture_orders', rule: 'at most 2 entries' }],
      });
      const found = await client.queryTransactions({ orders: ['H-1', 'A,b', 'gone'] });
      expect(found).toMatchObject({
        transactions: [{ status: 'paid' }, { status: 'not_found' }, { status: 'not_found' }],
      });
      expect(sandbox.state.requests.at(-1)!.fields).toMatchObject({ order_list: 'H-1 | A,b | gone' });
      expect(sandbox.state.requests.at(-1)!.response).toContain('"found":"Y"');
      await expect(client.queryTransactions({ orders: ['a', 'b', 'c', 'd', 'e'] })).rejects.toMatchObject({
        fields: [{ rule: '1 to 4 orders and transactions together' }],
      });
      await expect(client.queryTransactions({ orders: ['a | b'] })).rejects.toMatchObject({
        fields: [{ path: 'orders.0' }],
      });
    }));

  test('notify by its statuses and digest', () =>
    together(async (client, { sandbox }) => {
      await client.authorise({ ...PAYMENT, notify_url: 'http://127.0.0.1:9/notify' });
      const told = sandbox.state.notifier.deliveries()[0]!.fields;
      expect(told).toMatchObject({ order_status: 'OK', result_info: 'S000:Success', webhooks_type: 'PAYMENT' });
      expect(client.isNotificationDigestValid(told)).toBe(true);
      expect(client.isNotificationDigestValid({ ...told, order_status: 'KO' })).toBe(false);
    }));

  test('send operations whose method the interface does not show by the profile’s method', () =>
    together(async (client) => {
      const request_id = crypto.randomUUID();
      expect((await client.queryPayouts({ request_id, filter: { from: '2026-01-01' } })).kind).toBe('completed');
      expect((await client.queryPayoutBalance()).kind).toBe('completed');
      expect((await client.queryUnsettledAmount()).kind).toBe('completed');
      expect((await client.uploadLogistics({ logistics_orders: [{ order_no: 'S-1' }] })).kind).toBe('completed');
    }));

  test('open the gateway’s own page by its names and flags', () =>
    together(async (client, { url }) => {
      const { card: _card, expiration_month: _m, expiration_year: _y, security_code: _c, ...open } = PAYMENT;
      const form = client.prepareRedirectPayment({ ...open, return_url: 'http://shop.localhost/back' });
      expect(form.fields).toMatchObject({ the_service: 'https://shop.example', open3d: '0', items: ITEMS });
      const page = await fetch(`${url}/v1/checkout`, { method: 'POST', body: new URLSearchParams(form.fields) });
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('card') as string]);
    }));
});

describe('a profile is refused at the start', () => {
  test.each<[string, ProfileOverrides, string]>([
    [
      'a method where the interface shows POST',
      { operations: { refund: { method: 'GET' } } },
      'operations.refund.method',
    ],
    [
      'a name of a field that is none',
      { field_names: { capture: { captur_orders: 'x' } } },
      'field_names.capture.captur_orders',
    ],
    ['two fields of one name', { field_names: { authorise: { card: 'amount' } } }, 'field_names.authorise.card'],
    ['a part of an item twice', { item_parts: ['sku', 'sku', 'name', 'quantity'] }, 'item_parts'],
    ['a part of an item too few', { item_parts: ['sku', 'name', 'quantity'] }, 'item_parts'],
    ['a letter between the values of a list', { list_separator: 'x' }, 'list_separator'],
    ['a vendor’s field of another shape', { vendor_token_field: 'card' }, 'vendor_token_field'],
  ])('for %s', (_name, profile, path) => {
    expect(() => createProfile(profile)).toThrow(
      expect.objectContaining({ fields: [expect.objectContaining({ path })] }),
    );
  });

  test.each(['Forter_token_cookie', 'risk-vendor_token_cookie', 'acme_2_token_cookie'])(
    'but not for the vendor’s field %s',
    (vendor_token_field) => {
      expect(createProfile({ vendor_token_field }).vendor_token_field).toBe(vendor_token_field);
    },
  );
});
