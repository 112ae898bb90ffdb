import { CheckoutError } from '../../shared/errors.ts';
import { FIELD_LIMITS } from '../../shared/interface/identifiers.ts';
import type { BatchResponse } from '../gateway/operations/refunds.ts';
import type { BatchItemStatus } from '../gateway/match-items.ts';
import { describeError } from '../observability/index.ts';
import {
  keepRunning,
  type Deps,
  toDistinctBatches,
  refusalText,
  isGatewayRefusal,
  toFailure,
  toNotSentError,
  retryWhileChanged,
} from '../context/index.ts';
import { applyResultWithRetry } from './apply-result.ts';
import type { PaymentOperation, PaymentRecord } from '../store/index.ts';
import {
  beginOperation,
  toOperationUpdate,
  type OperationItem,
  type OperationEntry,
  type TransactionReference,
  type PreparedOperation,
} from './begin-operation.ts';
import { findTarget, toItemError, type ItemError } from './find-target.ts';

export interface PaymentOperationOutcome {
  /** Undefined for a transaction that was not made here. */
  payment: PaymentRecord | undefined;
  /** As the caller named it, or as our payment knows it. */
  transactionId: string | null;
  status: BatchItemStatus | 'not_sent';
  error: ItemError | null;
}

/** What the payment is once the gateway took it. */
const CONFIRMED_STATUS: Readonly<Record<PaymentOperation, 'paid' | 'declined' | 'cancelled'>> = {
  approve: 'paid',
  reject: 'declined',
  capture: 'paid',
  cancel: 'cancelled',
};

type Send = (
  deps: Deps,
  orders: readonly (TransactionReference & { kind: PaymentOperation })[],
) => Promise<BatchResponse<unknown, ResultFields, unknown>>;

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
export async function operateOnPayments(
  deps: Deps,
  items: readonly OperationItem[],
): Promise<PaymentOperationOutcome[]> {
  const outcomes: PaymentOperationOutcome[] = [];
  const wanted: (PreparedOperation & { index: number })[] = [];
  for (const [index, item] of items.entries()) {
    const { kind, target } = item;
    const known = await findTarget(deps, target);
    const { payment, order, fault, isRepeated } = await beginOperation(deps, known, item);
    const transactionId = payment?.transaction_id ?? target.transaction_id ?? null;
    outcomes.push({ payment, transactionId, status: fault === null ? 'unknown' : 'refused', error: fault });
    if (fault === null && order !== undefined) wanted.push({ index, kind, payment, order, isRepeated });
  }
  const limit = Math.min(...wanted.map((entry) => limitOf(deps, entry.kind)), FIELD_LIMITS.review_orders);
  for (const chunk of toDistinctBatches(wanted, limit, (entry) => entry.order.transaction_id)) {
    const decided = await keepRunning(deps, decideChunk(deps, chunk));
    chunk.forEach((entry, position) => {
      const outcome = decided[position];
      if (outcome !== undefined) outcomes[entry.index] = outcome;
    });
  }
  return outcomes;
}

function limitOf(deps: Deps, kind: PaymentOperation): number {
  const { capture, cancel } = deps.gateway.profile.batch_limits;
  return kind === 'capture' ? capture : kind === 'cancel' ? cancel : FIELD_LIMITS.review_orders;
}

async function decideChunk(deps: Deps, chunk: readonly PreparedOperation[]): Promise<PaymentOperationOutcome[]> {
  const first = chunk[0]?.kind ?? 'cancel';
  const operation = first === 'capture' || first === 'cancel' ? first : 'review';
  const answer = await ask(
    deps,
    SEND[operation],
    chunk.map(({ kind, order }) => ({ ...order, kind })),
  );
  const blames =
    answer.kind === 'misconfigured' ? answer.reason : answer.kind === 'answered' ? answer.configurationCode : undefined;
  if (blames !== undefined) deps.log.alert('credentials_refused', { reason: blames });
  const outcomes: PaymentOperationOutcome[] = [];
  for (const [position, wanted] of chunk.entries()) {
    const said = readItem(answer, position);
    const after = await apply(deps, wanted, said);
    outcomes.push({ ...said, payment: after, transactionId: wanted.order.transaction_id });
  }
  return outcomes;
}

async function ask(deps: Deps, send: Send, orders: Parameters<Send>[1]): ReturnType<Send> {
  try {
    return await send(deps, orders);
  } catch (error) {
    return toFailure(error);
  }
}

type Said = Pick<PaymentOperationOutcome, 'status' | 'error'>;

function readItem(answer: Awaited<ReturnType<Send>>, position: number): Said {
  switch (answer.kind) {
    case 'not_sent':
      return { status: 'not_sent', error: toItemError(toNotSentError(answer.reason)) };
    case 'misconfigured': {
      const error = toItemError(new CheckoutError('gateway_misconfigured'));
      return { status: isGatewayRefusal(answer) ? 'refused' : 'unknown', error };
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
  return { code: 'gateway_refused', detail: refusalText(code, message) };
}

/** Moves the payment by what was said of it, and tells the shop about its review. */
async function apply(
  deps: Deps,
  { payment, kind, isRepeated }: PreparedOperation,
  said: Said,
): Promise<PaymentRecord | undefined> {
  if (payment === undefined) return undefined;
  const result = CONFIRMED_STATUS[kind];
  const isReview = kind === 'approve' || kind === 'reject';
  try {
    if (said.status === 'accepted') {
      const after = await applyResultWithRetry(deps, payment.id, {
        status: result,
        source: 'merchant',
        reason: kind,
        operation: kind,
      });
      if (!isReview) return after;
      const reviewStatus = kind === 'approve' ? 'approved' : 'rejected';
      return await note(deps, after, {
        kind: 'reviewed',
        detail: { decision: kind },
        reviewStatus,
        ends: kind,
        responded: kind,
      });
    }
    const isOpen = said.status === 'unknown' || said.status === 'in_progress';
    return await note(deps, payment, {
      kind: `${kind}_${said.status}`,
      detail: { reason: said.error?.detail ?? null },
      responded: kind,
      // What is open stays open; a refusal may mean that it was done before, so the records are asked once.
      ...(isOpen ? {} : { ends: kind, ...(kind === 'capture' && !isRepeated ? { captured: null } : {}) }),
      ...(said.status === 'not_sent' ? {} : { isAsked: true }),
      ...(isReview && isOpen ? { reviewStatus: 'unknown' as const } : {}),
    });
  } catch (error) {
    // The wish is on disk and the payment is asked about by the schedule; what the gateway said is told all the same.
    deps.log.error({ payment_id: payment.id, error: describeError(error) }, 'a decision could not be recorded');
    return payment;
  }
}

/** Writes a line into a payment's timeline, with what the shop asked for and when the gateway is asked about it. */
async function note(deps: Deps, payment: PaymentRecord, entry: OperationEntry): Promise<PaymentRecord> {
  let current = payment;
  return retryWhileChanged('payment', async () => {
    const stored = await deps.store.updatePayment(toOperationUpdate(deps, current, entry));
    if (stored === undefined) current = (await deps.store.findPayment(current.id)) ?? current;
    return stored;
  });
}
