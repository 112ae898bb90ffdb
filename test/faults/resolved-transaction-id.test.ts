import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SANDBOX_CREDENTIALS } from '../../server/sandbox/index.ts';
import type { CreateSession } from '../../shared/contract/index.ts';
import { countAlerts, receivedNotifyUrlOf } from '../support/gateway-messages.ts';
import {
  nextOrderNo,
  startTestSystem,
  createCardSubmit,
  untilDefined,
  type TestPaymentDetails,
  type TestSystem,
} from '../support/system.ts';

/** The gateway's number of a payment: without it nothing can be refunded, and with another's the wrong thing is. */

let system: TestSystem;
let ahead: number;

beforeEach(async () => {
  ahead = 0;
  system = await startTestSystem({ companion: { now: () => Date.now() + ahead } });
});
afterEach(() => system.close());

const TERMS = { contract_name: 'Gold', interval: 'month' } as const;
const world = (): TestSystem['sandbox']['sandbox']['state'] => system.sandbox.sandbox.state;
const payment = (id: string): Promise<TestPaymentDetails> => system.get<TestPaymentDetails>(`/v1/payments/${id}`);
const chargesOf = (order_no: string): string[] =>
  world()
    .ledger.findByOrder(SANDBOX_CREDENTIALS.merchant_id, order_no)
    .map(({ transaction_id }) => transaction_id);

/** A payment whose answer was lost, at an age at which a person may settle it. */
async function lose(after_charge: boolean, terms?: CreateSession['subscription']): Promise<TestPaymentDetails> {
  world().scenarios.arm({ operation: 'authorise', fault: 'reset', times: 1, after_charge });
  const { token } = await system.openSession(terms === undefined ? {} : { subscription: terms });
  const { payment_id: id } = await system.pay(token, createCardSubmit());
  ahead += 70_000;
  return payment(String(id));
}

async function resolve(
  id: string,
  transaction_id?: string,
): Promise<[status: number, body: Partial<TestPaymentDetails>]> {
  const word = { status: 'paid', reason: 'in the portal', ...(transaction_id === undefined ? {} : { transaction_id }) };
  const answer = await system.merchant('POST', `/v1/payments/${id}/resolve`, word);
  return [answer.status, (await answer.json()) as Partial<TestPaymentDetails>];
}

async function refund({ id }: TestPaymentDetails): Promise<string | undefined> {
  const refunds = [{ payment_id: id, refund_amount: '24.00', refund_reason: 'x' }];
  const made = await system.post<{ refunds: { refund?: { transaction_id: string } }[] }>('/v1/refunds', { refunds });
  return made.refunds[0]?.refund?.transaction_id;
}

describe('transaction ID in a resolve request', () => {
  test('a resolve request with an invalid transaction ID is rejected', async () => {
    const lost = await lose(false);
    expect(await resolve(lost.id, 'seen on Monday')).toMatchObject([400, { code: 'invalid_request' }]);
    expect(await payment(lost.id)).toMatchObject({ status: 'unknown', transaction_id: null });
  });

  test('a resolve request with another payment’s transaction ID is rejected', async () => {
    const other = await system.paid();
    const lost = await lose(false);
    expect(await resolve(lost.id, String(other.transaction_id))).toMatchObject([409, { code: 'reference_taken' }]);
    expect(await payment(lost.id)).toMatchObject({ status: 'unknown', transaction_id: null });
  });
});

describe('paid payment without a transaction ID', () => {
  test('a paid payment takes its transaction ID from a second resolve request and can then be refunded', async () => {
    const lost = await lose(true);
    const [number] = chargesOf(lost.order_no);
    expect(await resolve(lost.id)).toMatchObject([200, { status: 'paid', transaction_id: null }]);
    expect(await resolve(lost.id, number)).toMatchObject([200, { status: 'paid', transaction_id: number }]);
    const { timeline } = await payment(lost.id);
    expect(timeline.at(-1)).toMatchObject({ kind: 'resolved', detail: { source: 'person', reason: 'in the portal' } });
    expect(await refund(lost)).toBe(number);
  });

  test('a paid payment without a transaction ID takes it from a query', async () => {
    const lost = await lose(true);
    await resolve(lost.id);
    await system.post(`/v1/payments/${lost.id}/sync`);
    expect(await payment(lost.id)).toMatchObject({ status: 'paid', transaction_id: chargesOf(lost.order_no)[0] });
    await system.post(`/v1/payments/${lost.id}/sync`);
    const { timeline } = await payment(lost.id);
    expect(timeline.filter(({ kind }) => kind === 'completed')).toHaveLength(1);
  });

  test('a payment whose paid response had no transaction ID takes it from a query', async () => {
    const order_no = nextOrderNo();
    const { merchant_id, account_id } = SANDBOX_CREDENTIALS;
    const said = { merchant_id, account_id, order_no, amount: '24.00', currency: 'EUR', order_status: '1' };
    const elements = Object.entries({ ...said, result_info: '0000:Success' });
    const body = `<respon>${elements.map(([name, value]) => `<${name}>${value}</${name}>`).join('')}</respon>`;
    const answer = { fault: 'status', status: 200, content_type: 'application/xml', body } as const;
    world().scenarios.arm({ operation: 'authorise', ...answer, times: 1, after_charge: true });
    const paid = await system.paid({ order_no });
    expect(paid).toMatchObject({ status: 'paid', transaction_id: null });
    await system.post(`/v1/payments/${paid.id}/sync`);
    expect(await payment(paid.id)).toMatchObject({ transaction_id: chargesOf(order_no)[0] });
  });

  test('a paid payment keeps its transaction ID, and a resolve request with another one is rejected', async () => {
    const paid = await system.paid();
    expect(await resolve(paid.id, `${paid.order_no}-99999`)).toMatchObject([409, { code: 'wrong_state' }]);
    expect(await resolve(paid.id, String(paid.transaction_id))).toMatchObject([200, { status: 'paid' }]);
    expect(await payment(paid.id)).toMatchObject({ transaction_id: paid.transaction_id });
  });
});

describe('subscription whose first payment has no transaction ID', () => {
  const MONTH = 31 * 86_400_000;
  const PERSON = 'transaction_id_missing';

  async function notify(id: string, of: string): Promise<void> {
    const told = world().notifier.deliveries();
    const { fields } = told.find(({ transaction_id }) => transaction_id === of)!;
    const body = new URLSearchParams(fields);
    await system.companion.fetch(new Request(receivedNotifyUrlOf(system, id), { method: 'POST', body }));
  }
  /** The subscription's next renewal, notified to the first payment's address. */
  async function deduct({ id }: TestPaymentDetails): Promise<string> {
    world().clock.advance(MONTH);
    ahead += MONTH;
    const { transaction_id } = world().ledger.all().at(-1)!;
    await notify(id, transaction_id);
    return transaction_id;
  }
  const booked = async (first: TestPaymentDetails): Promise<(string | null)[]> => {
    const { payments } = await system.get<{ payments: TestPaymentDetails[] }>(
      `/v1/payments?order_no=${first.order_no}`,
    );
    return payments.map(({ transaction_id }) => transaction_id).reverse();
  };

  test('a renewal waits until the first payment has its transaction ID, and each charge is then recorded once', async () => {
    const first = await lose(true, TERMS);
    const [number] = chargesOf(first.order_no);
    await resolve(first.id);
    const renewal = await deduct(first);
    await untilDefined(async () => ((await countAlerts(system, PERSON)) > 0 ? true : undefined));
    expect(await booked(first)).toEqual([null]);
    await resolve(first.id, number);
    ahead += 3_600_000;
    await system.companion.reconcile();
    expect(await booked(first)).toEqual([number, renewal]);
    expect(await payment(first.id)).toMatchObject({
      transaction_id: number,
      recurring_id: expect.any(String) as string,
    });
    expect(await refund(first)).toBe(number);
  });

  test('a first payment without a transaction ID takes its own notification once a query tells the charges apart', async () => {
    const first = await lose(true, TERMS);
    const [number] = chargesOf(first.order_no);
    await resolve(first.id);
    await notify(first.id, String(number));
    await untilDefined(async () => ((await payment(first.id)).recurring_id === null ? undefined : true));
    expect(await booked(first)).toEqual([number]);
    const renewal = await deduct(first);
    await untilDefined(async () => ((await booked(first)).length === 2 ? true : undefined));
    expect(await booked(first)).toEqual([number, renewal]);
    expect(await countAlerts(system, PERSON)).toBe(0);
  });
});
