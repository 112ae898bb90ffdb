import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { countAlerts, setNextResponse, receivedNotifyUrlOf, signedPaidResult } from '../support/gateway-messages.ts';
import {
  nextOrderNo,
  TEST_SESSION_FIELDS,
  startTestSystem,
  createCardSubmit,
  untilDefined,
  type TestPaymentDetails,
  type TestSystem,
} from '../support/system.ts';
import { applyTransactionResult } from '../../server/sandbox/acquiring/apply-result.ts';

const TERMS = { contract_name: 'Gold', interval: 'month' } as const;
const MONTH = 31 * 86_400_000;
const HOUR = 3_600_000;

let system: TestSystem;
let ahead = 0;

/** The sandbox's notifications arrive only if a test forwards them. */
const start = async (companion = {}, notifications = false): Promise<void> => {
  system = await startTestSystem({ notifications, companion: { now: () => Date.now() + ahead, ...companion } });
};
beforeEach(() => (ahead = 0));
afterEach(() => system.close());

const state = () => system.sandbox.sandbox.state;
const payment = (id: string) => system.get<TestPaymentDetails>(`/v1/payments/${id}`);
const ofTransaction = async (id: string): Promise<TestPaymentDetails[]> =>
  (await system.get<{ payments: TestPaymentDetails[] }>(`/v1/payments?transaction_id=${id}`)).payments;
const paidTransactions = (order: string): string[] =>
  state()
    .ledger.all()
    .filter((transaction) => transaction.order_no === order && transaction.state === 'paid')
    .map((transaction) => transaction.transaction_id);
const paidAtGateway = (order: string): number => paidTransactions(order).length;

/** Sends a notification to a payment's address and waits until it is applied. */
async function notify(id: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  };
  await system.companion.fetch(new Request(receivedNotifyUrlOf(system, id), init));
  await system.settle();
}

const signed = (order_no: string, transaction_id: string, more: Record<string, string> = {}): Record<string, string> =>
  signedPaidResult(order_no, transaction_id, { webhooks_type: 'PAYMENT', ...more });

const unsigned = ({ encryption_data: _, ...fields }: Readonly<Record<string, string>>): Record<string, string> =>
  fields;

/** Pays on the gateway's own page, from the page's form. */
async function payOnPage(url: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const page = await (await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })).text();
  const visit = /action="(\/page\/pay\?visit=[\w-]+)"/.exec(page)?.[1] ?? '';
  const body = new URLSearchParams({ number: '4242 4242 4242 4242', expiry: '12/34', code: '123', decision: 'pay' });
  await fetch(`${system.sandbox.url}${visit}`, { method: 'POST', redirect: 'manual', body });
}

describe('signed notification about another transaction', () => {
  test('promise 8: a replayed notification of a cancelled payment does not pay a second payment of its order', async () => {
    await start({ ordersOnce: true }, true);
    const order_no = nextOrderNo();
    const submit = { ...createCardSubmit(), card: undefined, method: 'gateway_page' };
    const first = await system.pay((await system.openSession({ order_no, methods: ['gateway_page'] })).token, submit);
    const { url, fields } = first.action!;
    // No digest covers this address, which stands in the shopper's own browser.
    await payOnPage(url, { ...fields, notify_url: 'http://elsewhere.example/take' });
    const word = await untilDefined(() =>
      state()
        .notifier.deliveries()
        .find((sent) => sent.url.includes('elsewhere')),
    );
    const firstId = first.payment_id!;
    await system.companion.fetch(new Request(`http://pay.localhost:4001/checkout/return/${firstId}`));
    expect((await payment(firstId)).status).toBe('paid');
    await system.post(`/v1/payments/${firstId}/cancel`);
    const again = await system.openSession({ order_no, methods: ['gateway_page'] });
    const second = await system.pay(again.token, { ...submit, attempt_id: crypto.randomUUID() });
    await notify(second.payment_id!, word.fields);
    expect(paidAtGateway(order_no)).toBe(0);
    expect((await payment(second.payment_id!)).status).toBe('action_required');
    expect(await countAlerts(system, 'notification_mismatch')).toBe(1);
  });

  test('a payment notification with a subscription’s ID added is not recorded as a renewal', async () => {
    await start();
    const order_no = nextOrderNo();
    const contract = await system.paid({ order_no, subscription: TERMS });
    const { transaction_id: id } = await system.paid({ order_no });
    await notify(contract.id, { ...signed(order_no, id!), recurring_id: contract.recurring_id! });
    expect(await ofTransaction(id!)).toHaveLength(1);
    expect(await countAlerts(system, 'notification_mismatch')).toBe(1);
  });

  test('a second charge on the gateway’s page raises an alert, also if both notifications arrive at once', async () => {
    await start({}, true);
    const page = await system.post<{ payment_id: string; url: string; fields: Record<string, string> }>(
      '/v1/redirect-payments',
      { ...TEST_SESSION_FIELDS, order_no: nextOrderNo(), shopper_ip: '192.0.2.10' },
    );
    await Promise.all([payOnPage(page.url, page.fields), payOnPage(page.url, page.fields)]);
    await state().notifier.flush();
    const seen = await untilDefined(async () => {
      const now = await payment(page.payment_id);
      return now.alerts.length === 0 ? undefined : now;
    });
    expect(paidAtGateway(seen.order_no)).toBe(2);
    const second = paidTransactions(seen.order_no).find((id) => id !== seen.transaction_id);
    expect(seen).toMatchObject({
      status: 'paid',
      alerts: [{ code: 'second_charge', detail: { transaction_id: second } }],
    });
    expect(await countAlerts(system, 'second_charge')).toBe(1);
  });

  test('a second charge of an order raises an alert each time until the payment is resolved', async () => {
    await start();
    const { id, order_no } = await system.paid();
    const taken = [`${order_no}-77777`, `${order_no}-88888`];
    for (const number of taken) await notify(id, signed(order_no, number));
    const [first, second] = taken.map((transaction_id) => ({ code: 'second_charge', detail: { transaction_id } }));
    expect(await payment(id)).toMatchObject({ alerts: [second, first] });
    expect(await countAlerts(system, 'second_charge')).toBe(2);

    await system.post(`/v1/payments/${id}/cancel`);
    expect(await payment(id)).toMatchObject({ status: 'cancelled', alerts: [second, first] });
    await notify(id, signed(order_no, (await payment(id)).transaction_id!, { note: 'once more' }));
    const late = { source: 'notification', reported: 'paid', status: 'cancelled' };
    expect(await payment(id)).toMatchObject({
      alerts: [{ code: 'contradicting_result', detail: late }, second, first],
    });
    expect(await system.get('/v1/payments?attention=true')).toMatchObject({ payments: [{ id }] });

    const word = { status: 'cancelled', reason: 'both given back in the portal' };
    expect(await system.post(`/v1/payments/${id}/resolve`, word)).toMatchObject({ status: 'cancelled', alerts: [] });
    expect(await system.get('/v1/payments?attention=true')).toMatchObject({ payments: [] });
  });

  test('a paid payment cannot be resolved as cancelled', async () => {
    await start();
    const { id } = await system.paid();
    const word = { status: 'cancelled', reason: 'seen in the portal' };
    expect((await system.merchant('POST', `/v1/payments/${id}/resolve`, word)).status).toBe(409);
    expect(await payment(id)).toMatchObject({ status: 'paid' });
  });
});

/** The notification of a subscription's next renewal, a month later. */
async function nextRenewal(): Promise<{ id: string; notification: Record<string, string> }> {
  state().clock.advance(MONTH);
  ahead += MONTH;
  const { transaction_id: id } = state().ledger.all().at(-1)!;
  const notification = state()
    .notifier.deliveries()
    .find((sent) => sent.transaction_id === id)!.fields;
  return { id, notification };
}

async function passHours(count: number): Promise<void> {
  for (let hour = 0; hour < count; hour += 1) {
    ahead += HOUR;
    await system.companion.reconcile();
  }
}

describe('unverified renewal notification', () => {
  beforeEach(() => start());

  test('an unverified renewal is recorded once a query lists it', async () => {
    const { id: contract } = await system.paid({ subscription: TERMS });
    const { id, notification } = await nextRenewal();
    setNextResponse(system, 'retrievalTrans', { return_status: '1', orders_list: [] });
    await notify(contract, unsigned(notification));
    expect(await ofTransaction(id)).toEqual([]);
    await passHours(2);
    expect(await ofTransaction(id)).toMatchObject([{ status: 'paid', amount: '24.00' }]);
  });

  test('an unverified renewal is queried even after other unverified notifications used up their queries', async () => {
    const { id: contract } = await system.paid({ subscription: TERMS });
    const { id, notification } = await nextRenewal();
    for (const note of ['1', '2', '3', '4']) await notify(contract, { webhooks_type: 'REFUND RESULT', note });
    await notify(contract, unsigned(notification));
    expect(await ofTransaction(id)).toMatchObject([{ status: 'paid' }]);
  });

  test('an unverified renewal that no query lists is not recorded and raises an alert', async () => {
    const contract = await system.paid({ subscription: TERMS });
    const { order_no, recurring_id } = contract;
    const id = `${order_no}-99999`;
    await notify(contract.id, { ...unsigned(signed(order_no, id)), recurring_id: recurring_id! });
    await passHours(48);
    expect(await ofTransaction(id)).toEqual([]);
    expect(await countAlerts(system, 'notification_not_applied')).toBe(1);
  });
});

describe('renewal that was given up', () => {
  beforeEach(() => start());

  test('a renewal that was given up is recorded when its notification arrives again and the gateway responds', async () => {
    const { id: contract } = await system.paid({ subscription: TERMS });
    const { id, notification } = await nextRenewal();
    state().scenarios.arm({ operation: 'retrievalTrans', fault: 'reset', times: 1000, after_charge: false });
    await notify(contract, unsigned(notification));
    await notify(contract, unsigned(notification));
    await passHours(48);
    expect(await countAlerts(system, 'notification_not_applied')).toBe(1);
    state().scenarios.clear();
    await notify(contract, unsigned(notification));
    await passHours(1);
    expect(await ofTransaction(id)).toMatchObject([{ status: 'paid', amount: '24.00' }]);
    await notify(contract, unsigned(notification));
    expect(await ofTransaction(id)).toHaveLength(1);
  });
});

describe('subscription whose first response was lost', () => {
  beforeEach(() => start());

  test('a subscription whose first response was lost starts with its first verified renewal', async () => {
    state().scenarios.arm({ operation: 'authorise', fault: 'reset', times: 1, after_charge: true });
    const session = await system.openSession({ subscription: TERMS });
    const { payment_id: first } = await system.pay(session.token, createCardSubmit());
    ahead += 15_000;
    await system.companion.reconcile();
    expect(await payment(first!)).toMatchObject({ status: 'paid', recurring_id: null });
    const { id, notification } = await nextRenewal();
    await notify(first!, notification);
    expect(await ofTransaction(id)).toMatchObject([{ status: 'paid', recurring_id: notification['recurring_id'] }]);
    const { subscriptions } = await system.get<{ subscriptions: unknown[] }>('/v1/subscriptions');
    expect(subscriptions).toMatchObject([{ recurring_id: notification['recurring_id'], status: 'Active' }]);
  });

  test('an unverified renewal does not start the subscription and raises an alert', async () => {
    state().scenarios.arm({ operation: 'authorise', fault: 'reset', times: 1, after_charge: true });
    const session = await system.openSession({ subscription: TERMS });
    const { payment_id: first } = await system.pay(session.token, createCardSubmit());
    ahead += 15_000;
    await system.companion.reconcile();
    const { id, notification } = await nextRenewal();
    await notify(first!, unsigned(notification));
    expect(await ofTransaction(id)).toEqual([]);
    expect(await payment(first!)).toMatchObject({ recurring_id: null, alerts: [{ code: 'notification_waits' }] });
  });

  test('a renewal that the gateway’s records do not list does not start the subscription', async () => {
    state().scenarios.arm({ operation: 'authorise', fault: 'reset', times: 1, after_charge: true });
    const session = await system.openSession({ subscription: TERMS });
    const { payment_id: first } = await system.pay(session.token, createCardSubmit());
    ahead += 15_000;
    await system.companion.reconcile();
    const { order_no } = await payment(first!);
    await notify(first!, { ...signed(order_no, `${order_no}-99999`), recurring_id: 'R-made-up' });
    expect(await payment(first!)).toMatchObject({ recurring_id: null });
    expect(await ofTransaction(`${order_no}-99999`)).toEqual([]);
  });
});

test('a renewal after a subscription’s cancellation is recorded and raises an alert', async () => {
  await start();
  const contract = await system.paid({ subscription: TERMS });
  await system.post(`/v1/subscriptions/${contract.recurring_id!}/cancel`);
  const id = `${contract.order_no}-77790`;
  await notify(contract.id, { ...signed(contract.order_no, id), recurring_id: contract.recurring_id! });
  expect(await ofTransaction(id)).toMatchObject([{ status: 'paid' }]);
  expect(await countAlerts(system, 'renewal_after_cancellation')).toBe(1);
});

test.each(['a notification', 'a resolve request'])(
  'a declined renewal that becomes paid by %s is not a duplicate',
  async (who) => {
    await start();
    const first = await system.paid({ subscription: TERMS });
    const { id } = await nextRenewal();
    const { order_no, session_id, recurring_id } = first;
    const declined = signed(order_no, id, { order_status: '0', result_info: 'D0005:no' });
    await notify(first.id, { ...declined, recurring_id: recurring_id! });
    const [renewal] = await ofTransaction(id);
    expect(renewal).toMatchObject({ status: 'declined' });
    if (who === 'a resolve request') {
      await system.post(`/v1/payments/${renewal!.id}/resolve`, { status: 'paid', reason: 'collected again' });
    } else await notify(first.id, { ...signed(order_no, id), recurring_id: recurring_id! });
    await expect.poll(() => payment(renewal!.id)).toMatchObject({ status: 'paid', duplicate: false });
    expect(await countAlerts(system, 'order_paid_twice')).toBe(0);

    // The renewal pays a month only. It does not replace the subscription's first payment.
    await system.post(`/v1/payments/${first.id}/cancel`);
    expect(await system.get(`/v1/sessions/${session_id}`)).not.toMatchObject({ status: 'paid' });
  },
);

describe('subscription whose first payment does not count', () => {
  const ALERT = 'renewal_of_void_payment';
  beforeEach(() => start());

  test('a renewal raises an alert if the first payment was cancelled', async () => {
    const first = await system.paid({ subscription: TERMS });
    const { id, notification } = await nextRenewal();
    await notify(first.id, notification);
    expect(await ofTransaction(id)).toMatchObject([{ status: 'paid' }]);
    expect(await countAlerts(system, ALERT)).toBe(0);

    await system.post(`/v1/payments/${first.id}/cancel`);
    const next = await nextRenewal();
    await notify(first.id, next.notification);
    expect(await ofTransaction(next.id)).toMatchObject([{ status: 'paid' }]);
    expect(await countAlerts(system, ALERT)).toBe(1);
  });

  test('a renewal raises an alert if the first payment was a duplicate, also after its refund', async () => {
    const session = await system.openSession({ subscription: TERMS });
    const challenged = await system.pay(session.token, createCardSubmit('4000000000003220'));
    await system.browser(session.token, 'POST', '/checkout/abandon');
    const second = await system.pay(session.token, createCardSubmit());
    const { order_no } = await payment(second.payment_id!);
    const ofOrder = () =>
      state()
        .ledger.all()
        .filter((entry) => entry.order_no === order_no);
    applyTransactionResult(
      state(),
      ofOrder().find((entry) => entry.state === 'waiting')!,
      { state: 'paid', result_code: '0000' },
    );
    const toldLast = () =>
      state()
        .notifier.deliveries()
        .filter((sent) => sent.fields['order_no'] === order_no);
    await notify(challenged.payment_id!, toldLast().at(-1)!.fields);
    const duplicate = await payment(challenged.payment_id!);
    expect(duplicate).toMatchObject({ status: 'paid', duplicate: true });
    const refunds = [{ payment_id: duplicate.id, refund_amount: '24.00', refund_reason: 'paid twice' }];
    await system.post('/v1/refunds', { refunds });

    state().clock.advance(MONTH);
    ahead += MONTH;
    const deducted = toldLast().slice(-2);
    for (const { fields } of deducted) {
      const isDuplicate = fields['recurring_id'] === duplicate.recurring_id;
      await notify(isDuplicate ? duplicate.id : second.payment_id!, fields);
    }
    const { payments } = await system.get<{ payments: TestPaymentDetails[] }>(`/v1/payments?order_no=${order_no}`);
    expect(payments).toHaveLength(4);
    expect(await countAlerts(system, ALERT)).toBe(1);
  });
});
