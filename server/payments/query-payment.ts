import { decodeCompactTime } from '../../shared/dates.ts';
import { GatewayTransactionId } from '../../shared/interface/formats.ts';
import { isSameGatewayAmount } from '../../shared/money.ts';
import type { TransactionQueryCallResult } from '../gateway/operations/query-transactions.ts';
import type { QueriedTransactionStatus } from '../gateway/profile/index.ts';
import { hasAlert, REFUND_STATES_WITHOUT_RESERVATION, type PaymentRecord } from '../store/index.ts';
import { applyPaymentResult } from './apply-result.ts';
import { type PaymentDeps, findAgreedGatewayRecord } from '../context/index.ts';
import { spendNotificationQueryBudget } from './query-budget.ts';
import { storePaymentAlertIfUnchanged } from './raise-payment-alert.ts';
import type { ReportedStatus } from './transition-table.ts';

type Found = Extract<TransactionQueryCallResult, { kind: 'completed' }>['transactions'][number];

/** The result of a query. */
export interface PaymentQueryResult {
  payment: PaymentRecord;
  /** The status that the gateway reports; undefined where the query was inconclusive. */
  meaning: QueriedTransactionStatus | undefined;
}

/**
 * Queries a payment and applies the result. An inconclusive response, an error, or a transaction that may be another
 * payment's of the same order changes nothing.
 * @throws CheckoutError `store_unavailable`
 */
export async function queryPayment(deps: PaymentDeps, payment: PaymentRecord): Promise<PaymentQueryResult> {
  const { transaction_id: id } = payment;
  const { list_separator: separator } = deps.gateway.profile;
  // A transaction ID with the separator of lists in it cannot be queried: its order is queried instead.
  const isQueryable = id !== null && GatewayTransactionId.safeParse(id).success && !id.includes(separator);
  const response = await deps.gateway.queryTransactions(
    isQueryable ? { trades: [id] } : { orders: [payment.order_no] },
  );
  if (response.kind === 'failed') {
    deps.log.warn({ payment_id: payment.id, reason: response.reason }, 'query of a payment failed');
    return { payment, meaning: undefined };
  }
  const found = await findOwn(deps, payment, response.transactions);
  if (found === 'none') return { payment, meaning: 'not_found' };
  if (found === 'ambiguous' || found === 'contradicted') return { payment, meaning: undefined };
  const wrong = findMismatch(payment, found);
  if (wrong !== undefined) {
    deps.log.alert('query_mismatch', { payment_id: payment.id, reason: wrong });
    return { payment, meaning: undefined };
  }
  const status = toReportedStatus(found.status, payment);
  if (status === undefined) return { payment, meaning: found.status };
  const { token_id: token, transaction_id: foundId = '' } = found.transaction;
  const applied = await applyPaymentResult(deps, payment.id, {
    status,
    source: 'query',
    transactionId: GatewayTransactionId.safeParse(foundId).success ? foundId : undefined,
    ...(token ? { fields: { token_id: token } } : {}),
  });
  const isRefunded = found.status === 'refunded';
  return { payment: isRefunded ? await flagRefund(deps, applied) : applied, meaning: found.status };
}

/** A refunded payment was paid. Pending changes nothing before the shopper returns: the issuer still waits for them. */
function toReportedStatus(meaning: QueriedTransactionStatus, payment: PaymentRecord): ReportedStatus | undefined {
  if (meaning === 'paid' || meaning === 'refunded') return 'paid';
  if (meaning === 'declined' || meaning === 'cancelled') return meaning;
  const waitsForShopper = payment.status === 'action_required' && payment.returned_at === null;
  return meaning === 'pending' && !waitsForShopper ? 'pending' : undefined;
}

const REFUNDED = { code: 'refunded_elsewhere', detail: {} } as const;

/** Raises an alert where the gateway reports a refund that was not made here. */
async function flagRefund(deps: PaymentDeps, payment: PaymentRecord): Promise<PaymentRecord> {
  const { id, status, alerts } = payment;
  if (status !== 'paid' || hasAlert(alerts, REFUNDED)) return payment;
  const { entries } = await deps.store.listRefunds({ paymentId: id, limit: 100 });
  if (entries.some((refund) => !REFUND_STATES_WITHOUT_RESERVATION.includes(refund.status))) return payment;
  deps.log.alert('refunded_elsewhere', { payment_id: id });
  const event = {
    kind: 'contradicted',
    detail: { source: 'query', reported: 'refunded', code: REFUNDED.code },
  } as const;
  return (await storePaymentAlertIfUnchanged(deps, payment, REFUNDED, event)) ?? payment;
}

/** Queries the gateway about a payment whose result has just contradicted its state, as often as notifications may. */
export async function queryIfNewlyContradicted(
  deps: PaymentDeps,
  before: PaymentRecord,
  after: PaymentRecord,
): Promise<void> {
  const isContradicted = after.alerts.some(
    (alert) => alert.code === 'contradicting_result' && !hasAlert(before.alerts, alert),
  );
  if (isContradicted && (await spendNotificationQueryBudget(deps, after))) await queryPayment(deps, after);
}

/** The values in which all rows of one transaction have to agree. */
export function rowConsistencyValuesOf({ status, transaction: { order_no, currency, amount } }: Found): unknown {
  return [status === 'refunded' ? 'paid' : status, order_no, currency, amount];
}

/** The fields in which a reported transaction differs from the payment. */
function findMismatch(payment: PaymentRecord, found: Found): string | undefined {
  if (found.status === 'not_found') return undefined;
  const { order_no, currency, amount } = found.transaction;
  if (order_no !== payment.order_no) return 'order_no differs';
  if (currency !== payment.currency) return 'currency differs';
  return isSameGatewayAmount(amount ?? '', payment.amount) ? undefined : 'amount differs';
}

/**
 * Finds the payment's own transaction among those of its order. A known ID identifies it. Otherwise the transactions that
 * no payment has are matched, in the order of time, with the payments without an ID, if both are equally many. Where
 * declined payments without an ID had to be left out for that, only a paid or refunded transaction counts: any other may
 * belong to one of them.
 */
async function findOwn(
  deps: PaymentDeps,
  payment: PaymentRecord,
  list: readonly Found[],
): Promise<Found | 'none' | 'ambiguous' | 'contradicted'> {
  const byId = (id: string | undefined): Found | 'none' | 'contradicted' => {
    const rows = list.filter((found) => idOf(found) === id);
    return findAgreedGatewayRecord(deps, { payment_id: payment.id }, rows, rowConsistencyValuesOf) ?? 'none';
  };
  if (payment.transaction_id !== null) return byId(payment.transaction_id);
  const real = list.filter((found) => found.status !== 'not_found');
  if (real.length === 0) return 'none';
  const { payments } = await deps.store.listPayments({ orderNo: payment.order_no, limit: 100 });
  // A notification may have set the ID during the query.
  const named = payments.find((sibling) => sibling.id === payment.id)?.transaction_id ?? null;
  if (named !== null) return byId(named);
  const known = new Set(payments.map((sibling) => sibling.transaction_id));
  const nameless = payments
    .filter((sibling) => sibling.transaction_id === null && sibling.status !== 'not_sent')
    .sort((a, b) => a.created_at - b.created_at);
  const unclaimed = real
    .filter((found) => !known.has(idOf(found) ?? null))
    .filter((found, place, all) => all.findIndex((other) => idOf(other) === idOf(found)) === place)
    .sort((a, b) => timeOf(a) - timeOf(b));
  // A declined payment without an ID may never have become a transaction.
  const owners =
    unclaimed.length === nameless.length ? nameless : nameless.filter((sibling) => sibling.status !== 'declined');
  if (unclaimed.length !== owners.length) {
    deps.log.warn(
      { payment_id: payment.id, count: unclaimed.length },
      'the query is ambiguous between payments of one order',
    );
    return 'ambiguous';
  }
  const mine = unclaimed[owners.findIndex((sibling) => sibling.id === payment.id)];
  const own = mine === undefined ? 'none' : byId(idOf(mine));
  if (own === 'contradicted') return own;
  const isMoney = own !== 'none' && (own.status === 'paid' || own.status === 'refunded');
  return own === 'none' || isMoney || owners.length === nameless.length ? own : 'ambiguous';
}

function idOf({ transaction }: Found): string | undefined {
  return transaction.transaction_id;
}

function timeOf(found: Found): number {
  return decodeCompactTime(found.transaction.transaction_date ?? '') ?? 0;
}
