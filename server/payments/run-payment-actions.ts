import { CheckoutError } from '../../shared/errors.ts';
import { FIELD_LIMITS } from '../../shared/interface/formats.ts';
import type { BatchCallResult } from '../gateway/operations/refunds.ts';
import type { BatchItemStatus } from '../gateway/match-items.ts';
import { describeError } from '../observability/index.ts';
import {
  trackBackgroundWork,
  type PaymentDeps,
  toBatchesOfDistinctKeys,
  describeGatewayRefusal,
  isCredentialRefusalFromGateway,
  gatewayCallFailureOfThrown,
  toNotSentError,
  retryWhileChanged,
} from '../context/index.ts';
import { applyPaymentResultThenBackground } from './apply-result.ts';
import type { PostAuthorisationAction, PaymentRecord } from '../store/index.ts';
import {
  beginPaymentAction,
  toPaymentUpdate,
  type PaymentActionRequest,
  type PaymentActionEntry,
  type GatewayTransactionReference,
  type BegunPaymentAction,
} from './begin-payment-action.ts';
import { findTargetPayment, toBatchItemError, type BatchItemError } from './find-target-payment.ts';

export interface PaymentActionResult {
  /** Undefined for a transaction made elsewhere. */
  payment: PaymentRecord | undefined;
  /** As the caller named it, or as our payment knows it. */
  transactionId: string | null;
  status: BatchItemStatus | 'not_sent';
  error: BatchItemError | null;
}

/** The payment's status once the gateway has confirmed the operation. */
const CONFIRMED_STATUS: Readonly<Record<PostAuthorisationAction, 'paid' | 'declined' | 'cancelled'>> = {
  approve: 'paid',
  reject: 'declined',
  capture: 'paid',
  cancel: 'cancelled',
};

type Send = (
  deps: PaymentDeps,
  orders: readonly (GatewayTransactionReference & { kind: PostAuthorisationAction })[],
) => Promise<BatchCallResult<unknown, ResultFields, unknown>>;

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
 * Reviews, captures or cancels payments (interface 4.5, 4.10), split into requests of the size that the gateway takes.
 * Each request is in its payment's timeline before a byte leaves. Results go through the transition table. A payment
 * whose result is unknown is queried at once. The outcomes have the order of the items.
 * @throws CheckoutError `store_unavailable` (nothing was sent)
 */
export async function runPaymentActions(
  deps: PaymentDeps,
  items: readonly PaymentActionRequest[],
): Promise<PaymentActionResult[]> {
  const outcomes: PaymentActionResult[] = [];
  const wanted: (BegunPaymentAction & { index: number })[] = [];
  for (const [index, item] of items.entries()) {
    const { kind, target } = item;
    const known = await findTargetPayment(deps, target);
    const { payment, order, fault, isRepeated } = await beginPaymentAction(deps, known, item);
    const transactionId = payment?.transaction_id ?? target.transaction_id ?? null;
    outcomes.push({ payment, transactionId, status: fault === null ? 'unknown' : 'refused', error: fault });
    if (fault === null && order !== undefined) wanted.push({ index, kind, payment, order, isRepeated });
  }
  const limit = Math.min(...wanted.map((entry) => limitOf(deps, entry.kind)), FIELD_LIMITS.review_orders);
  for (const batch of toBatchesOfDistinctKeys(wanted, limit, (entry) => entry.order.transaction_id)) {
    const sent = await trackBackgroundWork(deps, sendBatch(deps, batch));
    batch.forEach((entry, position) => {
      const outcome = sent[position];
      if (outcome !== undefined) outcomes[entry.index] = outcome;
    });
  }
  return outcomes;
}

function limitOf(deps: PaymentDeps, kind: PostAuthorisationAction): number {
  const { capture, cancel } = deps.gateway.profile.batch_limits;
  return kind === 'capture' ? capture : kind === 'cancel' ? cancel : FIELD_LIMITS.review_orders;
}

async function sendBatch(deps: PaymentDeps, batch: readonly BegunPaymentAction[]): Promise<PaymentActionResult[]> {
  const first = batch[0]?.kind ?? 'cancel';
  const operation = first === 'capture' || first === 'cancel' ? first : 'review';
  const response = await send(
    deps,
    SEND[operation],
    batch.map(({ kind, order }) => ({ ...order, kind })),
  );
  const blames =
    response.kind === 'misconfigured'
      ? response.reason
      : response.kind === 'completed'
        ? response.configurationCode
        : undefined;
  if (blames !== undefined) deps.log.alert('credentials_refused', { reason: blames });
  const outcomes: PaymentActionResult[] = [];
  for (const [position, wanted] of batch.entries()) {
    const result = readItem(response, position);
    const after = await apply(deps, wanted, result);
    outcomes.push({ ...result, payment: after, transactionId: wanted.order.transaction_id });
  }
  return outcomes;
}

async function send(deps: PaymentDeps, request: Send, orders: Parameters<Send>[1]): ReturnType<Send> {
  try {
    return await request(deps, orders);
  } catch (error) {
    return gatewayCallFailureOfThrown(error);
  }
}

type ItemResult = Pick<PaymentActionResult, 'status' | 'error'>;

function readItem(response: Awaited<ReturnType<Send>>, position: number): ItemResult {
  switch (response.kind) {
    case 'not_sent':
      return { status: 'not_sent', error: toBatchItemError(toNotSentError(response.reason)) };
    case 'misconfigured': {
      const error = toBatchItemError(new CheckoutError('gateway_misconfigured'));
      return { status: isCredentialRefusalFromGateway(response) ? 'refused' : 'unknown', error };
    }
    case 'refused':
      return { status: 'refused', error: refusal(response.code, response.message) };
    case 'unknown':
      return { status: 'unknown', error: toBatchItemError(new CheckoutError('gateway_no_answer')) };
    case 'completed': {
      const item = response.items[position];
      const status = item?.status ?? 'unknown';
      if (status === 'refused') return { status, error: refusal(undefined, item?.result?.error_message ?? '') };
      return { status, error: status === 'unknown' ? toBatchItemError(new CheckoutError('gateway_no_answer')) : null };
    }
  }
}

function refusal(code: string | undefined, message: string): BatchItemError {
  return { code: 'gateway_refused', detail: describeGatewayRefusal(code, message) };
}

/** Applies the result to the payment, and sends the event of a review. */
async function apply(
  deps: PaymentDeps,
  { payment, kind, isRepeated }: BegunPaymentAction,
  response: ItemResult,
): Promise<PaymentRecord | undefined> {
  if (payment === undefined) return undefined;
  const confirmed = CONFIRMED_STATUS[kind];
  const isReview = kind === 'approve' || kind === 'reject';
  try {
    if (response.status === 'accepted') {
      const after = await applyPaymentResultThenBackground(deps, payment.id, {
        status: confirmed,
        source: 'merchant',
        reason: kind,
        operation: kind,
      });
      if (!isReview) return after;
      const reviewStatus = kind === 'approve' ? 'approved' : 'rejected';
      return await storeEntry(deps, after, {
        kind: 'reviewed',
        detail: { decision: kind },
        reviewStatus,
        ends: kind,
        responded: kind,
      });
    }
    const isOpen = response.status === 'unknown' || response.status === 'in_progress';
    return await storeEntry(deps, payment, {
      kind: `${kind}_${response.status}`,
      detail: { reason: response.error?.detail ?? null },
      responded: kind,
      // An open operation stays pending. A refusal may mean that it was done before, so the payment is queried once.
      ...(isOpen ? {} : { ends: kind, ...(kind === 'capture' && !isRepeated ? { captured: null } : {}) }),
      ...(response.status === 'not_sent' ? {} : { queriesNow: true }),
      ...(isReview && isOpen ? { reviewStatus: 'unknown' as const } : {}),
    });
  } catch (error) {
    // The request is stored and the schedule queries the payment; the caller gets the gateway's result all the same.
    deps.log.error(
      { payment_id: payment.id, error: describeError(error) },
      'the result of an operation could not be stored',
    );
    return payment;
  }
}

/** Stores a timeline entry of an operation, with the pending operation and the time of the next query. */
async function storeEntry(
  deps: PaymentDeps,
  payment: PaymentRecord,
  entry: PaymentActionEntry,
): Promise<PaymentRecord> {
  let current = payment;
  return retryWhileChanged('payment', async () => {
    const stored = await deps.store.updatePayment(toPaymentUpdate(deps, current, entry));
    if (stored === undefined) current = (await deps.store.findPayment(current.id)) ?? current;
    return stored;
  });
}
