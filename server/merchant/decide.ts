import { CheckoutError } from '../../shared/errors.ts';
import { LIMITS } from '../../shared/interface/identifiers.ts';
import type { BatchAnswer } from '../gateway/operations/refunds.ts';
import type { ItemStatus } from '../gateway/match-items.ts';
import { describeError } from '../log.ts';
import { keepRunning, type PaymentDeps } from '../payments/deps.ts';
import { toPaymentBody } from '../payments/bodies.ts';
import { settleStubbornly } from '../payments/settle.ts';
import type { PaymentRecord, PaymentStatus } from '../store/store.ts';
import { distinctChunksOf } from './chunks.ts';
import { findTarget, toItemError, type ItemError, type Target } from './find-target.ts';
import { describeRefusal } from './gateway-error.ts';

/** What the shop decides about a payment: `approve` and `reject` are the two answers of a review. */
export type DecisionKind = 'approve' | 'reject' | 'capture' | 'cancel';

export interface DecisionOutcome {
  payment: PaymentRecord | undefined;
  status: ItemStatus | 'not_sent';
  error: ItemError | null;
}

interface Step {
  /** States in which it can be asked for. */
  from: readonly PaymentStatus[];
  /** What the payment is once the gateway took it. */
  verdict: 'paid' | 'declined' | 'cancelled';
  limit: number;
}

const STEPS: Readonly<Record<DecisionKind, Step>> = {
  approve: { from: ['held', 'pending', 'unknown'], verdict: 'paid', limit: LIMITS.review_orders },
  reject: { from: ['held', 'pending', 'unknown'], verdict: 'declined', limit: LIMITS.review_orders },
  capture: { from: ['held', 'pending', 'unknown'], verdict: 'paid', limit: LIMITS.capture_orders },
  cancel: { from: ['held', 'pending', 'unknown', 'paid'], verdict: 'cancelled', limit: LIMITS.cancel_orders },
};

interface Order {
  transaction_id: string;
  order_no: string;
  currency: string;
  amount: string;
}

type Send = (
  deps: PaymentDeps,
  orders: readonly (Order & { kind: DecisionKind })[],
) => Promise<BatchAnswer<unknown, ResultFields, unknown>>;

interface ResultFields {
  error_message?: string | undefined;
}

const SEND: Readonly<Record<'review' | 'capture' | 'cancel', Send>> = {
  review: (deps, orders) =>
    deps.gateway.review(
      orders.map(({ kind, ...order }) => ({
        ...order,
        review_flag: deps.gateway.profile.review_flag[kind === 'approve' ? 'approve' : 'reject'],
      })),
    ),
  capture: (deps, orders) => deps.gateway.capture(orders.map(({ kind: _kind, ...order }) => order)),
  cancel: (deps, orders) => deps.gateway.cancel(orders.map(({ kind: _kind, ...order }) => order)),
};

/**
 * Reviews, captures or cancels payments (interface 4.5, 4.10), split into requests of the size the interface takes. The
 * wish is in each payment's timeline before a byte leaves; what the gateway says goes through the state table. Where
 * nobody can say what it did, the payment is asked about at once.
 * @throws CheckoutError `store_unavailable` (nothing was sent)
 */
export async function decidePayments(
  deps: PaymentDeps,
  items: readonly { target: Target; kind: DecisionKind }[],
): Promise<DecisionOutcome[]> {
  const outcomes: DecisionOutcome[] = [];
  const wanted: { index: number; kind: DecisionKind; payment: PaymentRecord; order: Order }[] = [];
  for (const [index, { target, kind }] of items.entries()) {
    const payment = await findTarget(deps, target);
    const fault = findFault(payment, kind);
    outcomes.push({ payment, status: fault === undefined ? 'unknown' : 'refused', error: fault ?? null });
    if (fault !== undefined || payment === undefined || payment.transactionId === null) continue;
    const { transactionId: transaction_id, orderNo: order_no, currency, amount } = payment;
    const noted = await note(deps, payment, `${kind}_requested`, {});
    wanted.push({ index, kind, payment: noted, order: { transaction_id, order_no, currency, amount } });
  }
  const limit = Math.min(...wanted.map((entry) => STEPS[entry.kind].limit), LIMITS.review_orders);
  for (const chunk of distinctChunksOf(wanted, limit, (entry) => entry.order.transaction_id)) {
    const decided = await keepRunning(deps, decideChunk(deps, chunk));
    chunk.forEach((entry, position) => {
      const outcome = decided[position];
      if (outcome !== undefined) outcomes[entry.index] = outcome;
    });
  }
  return outcomes;
}

function findFault(payment: PaymentRecord | undefined, kind: DecisionKind): ItemError | undefined {
  if (payment === undefined) return toItemError(new CheckoutError('not_found', 'There is no such payment.'));
  if (!STEPS[kind].from.includes(payment.status)) {
    return toItemError(new CheckoutError('wrong_state', `The payment is ${payment.status}.`));
  }
  if (payment.transactionId === null) {
    return toItemError(new CheckoutError('wrong_state', 'The transaction is not known yet; sync the payment first.'));
  }
  if (kind === 'cancel' && payment.refunded > 0) {
    return toItemError(new CheckoutError('wrong_state', 'Something of it was refunded; refund the rest.'));
  }
  return undefined;
}

async function decideChunk(
  deps: PaymentDeps,
  chunk: readonly { kind: DecisionKind; payment: PaymentRecord; order: Order }[],
): Promise<DecisionOutcome[]> {
  const first = chunk[0]?.kind ?? 'cancel';
  const operation = first === 'capture' || first === 'cancel' ? first : 'review';
  const answer = await ask(
    deps,
    SEND[operation],
    chunk.map(({ kind, order }) => ({ ...order, kind })),
  );
  const outcomes: DecisionOutcome[] = [];
  for (const [position, { kind, payment }] of chunk.entries()) {
    const said = readItem(deps, answer, position);
    outcomes.push({ ...said, payment: await apply(deps, payment, kind, said) });
  }
  return outcomes;
}

/** The client answers with values; should it throw after all, nobody knows what left. */
async function ask(deps: PaymentDeps, send: Send, orders: Parameters<Send>[1]): ReturnType<Send> {
  try {
    return await send(deps, orders);
  } catch (error) {
    return { kind: 'unknown', reason: describeError(error), mismatch: false };
  }
}

type Said = Pick<DecisionOutcome, 'status' | 'error'>;

function readItem(deps: PaymentDeps, answer: Awaited<ReturnType<Send>>, position: number): Said {
  switch (answer.kind) {
    case 'not_sent':
      return { status: 'not_sent', error: toItemError(new CheckoutError('gateway_unreachable')) };
    case 'misconfigured':
      deps.log.error({ reason: answer.reason }, 'alarm: the gateway refuses our credentials');
      return { status: 'refused', error: toItemError(new CheckoutError('gateway_misconfigured')) };
    case 'refused':
      return { status: 'refused', error: refusal(answer.code, answer.message) };
    case 'unknown':
      return { status: 'unknown', error: toItemError(new CheckoutError('gateway_no_answer')) };
    case 'answered': {
      const item = answer.items[position];
      const status = item?.status ?? 'unknown';
      if (status === 'refused') return { status, error: refusal(undefined, item?.result?.error_message ?? '') };
      return { status, error: status === 'unknown' ? toItemError(new CheckoutError('gateway_no_answer')) : null };
    }
  }
}

function refusal(code: string | undefined, message: string): ItemError {
  return { code: 'gateway_refused', detail: describeRefusal(code, message) };
}

/** Moves the payment by what was said of it, and tells the shop about its review. */
async function apply(
  deps: PaymentDeps,
  payment: PaymentRecord,
  kind: DecisionKind,
  said: Said,
): Promise<PaymentRecord> {
  const { verdict } = STEPS[kind];
  const isReview = kind === 'approve' || kind === 'reject';
  let after = payment;
  if (said.status === 'accepted') {
    after = await settleStubbornly(deps, payment.id, { kind: verdict, source: 'merchant', reason: kind });
  } else {
    after = await note(deps, payment, `${kind}_${said.status}`, { reason: said.error?.detail ?? null });
  }
  if (!isReview || said.status === 'refused' || said.status === 'not_sent') return after;
  const reviewStatus = said.status === 'unknown' ? 'unknown' : kind === 'approve' ? 'approved' : 'rejected';
  return note(deps, after, 'reviewed', { decision: kind, status: said.status }, reviewStatus);
}

const RACE_LIMIT = 20;

/** Writes a line into a payment's timeline; has it asked about at once where its state may have changed unseen. */
async function note(
  deps: PaymentDeps,
  payment: PaymentRecord,
  kind: string,
  detail: Record<string, string | null>,
  reviewStatus?: PaymentRecord['reviewStatus'],
): Promise<PaymentRecord> {
  let current = payment;
  for (let race = 0; race < RACE_LIMIT; race += 1) {
    const at = deps.now();
    const isUnsure = kind.endsWith('_unknown') || kind.endsWith('_in_progress');
    const noted = await deps.store.updatePayment({
      id: current.id,
      version: current.version,
      changes: reviewStatus === undefined ? {} : { reviewStatus },
      session: 'keep',
      event: { kind, detail },
      at,
      ...(isUnsure ? { reconcileAt: at } : {}),
      events: (after) =>
        reviewStatus === undefined ? [] : [deps.events.make('review.updated', after.id, toPaymentBody(after))],
    });
    if (noted !== undefined) return noted;
    current = (await deps.store.findPayment(current.id)) ?? current;
  }
  return current;
}
