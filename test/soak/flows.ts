import type { CreateSession, Outcome } from '../../shared/contract/index.ts';
import { applyTransactionResult } from '../../server/sandbox/acquiring/apply-result.ts';
import type { Transaction } from '../../server/sandbox/acquiring/ledger.ts';
import { notifyOfTransaction } from '../../server/sandbox/acquiring/notify.ts';
import { FLOW_CARDS } from '../support/drive-flows.ts';
import { createCardSubmit, nextOrderNo, TEST_SESSION_FIELDS, SHOP_ORIGIN } from '../support/system.ts';
import { SOAK_API_KEY, type SoakSystem } from './soak-system.ts';

/** One thing that shoppers, the shop, the gateway or the support desk do, and how often it happens. */
export interface Flow {
  name: string;
  /** How many of 40. */
  share: number;
  run(system: SoakSystem): Promise<void>;
}

export const FLOWS: readonly Flow[] = [
  { name: 'paid by card', share: 9, run: (system) => payByCard(system, FLOW_CARDS.paid, 'paid') },
  { name: 'declined', share: 3, run: (system) => payByCard(system, FLOW_CARDS.declined, 'declined') },
  { name: 'challenge passed', share: 4, run: (system) => passChallenge(system, 'paid') },
  { name: 'challenge failed', share: 1, run: (system) => passChallenge(system, 'declined') },
  {
    name: 'challenge left open',
    share: 1,
    run: (system) => payByCard(system, FLOW_CARDS.challenge, 'action_required'),
  },
  { name: 'paid at the bank', share: 2, run: payAtBank },
  { name: 'pending, paid by a notification', share: 2, run: (s) => payByCard(s, FLOW_CARDS.pending, 'pending') },
  { name: 'response lost after the charge', share: 1, run: loseResponse },
  { name: 'refunded in two parts', share: 3, run: refundInParts },
  { name: 'held, then approved', share: 1, run: approveHeld },
  { name: 'basket changed while paying', share: 2, run: changeBasket },
  { name: 'one notification several times', share: 2, run: repeatNotification },
  { name: 'forged notification', share: 2, run: forgeNotification },
  { name: 'console', share: 7, run: useConsole },
];

async function openSession(
  { tillgate }: SoakSystem,
  changes: Partial<CreateSession> = {},
): Promise<{ id: string; token: string; order: string }> {
  const order = nextOrderNo();
  const { id, token } = await tillgate.sessions.create({ ...TEST_SESSION_FIELDS, ...changes, order_no: order });
  return { id, token, order };
}

async function submit({ url }: SoakSystem, token: string, body: object): Promise<Outcome> {
  const response = await fetch(`${url}/checkout/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, origin: SHOP_ORIGIN, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${String(response.status)} ${await response.text()}`);
  return (await response.json()) as Outcome;
}

/** Opens a session, reads it as the element does, and pays. */
async function pay(system: SoakSystem, number: string): Promise<{ order: string; outcome: Outcome }> {
  const { token, order } = await openSession(system);
  const view = await fetch(`${system.url}/checkout/session`, {
    headers: { authorization: `Bearer ${token}`, origin: SHOP_ORIGIN },
  });
  expectStatus(view, 200);
  await view.body?.cancel();
  return { order, outcome: await submit(system, token, createCardSubmit(number)) };
}

async function payByCard(system: SoakSystem, number: string, expected: string): Promise<void> {
  expectOutcome((await pay(system, number)).outcome, expected);
}

function findTransaction({ gateway }: SoakSystem, order: string): Transaction {
  const { ledger, merchants } = gateway.sandbox.state;
  const [transaction] = ledger.findByOrder(merchants[0]!.merchant_id, order);
  if (transaction === undefined) throw new Error(`The gateway has no transaction of ${order}`);
  return transaction;
}

/** The issuer decides, and the gateway notifies the companion. */
function decide(system: SoakSystem, order: string, state: 'paid' | 'declined'): void {
  const result_code = state === 'paid' ? '0000' : 'D0001';
  applyTransactionResult(system.gateway.sandbox.state, findTransaction(system, order), { state, result_code });
}

async function passChallenge(system: SoakSystem, state: 'paid' | 'declined'): Promise<void> {
  const { order, outcome } = await pay(system, FLOW_CARDS.challenge);
  expectOutcome(outcome, 'action_required');
  decide(system, order, state);
}

async function payAtBank(system: SoakSystem): Promise<void> {
  const { token, order } = await openSession(system, { methods: ['bank_transfer'] });
  const { card: _card, ...rest } = createCardSubmit();
  expectOutcome(
    await submit(system, token, { ...rest, method: 'bank_transfer', bank_code: 'BANK1' }),
    'action_required',
  );
  decide(system, order, 'paid');
}

async function loseResponse(system: SoakSystem): Promise<void> {
  const { token, order } = await openSession(system);
  const { scenarios } = system.gateway.sandbox.state;
  scenarios.arm({ operation: 'authorise', order_no: order, fault: 'reset', times: 1, after_charge: true });
  await submit(system, token, createCardSubmit());
}

async function payAndFind(system: SoakSystem, number: string, expected: string): Promise<string> {
  const { outcome } = await pay(system, number);
  expectOutcome(outcome, expected);
  return String(outcome.payment_id);
}

async function refundInParts(system: SoakSystem): Promise<void> {
  const payment_id = await payAndFind(system, FLOW_CARDS.paid, 'paid');
  for (const refund_amount of ['4.00', '20.00'])
    await system.tillgate.refunds.create({ refunds: [{ payment_id, refund_amount, refund_reason: 'Returned' }] });
}

async function approveHeld(system: SoakSystem): Promise<void> {
  const payment_id = await payAndFind(system, FLOW_CARDS.held, 'pending');
  await system.tillgate.reviews.create({ reviews: [{ payment_id, decision: 'approve' }] });
}

async function changeBasket(system: SoakSystem): Promise<void> {
  const { id, token } = await openSession(system);
  const { version } = await system.tillgate.sessions.update(id, {
    amount: '12.00',
    items: [{ name: 'Mug', sku: 'MUG-1', unit_price: '12.00', quantity: 1 }],
  });
  expectOutcome(await submit(system, token, { ...createCardSubmit(), version }), 'paid');
}

async function repeatNotification(system: SoakSystem): Promise<void> {
  const { order } = await pay(system, FLOW_CARDS.paid);
  const transaction = findTransaction(system, order);
  for (let times = 0; times < 3; times += 1) notifyOfTransaction(system.gateway.sandbox.state, transaction, 'PAYMENT');
}

/** A notification that says paid, without a digest, about a payment that was declined. */
async function forgeNotification(system: SoakSystem): Promise<void> {
  const { order, outcome } = await pay(system, FLOW_CARDS.declined);
  const { merchant_id, account_id, amount, currency, transaction_id } = findTransaction(system, order);
  const said = { merchant_id, account_id, amount, currency, transaction_id, order_no: order };
  const response = await fetch(`${system.url}/gateway/notify/${String(outcome.payment_id)}`, {
    method: 'POST',
    body: new URLSearchParams({ ...said, order_status: '1', result_info: '0000:Success', webhooks_type: 'PAYMENT' }),
  });
  expectStatus(response, 200);
  await response.body?.cancel();
}

/** A person signs in, searches, opens a payment, reads the volume, exports the list and signs out. */
async function useConsole({ url, gateway }: SoakSystem): Promise<void> {
  const headers = { 'x-tillgate-console': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
  const signedIn = await fetch(`${url}/console/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ key: SOAK_API_KEY }),
  });
  expectStatus(signedIn, 201);
  await signedIn.body?.cancel();
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const read = async (path: string): Promise<string> => {
    const response = await fetch(`${url}/console${path}`, { headers: { ...headers, cookie } });
    expectStatus(response, 200);
    return response.text();
  };
  await read('/v1/payments?limit=25');
  const order = gateway.sandbox.state.ledger.all().at(-1)?.order_no ?? '4242';
  const found = JSON.parse(await read(`/v1/payments?search=${order}`)) as { payments: { id: string }[] };
  for (const { id } of found.payments) await read(`/v1/payments/${id}`);
  await read('/v1/reports/gross-volume');
  const aMinuteAgo = new Date(Date.now() - 60_000).toISOString();
  await read(`/payments.csv?created_from=${encodeURIComponent(aMinuteAgo)}`);
  const signedOut = await fetch(`${url}/console/session`, { method: 'DELETE', headers: { ...headers, cookie } });
  expectStatus(signedOut, 204);
}

function expectOutcome(outcome: Outcome, expected: string): void {
  if (outcome.status !== expected) throw new Error(`expected ${expected}, got ${JSON.stringify(outcome)}`);
}

function expectStatus({ status, url }: Response, expected: number): void {
  if (status !== expected) throw new Error(`expected ${String(expected)} of ${url}, got ${String(status)}`);
}
