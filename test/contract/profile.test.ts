import { afterEach, describe, expect, test } from 'vitest';
import { startTestSystem, createCardSubmit, type TestSystem } from '../support/system.ts';

/** What a merchant's profile changes, the companion and the sandbox speak alike. */

let system: TestSystem;
afterEach(() => system.close());

const CART = { cart_items: [{ basic_item_data: { name: 'Mug', price: { amount_usd: 12.5 } } }] };

describe('profile shared by companion and sandbox', () => {
  test('the profile sets the body format of payments, queries and batches', async () => {
    const json = { encoding: 'json', content_type: 'application/json' } as const;
    const form = { encoding: 'form', content_type: 'application/x-www-form-urlencoded' } as const;
    const profile = {
      operations: { authorise: form, refund: form, retrievalTrans: json, retrievalRefund: json, payoutBalance: form },
    };
    system = await startTestSystem({ companion: { profile }, sandbox: { profile } });
    const { token } = await system.openSession(CART);
    const { payment_id: id } = await system.pay(token, { ...createCardSubmit(), device: { checkout_time: 5 } });
    const { status, order_no, amount } = await system.get<Record<string, string>>(`/v1/payments/${String(id)}`);
    expect({ status, amount }).toEqual({ status: 'paid', amount: '24.00' });
    const queried = await system.post('/v1/transactions/query', { orders: [order_no] });
    expect(JSON.stringify(queried)).toContain('"paid"');
    const refunds = await system.post('/v1/refunds', {
      refunds: [{ payment_id: id, refund_amount: '4.00', refund_reason: 'late' }],
    });
    expect(JSON.stringify(refunds)).toContain('"status":"accepted"');
    const found = await system.post('/v1/refunds/search', { orders: [order_no] });
    expect(JSON.stringify(found)).toContain('"4.00"');
    expect(await system.post('/v1/balance/payout')).toMatchObject({ return_status: '1' });
    // The usual way is refused now, as the profile's would be otherwise.
    const usual = await fetch(`${system.sandbox.url}/v1/retrievalTrans`, { method: 'POST', body: 'orders=1' });
    expect(await usual.json()).toMatchObject({
      return_status: '0',
      return_message: expect.stringMatching(/^I0003/) as string,
    });
  });

  test('the profile can confirm recipes, changed or unchanged', async () => {
    const recipes = {
      card: { fields: ['account_id', 'merchant_id', 'order_no', 'amount'], confirmed: true },
      result: { confirmed: true },
      refund: { confirmed: true },
    };
    system = await startTestSystem({ companion: { profile: { recipes } }, sandbox: { profile: { recipes } } });
    const paid = await system.paid();
    expect(paid.status).toBe('paid');
    const refunds = [{ payment_id: paid.id, refund_amount: '4.00', refund_reason: 'late' }];
    expect(JSON.stringify(await system.post('/v1/refunds', { refunds }))).toContain('"status":"accepted"');
  });

  test('the profile can sign a numeric field of a payment', async () => {
    const recipes = { card: ['merchant_id', 'account_id', 'order_no', 'amount', 'checkout_time'] };
    system = await startTestSystem({ companion: { profile: { recipes } }, sandbox: { profile: { recipes } } });
    const { token } = await system.openSession();
    expect(await system.pay(token, { ...createCardSubmit(), device: { checkout_time: 5 } })).toMatchObject({
      status: 'paid',
    });
  });
});
