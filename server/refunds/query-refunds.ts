import { describeError } from '../observability/index.ts';
import { decodeResultInfo } from '../../shared/interface/result-info.ts';
import { isSameGatewayAmount } from '../../shared/money.ts';
import { redactGatewayMessage } from '../gateway/redact.ts';
import type { RefundSearchCallResult } from '../gateway/operations/refunds.ts';
import type { RefundRecord, Job, PaymentRecord } from '../store/index.ts';
import { gatewayResponseDeadline, type PaymentDeps, findAgreedGatewayRecord } from '../context/index.ts';
import { nextRefundQueryAt } from './refund-schedule.ts';
import { applyRefundResult, type RefundResult } from './apply-refund-result.ts';

type Found = Extract<RefundSearchCallResult, { kind: 'completed' }>['refunds'][number];

/**
 * Queries every refund of a payment that was sent, after a notification about one. A refused one is queried too: the gateway
 * may have made it all the same.
 */
export async function queryRefundsOfPayment(deps: PaymentDeps, payment: PaymentRecord): Promise<void> {
  const { entries } = await deps.store.listRefunds({ paymentId: payment.id, limit: 100 });
  const sent = entries.filter((refund) => refund.status !== 'not_sent');
  if (sent.length > 0) await queryRefunds(deps, sent, payment.order_no);
}

async function queryRefunds(deps: PaymentDeps, refunds: readonly RefundRecord[], orderNo: string): Promise<void> {
  const response = await deps.gateway.searchRefunds({ orders: [orderNo] });
  if (response.kind === 'completed') return applyRefundSearchResults(deps, refunds, response.refunds);
  const reason = response.kind === 'refused' ? (response.code ?? 'refused') : response.reason;
  deps.log.warn({ reason }, 'the query of refunds failed');
}

/**
 * Applies the results of a refund search. A refund that the search does not list stays as it is: it may be on its way. So
 * does one whose rows contradict each other.
 * @throws CheckoutError `store_unavailable`
 */
export async function applyRefundSearchResults(
  deps: PaymentDeps,
  refunds: readonly RefundRecord[],
  found: readonly Found[],
): Promise<void> {
  for (const refund of refunds) {
    const facts = { refund_id: refund.id, payment_id: refund.payment_id ?? undefined };
    const own = findAgreedGatewayRecord(deps, facts, rowsOf(refund, found), toResult);
    const result = own === undefined || own === 'contradicted' ? undefined : toResult(own);
    if (result !== undefined) await applyRefundResult(deps, refund.id, result);
  }
}

/** The rows of a refund: by the gateway's ID where it is known, otherwise by our reference; never by the amount alone. */
function rowsOf(refund: RefundRecord, found: readonly Found[]): Found[] {
  const fits = (entry: Found): boolean =>
    entry.refund.transaction_id === refund.transaction_id &&
    isSameGatewayAmount(entry.refund.refund_amount ?? '', refund.refund_amount);
  return found.filter(
    (entry) =>
      fits(entry) &&
      isOwnReference(refund, entry) &&
      (refund.reference_id === null
        ? entry.refund.refund_reference === refund.reference
        : entry.refund.refund_reference_id === refund.reference_id),
  );
}

/** Whether a row has the refund's own reference, or none. */
function isOwnReference(refund: RefundRecord, { refund: entry }: Found): boolean {
  return (entry.refund_reference ?? '') === '' || entry.refund_reference === refund.reference;
}

function toResult({ status, refund }: Found): RefundResult | undefined {
  const base = { source: 'query' as const, referenceId: refund.refund_reference_id };
  if (status === 'unknown') return undefined;
  if (status !== 'accepted') return { ...base, status };
  const isDone = (refund.refund_processing_date ?? '') !== '';
  return { ...base, status: isDone ? 'refunded' : 'accepted' };
}

/**
 * Queries one refund on schedule; returns when to query again, in ms since the epoch, or null.
 * @throws CheckoutError `store_unavailable`
 */
export async function runRefundQueryJob(deps: PaymentDeps, job: Job): Promise<number | null> {
  let refund = await deps.store.findRefund(job.ref);
  if (refund === undefined) return null;
  if (refund.status === 'submitting') {
    const responseDue = gatewayResponseDeadline(deps, refund.updated_at, job);
    if (responseDue !== null) return responseDue;
    refund = await applyRefundResult(deps, refund.id, {
      status: 'unknown',
      source: 'response',
      reason: 'the sender stopped before a response',
    });
  }
  try {
    await queryRefunds(deps, [refund], refund.order_no);
  } catch (error) {
    deps.log.error({ refund_id: refund.id, error: describeError(error) }, 'the query of a refund failed');
  }
  const after = (await deps.store.findRefund(job.ref)) ?? refund;
  const next = nextRefundQueryAt(after, deps.now());
  if (next === null && after.status === 'unknown')
    deps.log.alert('outcome_overdue', { refund_id: after.id, to: after.status });
  return next;
}

/** Splits `<code>:<message>` of the response to a refund. */
export function splitRefundMessage(text: string | undefined): { code?: string; message?: string } {
  const info = decodeResultInfo(text ?? '');
  if (info === undefined) return text === undefined || text === '' ? {} : { message: redactGatewayMessage(text) };
  return { code: info.code, message: redactGatewayMessage(info.message) };
}
