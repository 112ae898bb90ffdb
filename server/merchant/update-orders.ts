import { CheckoutError } from '../../shared/errors.ts';
import { LIMITS } from '../../shared/interface/identifiers.ts';
import type { OrderUpdate } from '../../shared/interface/order-updates.ts';
import type { OrderUpdateItem } from '../../shared/contract/merchant/batches.ts';
import type { UpdateOrdersAnswer } from '../gateway/operations/transaction-batches.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import type { Job, PaymentRecord } from '../store/store.ts';
import { distinctChunksOf } from './chunks.ts';
import { findTarget, toItemError, type ItemError } from './find-target.ts';
import { describeRefusal, toFailure, toNotSentError } from './gateway-error.ts';

export interface OrderUpdateOutcome {
  transaction_id: string | null;
  status: 'accepted' | 'refused' | 'unknown' | 'not_sent';
  error: ItemError | null;
}

/**
 * Tells the gateway's risk product how orders ended, in requests of at most 50 (interface 4.3). The gateway answers for
 * a request as a whole, so all entries of one share its fate.
 */
export async function updateOrders(
  deps: PaymentDeps,
  items: readonly OrderUpdateItem[],
): Promise<OrderUpdateOutcome[]> {
  const outcomes: OrderUpdateOutcome[] = [];
  const wanted: { index: number; order: OrderUpdate }[] = [];
  for (const [index, item] of items.entries()) {
    const id = item.transaction_id ?? (await findTarget(deps, item))?.transactionId ?? null;
    outcomes.push({ transaction_id: id, status: 'refused', error: null });
    const { status, ispass3d } = item;
    if (id !== null) wanted.push({ index, order: { transaction_id: id, status, ispass3d } });
    else outcomes[index] = { ...unknownTarget };
  }
  for (const chunk of distinctChunksOf(wanted, LIMITS.update_orders, (entry) => entry.order.transaction_id)) {
    const answer = await send(
      deps,
      chunk.map((entry) => entry.order),
    );
    for (const { index, order } of chunk) {
      outcomes[index] = { transaction_id: order.transaction_id, ...readAnswer(answer) };
    }
  }
  return outcomes;
}

const unknownTarget: OrderUpdateOutcome = {
  transaction_id: null,
  status: 'refused',
  error: toItemError(new CheckoutError('not_found', 'There is no such payment, or its transaction is not known yet.')),
};

async function send(deps: PaymentDeps, orders: readonly OrderUpdate[]): Promise<UpdateOrdersAnswer> {
  try {
    return await deps.gateway.updateOrders(orders);
  } catch (error) {
    return toFailure(error);
  }
}

function readAnswer(answer: UpdateOrdersAnswer): Pick<OrderUpdateOutcome, 'status' | 'error'> {
  switch (answer.kind) {
    case 'answered':
      return { status: 'accepted', error: null };
    case 'refused':
      return {
        status: 'refused',
        error: { code: 'gateway_refused', detail: describeRefusal(answer.code, answer.message) },
      };
    case 'misconfigured':
      return { status: 'refused', error: toItemError(new CheckoutError('gateway_misconfigured')) };
    case 'not_sent':
      return { status: 'not_sent', error: toItemError(toNotSentError(answer.reason)) };
    case 'unknown':
      return { status: 'unknown', error: toItemError(new CheckoutError('gateway_no_answer')) };
  }
}

/** Pauses before the risk product is told again, in ms; then it is left. */
const RETRY_PAUSES = [60_000, 600_000, 3_600_000, 6 * 3_600_000];

/**
 * Tells the risk product about payments that are due, all in one request; returns for each job when to try again, in ms
 * since the epoch, or null. Telling twice does no harm, so an answer that did not come is tried again.
 */
export async function tellRisk(deps: PaymentDeps, jobs: readonly Job[]): Promise<(number | null)[]> {
  const payments = await Promise.all(jobs.map((job) => deps.store.findPayment(job.ref)));
  const orders = payments.map((payment) => toOrderUpdate(deps, payment));
  const known = orders.filter((order) => order !== undefined);
  if (known.length === 0) return jobs.map(() => null);
  const answer = await send(deps, known);
  if (answer.kind === 'answered') return jobs.map(() => null);
  const reason = answer.kind === 'refused' ? (answer.code ?? 'refused') : answer.reason;
  deps.log.warn({ reason, count: known.length }, 'the risk product could not be told');
  // One order that it does not know refuses the whole request: those that came together are then told one by one.
  if (answer.kind === 'refused' && known.length > 1) {
    for (const order of known) await send(deps, [order]);
    return jobs.map(() => null);
  }
  return jobs.map((job) => {
    const isFinal = answer.kind === 'refused' || answer.reason === 'gateway_invalid_request';
    const pause = isFinal ? undefined : RETRY_PAUSES[job.runs - 1];
    return pause === undefined ? null : deps.now() + pause;
  });
}

function toOrderUpdate(deps: PaymentDeps, payment: PaymentRecord | undefined): OrderUpdate | undefined {
  if (payment === undefined || payment.transactionId === null) return undefined;
  const said = payment.result?.threeds_result?.trim().toLowerCase();
  const isAuthenticated = deps.gateway.profile.threeds_passed.some((word) => word.toLowerCase() === said);
  return {
    transaction_id: payment.transactionId,
    status: payment.status === 'paid' ? '1' : '0',
    ispass3d: isAuthenticated ? '1' : '0',
  };
}
