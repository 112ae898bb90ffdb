import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../server/store/open-store.ts';
import type { Store } from '../../server/store/store.ts';
import { createCheckoutServer, type CheckoutServer } from '../../server/index.ts';
import { SANDBOX_CREDENTIALS } from '../../server/sandbox/index.ts';
import type { CreateSession } from '../../shared/contract/index.ts';
import type { DetailedPayment } from '../../shared/contract/merchant/payments.ts';
import type * as z from 'zod/mini';
import { DEFAULT_PROFILE } from '../../server/gateway/index.ts';
import { recordPromiseFigures } from '../support/promise-figures.ts';
import { pickRunSize } from '../support/full-size.ts';
import { notificationOf, startLedgerGateway, type LedgerGateway } from '../support/ledger-gateway.ts';
import { API_KEY, nextOrderNo, TEST_SESSION_FIELDS, SHOP_ORIGIN, createCardSubmit } from '../support/system.ts';

/** Genuine notifications, altered in the fields that no digest covers. */

const PUBLIC_URL = 'http://pay.localhost:4001';
const TERMS = { contract_name: 'Gold', contract_amount: '24.00', interval: 'month' } as const;
/** Notifications of one payment; every one is altered in its own way. */
const EACH = 10;

let gateway: LedgerGateway;
let store: Store;
let companion: CheckoutServer;
/** What the next answer of the gateway adds or replaces. */
let answerChanges: Record<string, string>;
let answered: Record<string, string>[];
let victim: Subject;

beforeAll(async () => {
  gateway = await startLedgerGateway();
  gateway.responseChanges = (fields) => {
    answered.push(fields);
    return answerChanges;
  };
  answerChanges = {};
  answered = [];
  store = openStore({ dataDir: ':memory:' });
  companion = createCheckoutServer({
    publicUrl: PUBLIC_URL,
    gatewayUrl: gateway.url,
    merchantId: SANDBOX_CREDENTIALS.merchant_id,
    accountId: SANDBOX_CREDENTIALS.account_id,
    signKey: SANDBOX_CREDENTIALS.sign_key,
    apiKeys: `${API_KEY}:pay+refund+read`,
    allowedOrigins: [SHOP_ORIGIN],
    store,
    logLevel: 'silent',
    reconcileEvery: 0,
    limits: 'off',
    cardTesting: 'off',
  });
  victim = await begin({ shopper: 'victim', saves: true, subscribes: true, answer: 'paid', named: 'victim' });
});

afterAll(async () => {
  await companion.close();
  await gateway.close();
});

interface Subject {
  paymentId: string;
  orderNo: string;
  shopper: string;
  /** The secret address, which only the gateway receives. */
  secretPath: string;
}

interface Plan {
  shopper: string;
  saves: boolean;
  subscribes: boolean;
  answer: 'paid' | 'pending';
  /** The token and subscription that the gateway's answer names; none where absent. */
  named?: string;
}

async function call(method: string, path: string, body?: unknown, token = API_KEY): Promise<Response> {
  const headers: Record<string, string> = { authorization: `Bearer ${token}`, origin: SHOP_ORIGIN };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (method === 'POST' && token === API_KEY) headers['idempotency-key'] = crypto.randomUUID();
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  return companion.fetch(new Request(`${PUBLIC_URL}${path}`, init));
}

async function begin(plan: Plan): Promise<Subject> {
  const orderNo = nextOrderNo();
  const session: CreateSession = {
    ...TEST_SESSION_FIELDS,
    order_no: orderNo,
    shopper: { ...TEST_SESSION_FIELDS.shopper, id: plan.shopper },
    saved_cards: true,
    ...(plan.subscribes ? { subscription: TERMS } : {}),
  };
  answerChanges = {
    ...(plan.answer === 'pending' ? { order_status: '-1', result_info: 'P0001:Processing' } : {}),
    ...(plan.named === undefined ? {} : { token_id: `tok-${plan.named}`, recurring_id: `rec-${plan.named}` }),
  };
  const opened = (await (await call('POST', '/v1/sessions', session)).json()) as { token: string };
  const submit = { ...createCardSubmit(), save_card: plan.saves };
  const outcome = await (await call('POST', '/checkout/payments', submit, opened.token)).json();
  const told = answered.find((fields) => fields['order_no'] === orderNo)?.['notify_url'] ?? '';
  const { payment_id: paymentId } = outcome as { payment_id: string };
  return { paymentId, orderNo, shopper: plan.shopper, secretPath: new URL(told).pathname };
}

type Address = 'secret' | 'public' | 'wrong';

async function notify(subject: Subject, address: Address, fields: Record<string, string>): Promise<void> {
  const publicPath = `/gateway/notify/${subject.paymentId}`;
  const path = { secret: subject.secretPath, public: publicPath, wrong: `${publicPath}/AAAAAAAAAAAAAAAAAAAAAA` }[
    address
  ];
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(fields).toString();
  const answer = await companion.fetch(new Request(`${PUBLIC_URL}${path}`, { method: 'POST', headers, body }));
  expect(answer.status).toBe(200);
}

/** Until every stored notification is applied: their jobs are planned for a minute after them. */
async function settled(): Promise<void> {
  await expect
    .poll(async () => (await store.readBacklog(Date.now() + 120_000)).dueJobs.notification?.count ?? 0, {
      interval: 1,
    })
    .toBe(0);
}

/** What a payment, its shopper and its order came to; nothing in it names the payment. */
async function stateOf({ paymentId, orderNo, shopper }: Subject): Promise<unknown> {
  const payment = (await (await call('GET', `/v1/payments/${paymentId}`)).json()) as z.infer<typeof DetailedPayment>;
  const session = (await (await call('GET', `/v1/sessions/${payment.session_id}`)).json()) as { status: string };
  const { payments } = await store.listPayments({ orderNo, limit: 100 });
  const cards = await store.listSavedCards({ shopperId: shopper, limit: 100 });
  const subscription = payment.recurring_id === null ? undefined : await store.findSubscription(payment.recurring_id);
  const { refunds } = (await (await call('GET', `/v1/refunds?payment_id=${paymentId}`)).json()) as {
    refunds: { status: string; refund_amount: string }[];
  };
  return {
    status: payment.status,
    session: session.status,
    decline: payment.decline,
    refunded: payment.refunded_amount,
    transaction: payment.transaction_id?.slice(orderNo.length),
    begins: subscription === undefined ? null : subscription.payment_id === paymentId,
    dispute: payment.dispute_status,
    disputes: payment.disputes.map(({ status, reason }) => [status, reason]),
    review: payment.review_status,
    result: Object.keys(payment.result ?? {}).sort(),
    payments: payments.map(({ status, amount }) => `${status} ${amount}`).sort(),
    cards: cards.entries.length,
    refunds: refunds.map(({ status, refund_amount: amount }) => `${status} ${amount}`),
  };
}

const KINDS = {
  'a pending payment that saves its card': { saves: true, subscribes: false, answer: 'pending' },
  'a pending payment that begins a subscription': { saves: true, subscribes: true, answer: 'pending' },
  'a pending payment': { saves: false, subscribes: false, answer: 'pending' },
  'a paid payment': { saves: false, subscribes: false, answer: 'paid' },
  'a paid payment whose card and subscription are not named yet': { saves: true, subscribes: true, answer: 'paid' },
} as const;

const TYPES = [
  'PAYMENT',
  'REVIEW RESULT',
  'DISPUTE RECIEVED',
  'DISPUTE RESULT',
  'REFUND RECIEVED',
  'REFUND ACCEPTED',
  'REFUND RESULT',
  'PAYOUT',
  '',
];

const text = fc.string({ maxLength: 12 }).map((value) => value.replace(/[\u0000-\u001f]/g, ''));
const alteration = fc.record(
  {
    webhooks_type: fc.constantFrom(...TYPES),
    token_id: fc.constantFrom('tok-victim', 'tok-own', 'tok-made-up', ''),
    recurring_id: fc.constantFrom('rec-victim', 'rec-own', 'rec-made-up', ''),
    contract_name: text,
    recurring_deduction_period: text,
    recurring_deduction_time: fc.constantFrom('2030-01-01 00:00:00', 'soon'),
    chargeback_reason: text,
    error_code: text,
    card: fc.constantFrom('424242***4242', '555555***4444'),
    note: text,
    connector: text,
    threeds_result: text,
    risk_action: fc.constantFrom('approve', 'reject', ''),
    risk_score: fc.constantFrom('1', '99'),
    refund_amount: fc.constantFrom('24.00', '1.00'),
    refund_status: fc.constantFrom('0', '1'),
    billing_country: text,
    payment_status: fc.constantFrom('3000', '4100'),
  },
  { requiredKeys: [] },
);

const scenario = fc.record({
  kind: fc.constantFrom(...(Object.keys(KINDS) as (keyof typeof KINDS)[])),
  taken: fc.boolean(),
  address: fc.constantFrom<Address>('secret', 'public', 'public', 'wrong'),
  /** Whether the notifications are about a second transaction of the order: a renewal, or money taken twice. */
  isSecond: fc.constantFrom(false, false, false, true),
  /** Whether part of the payment was refunded. */
  isRefunded: fc.boolean(),
  altered: fc.array(alteration, { minLength: EACH, maxLength: EACH }),
});

const RUNS = pickRunSize(60, 1_000);
let count = 0;

test(
  'promise 24: notifications with a valid digest and altered uncovered fields apply only their covered fields at a public or wrong address, take nothing over from any, and cause 3 queries at most',
  async () => {
    const before = await stateOf(victim);
    let takeovers = 0;
    await fc.assert(
      fc.asyncProperty(scenario, async ({ kind, taken, address, isSecond, isRefunded, altered }) => {
        count += 1;
        const plan = { ...KINDS[kind], shopper: `attacker-${String(count)}` };
        const one = await begin(plan);
        const twin = await begin({ ...plan, shopper: `${plan.shopper}-twin` });
        const isTaken = taken || plan.answer === 'paid';
        const refunds = isRefunded && plan.answer === 'paid' ? 1 : 0;
        for (const subject of [one, twin]) {
          const charge = gateway.charges.find(({ orderNo }) => orderNo === subject.orderNo)!;
          charge.paid = isTaken;
          if (isSecond) gateway.charges.push({ ...charge, transactionId: `${subject.orderNo}-00099` });
          if (refunds === 1) {
            const refund = { payment_id: subject.paymentId, refund_amount: '4.00', refund_reason: 'x' };
            await call('POST', '/v1/refunds', { refunds: [refund] });
          }
        }
        gateway.queries.clear();
        const genuine = ({ orderNo }: Subject): Record<string, string> =>
          notificationOf(gateway.charges.filter((charge) => charge.orderNo === orderNo).at(-1)!);
        const covered = Object.entries(genuine(twin)).filter(
          ([name]) => name === 'encryption_data' || DEFAULT_PROFILE.recipes.result.includes(name),
        );
        await notify(twin, address === 'secret' ? 'public' : address, Object.fromEntries(covered));
        for (const change of altered) await notify(one, address, { ...genuine(one), ...change });
        await settled();

        expect(gateway.queries.get(one.orderNo) ?? 0).toBeLessThanOrEqual(3 + 3 * refunds + (isSecond ? 3 : 0));
        if (address !== 'secret') expect(await stateOf(one)).toEqual(await stateOf(twin));
        takeovers += await countTakeovers(one);
        expect(takeovers).toBe(0);
      }),
      { numRuns: RUNS, seed: Number(process.env['TILLGATE_FUZZ_SEED'] ?? '20270101') },
    );
    expect(await stateOf(victim)).toEqual(before);
    recordPromiseFigures(24, { notifications_altered: RUNS * EACH, takeovers });
  },
  60_000 + RUNS * 1_000,
);

/** What of the victim's an attacker's shopper or payment has now. */
async function countTakeovers({ paymentId, shopper }: Subject): Promise<number> {
  const { entries } = await store.listSavedCards({ shopperId: shopper, limit: 100 });
  const payment = await store.findPayment(paymentId);
  const subscription = await store.findSubscription('rec-victim');
  const isCardTaken = entries.some((card) => card.token === 'tok-victim');
  const isSubscriptionTaken = payment?.recurring_id === 'rec-victim' || subscription?.payment_id !== victim.paymentId;
  return Number(isCardTaken) + Number(isSubscriptionTaken);
}
