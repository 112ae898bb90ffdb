import { createHash } from 'node:crypto';
import { CheckoutError, ERRORS, type FieldError } from '../../shared/errors.ts';
import { TransactionIdOfAnySystem, FIELD_LIMITS } from '../../shared/interface/formats.ts';
import { WHOLE_UNITS_RULE_TEXT, encodeAmount, hasUnsupportedDecimals } from '../../shared/money.ts';
import type { RefundEntry } from '../../shared/contract/merchant/refunds.ts';
import type { RefundCallResult } from '../gateway/operations/refunds.ts';
import { findOverlongTexts } from '../gateway/profile/index.ts';
import { redactGatewayMessage, maskCardNumbers } from '../gateway/redact.ts';
import { describeError } from '../observability/index.ts';
import { splitRefundMessage } from './query-refunds.ts';
import {
  trackBackgroundWork,
  type PaymentDeps,
  storeResultWithRetry,
  toBatchesOfDistinctKeys,
  isCredentialRefusalFromGateway,
  gatewayCallFailureOfThrown,
} from '../context/index.ts';
import { nextRefundQueryAt } from './refund-schedule.ts';
import { applyRefundResult, type RefundResult } from './apply-refund-result.ts';
import type { NewRefund, RefundRecord } from '../store/index.ts';
import {
  EXTERNAL_TRANSACTION_RULE_TEXT,
  findTargetPayment,
  refuseMismatchedBatchItem,
  toBatchItemError,
  type BatchItemError,
} from '../payments/index.ts';

/** The outcome of one entry. Without a refund nothing was sent for it. */
export interface RefundItemResult {
  refund: RefundRecord | null;
  error: BatchItemError | null;
}

/**
 * Refunds payments, whole or in part, in requests of at most 50 (interface 4.4). Each amount is reserved in the store before
 * a byte leaves. An entry that cannot be refunded gets an error and delays no other. The outcomes have the order of the
 * entries.
 * @param seed the caller's idempotency key: the same one names the same refunds, so that nothing is refunded twice
 * @throws CheckoutError `store_unavailable`, and `invalid_request` for decimals that a currency has not or a long refund_reference (nothing was sent)
 */
export async function refundPayments(
  deps: PaymentDeps,
  items: readonly RefundEntry[],
  seed: string,
): Promise<RefundItemResult[]> {
  const outcomes = items.map((): RefundItemResult => ({ refund: null, error: null }));
  const wanted: { index: number; refund: NewRefund }[] = [];
  const { profile } = deps.gateway;
  const fields: FieldError[] = [];
  for (const [index, item] of items.entries()) {
    const path = `refunds.${String(index)}.refund_reference`;
    fields.push(...findOverlongTexts(profile, { [path]: ['refund_reference', item.refund_reference] }));
    try {
      const refund = await toNewRefund(deps, item, `${seed} ${String(index)}`);
      wanted.push({ index, refund });
      if (
        hasUnsupportedDecimals(refund.refund_amount, refund.currency) &&
        !hasUnsupportedDecimals(refund.amount, refund.currency)
      ) {
        fields.push({ path: `refunds.${String(index)}.refund_amount`, code: 'format', rule: WHOLE_UNITS_RULE_TEXT });
      }
    } catch (error) {
      if (!(error instanceof CheckoutError) || ERRORS[error.code].fault !== 'caller') throw error;
      outcomes[index] = { refund: null, error: toBatchItemError(error) };
    }
  }
  if (fields.length > 0) throw new CheckoutError('invalid_request', undefined, { fields });
  const at = deps.now();
  const checkAt = nextRefundQueryAt({ status: 'submitting', created_at: at }, at) ?? at;
  const begun = await deps.store.beginRefunds(
    wanted.map((entry) => entry.refund),
    at,
    checkAt,
  );
  const toSend: RefundRecord[] = [];
  begun.forEach((result, position) => {
    const index = wanted[position]?.index ?? 0;
    if (typeof result === 'string') outcomes[index] = { refund: null, error: toBatchItemError(OBSTACLES[result]()) };
    else outcomes[index] = { refund: result.refund, error: null };
    if (typeof result !== 'string' && result.kind === 'started') toSend.push(result.refund);
  });
  const applied = await trackBackgroundWork(deps, sendAll(deps, toSend));
  return outcomes.map(({ refund, error }) => ({
    refund: refund === null ? null : (applied.get(refund.id) ?? refund),
    error,
  }));
}

const OBSTACLES = {
  exceeds: () => new CheckoutError('refund_exceeds_paid'),
  reference_taken: () => new CheckoutError('reference_taken', 'The refund_reference was used for this transaction.'),
  key_reused: () => new CheckoutError('idempotency_key_reused', 'The Idempotency-Key was used for another refund.'),
  amount_differs: () =>
    new CheckoutError('invalid_request', 'An earlier refund of this transaction named another amount or currency.'),
  being_cancelled: () => new CheckoutError('wrong_state', 'The payment is being cancelled.'),
  not_paid: () => new CheckoutError('wrong_state', 'The payment is not paid any more.'),
};

async function toNewRefund(deps: PaymentDeps, item: RefundEntry, seed: string): Promise<NewRefund> {
  const payment = await findTargetPayment(deps, item);
  const number = createHash('sha256').update(`refund ${seed}`).digest('base64url').slice(0, 22);
  const base = {
    id: `ref_${number}`,
    account: deps.account,
    refund_amount: item.refund_amount,
    // People type the reason, so it may have a card number in it.
    reason: maskCardNumbers(item.refund_reason),
    reference: item.refund_reference ?? `tg-${number}`.slice(0, deps.gateway.profile.field_lengths.refund_reference),
  };
  if (payment !== undefined) {
    if (payment.status !== 'paid' || payment.transaction_id === null) {
      throw new CheckoutError('wrong_state', `A payment that is ${payment.status} cannot be refunded.`);
    }
    if (payment.pending_operation === 'cancel') {
      throw OBSTACLES.being_cancelled();
    }
    const { id: paymentId, transaction_id: transactionId, order_no: orderNo, currency, amount } = payment;
    if (!TransactionIdOfAnySystem.safeParse(transactionId).success) {
      throw new CheckoutError('wrong_state', 'The transaction ID of the payment is not valid for a refund.');
    }
    refuseMismatchedBatchItem(item, { order_no: orderNo, currency, amount });
    const captured = payment.captured === null ? {} : { captured: encodeAmount(BigInt(payment.captured)) };
    return {
      ...base,
      ...captured,
      payment_id: paymentId,
      transaction_id: transactionId,
      order_no: orderNo,
      currency,
      amount,
    };
  }
  const { transaction_id: transactionId, order_no: orderNo, currency, amount } = item;
  if (transactionId === undefined) throw new CheckoutError('not_found', 'There is no such payment.');
  if (orderNo === undefined || currency === undefined || amount === undefined) {
    throw new CheckoutError('not_found', EXTERNAL_TRANSACTION_RULE_TEXT);
  }
  return { ...base, payment_id: null, transaction_id: transactionId, order_no: orderNo, currency, amount };
}

async function sendAll(deps: PaymentDeps, refunds: readonly RefundRecord[]): Promise<Map<string, RefundRecord>> {
  const applied = new Map<string, RefundRecord>();
  const waiting = new Map(refunds.map((refund) => [refund.id, refund]));
  for (const chunk of toBatchesOfDistinctKeys(refunds, FIELD_LIMITS.refund_orders, (refund) => refund.transaction_id)) {
    for (const refund of [...waiting.values()]) await keepFresh(deps, waiting, refund);
    const due = chunk.filter(({ id }) => waiting.has(id));
    const results = due.length === 0 ? [] : toResults(deps, due, await send(deps, due));
    for (const refund of chunk) {
      const result = due.includes(refund) ? (results[due.indexOf(refund)] ?? NOT_NAMED) : TOO_LATE;
      applied.set(refund.id, await applySafely(deps, refund, result));
      waiting.delete(refund.id);
    }
  }
  return applied;
}

/** The longest time between a refund's stamp and its request, in ms: shorter than the sender's grace after the deadline. */
const FRESH = 4_000;

/**
 * Stamps a refund anew that waited for the requests before its own, so that its response has the whole deadline. One that
 * became unknown meanwhile may have been resolved by a person, and is not sent.
 */
async function keepFresh(deps: PaymentDeps, waiting: Map<string, RefundRecord>, refund: RefundRecord): Promise<void> {
  const at = deps.now();
  if (at - refund.updated_at < FRESH) return;
  const { id, version, created_at: createdAt } = refund;
  const checkAt = nextRefundQueryAt({ status: 'submitting', created_at: createdAt }, at);
  let stamped: RefundRecord | undefined;
  try {
    stamped = await deps.store.updateRefund({ id, version, changes: {}, at, checkAt });
  } catch (error) {
    deps.log.error({ refund_id: id, error: describeError(error) }, 'a refund is not sent: the store is away');
  }
  if (stamped === undefined) waiting.delete(id);
  else waiting.set(id, stamped);
}

const TOO_LATE: RefundResult = {
  status: 'not_sent',
  source: 'response',
  reason: 'the deadline of its request has passed',
};

const NOT_NAMED: RefundResult = { status: 'unknown', source: 'response', reason: 'the response does not name it' };

async function send(deps: PaymentDeps, chunk: readonly RefundRecord[]): Promise<RefundCallResult> {
  try {
    return await deps.gateway.refund(
      chunk.map((refund) => ({
        transaction_id: refund.transaction_id,
        order_no: refund.order_no,
        currency: refund.currency,
        amount: refund.amount,
        refund_amount: refund.refund_amount,
        refund_reason: refund.reason,
        refund_reference: refund.reference,
      })),
    );
  } catch (error) {
    return gatewayCallFailureOfThrown(error);
  }
}

function toResults(deps: PaymentDeps, chunk: readonly RefundRecord[], response: RefundCallResult): RefundResult[] {
  const same = (result: Omit<RefundResult, 'source'>): RefundResult[] =>
    chunk.map(() => ({ ...result, source: 'response' }));
  switch (response.kind) {
    case 'not_sent':
      return same({ status: 'not_sent', reason: response.reason });
    case 'misconfigured':
      deps.log.alert('credentials_refused', { reason: response.reason });
      return isCredentialRefusalFromGateway(response)
        ? same({ status: 'refused', reason: response.reason, code: response.reason })
        : same({ status: 'unknown', reason: response.reason });
    case 'refused':
      return same({ status: 'refused', code: response.code, message: redactGatewayMessage(response.message) });
    case 'unknown':
      if (response.mismatch) deps.log.alert('refund_response_mismatch', { reason: response.reason });
      return same({ status: 'unknown', reason: response.reason });
    case 'completed':
      if (response.configurationCode !== undefined) {
        deps.log.alert('credentials_refused', { reason: response.configurationCode });
      }
      return response.items.map(({ status, result, mismatch }) => ({
        status,
        source: 'response',
        // A response about another refund has no result for this one.
        referenceId: mismatch === undefined ? result?.refund_reference_id : undefined,
        ...(status === 'unknown'
          ? { reason: mismatch === undefined ? 'the response does not name it' : `${mismatch} differs` }
          : {}),
        ...(mismatch === undefined ? splitRefundMessage(result?.refund_message) : {}),
      }));
  }
}

/** A result that could not be stored leaves the refund unknown and delays no other; the schedule queries it. */
async function applySafely(deps: PaymentDeps, refund: RefundRecord, result: RefundResult): Promise<RefundRecord> {
  const facts = { refund_id: refund.id, payment_id: refund.payment_id ?? undefined };
  try {
    return await storeResultWithRetry(deps, facts, () => applyRefundResult(deps, refund.id, result));
  } catch (error) {
    deps.log.alert('refund_not_stored', { ...facts, error: describeError(error) });
    return { ...refund, status: 'unknown' };
  }
}
