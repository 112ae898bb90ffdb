import { CheckoutError } from '../../shared/errors.ts';
import { isAmount, isSameSum } from '../../shared/money.ts';
import { TransactionId } from '../../shared/interface/identifiers.ts';
import { INACTIVED } from '../../shared/interface/subscriptions.ts';
import { decodeResultInfo } from '../../shared/interface/result-info.ts';
import type { PaymentResult } from '../../shared/interface/payment-result.ts';
import { pickResultFields } from '../gateway/notification.ts';
import { declineCodeOf, notificationKindOf, statusOfResult } from '../gateway/profile/index.ts';
import type { QueriedStatus } from '../gateway/profile/index.ts';
import type { PaymentRecord } from '../store/index.ts';
import {
  applyResult,
  comparableOf,
  queryContradicted,
  queryPayment,
  fieldsWithEvidence,
  hasEvidenceForAll,
  notificationTypeOf,
  type EvidencedNotification,
  takeNotificationQuery,
  paymentEvents,
  raisePaymentAlert,
} from '../payments/index.ts';
import { type Deps, findAgreed, createId } from '../context/index.ts';
import { asksForSubscription, findSubscriptionOwner } from '../subscriptions/index.ts';
import { withoutToken } from '../saved-cards/index.ts';

/**
 * A paid payment without a number takes its own from the gateway's records where a word names a contract: it may be that of
 * the subscription's next renewal, whose number would become the payment's, and whose charge would be in no book.
 * @throws CheckoutError where they do not tell: the word is taken up again later, and a person may name it meanwhile
 */
export async function learnTransactionId(
  deps: Deps,
  payment: PaymentRecord,
  { fields: { transaction_id: transactionId } }: EvidencedNotification,
): Promise<PaymentRecord> {
  const isNumberless = payment.status === 'paid' && payment.transaction_id === null;
  if (!isNumberless || !transactionId) return payment;
  if (payment.recurring_id === null && !(await asksForSubscription(deps, payment))) return payment;
  if (!(await takeNotificationQuery(deps, payment, payment.recurring_id !== null)))
    throw new CheckoutError('rate_limited', 'The gateway was asked about this payment often enough for now.');
  const { payment: asked } = await queryPayment(deps, payment);
  if (asked.transaction_id !== null) return asked;
  deps.log.alert('transaction_id_missing', { payment_id: payment.id, reason: 'reported with a subscription' });
  throw new CheckoutError('gateway_no_answer', 'The gateway’s records do not tell which transaction the payment is.');
}

/**
 * Whether a notification reports a renewal of the subscription that this payment began: another transaction of its order.
 * A `recurring_id` that nothing vouches for decides nothing: then an unknown charge beside the first is one of the
 * subscription that the payment is known to have begun.
 * @param owner the payment of the transaction that the notification names
 */
export async function isRenewal(
  deps: Deps,
  payment: PaymentRecord,
  report: EvidencedNotification,
  owner: PaymentRecord | undefined,
): Promise<boolean> {
  const { recurring_id: recurringId, transaction_id: transactionId } = report.fields;
  const isPayment = notificationKindOf(deps.gateway.profile, report.fields) === 'payment';
  // As long as our own transaction has no ID, another one cannot be told from it.
  const isAnother =
    Boolean(transactionId) && payment.transaction_id !== null && transactionId !== payment.transaction_id;
  if (!isAnother) return false;
  if (hasEvidenceForAll(report)) {
    if (!isPayment || !recurringId) return false;
    return payment.recurring_id === null ? lacksContract(deps, payment) : recurringId === payment.recurring_id;
  }
  if (report.verified) return payment.recurring_id !== null && owner === undefined;
  return isPayment && payment.recurring_id !== null && recurringId === payment.recurring_id;
}

/** Whether the result that named the subscription was lost: queries do not tell it. */
async function lacksContract(deps: Deps, payment: PaymentRecord): Promise<boolean> {
  return payment.status === 'paid' && (await asksForSubscription(deps, payment));
}

/**
 * A recurring renewal becomes a payment of its subscription, once for each transaction. Without our digest, and where
 * the contract is not known yet, the gateway's records have to say the same.
 * @throws CheckoutError where they cannot be asked or do not list it yet: it is taken up again later
 */
export async function recordRenewal(
  deps: Deps,
  first: PaymentRecord,
  report: EvidencedNotification,
  owner: PaymentRecord | undefined,
): Promise<void> {
  const { amount = '', currency, transaction_id: transactionId = '', order_no: orderNo } = report.fields;
  const acting = fieldsWithEvidence(deps.gateway.profile, report);
  const recurringId = first.recurring_id ?? acting['recurring_id'] ?? '';
  const isOurs = currency === first.currency && orderNo === first.order_no && isAmount(amount);
  if (!isOurs || !TransactionId.safeParse(transactionId).success) {
    deps.log.alert('notification_invalid', { payment_id: first.id, reason: 'a renewal that does not fit' });
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
  const beginner = first.recurring_id === null ? await findSubscriptionOwner(deps, first, recurringId) : undefined;
  if (beginner !== undefined)
    return raisePaymentAlert(
      deps,
      first.id,
      { code: 'recurring_id_taken', detail: { payment_id: beginner } },
      'notification',
    );
  const meaning = report.verified ? statusOfResult(deps.gateway.profile, acting).status : undefined;
  // The end of a dispute or a refund has the same fields as a charge that was declined.
  const isItsEnd =
    meaning === 'paid' ||
    hasEvidenceForAll(report) ||
    notificationTypeOf(deps.gateway.profile, report.fields) === 'payment';
  const isReported = report.verified && first.recurring_id !== null && isItsEnd;
  const status = isReported ? meaning : await askAbout(deps, first, transactionId, amount);
  // Only what is final becomes a payment.
  if (status !== 'paid' && status !== 'declined') return;
  if (first.recurring_id === null) await beginContract(deps, first, recurringId);
  const code = decodeResultInfo(acting['result_info'] ?? '')?.code;
  const added = await deps.store.addRenewal({
    id: createId('pay'),
    first,
    status,
    amount,
    result: withoutToken(pickResultFields(acting) as PaymentResult),
    transactionId,
    recurringId,
    declineCode: status === 'declined' ? declineCodeOf(deps.gateway.profile, code) : null,
    source: isReported ? 'notification' : 'query',
    at: deps.now(),
    deductionTime: acting['recurring_deduction_time'] ?? null,
    events: (after) => paymentEvents(deps.events, after),
  });
  if (added !== undefined) {
    deps.log.info({ payment_id: added.id, to: status, source: 'renewal' }, 'subscription renewed');
    await compareWithContract(deps, first, added);
    return;
  }
  // It is known; another word about it goes the way of every payment.
  const known = await deps.store.findPaymentByTransaction(transactionId, first.account_id);
  if (known === undefined || known.recurring_id !== recurringId) return;
  const fields = withoutToken(pickResultFields(acting) as PaymentResult);
  const applied = await applyResult(deps, known.id, { status, source: 'notification', fields });
  await queryContradicted(deps, known, applied);
}

/** The word that completes a payment tells its contract; here the first renewal does. */
async function beginContract(deps: Deps, first: PaymentRecord, recurringId: string): Promise<void> {
  const fields = { recurring_id: recurringId } as PaymentResult;
  await applyResult(deps, first.id, { status: 'paid', source: 'notification', fields });
}

/** Money has moved, so it is booked as it moved; whether it should have is for a person. */
async function compareWithContract(deps: Deps, first: PaymentRecord, renewal: PaymentRecord): Promise<void> {
  const contract = await deps.store.findSubscription(renewal.recurring_id ?? '');
  const end = contract?.status === INACTIVED ? 'ended' : contract?.cancel_unknown ? 'its end is unknown' : undefined;
  if (renewal.status === 'paid' && end !== undefined)
    deps.log.alert('renewal_after_cancellation', { payment_id: renewal.id, reason: end });
  // The shopper has another contract for the same, or was told that it came to nothing.
  if (renewal.status === 'paid' && (first.duplicate || first.status === 'cancelled'))
    deps.log.alert('renewal_of_void_payment', {
      payment_id: renewal.id,
      reason: first.duplicate ? 'duplicate' : first.status,
    });
  // While a promotion lasts, a contract deducts what its first payment came to.
  const agreed = contract === undefined ? [first.amount] : [contract.amount, first.amount];
  if (agreed.some((sum) => isSameSum(renewal.amount, sum))) return;
  deps.log.alert('renewal_amount_differs', { payment_id: renewal.id, reason: 'amount differs' });
}

const NOT_YET: readonly QueriedStatus[] = ['pending', 'not_found', 'unknown'];

/** What the gateway's records say of a renewal; undefined where they are about something else. */
async function askAbout(
  deps: Deps,
  first: PaymentRecord,
  transactionId: string,
  amount: string,
): Promise<'paid' | 'declined' | undefined> {
  if (!(await takeNotificationQuery(deps, first, first.recurring_id !== null)))
    throw new CheckoutError('rate_limited', 'The gateway was asked about this payment often enough for now.');
  const answer = await deps.gateway.queryTransactions({ trades: [transactionId] });
  if (answer.kind === 'failed') throw new CheckoutError('gateway_no_answer');
  const rows = answer.transactions.filter((entry) => entry.transaction.transaction_id === transactionId);
  const found = findAgreed(deps, { payment_id: first.id }, rows, comparableOf);
  if (found === undefined || found === 'contradicted' || NOT_YET.includes(found.status))
    throw new CheckoutError('gateway_no_answer', 'The gateway’s records do not know the end of this renewal yet.');
  const { order_no: orderNo, currency, amount: said = '' } = found.transaction;
  const fits = orderNo === first.order_no && currency === first.currency && isSameSum(said, amount);
  if (!fits) return undefined;
  // A refunded one was paid.
  if (found.status === 'paid' || found.status === 'refunded') return 'paid';
  return found.status === 'declined' ? 'declined' : undefined;
}
