import { CheckoutError } from '../../shared/errors.ts';
import { FIELD_LIMITS } from '../../shared/interface/formats.ts';
import { OrderUpdate } from '../../shared/interface/order-updates.ts';
import type { RiskOutcomeItem } from '../../shared/contract/merchant/risk-outcomes.ts';
import type { UpdateOrdersCallResult } from '../gateway/operations/reviews-captures-voids.ts';
import {
  type PaymentDeps,
  toBatchesOfDistinctKeys,
  describeGatewayRefusal,
  gatewayCallFailureOfThrown,
  toNotSentError,
} from '../context/index.ts';
import type { Job, PaymentRecord } from '../store/index.ts';
import { findTargetPayment, toBatchItemError, type BatchItemError } from '../payments/index.ts';

export interface RiskReportResult {
  transaction_id: string | null;
  status: 'accepted' | 'refused' | 'unknown' | 'not_sent';
  error: BatchItemError | null;
}

/**
 * Reports order outcomes to the gateway's risk product, in requests of at most 50 (interface 4.3). The gateway's
 * response covers a whole request, so its entries share one result. An entry that does not fit any request is refused
 * alone, and the others are sent.
 */
export async function reportRiskOutcomes(
  deps: PaymentDeps,
  items: readonly RiskOutcomeItem[],
): Promise<RiskReportResult[]> {
  const outcomes: RiskReportResult[] = [];
  const wanted: { index: number; order: OrderUpdate }[] = [];
  for (const [index, item] of items.entries()) {
    const id = item.transaction_id ?? (await findTargetPayment(deps, item))?.transaction_id ?? null;
    outcomes.push({ transaction_id: id, status: 'refused', error: null });
    const { status, ispass3d } = item;
    const order = { transaction_id: id ?? '', status, ispass3d };
    if (id === null) outcomes[index] = { ...unknownTarget };
    else if (OrderUpdate.safeParse(order).success) wanted.push({ index, order });
    else outcomes[index] = { ...unsendable, transaction_id: id };
  }
  for (const chunk of toBatchesOfDistinctKeys(
    wanted,
    FIELD_LIMITS.update_orders,
    (entry) => entry.order.transaction_id,
  )) {
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

const unknownTarget: RiskReportResult = {
  transaction_id: null,
  status: 'refused',
  error: toBatchItemError(
    new CheckoutError('not_found', 'There is no such payment, or its transaction is not known yet.'),
  ),
};

/** The transaction ID came from the gateway's own response. */
const unsendable: RiskReportResult = {
  transaction_id: null,
  status: 'refused',
  error: toBatchItemError(new CheckoutError('wrong_state', 'The gateway named a transaction that it would not take.')),
};

async function send(deps: PaymentDeps, orders: readonly OrderUpdate[]): Promise<UpdateOrdersCallResult> {
  try {
    return await deps.gateway.updateOrders(orders);
  } catch (error) {
    return gatewayCallFailureOfThrown(error);
  }
}

function readAnswer(answer: UpdateOrdersCallResult): Pick<RiskReportResult, 'status' | 'error'> {
  switch (answer.kind) {
    case 'completed':
      return { status: 'accepted', error: null };
    case 'refused':
      return {
        status: 'refused',
        error: { code: 'gateway_refused', detail: describeGatewayRefusal(answer.code, answer.message) },
      };
    case 'misconfigured':
      return { status: 'refused', error: toBatchItemError(new CheckoutError('gateway_misconfigured')) };
    case 'not_sent':
      return { status: 'not_sent', error: toBatchItemError(toNotSentError(answer.reason)) };
    case 'unknown':
      return { status: 'unknown', error: toBatchItemError(new CheckoutError('gateway_no_answer')) };
  }
}

/** Pauses before the report is retried, in ms; then it is given up. */
const RETRY_PAUSES = [60_000, 600_000, 3_600_000, 6 * 3_600_000];

/**
 * Reports due payments to the risk product in one request. Returns the next try of each job in ms since the epoch, or
 * null. The report is idempotent, so it is retried without a response. A payment whose transaction does not fit any
 * request is left out, and an alert is raised.
 */
export async function reportDuePaymentsToRiskProduct(
  deps: PaymentDeps,
  jobs: readonly Job[],
): Promise<(number | null)[]> {
  const due = await Promise.all(
    jobs.map(async (job) => ({ job, order: toOrderUpdate(deps, await deps.store.findPayment(job.ref)) })),
  );
  const known = due.flatMap(({ job, order }) => (order === undefined ? [] : [{ job, order }]));
  const again = new Map(known.length === 0 ? [] : await tellAll(deps, known));
  return jobs.map((job) => again.get(job) ?? null);
}

interface DueUpdate {
  job: Job;
  order: OrderUpdate;
}

/**
 * Reports all payments in one request. If one of them may have caused a refusal, they are reported one by one until a
 * response is missing. Unsent payments are retried like sent ones.
 */
async function tellAll(deps: PaymentDeps, due: readonly DueUpdate[]): Promise<(readonly [Job, number | null])[]> {
  const told = await tellOnce(deps, due);
  if (told !== 'refused') return due.map(({ job }) => [job, told === 'taken' ? null : retryAt(deps, job)]);
  if (due.length === 1) return [];
  const again: (readonly [Job, number | null])[] = [];
  let isSilent = false;
  for (const one of due) {
    isSilent = isSilent || (await tellOnce(deps, [one])) === 'silent';
    if (isSilent) again.push([one.job, retryAt(deps, one.job)]);
  }
  return again;
}

/** `silent`: nothing was sent, or the outcome is unknown. */
async function tellOnce(deps: PaymentDeps, due: readonly DueUpdate[]): Promise<'taken' | 'refused' | 'silent'> {
  const answer = await send(
    deps,
    due.map(({ order }) => order),
  );
  if (answer.kind === 'completed') return 'taken';
  const reason = answer.kind === 'refused' ? (answer.code ?? 'refused') : answer.reason;
  deps.log.warn({ reason, count: due.length }, 'the report to the risk product failed');
  return answer.kind === 'refused' || reason === 'gateway_invalid_request' ? 'refused' : 'silent';
}

function retryAt(deps: PaymentDeps, job: Job): number | null {
  const pause = RETRY_PAUSES[job.runs - 1];
  return pause === undefined ? null : deps.now() + pause;
}

function toOrderUpdate(deps: PaymentDeps, payment: PaymentRecord | undefined): OrderUpdate | undefined {
  if (payment === undefined || payment.transaction_id === null) return undefined;
  const said = payment.result?.threeds_result?.trim().toLowerCase();
  const isAuthenticated = deps.gateway.profile.threeds_passed.some((word) => word.toLowerCase() === said);
  const order = OrderUpdate.safeParse({
    transaction_id: payment.transaction_id,
    status: payment.status === 'paid' ? '1' : '0',
    ispass3d: isAuthenticated ? '1' : '0',
  });
  if (!order.success) {
    const facts = { payment_id: payment.id, reason: 'transaction_id' };
    deps.log.alert('risk_update_failed', facts);
  }
  return order.data;
}
