import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { computeDigest, DEFAULT_PROFILE } from '../../server/gateway/index.ts';
import { TRANSITIONS, type ReportedStatus, type ResultSource } from '../../server/payments/transition-table.ts';
import { lookUpTransition } from '../../server/payments/transition-table.ts';
import { SANDBOX_CREDENTIALS } from '../../server/sandbox/index.ts';
import type { PaymentStatus } from '../../shared/contract/merchant/payments.ts';
import { recordPromiseFigures } from '../support/promise-figures.ts';
import { checkProperty, fuzzTimeout } from '../support/fuzz.ts';
import { authoriseResponse, sendXml, startStubGateway, type StubGateway } from '../support/stub-gateway.ts';
import { startTestSystem, type TestPaymentDetails, type TestSystem } from '../support/system.ts';

type Reported = readonly [status: ReportedStatus, source: ResultSource];

const STATES = Object.keys(TRANSITIONS) as PaymentStatus[];
const REPORTED = Object.keys(TRANSITIONS.submitting) as ReportedStatus[];
const SOURCES: ResultSource[] = ['response', 'notification', 'query', 'person', 'shopper', 'merchant'];
const OPEN = new Set<PaymentStatus>(['submitting', 'action_required', 'pending', 'unknown', 'held', 'abandoned']);

/** What a result does, as rules and not as a table. */
function byTheRules(state: PaymentStatus, reported: ReportedStatus, source: ResultSource): PaymentStatus {
  const hasLookedUp = source !== 'response' && source !== 'notification';
  if (reported === 'paid') {
    // A charge counts: late only by a query, after a cancellation only by a resolve request.
    if (OPEN.has(state) || state === 'paid') return 'paid';
    return source === 'person' || (hasLookedUp && state !== 'cancelled') ? 'paid' : state;
  }
  if (reported === 'cancelled') {
    if (OPEN.has(state)) return 'cancelled';
    return state === 'paid' && hasLookedUp ? 'cancelled' : state;
  }
  if (!OPEN.has(state)) return state;
  if (reported === 'declined') return 'declined';
  const isBlank = state === 'submitting' || state === 'unknown';
  switch (reported) {
    case 'held':
      return state === 'abandoned' ? state : 'held';
    case 'pending':
      return isBlank || state === 'action_required' ? 'pending' : state;
    case 'action_required':
      return isBlank ? 'action_required' : state;
    case 'abandoned':
      return state === 'action_required' || state === 'pending' ? 'abandoned' : state;
    case 'unknown':
      return state === 'submitting' ? reported : state;
    case 'not_sent':
      return isBlank ? reported : state;
  }
}

function after(state: PaymentStatus, [reported, source]: Reported): PaymentStatus {
  const move = lookUpTransition(state, reported, source);
  return move === 'stay' || move === 'conflict' ? state : move;
}

const result: fc.Arbitrary<Reported> = fc.tuple(fc.constantFrom(...REPORTED), fc.constantFrom(...SOURCES));

describe('transition table', () => {
  test('promise 8: every result in every status makes the documented transition', () => {
    for (const state of STATES)
      for (const reported of REPORTED)
        for (const source of SOURCES) {
          expect([state, reported, source, after(state, [reported, source])]).toEqual([
            state,
            reported,
            source,
            byTheRules(state, reported, source),
          ]);
        }
  });

  test(
    'promise 8: in 100,000 random orders of results nothing unpaid becomes paid, and nothing paid is lost',
    { timeout: 120_000 },
    async () => {
      await checkProperty(
        8,
        100_000,
        fc.property(fc.array(result, { maxLength: 14 }), (results) => {
          let state: PaymentStatus = 'submitting';
          for (const [index, each] of results.entries()) {
            const next = after(state, each);
            if (next !== byTheRules(state, ...each)) throw new Error(`${state} ${each.join(' ')} led to ${next}`);
            if (next === 'paid' && !results.slice(0, index + 1).some(([reported]) => reported === 'paid'))
              throw new Error('paid by nobody');
            if (
              state === 'paid' &&
              next !== 'paid' &&
              !(next === 'cancelled' && each[1] !== 'notification' && each[1] !== 'response')
            )
              throw new Error(`paid became ${next} by ${each.join(' ')}`);
            state = next;
          }
        }),
      );
      recordPromiseFigures(8, { random_orders: 100_000 });
    },
  );

  test(
    'promise 8: the same results in any order end in the same status once the gateway is queried',
    { timeout: 120_000 },
    () => {
      const inconclusive: Reported[] = [
        ['pending', 'response'],
        ['pending', 'notification'],
        ['action_required', 'response'],
        ['unknown', 'response'],
        ['held', 'notification'],
        ['abandoned', 'shopper'],
      ];
      const truths: Record<string, Reported[]> = {
        paid: [
          ['paid', 'notification'],
          ['paid', 'response'],
          ['paid', 'query'],
        ],
        declined: [
          ['declined', 'notification'],
          ['declined', 'response'],
          ['declined', 'query'],
        ],
        cancelled: [
          ['paid', 'notification'],
          ['cancelled', 'merchant'],
          ['cancelled', 'query'],
        ],
      };
      return checkProperty(
        8,
        20_000,
        fc.property(
          fc.constantFrom('paid', 'declined', 'cancelled'),
          fc.array(fc.nat(), { maxLength: 8 }),
          fc.nat(),
          (truth, picks, turn) => {
            const results = [...inconclusive, ...truths[truth]!];
            const order = picks.map((pick) => results[pick % results.length]!);
            const orders = [
              order,
              [...order].reverse(),
              [...order.slice(turn % (order.length + 1)), ...order.slice(0, turn % (order.length + 1))],
            ];
            for (const each of orders) {
              const state = [...each, [truth, 'query'] as Reported].reduce<PaymentStatus>(after, 'submitting');
              expect(state, JSON.stringify(each)).toBe(truth);
            }
          },
        ),
      );
    },
  );
});

describe('companion with random results', () => {
  let stub: StubGateway;
  let system: TestSystem;
  const truth = { status: '3000', order: '', isAway: false };

  beforeAll(async () => {
    stub = await startStubGateway();
    stub.respondToQuery = () => {
      if (truth.isAway) return { return_status: '0' };
      const transaction = { order_no: truth.order, currency: 'EUR', amount: '24.00', payment_status: truth.status };
      const found = {
        ...transaction,
        query_result: '1',
        transaction_id: `${truth.order}-00001`,
        transaction_date: '20300101000000',
      };
      return { return_status: '1', orders_list: [found] };
    };
    system = await startTestSystem({
      companion: { gatewayUrl: stub.url, deadlines: { headers: 1_000, total: 2_000 } },
    });
  });
  afterAll(async () => {
    await system.close();
    await stub.close();
  });

  const EVENTS = [
    'true',
    'true again',
    'pending',
    'forged',
    'other amount',
    'garbage',
    'asked',
    'asked in vain',
    'back',
    'abandoned',
    'reconciled',
  ] as const;

  async function happen(event: (typeof EVENTS)[number], id: string, token: string): Promise<void> {
    const isPaid = truth.status === '3000';
    const fields = (status: string, changes: Record<string, string> = {}): Record<string, string> => ({
      merchant_id: SANDBOX_CREDENTIALS.merchant_id,
      account_id: SANDBOX_CREDENTIALS.account_id,
      order_no: truth.order,
      currency: 'EUR',
      amount: '24.00',
      transaction_id: `${truth.order}-00001`,
      order_status: status,
      result_info: status === '1' ? '0000:Success' : status === '0' ? 'D0005:No' : 'P0001:Wait',
      webhooks_type: 'PAYMENT',
      ...changes,
    });
    const notify = async (
      said: Record<string, string> | string,
      key: string = SANDBOX_CREDENTIALS.sign_key,
    ): Promise<void> => {
      const body =
        typeof said === 'string'
          ? said
          : new URLSearchParams({ ...said, encryption_data: computeDigest(DEFAULT_PROFILE.recipes.result, said, key) });
      const url = `http://x/gateway/notify/${id}`;
      expect((await system.companion.fetch(new Request(url, { method: 'POST', body }))).status).toBe(200);
    };
    truth.isAway = event === 'asked in vain';
    if (event === 'true' || event === 'true again') await notify(fields(isPaid ? '1' : '0'));
    if (event === 'pending') await notify(fields('-1'));
    if (event === 'forged') await notify(fields(isPaid ? '0' : '1'), 'another key');
    if (event === 'other amount') await notify(fields('1', { amount: '0.01' }));
    if (event === 'garbage') await notify('\u0000<respon>');
    if (event === 'asked' || event === 'asked in vain') await system.merchant('POST', `/v1/payments/${id}/sync`, {});
    if (event === 'back') await system.companion.fetch(new Request(`http://x/checkout/return/${id}?frame=1`));
    if (event === 'abandoned') await system.browser(token, 'POST', '/checkout/abandon');
    if (event === 'reconciled') await system.companion.reconcile();
  }

  const answers = {
    pending: { order_status: '-1', result_info: 'P0001:Wait' },
    challenge: { order_status: undefined, result_info: undefined, issuer_url: '' },
  };

  test(
    'promise 8: a payment ends in the gateway’s status with any results in any order',
    { timeout: fuzzTimeout(150, 300) },
    () =>
      checkProperty(
        8,
        150,
        fc.asyncProperty(
          fc.constantFrom('3000', '4000'),
          fc.constantFrom('reset', 'pending', 'challenge' as const),
          fc.array(fc.constantFrom(...EVENTS), { maxLength: 9 }),
          async (status, answer, events) => {
            stub.respond = (fields, response) => {
              if (answer === 'reset') response.destroy();
              else if (answer === 'pending') sendXml(response, authoriseResponse(fields, answers.pending));
              else
                sendXml(response, authoriseResponse(fields, { ...answers.challenge, issuer_url: `${stub.url}/acs` }));
            };
            const session = await system.openSession();
            const outcome = await system.pay(session.token);
            const id = String(outcome.payment_id);
            const charges = stub.charges.length;
            Object.assign(truth, { status, order: stub.charges.at(-1)!['order_no'], isAway: false });
            for (const event of events) await happen(event, id, session.token);
            await happen('asked', id, session.token);
            const payment = await system.get<TestPaymentDetails>(`/v1/payments/${id}`);
            expect(payment.status).toBe(status === '3000' ? 'paid' : 'declined');
            expect(
              payment.timeline.filter((entry) => entry.kind === 'settled' && (entry as { to?: string }).to === 'paid')
                .length,
            ).toBeLessThanOrEqual(1);
            const { status: session_status } = await system.get<{ status: string }>(`/v1/sessions/${session.id}`);
            expect(session_status).toBe(status === '3000' ? 'paid' : 'open');
            expect(stub.charges.length).toBe(charges);
          },
        ),
      ),
  );
});
