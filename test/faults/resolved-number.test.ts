import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { computeDigest, DEFAULT_PROFILE } from '../../server/gateway/index.ts';
import { SANDBOX_CREDENTIALS } from '../../server/sandbox/index.ts';
import { nextOrder, startSystem, submitOf, until, type PaidPayment, type TestSystem } from '../support/system.ts';

/** The gateway's number of a payment: without it nothing can be refunded, and with another's the wrong thing is. */

let system: TestSystem;
let ahead: number;

beforeEach(async () => {
  ahead = 0;
  system = await startSystem({ companion: { now: () => Date.now() + ahead } });
});
afterEach(() => system.close());

const TERMS = { contract_name: 'Gold', interval: 'month' } as const;
const world = (): TestSystem['sandbox']['sandbox']['world'] => system.sandbox.sandbox.world;
const payment = (id: string): Promise<PaidPayment> => system.get<PaidPayment>(`/v1/payments/${id}`);
const chargesOf = (order_no: string): string[] =>
  world()
    .ledger.findByOrder(SANDBOX_CREDENTIALS.merchant_id, order_no)
    .map(({ transaction_id }) => transaction_id);

/** A payment whose answer was lost, at an age at which a person may settle it. */
async function lose(after_charge: boolean, terms?: typeof TERMS): Promise<PaidPayment> {
  world().scenarios.arm({ operation: 'authorise', fault: 'reset', times: 1, after_charge });
  const { token } = await system.openSession(terms === undefined ? {} : { subscription: terms });
  const { payment_id: id } = await system.pay(token, submitOf());
  ahead += 70_000;
  return payment(String(id));
}

async function resolve(id: string, transaction_id?: string): Promise<[status: number, body: Partial<PaidPayment>]> {
  const word = { status: 'paid', reason: 'in the portal', ...(transaction_id === undefined ? {} : { transaction_id }) };
  const answer = await system.merchant('POST', `/v1/payments/${id}/resolve`, word);
  return [answer.status, (await answer.json()) as Partial<PaidPayment>];
}

async function refund({ id }: PaidPayment): Promise<string | undefined> {
  const refunds = [{ payment_id: id, refund_amount: '24.00', refund_reason: 'x' }];
  const made = await system.post<{ refunds: { refund?: { transaction_id: string } }[] }>('/v1/refunds', { refunds });
  return made.refunds[0]?.refund?.transaction_id;
}

describe('a number that a person names', () => {
  test('is no text that no transaction has', async () => {
    const lost = await lose(false);
    expect(await resolve(lost.id, 'seen on Monday')).toMatchObject([400, { code: 'invalid_request' }]);
    expect(await payment(lost.id)).toMatchObject({ status: 'unknown', transaction_id: null });
  });

  test('is not that of another payment, which would be refunded in its place', async () => {
    const other = await system.paid();
    const lost = await lose(false);
    expect(await resolve(lost.id, String(other.transaction_id))).toMatchObject([409, { code: 'reference_taken' }]);
    expect(await payment(lost.id)).toMatchObject({ status: 'unknown', transaction_id: null });
  });
});
