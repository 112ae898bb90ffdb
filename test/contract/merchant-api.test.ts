import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaymentActionResultBody } from '../../shared/contract/merchant/reviews-captures-voids.ts';
import type { Session } from '../../shared/contract/merchant/sessions.ts';
import type { Subscription } from '../../shared/contract/merchant/subscriptions.ts';
import { SANDBOX_CREDENTIALS } from '../../server/sandbox/index.ts';
import { receivedNotifyUrlOf } from '../support/gateway-messages.ts';
import {
  startTestSystem,
  createCardSubmit,
  untilDefined,
  type TestPaymentDetails,
  type TestSystem,
} from '../support/system.ts';
import { applyTransactionResult } from '../../server/sandbox/acquiring/apply-result.ts';

let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem({ notifications: true });
});
afterAll(() => system.close());

const world = (): TestSystem['sandbox']['sandbox']['state'] => system.sandbox.sandbox.state;
const HELD = '4000000000009235';
const requestsOf = (operation: string): { fields: Record<string, unknown> }[] =>
  world().requests.filter((request) => request.operation === operation);
const payment = (id: string): Promise<TestPaymentDetails> => system.get<TestPaymentDetails>(`/v1/payments/${id}`);

describe('held payments', () => {
  test('a held payment is paid or declined by the shop’s review', async () => {
    const [one, two] = [await system.paid({}, HELD), await system.paid({}, HELD)];
    expect(one).toMatchObject({ status: 'held', review_status: null });
    const { reviews } = await system.post<{ reviews: PaymentActionResultBody[] }>('/v1/reviews', {
      reviews: [
        { payment_id: one.id, decision: 'approve' },
        { transaction_id: two.transaction_id, decision: 'reject' },
      ],
    });
    expect(reviews.map((review) => [review.status, review.payment?.status, review.payment?.review_status])).toEqual([
      ['accepted', 'paid', 'approved'],
      ['accepted', 'declined', 'rejected'],
    ]);
    expect(requestsOf('review').at(-1)?.fields['review_orders']).toMatchObject([
      { transaction_id: one.transaction_id, review_flag: '1' },
      { transaction_id: two.transaction_id, review_flag: '0' },
    ]);
    const { timeline } = await payment(one.id);
    expect(timeline.map((entry) => entry.kind)).toEqual(
      expect.arrayContaining(['submitted', 'answered', 'approve_requested', 'reviewed']),
    );
  });

  test('the list of sessions is limited to those with a held payment, page by page', async () => {
    await system.paid();
    const held = [await system.paid({}, HELD), await system.paid({}, HELD)];
    await system.paid();
    const listed: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const path = `/v1/sessions?held=true&limit=1${next === '' ? '' : `&cursor=${next}`}`;
      const page: { sessions: Session[]; next_cursor: string | null } = await system.get(path);
      expect(page.sessions.map(({ status }) => status)).toEqual(['processing']);
      listed.push(...page.sessions.map(({ payment_id }) => String(payment_id)));
      next = page.next_cursor;
    }
    expect(listed).toEqual(held.map(({ id }) => id).toReversed());
    await system.post('/v1/reviews', {
      reviews: held.map(({ id }) => ({ payment_id: id, decision: 'approve' })),
    });
  });

  test('101 reviews are sent in two requests, and the results keep their order', async () => {
    const held = await Promise.all(Array.from({ length: 101 }, () => system.paid({}, HELD)));
    const before = requestsOf('review').length;
    const { reviews } = await system.post<{ reviews: PaymentActionResultBody[] }>('/v1/reviews', {
      reviews: held.map((entry) => ({ payment_id: entry.id, decision: 'approve' })),
    });
    expect(reviews.map((review) => review.payment_id)).toEqual(held.map((entry) => entry.id));
    expect(reviews.every((review) => review.payment?.status === 'paid')).toBe(true);
    const sizes = requestsOf('review')
      .slice(before)
      .map((request) => (request.fields['review_orders'] as []).length);
    expect(sizes).toEqual([100, 1]);
  });

  test('a held payment is captured in full', async () => {
    const held = await system.paid({}, HELD);
    expect(await system.post(`/v1/payments/${held.id}/capture`)).toMatchObject({
      status: 'accepted',
      payment: { status: 'paid' },
    });
    const again = await system.merchant('POST', `/v1/payments/${held.id}/capture`);
    expect(again.status).toBe(409);
  });

  test('a review whose response is lost is queried, and the payment takes its result', async () => {
    const held = await system.paid({}, HELD);
    world().scenarios.arm({ operation: 'review', fault: 'reset', times: 1, after_charge: true });
    const { reviews } = await system.post<{ reviews: PaymentActionResultBody[] }>('/v1/reviews', {
      reviews: [{ payment_id: held.id, decision: 'approve' }],
    });
    expect(reviews[0]).toMatchObject({ status: 'unknown', error: { code: 'gateway_no_answer' } });
    await system.companion.reconcile();
    expect(await payment(held.id)).toMatchObject({ status: 'paid' });
  });

  test('a review of a paid payment is refused before it is sent, and the gateway’s refusal is returned', async () => {
    const paid = await system.paid();
    const held = await system.paid({}, HELD);
    applyTransactionResult(world(), world().ledger.find(held.transaction_id!)!, { state: 'paid', result_code: '0000' });
    const { reviews } = await system.post<{ reviews: PaymentActionResultBody[] }>('/v1/reviews', {
      reviews: [
        { payment_id: paid.id, decision: 'reject' },
        { payment_id: 'pay_none', decision: 'reject' },
      ],
    });
    expect(reviews.map((review) => review.error?.code)).toEqual(['wrong_state', 'not_found']);
  });
});

describe('cancellations', () => {
  test('a cancellation cancels a paid payment and expires its session', async () => {
    const paid = await system.paid();
    expect(await system.post(`/v1/payments/${paid.id}/cancel`)).toMatchObject({
      status: 'accepted',
      payment: { status: 'cancelled' },
    });
    expect(await system.get(`/v1/sessions/${paid.session_id}`)).toMatchObject({
      status: 'expired',
      outcome: { status: 'declined', decline: { retryable: false } },
    });
    const synced = await system.post(`/v1/payments/${paid.id}/sync`);
    expect(synced).toMatchObject({ status: 'cancelled', gateway_says: 'cancelled' });
  });

  test('a cancellation of a partly refunded payment is rejected', async () => {
    const paid = await system.paid();
    await system.post('/v1/refunds', { refunds: [{ payment_id: paid.id, refund_amount: '1.00', refund_reason: '' }] });
    const answer = await system.merchant('POST', `/v1/payments/${paid.id}/cancel`);
    expect(answer.status).toBe(409);
  });
});

describe('disputes', () => {
  test('a dispute is received and resolved by notifications and shown on the payment', async () => {
    const paid = await system.paid();
    const transaction = world().ledger.find(paid.transaction_id!)!;
    const control = (path: string, body: object): Promise<Response> =>
      fetch(`${system.sandbox.url}/control/transactions/${transaction.transaction_id}/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
      });
    await control('dispute', { chargeback_reason: 'Not as described' });
    const received = await untilDefined(async () => {
      const now = await payment(paid.id);
      return now.dispute_status === 'received' ? now : undefined;
    });
    expect(received.disputes).toMatchObject([{ status: 'received', reason: 'Not as described' }]);
    await control('dispute/resolve', { result: 'won' });
    await untilDefined(async () => ((await payment(paid.id)).dispute_status === 'won' ? true : undefined));
    // What ended stays as it ended, also where the first word comes again.
    await control('dispute', {});
    expect(await payment(paid.id)).toMatchObject({
      dispute_status: 'won',
      status: 'paid',
      disputes: [{ status: 'won' }],
    });
  });

  test('a dispute notification with a forged digest changes nothing', async () => {
    const paid = await system.paid();
    const forged = new URLSearchParams({
      webhooks_type: 'DISPUTE RECIEVED',
      transaction_id: paid.transaction_id!,
      order_no: paid.order_no,
      encryption_data: 'a'.repeat(64),
    });
    const answer = await system.companion.fetch(
      new Request(receivedNotifyUrlOf(system, paid.id), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: forged.toString(),
      }),
    );
    expect(answer.status).toBe(200);
    await system.settle();
    expect(await payment(paid.id)).toMatchObject({ dispute_status: null, disputes: [] });
  });
});

describe('order updates for the risk product', () => {
  test('outcomes of scored payments are reported to the risk product in one request', async () => {
    let ahead = 0;
    const own = await startTestSystem({ companion: { now: () => Date.now() + ahead } });
    const paid = await Promise.all([own.paid(), own.paid(), own.paid({}, '4000000000000002')]);
    await own.companion.reconcile();
    const told = (): { fields: Record<string, unknown> }[] =>
      own.sandbox.sandbox.state.requests.filter((request) => request.operation === 'updateOrders');
    expect(told()).toHaveLength(0);
    ahead = 6_000;
    await own.companion.reconcile();
    expect(told()).toHaveLength(1);
    const { update_orders: orders } = told()[0]!.fields as { update_orders: { transaction_id: string }[] };
    const byId = (a: { transaction_id: string | null }, b: { transaction_id: string | null }): number =>
      String(a.transaction_id) < String(b.transaction_id) ? -1 : 1;
    expect(orders.sort(byId)).toEqual(
      paid.sort(byId).map((entry) => ({
        transaction_id: entry.transaction_id,
        status: entry.status === 'paid' ? '1' : '0',
        ispass3d: '0',
      })),
    );
    ahead = 3_600_000;
    await own.companion.reconcile();
    expect(told()).toHaveLength(1);
    await own.close();
  });

  test('51 order updates of the shop are sent in two requests, and an unknown order is reported', async () => {
    const paid = await Promise.all(Array.from({ length: 51 }, () => system.paid()));
    const before = requestsOf('updateOrders').length;
    const orders = paid.map((entry) => ({ payment_id: entry.id, status: '1', ispass3d: '0' }));
    const { orders: told } = await system.post<{ orders: { status: string }[] }>('/v1/orders/update', { orders });
    expect(told.map((entry) => entry.status)).toEqual(Array.from({ length: 51 }, () => 'accepted'));
    expect(requestsOf('updateOrders').length - before).toBe(2);
    const strange = { orders: [{ transaction_id: 'nobody-00001', status: '1', ispass3d: '0' }] };
    expect(await system.post('/v1/orders/update', strange)).toMatchObject({
      orders: [{ status: 'refused', error: { code: 'gateway_refused' } }],
    });
  });
});

describe('subscriptions', () => {
  const TERMS = {
    contract_name: 'Gold plan',
    contract_amount: '24.00',
    interval: 'month',
    interval_count: '1',
    billing_cycle: 12,
  };
  const MONTH = 31 * 24 * 3_600_000;

  test('a subscription renews as payments until it is cancelled', async () => {
    const first = await system.paid({ subscription: TERMS });
    expect(first).toMatchObject({ status: 'paid', recurring_id: expect.stringMatching(/^Recurring_\d+$/) as string });
    const id = first.recurring_id!;
    expect(await system.get<Subscription>(`/v1/subscriptions/${id}`)).toMatchObject({
      contract_name: 'Gold plan',
      status: 'Active',
      payment_id: first.id,
      amount: '24.00',
      recurring_deduction_period: '1 month',
      recurring_deduction_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
    });
    for (let month = 1; month <= 3; month += 1) {
      world().clock.advance(MONTH);
      await untilDefined(async () => {
        const { payments } = await system.get<{ payments: TestPaymentDetails[] }>(`/v1/payments?recurring_id=${id}`);
        return payments.length === month + 1 ? true : undefined;
      });
    }
    const { payments } = await system.get<{ payments: TestPaymentDetails[] }>(`/v1/payments?recurring_id=${id}`);
    expect(payments.map((entry) => [entry.status, entry.amount, entry.session_id])).toEqual(
      Array.from({ length: 4 }, () => ['paid', '24.00', first.session_id]),
    );
    expect(new Set(payments.map((entry) => entry.transaction_id)).size).toBe(4);
    // The same report again is the same payment.
    await world().notifier.flush();
    expect(await system.post(`/v1/subscriptions/${id}/cancel`)).toMatchObject({
      status: 'cancelled',
      subscription: { status: 'Inactived' },
    });
    world().clock.advance(6 * MONTH);
    // A charge would be told to the companion by now.
    await world().notifier.flush();
    await system.settle();
    expect((await system.get<{ payments: [] }>(`/v1/payments?recurring_id=${id}`)).payments).toHaveLength(4);
    expect(await system.get('/v1/subscriptions?status=Inactived')).toMatchObject({
      subscriptions: expect.arrayContaining([expect.objectContaining({ recurring_id: id })]) as [],
    });
    // A renewal charge can be refunded like any payment.
    const renewal = payments[0]!;
    const refund = { payment_id: renewal.id, refund_amount: '24.00', refund_reason: 'unused' };
    expect(await system.post('/v1/refunds', { refunds: [refund] })).toMatchObject({
      refunds: [{ refund: { status: 'accepted' } }],
    });
  });

  test('a renewal notification with a forged digest records no payment', async () => {
    const first = await system.paid({ subscription: TERMS });
    const forged = new URLSearchParams({
      webhooks_type: 'PAYMENT',
      merchant_id: '70519',
      account_id: '984747105',
      transaction_id: `${first.order_no}-99999`,
      order_no: first.order_no,
      currency: first.currency,
      amount: '24.00',
      order_status: '1',
      result_info: '0000:Success',
      recurring_id: first.recurring_id!,
    });
    await system.companion.fetch(
      new Request(receivedNotifyUrlOf(system, first.id), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: forged.toString(),
      }),
    );
    await system.settle();
    const found = await system.get<{ payments: [] }>(`/v1/payments?recurring_id=${first.recurring_id!}`);
    expect(found.payments).toHaveLength(1);
  });

  test.each([
    ['the subscription’s amount', '9.00', 0],
    ['the first payment’s amount', '24.00', 0],
    ['another amount', '90.00', 1],
  ])('a verified renewal of %s (%s) is recorded with this number of alerts: %i', async (_name, amount, alerts) => {
    const raised = async (): Promise<number> => {
      const metrics = await (await system.merchant('GET', '/metrics')).text();
      return Number(/alerts_total\{alert="renewal_amount_differs"\} (\d+)/.exec(metrics)?.[1] ?? 0);
    };
    const before = await raised();
    const first = await system.paid({ subscription: { ...TERMS, contract_amount: '9.00' } });
    const fields: Record<string, string> = {
      merchant_id: SANDBOX_CREDENTIALS.merchant_id,
      account_id: SANDBOX_CREDENTIALS.account_id,
      transaction_id: `${first.order_no}-90`,
      order_no: first.order_no,
      currency: first.currency,
      amount,
      order_status: '1',
      result_info: '0000:Success',
      recurring_id: first.recurring_id!,
    };
    const encryption_data = world().signer.sign('result', fields, SANDBOX_CREDENTIALS.sign_key);
    const body = new URLSearchParams({ ...fields, encryption_data });
    const address = receivedNotifyUrlOf(system, first.id);
    await system.companion.fetch(new Request(address, { method: 'POST', body }));
    await untilDefined(async () => {
      const path = `/v1/payments?transaction_id=${first.order_no}-90`;
      const [booked] = (await system.get<{ payments: TestPaymentDetails[] }>(path)).payments;
      return booked?.status === 'paid' && booked.amount === amount ? true : undefined;
    });
    await system.settle();
    expect((await raised()) - before).toBe(alerts);
  });

  test('a subscription cancellation without a response can be sent again, and an external one requires contract_name', async () => {
    const first = await system.paid({ subscription: TERMS });
    world().scenarios.arm({ operation: 'cancelsubscription', fault: 'reset', times: 1, after_charge: false });
    const path = `/v1/subscriptions/${first.recurring_id!}/cancel`;
    const lost = await system.merchant('POST', path);
    expect(lost.status).toBe(202);
    expect(await lost.json()).toMatchObject({
      status: 'unknown',
      subscription: { cancel_unknown: true, status: 'Active' },
    });
    expect(await system.post(path)).toMatchObject({ status: 'cancelled' });
    expect((await system.merchant('POST', '/v1/subscriptions/Recurring_9/cancel')).status).toBe(404);
    const elsewhere = await system.merchant('POST', '/v1/subscriptions/Recurring_9/cancel', { contract_name: 'X' });
    expect(elsewhere.status).toBe(409);
    expect(await elsewhere.json()).toMatchObject({
      code: 'gateway_refused',
      detail: expect.stringContaining('S0001') as string,
    });
  });
});

describe('payouts and balances', () => {
  test('a payout is sent once, is found by a query if its response is lost, and reduces the balance', async () => {
    const balance = async (): Promise<string> => {
      const { balances } = await system.post<{ balances: { currency: string; available_amount: string }[] }>(
        '/v1/balance/payout',
      );
      return balances.find((entry) => entry.currency === 'USD')!.available_amount;
    };
    const before = Number(await balance());
    const body = { payment_currency: 'USD', payment_amount: '100.00', beneficiary: { name: 'Ana Souza' } };
    world().scenarios.arm({ operation: 'payout', fault: 'reset', times: 1, after_charge: true });
    const lost = await system.merchant('POST', '/v1/payouts', body, { 'idempotency-key': 'payout-1' });
    expect(lost.status).toBe(202);
    const { operation } = (await lost.json()) as { operation: { id: string; request_id: string; status: string } };
    expect(operation.status).toBe('unknown');
    const again = await system.merchant('POST', '/v1/payouts', body, { 'idempotency-key': 'payout-1' });
    expect(await again.json()).toMatchObject({ operation: { id: operation.id } });
    expect(await system.post('/v1/payouts/query', { request_id: operation.request_id })).toMatchObject({
      payouts: [{ payment_amount: '100.00' }],
    });
    expect(Number(await balance())).toBeCloseTo(before - 100, 2);
    expect(requestsOf('payout')).toHaveLength(1);
    const refused = await system.merchant('POST', '/v1/payouts', { ...body, payment_amount: '99999999.00' });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: 'gateway_refused' });
  });

  test('unsettled amounts, payment methods, logistics and transactions are queried', async () => {
    const paid = await system.paid();
    expect(await system.post('/v1/balance/unsettled')).toMatchObject({ return_status: '1' });
    const optimised = { currency: 'BRL', amount: '10.00', shopper_email: 'ana@example.com', shopper_country: 'BR' };
    expect(await system.post('/v1/payment-methods/optimise', optimised)).toMatchObject({
      payment_methods: [{ payment_method: 'pix' }, { payment_method: 'card' }],
    });
    const logistics = { logistics_orders: [{ order_no: paid.order_no, tracking_number: 'TR-1', carrier: 'Post' }] };
    expect(await system.post('/v1/logistics', logistics)).toMatchObject({ logistics_orders: [{ upload_status: '1' }] });
    const before = requestsOf('retrievalTrans').length;
    const orders = Array.from({ length: 120 }, (_, index) => `none-${String(index)}`);
    const { transactions } = await system.post<{ transactions: { meaning: string }[] }>('/v1/transactions/query', {
      orders,
      transactions: [paid.transaction_id],
    });
    expect(transactions).toHaveLength(121);
    expect(transactions.at(-1)).toMatchObject({ meaning: 'paid', order_no: paid.order_no });
    expect(requestsOf('retrievalTrans').length - before).toBe(2);
  });
});

describe('redirect payment', () => {
  test('a redirect payment returns a form for the gateway’s page, and is paid there', async () => {
    const { TEST_SESSION_FIELDS: ORDER, nextOrderNo } = await import('../support/system.ts');
    const form = await system.post<{
      session_id: string;
      payment_id: string;
      url: string;
      fields: Record<string, string>;
    }>('/v1/redirect-payments', {
      ...ORDER,
      order_no: nextOrderNo(),
      shopper_ip: '192.0.2.10',
      page: { card_type: '1', default_lang: 'en' },
    });
    expect(form.url).toBe(`${system.sandbox.url}/v1/checkout`);
    expect(form.fields).not.toHaveProperty('card');
    const opened = await fetch(form.url, { method: 'POST', body: new URLSearchParams(form.fields) });
    const page = await opened.text();
    const action = /action="(\/page\/pay\?visit=[\w-]+)"/.exec(page)?.[1];
    expect(action).toBeDefined();
    const done = await fetch(`${system.sandbox.url}${action!}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ number: '4242 4242 4242 4242', expiry: '12/34', code: '123', decision: 'pay' }),
    });
    expect(done.status).toBe(303);
    expect(done.headers.get('location')).toBe(`http://pay.localhost:4001/checkout/return/${form.payment_id}`);
    const settled = await untilDefined(async () => {
      const now = await payment(form.payment_id);
      return now.status === 'paid' ? now : undefined;
    });
    expect(settled).toMatchObject({ method: 'gateway_page', amount: '24.00' });
    // A form with a changed field fails its digest.
    const forged = await fetch(form.url, {
      method: 'POST',
      body: new URLSearchParams({ ...form.fields, amount: '1.00' }),
    });
    expect(forged.status).toBe(400);
  });

  test('the gateway’s page is a payment method of a session, in a frame or in place of the page', async () => {
    for (const [display, type] of [
      ['iframe', 'challenge'],
      ['redirect', 'redirect'],
    ] as const) {
      const session = await system.openSession({ methods: [{ method: 'gateway_page', display }] });
      const { card: _card, ...submit } = createCardSubmit();
      const outcome = await system.pay(session.token, { ...submit, card: undefined, method: 'gateway_page' });
      expect(outcome).toMatchObject({
        status: 'action_required',
        action: { type, purpose: 'payment', method: 'POST', url: `${system.sandbox.url}/v1/checkout` },
      });
    }
  });
});

test('every merchant request is in the audit log, also a failed one', async () => {
  const paid = await system.paid();
  await system.merchant('POST', `/v1/payments/${paid.id}/resolve`, { status: 'declined', reason: 'try' });
  const { entries } = await system.get<{ entries: Record<string, unknown>[] }>(`/v1/audit?target=${paid.id}`);
  expect(entries).toMatchObject([
    {
      action: 'POST /v1/payments/:id/resolve',
      target: paid.id,
      status: 409,
      key_id: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
    },
  ]);
});
