import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditEntryBody } from '../../shared/contract/merchant/audit.ts';
import type { Dispute } from '../../shared/contract/merchant/disputes.ts';
import type { Payment, PaymentNote, DetailedPayment } from '../../shared/contract/merchant/payments.ts';
import { startTestSystem, type TestSystem } from '../support/system.ts';

const DISPUTED = '4000000000000259';

let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem({
    notifications: true,
    sandbox: { delays: { dispute: 0 } },
    companion: { profile: { dispute_days: 10 } },
  });
});
afterAll(() => system.close());

const search = async (text: string): Promise<string[]> => {
  const found = await system.get<{ payments: Payment[] }>(`/v1/payments?search=${encodeURIComponent(text)}`);
  return found.payments.map(({ id }) => id);
};

test('a payment is found by part of its order number, its last four digits and its transaction ID', async () => {
  const { id, transaction_id: transactionId } = await system.paid({ order_no: 'Search-4711' });
  expect(await search('arch-47')).toEqual([id]);
  expect(await search('4242')).toContain(id);
  expect(await search(transactionId!)).toEqual([id]);
  expect(await search('nobody has this')).toEqual([]);
});

test('a note is stored with its author, shown with the payment and listed in the audit log; a card number is masked', async () => {
  const { id } = await system.paid();
  const note = await system.post<PaymentNote>(`/v1/payments/${id}/notes`, {
    text: 'Asked for 4242 4242 4242 4242. Tony',
  });
  expect(note.text).toBe('Asked for 424242***4242. Tony');
  const payment = await system.get<DetailedPayment>(`/v1/payments/${id}`);
  expect(payment.notes).toEqual([note]);
  const { entries } = await system.get<{ entries: { action: string; key_id: string }[] }>(`/v1/audit?target=${id}`);
  expect(entries).toMatchObject([{ action: 'POST /v1/payments/:id/notes', key_id: note.author }]);
  for (const text of ['', '  ', 'a\u0007b', 'x'.repeat(2_001)]) {
    expect((await system.merchant('POST', `/v1/payments/${id}/notes`, { text })).status, text.slice(0, 9)).toBe(400);
  }
  expect((await system.merchant('POST', '/v1/payments/pay_none/notes', { text: 'x' })).status).toBe(404);
});

test('the audit log names what a call created or changed, with its order, and is filtered by time', async () => {
  const list = async (query: string): Promise<AuditEntryBody[]> =>
    (await system.get<{ entries: AuditEntryBody[] }>(`/v1/audit?${query}`)).entries;
  const begun = new Date().toISOString();
  const payment = await system.paid({ order_no: 'Audited-1', shopper: { email: 'ana@example.com' } });
  const refund = { payment_id: payment.id, refund_amount: '1.00', refund_reason: 'broken' };
  await system.post('/v1/refunds', { refunds: [refund] });
  await system.post('/v1/refunds', { refunds: [refund, { ...refund, payment_id: 'pay_none' }] });
  const order_no = 'Audited-1';
  expect(await list(`from=${begun}`)).toMatchObject([
    { action: 'POST /v1/refunds', target: null, order_no: null },
    { action: 'POST /v1/refunds', target: payment.id, order_no },
    { action: 'POST /v1/sessions', target: payment.session_id, order_no },
  ]);
  expect(await list(`to=${begun}`)).not.toContainEqual(expect.objectContaining({ order_no }));
  expect(await system.get(`/v1/sessions?order_no=${order_no}`)).toMatchObject({
    sessions: [{ shopper_email: 'ana@example.com' }],
  });
  const inTime = async (range: string): Promise<number> =>
    (await system.get<{ sessions: object[] }>(`/v1/sessions?order_no=${order_no}&${range}`)).sessions.length;
  expect([await inTime(`created_from=${begun}`), await inTime(`created_to=${begun}`)]).toEqual([1, 0]);
  expect(await system.get(`/v1/refunds?payment_id=${payment.id}`)).toMatchObject({
    refunds: [
      { shopper_email: 'ana@example.com', method: 'card', card: { last4: '4242' } },
      { shopper_email: 'ana@example.com' },
    ],
  });
  const refunded = await system.get<{ payments: Payment[] }>('/v1/payments?refunded=true');
  expect(refunded.payments.map(({ id }) => id)).toEqual([payment.id]);
});

test('a payment comes with the items and the billing address of its order', async () => {
  const { id } = await system.paid({ billing: { country: 'PT', city: 'Porto' } });
  const { order, cardholder } = await system.get<DetailedPayment>(`/v1/payments/${id}`);
  expect(order).toMatchObject({ billing: { country: 'PT', city: 'Porto' } });
  expect(order!.items.length).toBeGreaterThan(0);
  expect(cardholder).toBeNull();
});

test('a dispute has order, amount and an estimated deadline, until a person records another', async () => {
  const { id } = await system.paid({ order_no: 'Disputed-1', shopper: { email: 'a@example.com' } }, DISPUTED);
  const read = async (): Promise<Dispute | undefined> =>
    (await system.get<{ disputes: Dispute[] }>('/v1/disputes')).disputes.find(({ payment_id }) => payment_id === id);
  await expect.poll(read).toBeDefined();
  const dispute = (await read())!;
  expect(dispute).toMatchObject({ order_no: 'Disputed-1', shopper_email: 'a@example.com', due_by: 'estimated' });
  expect(Date.parse(dispute.due_at!) - Date.parse(dispute.created_at)).toBe(10 * 86_400_000);
  const disputed = await system.get<{ payments: Payment[] }>('/v1/payments?dispute_status=received');
  expect(disputed.payments.map((payment) => payment.id)).toEqual([id]);
  expect(await system.get('/v1/payments?dispute_status=won')).toMatchObject({ payments: [] });
  const due_at = '2031-02-03T12:00:00.000Z';
  const path = `/v1/disputes/${dispute.id}/deadline`;
  expect(await system.post(path, { due_at })).toMatchObject({ due_at, due_by: 'recorded' });
  const payment = await system.get<DetailedPayment>(`/v1/payments/${id}`);
  expect(payment.disputes).toMatchObject([{ due_at, due_by: 'recorded', order_no: 'Disputed-1' }]);
  const { entries } = await system.get<{ entries: AuditEntryBody[] }>(`/v1/audit?target=${dispute.id}`);
  expect(entries).toMatchObject([{ action: 'POST /v1/disputes/:id/deadline', order_no: 'Disputed-1' }]);
  expect(await system.post(path, { due_at: null })).toMatchObject({ due_by: 'estimated' });
  expect((await system.merchant('POST', '/v1/disputes/dsp_none/deadline', { due_at })).status).toBe(404);
});
