import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RefundEntryResult } from '../../shared/contract/merchant/refunds.ts';
import { SANDBOX_CREDENTIALS } from '../../server/sandbox/index.ts';
import { openStore } from '../../server/store/open-store.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { countAlerts, setNextResponse, receivedNotifyUrlOf, signedPaidResult } from '../support/gateway-messages.ts';
import {
  nextOrderNo,
  startTestSystem,
  createCardSubmit,
  untilDefined,
  type TestPaymentDetails,
  type TestSystem,
} from '../support/system.ts';

/** A card of the sandbox that is pending until its clock has moved. */
const PENDING_CARD = '4000000000005126';
/** A card of the sandbox that is held for review. */
const HELD_CARD = '4000000000009235';

/** Failed requests after a payment, and their outcomes. */

let system: TestSystem;
let folder: string;
let ahead: number;

beforeEach(async () => {
  ahead = 0;
  folder = mkdtempSync(join(tmpdir(), 'tillgate-faults-'));
  system = await startTestSystem({ companion: { dataDir: folder, now: () => Date.now() + ahead } });
});
afterEach(async () => {
  await system.close();
  rmSync(folder, { recursive: true, force: true });
});

const sandboxState = (): TestSystem['sandbox']['sandbox']['state'] => system.sandbox.sandbox.state;
const requestsOf = (operation: string): number =>
  sandboxState().requests.filter((entry) => entry.operation === operation).length;
const payment = (id: string): Promise<TestPaymentDetails> => system.get<TestPaymentDetails>(`/v1/payments/${id}`);
const PAN = '4242424242424242';

async function refund(paid: TestPaymentDetails, amount: string): Promise<RefundEntryResult> {
  const refunds = [{ payment_id: paid.id, refund_amount: amount, refund_reason: 'x' }];
  return (await system.post<{ refunds: RefundEntryResult[] }>('/v1/refunds', { refunds })).refunds[0]!;
}

function notify(id: string, fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams(fields).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const request = new Request(receivedNotifyUrlOf(system, id), { method: 'POST', headers, body });
  return Promise.resolve(system.companion.fetch(request));
}

/** The sandbox's notifications about a transaction, newest first. */
const notificationsOf = (transactionId: string): Record<string, string>[] =>
  sandboxState()
    .notifier.deliveries()
    .filter((entry) => entry.transaction_id === transactionId)
    .map((entry) => entry.fields)
    .reverse();

/** A submit response with an unknown status. */
function doubtful(said: Record<string, string>) {
  const { merchant_id, account_id } = SANDBOX_CREDENTIALS;
  const fields = { merchant_id, account_id, ...said, order_status: '7', result_info: '0000:Success' };
  const body = Object.entries(fields).map(([name, value]) => `<${name}>${value}</${name}>`);
  return {
    operation: 'authorise',
    fault: 'status',
    status: 200,
    body: `<respon>${body.join('')}</respon>`,
    content_type: 'application/xml',
    times: 1,
    after_charge: true,
  } as const;
}

const onDisk = (): string =>
  readdirSync(folder)
    .map((file) => readFileSync(join(folder, file)).toString('latin1'))
    .join('');

describe('promise 10: refunds', () => {
  const item = (paid: TestPaymentDetails, changes: object = {}): object => ({
    transaction_id: paid.transaction_id,
    order_no: paid.order_no,
    currency: 'EUR',
    amount: '24.00',
    refund_amount: '5.00',
    refund_status: '1',
    refund_message: '0000:Success',
    refund_reference_id: `${String(paid.transaction_id)}-01`,
    ...changes,
  });

  test('a batch rejected as a whole does not undo a refund whose item is accepted', async () => {
    const paid = await system.paid();
    setNextResponse(system, 'refund', { return_status: '0', return_message: 'E1:partly', refund_orders: [item(paid)] });
    expect((await refund(paid, '5.00')).refund?.status).toBe('accepted');
  });

  test('an item that names another refund leaves the refund unknown and gives it no reference', async () => {
    const paid = await system.paid();
    const first = await refund(paid, '5.00');
    setNextResponse(system, 'refund', {
      return_status: '1',
      refund_orders: [item(paid, { refund_reference: first.refund!.refund_reference })],
    });
    const second = await refund(paid, '5.00');
    expect(second.refund).toMatchObject({ status: 'unknown', refund_reference_id: null });
    sandboxState().clock.advance(10_000);
    await system.post('/v1/refunds/search', { orders: [paid.order_no] });
    expect(await system.get(`/v1/refunds/${second.refund!.id}`)).toMatchObject({ status: 'unknown' });
    expect((await payment(paid.id)).refunded_amount).toBe('5.00');
  });

  test('a bare HTTP 401 leaves a refund unknown, and the gateway’s credentials error refuses it', async () => {
    const paid = await system.paid();
    setNextResponse(system, 'refund', {}, 401);
    expect((await refund(paid, '20.00')).refund?.status).toBe('unknown');
    expect((await refund(paid, '20.00')).error?.code).toBe('refund_exceeds_paid');
    const other = await system.paid();
    setNextResponse(system, 'refund', { return_status: '0', return_message: 'I0013:Wrong encryption_data' });
    expect((await refund(other, '20.00')).refund?.status).toBe('refused');
    expect((await refund(other, '20.00')).refund?.status).toBe('accepted');
  });

  test('a refused refund can be resolved as refunded, and its amount is reserved again', async () => {
    const paid = await system.paid();
    setNextResponse(system, 'refund', { return_status: '0', return_message: 'E1:no' });
    const refused = await refund(paid, '20.00');
    const path = `/v1/refunds/${refused.refund!.id}/resolve`;
    expect(await system.post(path, { status: 'refunded', reason: 'in the portal' })).toMatchObject({
      status: 'refunded',
    });
    expect((await refund(paid, '20.00')).error?.code).toBe('refund_exceeds_paid');
    expect((await payment(paid.id)).refunded_amount).toBe('20.00');
  });

  test('a reused idempotency key whose response was pruned is rejected for another refund', async () => {
    const [paid, other] = [await system.paid(), await system.paid()];
    const ask = async (of: TestPaymentDetails, refund_amount: string, key: string): Promise<RefundEntryResult> => {
      const refunds = [{ payment_id: of.id, refund_amount, refund_reason: 'x' }];
      const answer = await system.merchant('POST', '/v1/refunds', { refunds }, { 'idempotency-key': key });
      return ((await answer.json()) as { refunds: RefundEntryResult[] }).refunds[0]!;
    };
    const keys = ['of-another-payment', 'of-another-sum', 'of-this-very-refund'] as const;
    const asked = [];
    for (const key of keys) asked.push(await ask(paid, '5.00', key));
    for (let day = 0; day < 120; day += 2) {
      ahead += 2 * 24 * 3_600_000;
      await system.companion.reconcile();
    }
    const before = requestsOf('refund');
    for (const outcome of [await ask(other, '5.00', keys[0]), await ask(paid, '7.00', keys[1])]) {
      expect(outcome).toMatchObject({ refund: null, error: { code: 'idempotency_key_reused' } });
    }
    expect((await ask(paid, '5.00', keys[2])).refund?.id).toBe(asked[2]!.refund!.id);
    expect(requestsOf('refund')).toBe(before);
    expect((await payment(other.id)).refunded_amount).toBe('0.00');
  });

  test('a payment with an unknown refund cannot be cancelled', async () => {
    const paid = await system.paid();
    sandboxState().scenarios.arm({ operation: 'refund', fault: 'reset', times: 1, after_charge: true });
    await refund(paid, '24.00');
    expect((await system.merchant('POST', `/v1/payments/${paid.id}/cancel`)).status).toBe(409);
  });

  test('a payment that is cancelled while a batch with its refund is read is not refunded', async () => {
    const paid = await system.paid();
    const others = Array.from({ length: 400 }, (_, index) => ({ payment_id: `pay_none_${String(index)}` }));
    const refunds = [{ payment_id: paid.id }, ...others].map((named) => ({
      ...named,
      refund_amount: '24.00',
      refund_reason: 'x',
    }));
    const batch = system.post<{ refunds: RefundEntryResult[] }>('/v1/refunds', { refunds });
    const cancelled = await system.merchant('POST', `/v1/payments/${paid.id}/cancel`);
    const first = (await batch).refunds[0]!;
    expect(cancelled.status).toBe(200);
    expect(first).toMatchObject({ refund: null, error: { code: 'wrong_state' } });
    expect(requestsOf('refund')).toBe(0);
  });
});

describe('cancellations, captures and subscription cancellations', () => {
  test('a cancellation whose response was lost is queried until its result is known', async () => {
    const paid = await system.paid();
    sandboxState().scenarios.arm({ operation: 'cancel', fault: 'reset', times: 1, after_charge: true });
    sandboxState().scenarios.arm({ operation: 'retrievalTrans', fault: 'reset', times: 3, after_charge: true });
    expect(await system.post(`/v1/payments/${paid.id}/cancel`)).toMatchObject({ status: 'unknown' });
    await system.companion.reconcile();
    expect(await payment(paid.id)).toMatchObject({ status: 'paid' });
    for (let round = 0; round < 4; round += 1) {
      ahead += 600_000;
      await system.companion.reconcile();
    }
    expect(await payment(paid.id)).toMatchObject({ status: 'cancelled' });
    const queries = requestsOf('retrievalTrans');
    ahead += 48 * 3_600_000;
    await system.companion.reconcile();
    expect(requestsOf('retrievalTrans')).toBe(queries);
  });

  test('a cancellation that never reached the gateway leaves the payment paid and can be sent again', async () => {
    const paid = await system.paid();
    sandboxState().scenarios.arm({ operation: 'cancel', fault: 'reset', times: 1, after_charge: false });
    await system.post(`/v1/payments/${paid.id}/cancel`);
    expect((await refund(paid, '1.00')).error?.code).toBe('wrong_state');
    expect(await system.post(`/v1/payments/${paid.id}/cancel`)).toMatchObject({ payment: { status: 'cancelled' } });
  });

  test.each(['without an alert', 'after an alert'])(
    'a payment whose lost cancellation is resolved as paid can be refunded again, %s',
    async (when) => {
      const paid = await system.paid();
      sandboxState().scenarios.arm({ operation: 'cancel', fault: 'reset', times: 1, after_charge: false });
      expect(await system.post(`/v1/payments/${paid.id}/cancel`)).toMatchObject({ status: 'unknown' });
      for (let day = 0; when !== 'without an alert' && day < 6; day += 1) {
        await system.companion.reconcile();
        ahead += 86_400_000;
      }
      expect((await payment(paid.id)).alerts.length === 0).toBe(when === 'without an alert');
      expect((await refund(paid, '1.00')).error?.code).toBe('wrong_state');
      const path = `/v1/payments/${paid.id}/resolve`;
      expect(await system.post(path, { status: 'paid', reason: 'in the portal' })).toMatchObject({ status: 'paid' });
      expect(await payment(paid.id)).toMatchObject({ status: 'paid', alerts: [] });
      expect((await payment(paid.id)).timeline.at(-1)).toMatchObject({ kind: 'resolved' });
      expect((await refund(paid, '1.00')).refund?.status).toBe('accepted');
    },
  );

  test.each(['without an alert', 'after an alert'])(
    'a pending payment with an unknown cancellation that becomes paid cannot be refunded until it is resolved, %s',
    async (when) => {
      const waiting = await system.paid({}, PENDING_CARD);
      expect(waiting.status).toBe('pending');
      sandboxState().scenarios.arm({ operation: 'cancel', fault: 'reset', times: 1, after_charge: false });
      expect(await system.post(`/v1/payments/${waiting.id}/cancel`)).toMatchObject({ status: 'unknown' });
      for (let day = 0; when !== 'without an alert' && day < 6; day += 1) {
        await system.companion.reconcile();
        ahead += 86_400_000;
      }
      const { alerts } = await payment(waiting.id);
      expect(alerts.length === 0).toBe(when === 'without an alert');
      sandboxState().clock.advance(86_400_000);
      ahead += 600_000;
      await (when === 'without an alert'
        ? system.companion.reconcile()
        : system.post(`/v1/payments/${waiting.id}/sync`));
      const paid = await payment(waiting.id);
      expect(paid).toMatchObject({ status: 'paid', alerts });
      expect((await refund(paid, '1.00')).error?.code).toBe('wrong_state');
      await system.post(`/v1/payments/${paid.id}/resolve`, { status: 'paid', reason: 'in the portal' });
      expect((await refund(paid, '1.00')).refund?.status).toBe('accepted');
    },
  );

  test.each(['held', 'pending'])(
    'a payment with an unknown cancellation that is reported as %s can be neither captured nor refunded',
    async (state) => {
      const order_no = nextOrderNo();
      const transaction_id = `${order_no}-70001`;
      const said = { order_no, currency: 'EUR', amount: '24.00', transaction_id };
      if (state === 'pending') sandboxState().scenarios.arm(doubtful(said));
      const waiting = await system.paid({ order_no }, PENDING_CARD);
      expect(waiting.status).toBe(state === 'pending' ? 'unknown' : 'pending');
      sandboxState().scenarios.arm({ operation: 'cancel', fault: 'reset', times: 1, after_charge: false });
      expect(await system.post(`/v1/payments/${waiting.id}/cancel`)).toMatchObject({ status: 'unknown' });
      const number = waiting.transaction_id!;
      if (state === 'held') {
        await notify(waiting.id, signedPaidResult(order_no, number, { order_status: '-2' }));
        await untilDefined(async () => ((await payment(waiting.id)).status === 'held' ? true : undefined));
      } else {
        const pending = { ...said, payment_status: '2000', query_result: '1' };
        setNextResponse(system, 'retrievalTrans', { return_status: '1', orders_list: [pending] });
        expect(await system.post(`/v1/payments/${waiting.id}/sync`)).toMatchObject({ status: 'pending' });
      }
      expect((await system.merchant('POST', `/v1/payments/${waiting.id}/capture`)).status).toBe(409);
      expect(requestsOf('capture')).toBe(0);

      await notify(waiting.id, signedPaidResult(order_no, number));
      const paid = await untilDefined(async () => {
        const now = await payment(waiting.id);
        return now.status === 'paid' ? now : undefined;
      });
      expect((await refund(paid, '1.00')).error?.code).toBe('wrong_state');
      expect(requestsOf('refund')).toBe(0);
    },
  );

  test('a late capture response does not end a later cancellation', async () => {
    const held = await system.paid({}, HELD_CARD);
    sandboxState().scenarios.arm({ operation: 'capture', fault: 'delay', ms: 600, times: 1, after_charge: true });
    const captured = system.post(`/v1/payments/${held.id}/capture`);
    await untilDefined(() => (requestsOf('capture') === 1 ? true : undefined));
    sandboxState().scenarios.arm({ operation: 'cancel', fault: 'reset', times: 1, after_charge: false });
    expect(await system.post(`/v1/payments/${held.id}/cancel`)).toMatchObject({ status: 'unknown' });
    expect((await system.merchant('POST', `/v1/payments/${held.id}/capture`)).status).toBe(409);
    await captured;
    const paid = await payment(held.id);
    expect(paid.status).toBe('paid');
    expect((await refund(paid, '1.00')).error?.code).toBe('wrong_state');
  });

  test('a subscription cancellation whose response was lost stays unknown', async () => {
    const paid = await system.paid({ subscription: { contract_name: 'Gold', interval: 'month' } });
    const path = `/v1/subscriptions/${paid.recurring_id!}/cancel`;
    sandboxState().scenarios.arm({ operation: 'cancelsubscription', fault: 'reset', times: 1, after_charge: true });
    expect((await system.merchant('POST', path)).status).toBe(202);
    expect((await system.merchant('POST', path)).status).toBe(409);
    expect(await system.get(`/v1/subscriptions/${paid.recurring_id!}`)).toMatchObject({ cancel_unknown: true });
  });
});

describe('promise 8: notifications', () => {
  test('a stored notification that was not applied is applied by its job', async () => {
    const paid = await system.paid();
    await fetch(`${system.sandbox.url}/control/transactions/${paid.transaction_id!}/dispute`, {
      method: 'POST',
      body: '{}',
    });
    const fields = notificationsOf(paid.transaction_id!)[0]!;
    expect(fields['webhooks_type']).toBe('DISPUTE RECIEVED');
    // Stored, and then the process was gone.
    const store = openStore({ dataDir: folder });
    const at = Date.now();
    await store.recordNotification(
      { id: 'ntf_cut', payment_id: paid.id, body_hash: 'h', fields, verified: true, address: 'secret', at },
      20,
      at + 1_000,
    );
    await store.close();
    expect((await payment(paid.id)).dispute_status).toBeNull();
    ahead = 2_000;
    await system.companion.reconcile();
    expect(await payment(paid.id)).toMatchObject({ dispute_status: 'received', disputes: [{ status: 'received' }] });
  });

  test('a notification after a query adds the subscription ID that the query did not have', async () => {
    const session = await system.openSession({ subscription: { contract_name: 'Gold', interval: 'month' } });
    sandboxState().scenarios.arm({ operation: 'authorise', fault: 'reset', times: 1, after_charge: true });
    const outcome = await system.pay(session.token, createCardSubmit());
    expect(outcome.status).toBe('unknown');
    await system.post(`/v1/payments/${outcome.payment_id!}/sync`);
    const queried = await payment(outcome.payment_id!);
    expect(queried).toMatchObject({ status: 'paid', recurring_id: null });
    await notify(queried.id, notificationsOf(queried.transaction_id!)[0]!);
    const completed = await untilDefined(async () => {
      const now = await payment(queried.id);
      return now.recurring_id === null ? undefined : now;
    });
    expect(await system.get(`/v1/subscriptions/${completed.recurring_id!}`)).toMatchObject({ status: 'Active' });
  });

  test('a dispute of a renewal charge reaches the renewal’s payment', async () => {
    const paid = await system.paid({ subscription: { contract_name: 'Gold', interval: 'month' } });
    sandboxState().clock.advance(31 * 86_400_000);
    const deducted = sandboxState().ledger.all().at(-1)!;
    await notify(paid.id, notificationsOf(deducted.transaction_id)[0]!);
    const found = await untilDefined(async () => {
      const { payments } = await system.get<{ payments: TestPaymentDetails[] }>(
        `/v1/payments?transaction_id=${deducted.transaction_id}`,
      );
      return payments[0];
    });
    await fetch(`${system.sandbox.url}/control/transactions/${deducted.transaction_id}/dispute`, {
      method: 'POST',
      body: '{}',
    });
    await notify(paid.id, notificationsOf(deducted.transaction_id)[0]!);
    await untilDefined(async () => ((await payment(found.id)).dispute_status === 'received' ? true : undefined));
    expect((await payment(paid.id)).dispute_status).toBeNull();
  });
});

describe('promise 10: operations', () => {
  test('an operation with an empty result is unknown and stays unknown after an empty query result', async () => {
    setNextResponse(system, '/api/card/create', {
      code: '0000',
      message: 'Success',
      result: { create_result_list: [] },
    });
    const made = await system.merchant('POST', '/v1/issuing/cards', { card_bin_id: 806, recharge_amount: 5 });
    expect(made.status).toBe(202);
    const { operation } = (await made.json()) as { operation: { id: string } };
    for (const result of [null, { order_id: '77', status: '1', type: 'recharge', amount: 1 }]) {
      ahead += 70_000;
      setNextResponse(system, '/api/card/query_operate_result', { code: '0000', message: 'Success', result });
      await system.companion.reconcile();
      expect(await system.get(`/v1/operations/${operation.id}`)).toMatchObject({ status: 'unknown' });
    }
  });

  test('an operation with an invalid field is rejected and not sent', async () => {
    const answer = await system.merchant('POST', '/v1/issuing/cards/123/recharge', { recharge_amount: '100.00' });
    expect(answer.status).toBe(400);
    expect(await system.get('/v1/operations')).toMatchObject({ operations: [{ status: 'not_sent' }] });
  });

  test('a payout in progress is queried until it succeeds and raises an alert after a month', async () => {
    const pay = async (): Promise<string> => {
      const body = { payment_currency: 'EUR', payment_amount: '5.00' };
      const { operation } = await system.post<{ operation: { id: string } }>('/v1/payouts', body);
      return operation.id;
    };
    const statusOf = async (id: string): Promise<string> =>
      (await system.get<{ status: string }>(`/v1/operations/${id}`)).status;
    const days = async (count: number): Promise<void> => {
      for (let day = 0; day < count; day += 1) {
        ahead += 25 * 3_600_000;
        await system.companion.reconcile();
      }
    };
    const calls = (): Promise<number> => countAlerts(system, 'outcome_overdue');
    const before = await calls();
    const landed = await pay();
    await days(2);
    expect(await statusOf(landed)).toBe('in_progress');
    sandboxState().clock.advance(7 * 24 * 3_600_000);
    await days(1);
    expect(await statusOf(landed)).toBe('succeeded');
    const stuck = await pay();
    await days(28);
    expect(await calls()).toBe(before);
    await days(3);
    expect([await statusOf(stuck), await calls()]).toEqual(['in_progress', before + 1]);
    sandboxState().scenarios.arm({ operation: 'payout', fault: 'reset', times: 1, after_charge: false });
    const lost = await pay();
    await days(1);
    expect([await statusOf(lost), await calls()]).toEqual(['unknown', before + 2]);
  });

  test('a payout whose response has another request ID is unknown', async () => {
    setNextResponse(system, 'payout', {
      return_status: '1',
      request_id: crypto.randomUUID(),
      payment_amount: '9.00',
      payout_status: '1',
    });
    const answer = await system.merchant('POST', '/v1/payouts', { payment_currency: 'EUR', payment_amount: '5.00' });
    expect(answer.status).toBe(202);
    expect(await answer.json()).toMatchObject({ operation: { status: 'unknown' } });
  });
});

test('promise 13: card data that the gateway puts into unexpected fields reaches neither disk nor response', async () => {
  const paid = await system.paid();
  setNextResponse(system, 'refund', {
    return_status: '1',
    refund_orders: [
      {
        transaction_id: paid.transaction_id,
        refund_amount: '1.00',
        refund_status: '1',
        refund_message: `0000:card ${PAN}`,
      },
    ],
  });
  const told = JSON.stringify(await refund(paid, '1.00'));
  await notify(paid.id, {
    order_no: paid.order_no,
    card: PAN,
    cvv: '737',
    security_code: '737',
    note: `paid by ${PAN}`,
  });
  setNextResponse(system, '/api/card/create', {
    code: '0000',
    result: { create_result_list: [{ status: '1', order_id: '1', card_number: PAN, card_cvv: '737', cardInfo: PAN }] },
  });
  await system.post('/v1/issuing/cards', { card_bin_id: 806 });
  const kept =
    told +
    onDisk() +
    JSON.stringify(await system.get('/v1/operations')) +
    JSON.stringify(await system.get('/v1/events'));
  expect(kept).not.toContain(PAN);
  expect(kept).not.toMatch(/"?(card_)?(cvv|security_code)"?:"?737/);
  expect(kept).toContain('424242***4242');
});

test('promise 22: a session token is stored nowhere in clear, and a repeated request still returns it', async () => {
  const { TEST_SESSION_FIELDS: ORDER } = await import('../support/system.ts');
  const headers = { 'idempotency-key': 'once-and-again' };
  const open = async (): Promise<string> =>
    (await system.merchant('POST', '/v1/sessions', { ...ORDER, order_no: 'S-1' }, headers)).text();
  const first = await open();
  expect(await open()).toBe(first);
  const { token } = JSON.parse(first) as { token: string };
  expect(onDisk()).toContain('S-1');
  expect(onDisk()).not.toContain(token);
});

describe('promise 10: refunds on PostgreSQL', () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  test('concurrent refund results are all added to the refunded amount', async () => {
    const databaseUrl = await postgres.createDatabase();
    const own = await startTestSystem({ companion: { databaseUrl } });
    const paid = await own.paid();
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, () =>
        own.post<{ refunds: RefundEntryResult[] }>('/v1/refunds', {
          refunds: [{ payment_id: paid.id, refund_amount: '1.00', refund_reason: '' }],
        }),
      ),
    );
    expect(outcomes.filter(({ refunds }) => refunds[0]?.refund?.status === 'accepted')).toHaveLength(24);
    expect((await own.get<TestPaymentDetails>(`/v1/payments/${paid.id}`)).refunded_amount).toBe('24.00');
    await own.close();
  });
});
