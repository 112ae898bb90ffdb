import { describe, expect, test } from 'vitest';
import type { PaymentStatus } from '../../shared/contract/merchant/payments.ts';
import { PAYMENTS, SESSIONS, type PaymentRecord } from '../store/payment-tables.ts';
import {
  lookUpTransition,
  TRANSITIONS,
  type ReportedStatus,
  type ReportedResult,
  type ResultSource,
} from './transition-table.ts';
import {
  beginsSubscriptionOrSavesCard,
  planTransition,
  type TransitionUpdate,
  type TransitionContext,
} from './transition.ts';

const AT = 2_000_000;
const STATES = Object.keys(TRANSITIONS) as PaymentStatus[];
const REPORTED = Object.keys(TRANSITIONS.submitting) as ReportedStatus[];
const SOURCES: ResultSource[] = ['response', 'notification', 'query', 'person', 'shopper', 'merchant'];

const context: TransitionContext = { at: AT, session: undefined, ordersOnce: false, riskUpdates: false };

const session = SESSIONS.create({
  id: 'ses_1',
  account: 'default',
  token_hash: 'h',
  order_no: 'A-1',
  currency: 'EUR',
  amount: '24.00',
  request: { order_no: 'A-1', subscription: { contract_name: 'Gold', contract_amount: '9.00' } } as never,
  status: 'processing',
  created_at: 1,
  expires_at: AT + 1,
});

function paymentOf(status: PaymentStatus, more: Partial<PaymentRecord> = {}): PaymentRecord {
  const known = { id: 'pay_1', session_id: session.id, attempt_id: 'one', fingerprint: 'f' };
  const account = { account: 'default', account_id: '' };
  const order = { method: 'card', order_no: 'A-1', currency: 'EUR', amount: '24.00' };
  const times = { created_at: AT - 1_000, updated_at: AT - 1_000, returned_at: AT - 500 };
  return PAYMENTS.create({ ...known, ...account, ...order, ...times, status, version: 3, ...more });
}

/** The payment as the store would return it. */
const after = (payment: PaymentRecord, made: TransitionUpdate): PaymentRecord => ({
  ...payment,
  ...made.changes,
  version: payment.version + 1,
});

const alertOf = <Code extends PaymentRecord['alerts'][number]['code']>(code: Code, detail = {}, raised_at = 1) => ({
  code,
  detail,
  raised_at,
});

const everyResult = REPORTED.flatMap((status) => SOURCES.map((source): ReportedResult => ({ status, source })));

/** What a new state does to the session of its payment. */
const SESSION_EFFECTS: Partial<Record<PaymentStatus, string>> = {
  paid: 'pay',
  declined: 'release',
  abandoned: 'release',
  not_sent: 'restore',
  cancelled: 'close',
};

const KINDS: Record<ResultSource, string> = {
  response: 'answered',
  notification: 'notified',
  query: 'queried',
  person: 'resolved',
  shopper: 'abandoned',
  merchant: 'operation_confirmed',
};

const ENDED: readonly PaymentStatus[] = ['paid', 'declined', 'not_sent', 'cancelled'];

describe.each(STATES)('a payment that is %s', (state) => {
  const payment = paymentOf(state);

  test('goes where the table of states leads for every result of every source, with its session and its schedule', () => {
    for (const { status, source } of everyResult) {
      const name = `${status} by ${source}`;
      const to = lookUpTransition(state, status, source);
      const made = planTransition(
        payment,
        { status, source, transactionId: payment.transaction_id ?? undefined },
        context,
      );
      if (to === 'stay') {
        expect(made, name).toBeUndefined();
        continue;
      }
      expect(made, name).toMatchObject({ id: 'pay_1', version: 3, seen: payment, at: AT });
      expect(made!.event.detail, name).toEqual({ source, reported: status });
      if (to === 'conflict') {
        expect(made!.changes, name).toEqual({
          alerts: [alertOf('contradicting_result', { source, reported: status, status: state }, AT)],
          transaction_id: null,
        });
        expect([made!.session, made!.event.kind, made!.reconcileAt], name).toEqual(['keep', 'contradicted', AT]);
        continue;
      }
      expect(made!.changes.status, name).toBe(to);
      expect(made!.changes.decline_code, name).toBe(to === 'declined' ? 'declined' : null);
      expect([made!.session, made!.event.kind], name).toEqual([SESSION_EFFECTS[to] ?? 'keep', KINDS[source]]);
      const lacksId = to === 'paid' && (source === 'response' || source === 'query');
      if (ENDED.includes(to) && !lacksId) expect(made!.reconcileAt, name).toBeNull();
      else expect(made!.reconcileAt, name).toBeGreaterThan(AT);
      expect(made!.tellRiskAt, name).toBeUndefined();
    }
  });

  test('is not changed by the same result once more', () => {
    for (const result of everyResult) {
      const made = planTransition(payment, result, context);
      if (made === undefined) continue;
      const later = { ...context, at: AT + 1 };
      expect(
        planTransition(after(payment, made), result, later),
        `${result.status} by ${result.source}`,
      ).toBeUndefined();
    }
  });
});

describe('alerts', () => {
  test('a contradiction raises one alert for each source and status, the newest first', () => {
    const once = planTransition(paymentOf('paid'), { status: 'declined', source: 'notification' }, context)!;
    const twice = planTransition(after(paymentOf('paid'), once), { status: 'declined', source: 'query' }, context)!;
    expect(twice.changes.alerts).toEqual([
      alertOf('contradicting_result', { source: 'query', reported: 'declined', status: 'paid' }, AT),
      alertOf('contradicting_result', { source: 'notification', reported: 'declined', status: 'paid' }, AT),
    ]);
    const again = after(after(paymentOf('paid'), once), twice);
    expect(planTransition(again, { status: 'declined', source: 'notification' }, context)).toBeUndefined();
  });

  test('a contradiction keeps the transaction ID of a held payment, which the shop voids by it, and of no other', () => {
    const fields = { transaction_id: 'A-1-00002' };
    const held = planTransition(paymentOf('abandoned'), { status: 'held', source: 'notification', fields }, context);
    expect(held?.changes.transaction_id).toBe('A-1-00002');
    const known = paymentOf('abandoned', { transaction_id: 'A-1-00001' });
    expect(planTransition(known, { status: 'held', source: 'query', fields }, context)?.changes.transaction_id).toBe(
      'A-1-00001',
    );
    const paid = planTransition(paymentOf('declined'), { status: 'paid', source: 'notification', fields }, context);
    expect(paid?.changes.transaction_id).toBeNull();
  });

  test.each([
    ['declined', 'paid'],
    ['not_sent', 'paid'],
    ['paid', 'cancelled'],
  ] as const)('a query that finds a payment %s as %s raises a late result, a person does not', (state, status) => {
    const payment = paymentOf(state, { transaction_id: 'A-1-00001' });
    expect(planTransition(payment, { status, source: 'query' }, context)?.changes).toMatchObject({
      status,
      alerts: [alertOf('late_result', { source: 'query', reported: status, status: state }, AT)],
    });
    expect(planTransition(payment, { status, source: 'person' }, context)?.changes).toMatchObject({
      status,
      alerts: [],
    });
  });

  test('an unknown outcome is an alert with its reason, or with ours where none is given', () => {
    const unknown = (reason?: string) =>
      planTransition(paymentOf('submitting'), { status: 'unknown', source: 'response', reason }, context)?.changes
        .alerts;
    expect(unknown('ECONNRESET')).toEqual([alertOf('outcome_unknown', { reason: 'ECONNRESET' }, AT)]);
    expect(unknown()).toEqual([alertOf('outcome_unknown', { reason: 'no usable response' }, AT)]);
  });

  const about = ['outcome_unknown', 'outcome_overdue', 'contradicting_result', 'late_result'] as const;
  const elsewhere = ['order_paid_twice', 'refunded_elsewhere'] as const;
  const lasting = [
    'second_charge',
    'transaction_id_missing',
    'transaction_id_taken',
    'recurring_id_taken',
    'token_id_taken',
    'notification_waits',
    'dispute_result_unknown',
    'dispute_after_end',
    'dispute_end_first',
  ] as const;
  const alerts = [...about, ...elsewhere, ...lasting].map((code) => alertOf(code));

  test.each(['response', 'notification', 'query', 'merchant'] as const)(
    'that are not about the outcome survive a result by %s, the others go',
    (source) => {
      const made = planTransition(paymentOf('unknown', { alerts }), { status: 'paid', source }, context);
      expect(made?.changes.alerts?.map(({ code }) => code)).toEqual([...lasting]);
    },
  );

  test('all go with the result of a person', () => {
    const made = planTransition(paymentOf('unknown', { alerts }), { status: 'paid', source: 'person' }, context);
    expect(made?.changes.alerts).toEqual([]);
  });

  test('all stay, with the void, while the void of a payment that is found paid may still be under way', () => {
    const voided = { alerts, pending_operation: 'cancel', pending_operation_at: AT - 100 } as const;
    const payment = paymentOf('pending', voided);
    const paid = planTransition(payment, { status: 'paid', source: 'query', transactionId: 'A-1-00001' }, context)!;
    expect(paid.changes.alerts).toEqual(alerts);
    expect(after(payment, paid)).toMatchObject({ pending_operation: 'cancel', pending_operation_at: AT - 100 });
    expect(paid.reconcileAt).toBeGreaterThan(AT);
    for (const [status, source] of [
      ['paid', 'person'],
      ['declined', 'query'],
      ['cancelled', 'merchant'],
    ] as const) {
      const ended = planTransition(payment, { status, source }, context)!;
      expect(ended.changes, status).toMatchObject({ pending_operation: null, pending_operation_at: null });
    }
  });
});

describe('the shopper’s action', () => {
  const code = { type: 'code' } as unknown as PaymentRecord['action'];
  const challenge = { type: 'challenge' } as unknown as PaymentRecord['action'];
  const pending: ReportedResult = { status: 'pending', source: 'query' };

  test('is shown while the payment is pending: a code until it is paid, a challenge until the shopper comes back', () => {
    expect(planTransition(paymentOf('action_required', { action: code }), pending, context)).toBeUndefined();
    const open = paymentOf('action_required', { action: challenge, returned_at: null });
    expect(planTransition(open, pending, context)).toBeUndefined();
    const back = paymentOf('action_required', { action: challenge });
    expect(planTransition(back, pending, context)?.changes.status).toBe('pending');
  });
});

describe('requests in flight', () => {
  const authorise = { kind: 'authorise', sent_at: 1 } as const;
  const capture = { kind: 'capture', sent_at: 2 } as const;
  const again = { kind: 'capture', sent_at: 3 } as const;
  const payment = paymentOf('unknown', { requests_in_flight: [authorise, capture, again] });

  test('the response to a request ends the oldest of its kind, and no other', () => {
    const response = planTransition(payment, { status: 'held', source: 'response' }, context);
    expect(response?.changes.requests_in_flight).toEqual([capture, again]);
    const done = planTransition(payment, { status: 'paid', source: 'merchant', operation: 'capture' }, context);
    expect(done?.changes.requests_in_flight).toEqual([authorise, again]);
    const none = planTransition(payment, { status: 'cancelled', source: 'merchant', operation: 'cancel' }, context);
    expect(none?.changes).not.toHaveProperty('requests_in_flight');
  });

  test('a response that contradicts ends its request as well', () => {
    const declined = paymentOf('declined', { requests_in_flight: [authorise] });
    const made = planTransition(declined, { status: 'paid', source: 'response' }, context);
    expect(made?.changes).toMatchObject({ requests_in_flight: [], alerts: [{ code: 'contradicting_result' }] });
  });

  test.each(['notification', 'query', 'person', 'shopper'] as const)('a result by %s ends none', (source) => {
    const made = planTransition(payment, { status: 'paid', source }, context);
    expect(made?.changes).not.toHaveProperty('requests_in_flight');
  });
});

describe('a paid payment', () => {
  const paid: ReportedResult = {
    status: 'paid',
    source: 'query',
    fields: { transaction_id: 'A-1-00001', result_info: 'x' },
  };

  test('is completed by what it lacks, and keeps what it knows', () => {
    const applied = paymentOf('paid');
    const made = planTransition(applied, paid, context);
    expect(made).toMatchObject({ session: 'keep', event: { kind: 'completed', detail: { source: 'query' } } });
    expect(made?.changes).toEqual({ transaction_id: 'A-1-00001', result: paid.fields });
    const known = paymentOf('paid', { transaction_id: 'A-1-00007', result: { result_info: 'first' } });
    expect(planTransition(known, paid, context)).toBeUndefined();
    expect(planTransition(after(applied, made!), paid, context)).toBeUndefined();
  });

  test('is completed by a person with the transaction ID and the reason', () => {
    const person: ReportedResult = { status: 'paid', source: 'person', transactionId: 'A-1-00001', reason: 'portal' };
    const made = planTransition(paymentOf('paid'), person, context);
    expect(made?.changes.transaction_id).toBe('A-1-00001');
    expect(made?.event).toEqual({
      kind: 'resolved',
      detail: { source: 'person', reported: 'paid', reason: 'portal' },
    });
  });

  test('is queried for the transaction ID that its response named not', () => {
    const lost = planTransition(paymentOf('submitting'), { status: 'paid', source: 'response' }, context);
    expect(lost?.reconcileAt).toBeGreaterThan(AT);
    const named = planTransition(paymentOf('submitting'), { ...paid, source: 'response' }, context);
    expect(named).toMatchObject({ reconcileAt: null, changes: { transaction_id: 'A-1-00001' } });
  });

  test('begins the subscription that its result names, unless another payment has it', () => {
    const result: ReportedResult = { ...paid, fields: { ...paid.fields, recurring_id: 'R-1' } };
    expect(beginsSubscriptionOrSavesCard(paymentOf('pending'), result)).toBe(true);
    const made = planTransition(paymentOf('pending'), result, { ...context, session });
    expect(made?.subscription).toMatchObject({ recurring_id: 'R-1', payment_id: 'pay_1', amount: '9.00' });
    expect(made?.changes.recurring_id).toBe('R-1');
    const taken = { ...result, isSubscriptionTaken: true };
    expect(beginsSubscriptionOrSavesCard(paymentOf('pending'), taken)).toBe(false);
    const bare = planTransition(paymentOf('pending'), taken, { ...context, session });
    expect(bare?.subscription).toBeUndefined();
    expect(bare?.changes).not.toHaveProperty('recurring_id');
    const late = planTransition(paymentOf('paid', { transaction_id: 'A-1-00001' }), result, { ...context, session });
    expect(late).toMatchObject({ event: { kind: 'completed' }, changes: { recurring_id: 'R-1' } });
  });

  test('is reported to the risk product where it was scored and the shop wants it', () => {
    const scored: ReportedResult = { ...paid, fields: { ...paid.fields, risk_score: '10' } };
    const wanted = { ...context, riskUpdates: true };
    expect(planTransition(paymentOf('pending'), scored, wanted)?.tellRiskAt).toBeGreaterThan(AT);
    expect(planTransition(paymentOf('pending'), scored, context)?.tellRiskAt).toBeUndefined();
    expect(planTransition(paymentOf('pending'), paid, wanted)?.tellRiskAt).toBeUndefined();
  });

  test('names whether its order is paid in one session only', () => {
    for (const ordersOnce of [true, false])
      expect(planTransition(paymentOf('pending'), paid, { ...context, ordersOnce })?.oncePerOrder).toBe(ordersOnce);
  });
});

test('a renewal leaves the session of the first payment as it is', () => {
  for (const state of STATES)
    for (const result of everyResult) {
      const made = planTransition(paymentOf(state, { kind: 'renewal' }), result, context);
      expect(made?.session ?? 'keep', `${state}: ${result.status} by ${result.source}`).toBe('keep');
    }
});

test('a decline has the code of its result', () => {
  const result: ReportedResult = { status: 'declined', source: 'response', decline: 'insufficient_funds' };
  expect(planTransition(paymentOf('submitting'), result, context)?.changes.decline_code).toBe('insufficient_funds');
});
