import {
  type NotificationWithProvenance,
  trustedFieldsOf,
  areUnsignedFieldsTrusted,
  notificationTopicOf,
  pickResultFields,
} from '../gateway/notification.ts';
import { CheckoutError } from '../../shared/errors.ts';
import { isAmount, isSameGatewayAmount } from '../../shared/money.ts';
import { GatewayTransactionId } from '../../shared/interface/formats.ts';
import { SUBSCRIPTION_STATUS_INACTIVE } from '../../shared/interface/subscriptions.ts';
import { decodeResultInfo } from '../../shared/interface/result-info.ts';
import type { PaymentResult } from '../../shared/interface/payment-result.ts';
import { declineCodeOf, notificationKindOf, statusOfPaymentResult } from '../gateway/profile/index.ts';
import type { QueriedTransactionStatus } from '../gateway/profile/index.ts';
import type { PaymentRecord } from '../store/index.ts';
import {
  applyPaymentResult,
  rowConsistencyValuesOf,
  queryIfNewlyContradicted,
  spendNotificationQueryBudget,
  createPaymentWebhookEvents,
  raisePaymentAlert,
} from '../payments/index.ts';
import { type PaymentDeps, findAgreedGatewayRecord, createId } from '../context/index.ts';
import { belongsToSubscriptionSession, findOtherInitialPaymentId } from '../subscriptions/index.ts';
import { omitToken } from '../saved-cards/index.ts';

/**
 * Whether a notification reports a renewal of the subscription that this payment began: another transaction of its order.
 * Without evidence for `recurring_id`, another charge is a renewal of the subscription that the payment began.
 * @param owner the payment of the transaction that the notification names
 */
export async function isRenewalOfPaymentSubscription(
  deps: PaymentDeps,
  payment: PaymentRecord,
  report: NotificationWithProvenance,
  owner: PaymentRecord | undefined,
): Promise<boolean> {
  const { recurring_id: recurringId, transaction_id: transactionId } = report.fields;
  const isPayment = notificationKindOf(deps.gateway.profile, report.fields) === 'payment';
  // While the payment has no transaction ID, another transaction cannot be distinguished from its own.
  const isAnother =
    Boolean(transactionId) && payment.transaction_id !== null && transactionId !== payment.transaction_id;
  if (!isAnother) return false;
  if (areUnsignedFieldsTrusted(report)) {
    if (!isPayment || !recurringId) return false;
    return payment.recurring_id === null ? lacksSubscription(deps, payment) : recurringId === payment.recurring_id;
  }
  if (report.verified) return payment.recurring_id !== null && owner === undefined;
  return isPayment && payment.recurring_id !== null && recurringId === payment.recurring_id;
}

/** Whether the result that named the subscription was lost: queries do not report it. */
async function lacksSubscription(deps: PaymentDeps, payment: PaymentRecord): Promise<boolean> {
  return payment.status === 'paid' && (await belongsToSubscriptionSession(deps, payment));
}

/**
 * Records a renewal as a payment of its subscription, once for each transaction. Without a valid digest, or while the
 * subscription is not known yet, a query has to confirm it.
 * @throws CheckoutError `rate_limited`, `gateway_no_answer`, `store_unavailable`: it is applied again later
 */
export async function recordRenewal(
  deps: PaymentDeps,
  first: PaymentRecord,
  report: NotificationWithProvenance,
  owner: PaymentRecord | undefined,
): Promise<void> {
  const { amount = '', currency, transaction_id: transactionId = '', order_no: orderNo } = report.fields;
  const acting = trustedFieldsOf(deps.gateway.profile, report);
  const recurringId = first.recurring_id ?? acting['recurring_id'] ?? '';
  const isOurs = currency === first.currency && orderNo === first.order_no && isAmount(amount);
  if (!isOurs || !GatewayTransactionId.safeParse(transactionId).success) {
    deps.log.alert('notification_invalid', {
      payment_id: first.id,
      reason: 'the order, currency, amount or transaction_id is wrong',
    });
    return;
  }
  if (owner !== undefined && owner.recurring_id !== recurringId) {
    deps.log.alert('notification_mismatch', { payment_id: first.id, reason: 'transaction_id is taken' });
    if (report.verified)
      await raisePaymentAlert(
        deps,
        first.id,
        { code: 'transaction_id_taken', detail: { payment_id: owner.id } },
        'notification',
      );
    return;
  }
  const beginner = first.recurring_id === null ? await findOtherInitialPaymentId(deps, first, recurringId) : undefined;
  if (beginner !== undefined)
    return raisePaymentAlert(
      deps,
      first.id,
      { code: 'recurring_id_taken', detail: { payment_id: beginner } },
      'notification',
    );
  const meaning = report.verified ? statusOfPaymentResult(deps.gateway.profile, acting).status : undefined;
  // The end of a dispute or a refund has the same fields as a charge that was declined.
  const isItsEnd =
    meaning === 'paid' ||
    areUnsignedFieldsTrusted(report) ||
    notificationTopicOf(deps.gateway.profile, report.fields) === 'payment';
  const isReported = report.verified && first.recurring_id !== null && isItsEnd;
  const status = isReported ? meaning : await queryRenewal(deps, first, transactionId, amount);
  // Only a final status becomes a payment.
  if (status !== 'paid' && status !== 'declined') return;
  if (first.recurring_id === null) await completeFirstPayment(deps, first, recurringId);
  const code = decodeResultInfo(acting['result_info'] ?? '')?.code;
  const added = await deps.store.addRenewal({
    id: createId('pay'),
    first,
    status,
    amount,
    result: omitToken(pickResultFields(acting) as PaymentResult),
    transactionId,
    recurringId,
    declineCode: status === 'declined' ? declineCodeOf(deps.gateway.profile, code) : null,
    source: isReported ? 'notification' : 'query',
    at: deps.now(),
    deductionTime: acting['recurring_deduction_time'] ?? null,
    events: (after) => createPaymentWebhookEvents(deps.events, after),
  });
  if (added !== undefined) {
    deps.log.info({ payment_id: added.id, to: status, source: 'renewal' }, 'subscription renewed');
    await compareWithSubscription(deps, first, added);
    return;
  }
  // It is recorded already; another result for it is applied as for every payment.
  const known = await deps.store.findPaymentByTransaction(transactionId, { accountId: first.account_id });
  if (known === undefined || known.recurring_id !== recurringId) return;
  const fields = omitToken(pickResultFields(acting) as PaymentResult);
  const applied = await applyPaymentResult(deps, known.id, { status, source: 'notification', fields });
  await queryIfNewlyContradicted(deps, known, applied);
}

/** Completes the first payment with the subscription that its first renewal names. */
async function completeFirstPayment(deps: PaymentDeps, first: PaymentRecord, recurringId: string): Promise<void> {
  const fields = { recurring_id: recurringId } as PaymentResult;
  await applyPaymentResult(deps, first.id, { status: 'paid', source: 'notification', fields });
}

/** Raises alerts where a recorded renewal differs from its subscription: the money moved, and a person checks it. */
async function compareWithSubscription(deps: PaymentDeps, first: PaymentRecord, renewal: PaymentRecord): Promise<void> {
  const subscription = await deps.store.findSubscription(renewal.recurring_id ?? '');
  const end =
    subscription?.status === SUBSCRIPTION_STATUS_INACTIVE
      ? 'ended'
      : subscription?.cancel_unknown
        ? 'its end is unknown'
        : undefined;
  if (renewal.status === 'paid' && end !== undefined)
    deps.log.alert('renewal_after_cancellation', { payment_id: renewal.id, reason: end });
  // The shopper may have another subscription for the same, or the payment was cancelled.
  if (renewal.status === 'paid' && (first.duplicate || first.status === 'cancelled'))
    deps.log.alert('renewal_of_void_payment', {
      payment_id: renewal.id,
      reason: first.duplicate ? 'duplicate' : first.status,
    });
  // During a promotion the gateway charges the amount of the first payment.
  const agreed = subscription === undefined ? [first.amount] : [subscription.amount, first.amount];
  if (agreed.some((sum) => isSameGatewayAmount(renewal.amount, sum))) return;
  deps.log.alert('renewal_amount_differs', { payment_id: renewal.id, reason: 'amount differs' });
}

const NOT_YET: readonly QueriedTransactionStatus[] = ['pending', 'not_found', 'unknown'];

/** The status of a renewal by a query; undefined where the query is about something else. */
async function queryRenewal(
  deps: PaymentDeps,
  first: PaymentRecord,
  transactionId: string,
  amount: string,
): Promise<'paid' | 'declined' | undefined> {
  if (!(await spendNotificationQueryBudget(deps, first, first.recurring_id !== null)))
    throw new CheckoutError('rate_limited', 'This payment was queried often enough for now.');
  const response = await deps.gateway.queryTransactions({ trades: [transactionId] });
  if (response.kind === 'failed') throw new CheckoutError('gateway_no_answer');
  const rows = response.transactions.filter((entry) => entry.transaction.transaction_id === transactionId);
  const found = findAgreedGatewayRecord(deps, { payment_id: first.id }, rows, rowConsistencyValuesOf);
  if (found === undefined || found === 'contradicted' || NOT_YET.includes(found.status))
    throw new CheckoutError('gateway_no_answer', 'The query has no final status of this renewal yet.');
  const { order_no: orderNo, currency, amount: reported = '' } = found.transaction;
  const fits = orderNo === first.order_no && currency === first.currency && isSameGatewayAmount(reported, amount);
  if (!fits) return undefined;
  // A refunded one was paid.
  if (found.status === 'paid' || found.status === 'refunded') return 'paid';
  return found.status === 'declined' ? 'declined' : undefined;
}
