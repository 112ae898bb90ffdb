import { Hono, type Context } from 'hono';
import * as z from '../../shared/zod.ts';
import { toFieldErrors } from '../../shared/field-errors.ts';
import { IssuingAmount } from '../../shared/interface/issuing/formats.ts';
import { openDispute, resolveDispute } from './acquiring/disputes.ts';
import { completeRefund } from './acquiring/refunds.ts';
import { renewBeforeDue } from './acquiring/subscriptions.ts';
import { simulateCardPurchase } from './issuing/cards.ts';
import { hundredthsToUnits, toHundredths } from './issuing/money-and-time.ts';
import { ISSUING_OPERATIONS } from './issuing/operations.ts';
import { JSON_RESPONSE_OPERATIONS } from './acquiring/operations.ts';
import { InjectedFault } from './scenarios.ts';
import type { SandboxState } from './state.ts';
import { applyTransactionResult } from './acquiring/apply-result.ts';

/** What a scenario can affect. */
const OPERATIONS: ReadonlySet<string> = new Set([
  'authorise',
  'notification',
  ...Object.keys(JSON_RESPONSE_OPERATIONS),
  ...ISSUING_OPERATIONS.map((operation) => operation.path),
]);

const Advance = z.strictObject({ seconds: z.number().check(z.gt(0), z.lte(10 * 366 * 86_400)) });
const Settle = z.strictObject({ order_status: z.enum(['0', '1']), result_code: z.optional(z.string()) });
const PaymentCode = z.strictObject({ code: z.string() });
const SettleRefund = z.strictObject({ refund_status: z.enum(['0', '1']) });
const Dispute = z.strictObject({ chargeback_reason: z.optional(z.string()) });
const DisputeResult = z.strictObject({ result: z.enum(['won', 'lost']) });
const Spend = z.strictObject({ amount: IssuingAmount.check(z.gt(0)), merchant_name: z.optional(z.string()) });

/**
 * The control API: arm faults, read the ledger, apply results by hand, move the clock. Responds in JSON; not part of
 * the interface.
 */
export function controlRoutes(state: SandboxState, reset: () => void): Hono {
  const app = new Hono();
  app.get('/ledger', (c) =>
    c.json({
      transactions: state.ledger.all().map(({ visit_key: _key, ...transaction }) => transaction),
      authorise_requests: state.requests.filter((request) => request.operation === 'authorise').length,
    }),
  );
  app.get('/records', (c) =>
    c.json({
      ...state.records,
      subscriptions: [...state.records.subscriptions.values()],
      payouts: [...state.records.payouts.values()],
    }),
  );
  app.get('/issuing', (c) => c.json(issuingBooks(state)));
  app.get('/requests', (c) => c.json({ requests: state.requests }));
  app.get('/notifications', (c) => c.json({ notifications: state.notifier.deliveries() }));
  app.post('/notifications/flush', async (c) => {
    await state.notifier.flush();
    return c.json({ notifications: state.notifier.deliveries() });
  });
  app.get('/scenarios', (c) => c.json({ scenarios: state.scenarios.list() }));
  app.post('/scenarios', (c) =>
    withBody(c, InjectedFault, (scenario) => {
      if (!OPERATIONS.has(scenario.operation))
        return c.json(
          { code: 'invalid_request', fields: [{ path: 'operation', rule: [...OPERATIONS].join(', ') }] },
          400,
        );
      state.scenarios.arm(scenario);
      return c.json({ scenarios: state.scenarios.list() }, 201);
    }),
  );
  app.delete('/scenarios', (c) => {
    state.scenarios.clear();
    return c.json({ scenarios: [] });
  });
  app.get('/clock', (c) => c.json({ now: new Date(state.now()).toISOString() }));
  app.post('/clock/advance', (c) =>
    withBody(c, Advance, ({ seconds }) => {
      state.clock.advance(seconds * 1_000);
      return c.json({ now: new Date(state.now()).toISOString() });
    }),
  );
  transactionRoutes(app, state);
  app.post('/issuing/cards/:id/spend', (c) =>
    withBody(c, Spend, ({ amount, merchant_name: name }) => {
      const card = state.issuing.cards.get(c.req.param('id'));
      if (card === undefined) return notFound(c);
      const done = simulateCardPurchase(state, card, toHundredths(amount), name ?? 'Sandbox merchant');
      return c.json({ ...done, amount: hundredthsToUnits(done.amount), at: new Date(done.at).toISOString() }, 201);
    }),
  );
  app.post('/reset', (c) => {
    reset();
    return c.json({ transactions: [] });
  });
  return app;
}

function transactionRoutes(app: Hono, state: SandboxState): void {
  app.post('/transactions/:id/result', (c) =>
    withBody(c, Settle, ({ order_status, result_code }) => {
      const transaction = state.ledger.find(c.req.param('id'));
      if (transaction === undefined) return notFound(c);
      const paid = order_status === '1';
      applyTransactionResult(state, transaction, {
        state: paid ? 'paid' : 'declined',
        result_code: result_code ?? (paid ? '0000' : 'D0005'),
      });
      return c.json(transaction);
    }),
  );
  app.post('/codes/pay', (c) =>
    withBody(c, PaymentCode, ({ code }) => {
      const transaction = state.ledger.findByCode(code);
      if (transaction === undefined) return notFound(c);
      if (transaction.state !== 'waiting') return c.json({ code: 'wrong_state' }, 409);
      applyTransactionResult(state, transaction, { state: 'paid', result_code: '0000' });
      return c.json(transaction);
    }),
  );
  app.post('/transactions/:id/dispute', (c) =>
    withBody(c, Dispute, ({ chargeback_reason: reason }) => {
      const transaction = state.ledger.find(c.req.param('id'));
      if (transaction === undefined) return notFound(c);
      if (transaction.state !== 'paid') return c.json({ code: 'wrong_state' }, 409);
      return c.json(openDispute(state, transaction, reason), 201);
    }),
  );
  app.post('/transactions/:id/dispute/resolve', (c) =>
    withBody(c, DisputeResult, ({ result }) => {
      const dispute = state.records.disputes.find((entry) => entry.transaction_id === c.req.param('id'));
      if (dispute === undefined) return notFound(c);
      resolveDispute(state, dispute, result);
      return c.json(dispute);
    }),
  );
  app.post('/subscriptions/:id/renew', (c) => {
    const subscription = state.records.subscriptions.get(c.req.param('id'));
    if (subscription === undefined) return notFound(c);
    return renewBeforeDue(state, subscription) ? c.json(subscription) : c.json({ code: 'wrong_state' }, 409);
  });
  app.post('/refunds/:id/result', (c) =>
    withBody(c, SettleRefund, ({ refund_status: status }) => {
      const booked = state.records.refunds.find((entry) => entry.refund_reference_id === c.req.param('id'));
      if (booked === undefined) return notFound(c);
      completeRefund(state, booked, status === '1');
      return c.json(booked);
    }),
  );
}

/** The records of the issuing side; card numbers truncated, codes removed. */
function issuingBooks(state: SandboxState): Record<string, unknown> {
  const { issuing } = state;
  return {
    balances: [...issuing.balances].map(([company_id, balances]) => ({
      company_id,
      balances: Object.fromEntries(
        [...balances].map(([currency, hundredths]) => [currency, hundredthsToUnits(hundredths)]),
      ),
    })),
    cardholders: [...issuing.cardholders.values()],
    groups: [...issuing.groups.values()].map((group) => ({ ...group, balance: hundredthsToUnits(group.balance) })),
    cards: [...issuing.cards.values()].map(({ cvv: _cvv, card_number: number, ...card }) => ({
      ...card,
      card_number: `${number.slice(0, 6)}******${number.slice(-4)}`,
      balance: hundredthsToUnits(card.balance),
      card_limit: hundredthsToUnits(card.card_limit),
      spent: hundredthsToUnits(card.spent),
    })),
    operations: [...issuing.operations.values()].map((entry) => ({
      ...entry,
      amount: hundredthsToUnits(entry.amount),
      fee: hundredthsToUnits(entry.fee),
    })),
  };
}

async function withBody<T>(c: Context, schema: z.ZodMiniType<T>, work: (body: T) => Response): Promise<Response> {
  const body: unknown = await c.req.json().catch(() => ({}));
  const parsed = schema.safeParse(body);
  if (parsed.success) return work(parsed.data);
  return c.json({ code: 'invalid_request', fields: toFieldErrors(parsed.error, body) }, 400);
}

function notFound(c: Context): Response {
  return c.json({ code: 'not_found' }, 404);
}
