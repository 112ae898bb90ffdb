import { CheckoutError } from '../../shared/errors.ts';
import { TransactionOrder } from '../../shared/interface/captures.ts';
import { LIMITS } from '../../shared/interface/identifiers.ts';
import { encodeAmount, parseAmount } from '../../shared/money.ts';
import type { BatchAnswer } from '../gateway/operations/refunds.ts';
import type { ItemStatus } from '../gateway/match-items.ts';
import { describeError } from '../log.ts';
import { keepRunning, type PaymentDeps } from '../payments/deps.ts';
import { toPaymentBody } from '../payments/bodies.ts';
import { nextCheckAfterMove } from '../payments/schedule.ts';
import { settleStubbornly } from '../payments/settle.ts';
import type { PaymentRecord, PaymentStatus, PaymentUpdate } from '../store/store.ts';
import { distinctChunksOf } from './chunks.ts';
import { ELSEWHERE_NEEDS, findTarget, refuseOther, toItemError, type ItemError, type Target } from './find-target.ts';
import { describeRefusal, isSaidByGateway, toFailure, toNotSentError } from './gateway-error.ts';

/** What the shop decides about a payment: `approve` and `reject` are the two answers of a review. */
export type DecisionKind = 'approve' | 'reject' | 'capture' | 'cancel';

export interface DecisionOutcome {
  /** Undefined for a transaction that was not made here. */
  payment: PaymentRecord | undefined;
  /** As the caller named it, or as our payment knows it. */
  transactionId: string | null;
  status: ItemStatus | 'not_sent';
  error: ItemError | null;
}

/** What is decided about, and how much of it is captured. */
export interface DecisionItem {
  target: Target & { order_no?: string | undefined; currency?: string | undefined; amount?: string | undefined };
  kind: DecisionKind;
}

interface Step {
  /** States in which it can be asked for. */
  from: readonly PaymentStatus[];
  /** What the payment is once the gateway took it. */
  verdict: 'paid' | 'declined' | 'cancelled';
}

const STEPS: Readonly<Record<DecisionKind, Step>> = {
  approve: { from: ['held', 'pending', 'unknown'], verdict: 'paid' },
  reject: { from: ['held', 'pending', 'unknown', 'abandoned'], verdict: 'declined' },
  capture: { from: ['held', 'pending', 'unknown'], verdict: 'paid' },
  cancel: {
    from: ['held', 'pending', 'unknown', 'abandoned', 'paid'],
    verdict: 'cancelled',
  },
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
export async function decidePayments(deps: PaymentDeps, items: readonly DecisionItem[]): Promise<DecisionOutcome[]> {
  const outcomes: DecisionOutcome[] = [];
  const wanted: (Wanted & { index: number })[] = [];
  for (const [index, item] of items.entries()) {
    const { kind, target } = item;
    const known = await findTarget(deps, target);
    const { payment, order, fault } =
      known === undefined && target.transaction_id !== undefined
        ? toElsewhere(deps, item)
        : await noteWish(deps, known, item);
    const transactionId = payment?.transactionId ?? target.transaction_id ?? null;
    outcomes.push({ payment, transactionId, status: fault === null ? 'unknown' : 'refused', error: fault });
    if (fault === null && order !== undefined) wanted.push({ index, kind, payment, order });
  }
  const limit = Math.min(...wanted.map((entry) => limitOf(deps, entry.kind)), LIMITS.review_orders);
  for (const chunk of distinctChunksOf(wanted, limit, (entry) => entry.order.transaction_id)) {
    const decided = await keepRunning(deps, decideChunk(deps, chunk));
    chunk.forEach((entry, position) => {
      const outcome = decided[position];
      if (outcome !== undefined) outcomes[entry.index] = outcome;
    });
  }
  return outcomes;
}

/** What is ready to be sent. */
interface Wanted {
  kind: DecisionKind;
  payment: PaymentRecord | undefined;
  order: Order;
}

type Begun = Pick<Wanted, 'payment'> & { order?: Order; fault: ItemError | null };

function limitOf(deps: PaymentDeps, kind: DecisionKind): number {
  const { capture, cancel } = deps.gateway.profile.batch_limits;
  return kind === 'capture' ? capture : kind === 'cancel' ? cancel : LIMITS.review_orders;
}

/** A transaction that was not made here: there is no payment to look at, so the gateway alone decides. */
function toElsewhere(deps: PaymentDeps, { target }: DecisionItem): Begun {
  const { transaction_id, order_no, currency, amount } = target;
  const refuse = (detail: string): Begun => ({
    payment: undefined,
    fault: toItemError(new CheckoutError('not_found', detail)),
  });
  if (!deps.gateway.profile.transactions_elsewhere) {
    return refuse('There is no such payment, and the gateway profile takes no transactions made elsewhere.');
  }
  if (transaction_id === undefined || order_no === undefined || currency === undefined || amount === undefined) {
    return refuse(ELSEWHERE_NEEDS);
  }
  return { payment: undefined, order: { transaction_id, order_no, currency, amount }, fault: null };
}

/** The sum to capture in hundredths, where it is less than the payment's amount; null for all of it. */
function partOf(deps: PaymentDeps, payment: PaymentRecord, { target, kind }: DecisionItem): number | null {
  if (kind !== 'capture' || target.amount === undefined) return null;
  const [part, whole] = [parseAmount(target.amount), parseAmount(payment.amount)];
  if (part === whole) return null;
  if (part > whole) throw new CheckoutError('invalid_request', 'amount is more than was authorised.');
  if (!deps.gateway.profile.partial_capture) {
    const detail = 'amount is less than was authorised, which the gateway profile does not allow (partial_capture).';
    throw new CheckoutError('invalid_request', detail);
  }
  return Number(part);
}

/**
 * Writes what the shop asks for to the payment, as long as it can be asked for: the payment as it is then, and what
 * stands against it. A cancellation and a refund never both get so far.
 */
async function noteWish(deps: PaymentDeps, payment: PaymentRecord | undefined, item: DecisionItem): Promise<Begun> {
  const { kind } = item;
  let current = payment;
  for (let race = 0; race < RACE_LIMIT; race += 1) {
    const fault = findFault(deps, current, item);
    if (fault !== undefined) return { payment: current, fault: toItemError(fault) };
    if (current === undefined) break;
    const captured = partOf(deps, current, item);
    const amount = captured === null ? current.amount : encodeAmount(BigInt(captured));
    const update = toUpdate(deps, current, {
      kind: `${kind}_requested`,
      detail: captured === null ? {} : { amount },
      decision: kind,
      // A cancelled payment keeps what is known of its capture.
      ...(kind === 'cancel' ? {} : { captured }),
    });
    const noted = await (kind === 'cancel'
      ? deps.store.updateUnlessRefunded(update)
      : deps.store.updatePayment(update));
    if (noted === 'refunded') return { payment: current, fault: toItemError(refunded()) };
    if (noted !== undefined) {
      const { transactionId: transaction_id, orderNo: order_no, currency } = noted;
      const order = { transaction_id: transaction_id ?? '', order_no, currency, amount };
      return { payment: noted, order, fault: null };
    }
    current = await deps.store.findPayment(current.id);
  }
  const busy = new CheckoutError('wrong_state', 'The payment is changing all the time; nothing was sent.');
  return { payment: current, fault: toItemError(busy) };
}

function refunded(): CheckoutError {
  return new CheckoutError('wrong_state', 'Something of it was refunded, or is about to be; refund the rest.');
}

function findFault(
  deps: PaymentDeps,
  payment: PaymentRecord | undefined,
  item: DecisionItem,
): CheckoutError | undefined {
  const { kind, target } = item;
  if (payment === undefined) return new CheckoutError('not_found', 'There is no such payment.');
  if (!STEPS[kind].from.includes(payment.status)) {
    return new CheckoutError('wrong_state', `The payment is ${payment.status}.`);
  }
  if (payment.decision?.kind === 'cancel' && kind !== 'cancel') {
    return new CheckoutError('wrong_state', 'The payment is being cancelled.');
  }
  const { transactionId: transaction_id, orderNo: order_no, currency, amount } = payment;
  if (!TransactionOrder.safeParse({ transaction_id, order_no, currency, amount }).success) {
    return new CheckoutError('wrong_state', 'The transaction is not known yet; sync the payment first.');
  }
  try {
    // What is captured may be less.
    refuseOther(kind === 'capture' ? { ...target, amount: undefined } : target, { order_no, currency, amount });
    partOf(deps, payment, item);
    return undefined;
  } catch (error) {
    if (error instanceof CheckoutError) return error;
    throw error;
  }
}

async function decideChunk(deps: PaymentDeps, chunk: readonly Wanted[]): Promise<DecisionOutcome[]> {
  const first = chunk[0]?.kind ?? 'cancel';
  const operation = first === 'capture' || first === 'cancel' ? first : 'review';
  const answer = await ask(
    deps,
    SEND[operation],
    chunk.map(({ kind, order }) => ({ ...order, kind })),
  );
  const blames =
    answer.kind === 'misconfigured' ? answer.reason : answer.kind === 'answered' ? answer.blames : undefined;
  if (blames !== undefined) deps.log.error({ reason: blames }, 'alarm: the gateway refuses our credentials');
  const outcomes: DecisionOutcome[] = [];
  for (const [position, { kind, payment, order }] of chunk.entries()) {
    const said = readItem(answer, position);
    const after = payment === undefined ? undefined : await apply(deps, payment, kind, said);
    outcomes.push({ ...said, payment: after, transactionId: order.transaction_id });
  }
  return outcomes;
}

async function ask(deps: PaymentDeps, send: Send, orders: Parameters<Send>[1]): ReturnType<Send> {
  try {
    return await send(deps, orders);
  } catch (error) {
    return toFailure(error);
  }
}

type Said = Pick<DecisionOutcome, 'status' | 'error'>;

function readItem(answer: Awaited<ReturnType<Send>>, position: number): Said {
  switch (answer.kind) {
    case 'not_sent':
      return { status: 'not_sent', error: toItemError(toNotSentError(answer.reason)) };
    case 'misconfigured': {
      const error = toItemError(new CheckoutError('gateway_misconfigured'));
      return { status: isSaidByGateway(answer.reason) ? 'refused' : 'unknown', error };
    }
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
  try {
    if (said.status === 'accepted') {
      const reason = kind;
      const after = await settleStubbornly(deps, payment.id, { kind: verdict, source: 'merchant', reason });
      if (!isReview) return after;
      const reviewStatus = kind === 'approve' ? 'approved' : 'rejected';
      return await note(deps, after, { kind: 'reviewed', detail: { decision: kind }, reviewStatus, ends: kind });
    }
    const isOpen = said.status === 'unknown' || said.status === 'in_progress';
    return await note(deps, payment, {
      kind: `${kind}_${said.status}`,
      detail: { reason: said.error?.detail ?? null },
      // What is open stays open; a refusal may mean that it was done before, so the books are asked once.
      ...(isOpen ? {} : { ends: kind, ...(kind === 'capture' ? { captured: null } : {}) }),
      ...(said.status === 'not_sent' ? {} : { isAsked: true }),
      ...(isReview && isOpen ? { reviewStatus: 'unknown' as const } : {}),
    });
  } catch (error) {
    // The wish is on disk and the payment is asked about by the schedule; what the gateway said is told all the same.
    deps.log.error({ payment_id: payment.id, error: describeError(error) }, 'a decision could not be recorded');
    return payment;
  }
}

const RACE_LIMIT = 20;

interface Note {
  kind: string;
  detail: Record<string, string | null>;
  reviewStatus?: PaymentRecord['reviewStatus'];
  /** What is captured, in hundredths; null for all of it. */
  captured?: number | null;
  /** What is asked for from now on. */
  decision?: DecisionKind;
  /** What is not asked for any more, unless something else has been since. */
  ends?: DecisionKind;
  /** The gateway is to be asked now. */
  isAsked?: boolean;
}

/** Writes a line into a payment's timeline, with what the shop asked for and when the gateway is asked about it. */
async function note(deps: PaymentDeps, payment: PaymentRecord, entry: Note): Promise<PaymentRecord> {
  let current = payment;
  for (let race = 0; race < RACE_LIMIT; race += 1) {
    const noted = await deps.store.updatePayment(toUpdate(deps, current, entry));
    if (noted !== undefined) return noted;
    current = (await deps.store.findPayment(current.id)) ?? current;
  }
  return current;
}

function toUpdate(deps: PaymentDeps, payment: PaymentRecord, entry: Note): PaymentUpdate {
  const { kind, detail, reviewStatus, decision, ends } = entry;
  const at = deps.now();
  const before = payment.decision?.kind === ends ? null : payment.decision;
  const open = decision === undefined ? before : { kind: decision, at };
  return {
    id: payment.id,
    version: payment.version,
    changes: {
      decision: open,
      ...(reviewStatus === undefined ? {} : { reviewStatus }),
      ...(entry.captured === undefined ? {} : { captured: entry.captured }),
    },
    session: 'keep',
    event: { kind, detail },
    at,
    reconcileAt: entry.isAsked === true ? at : nextCheckAfterMove({ ...payment, decision: open }, at),
    events: (after) =>
      reviewStatus === undefined ? [] : [deps.events.make('review.updated', after.id, toPaymentBody(after))],
  };
}
