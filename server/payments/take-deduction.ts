import { CheckoutError } from '../../shared/errors.ts';
import { isAmount, isSameSum } from '../../shared/money.ts';
import { TransactionId } from '../../shared/interface/identifiers.ts';
import { INACTIVED } from '../../shared/interface/subscriptions.ts';
import { decodeResultInfo } from '../../shared/interface/result-info.ts';
import type { PaymentResult } from '../../shared/interface/payment-result.ts';
import { pickResultFields } from '../gateway/notification.ts';
import { type QueriedStatus, declineCodeOf, statusOfResult } from '../gateway/profile/index.ts';
import { reported } from '../store/alarm-notes.ts';
import type { PaymentRecord } from '../store/store.ts';
import { addAlert } from './add-note.ts';
import { checkPayment, sayingOf } from './check.ts';
import type { PaymentDeps } from './deps.ts';
import { actingFields, isVouched, reportTypeOf, type Report } from './evidence.ts';
import { findAgreed } from './find-agreed.ts';
import { createId } from './ids.ts';
import { mayAskOnHint } from './may-ask-on-hint.ts';
import { asksForSubscription, findSubscriptionOwner } from './own-fields.ts';
import { eventsOf } from './payment-events.ts';
import { withoutToken } from './saved-cards.ts';
import { settle } from './settle.ts';

/**
 * A paid payment without a number takes its own from the gateway's books where a word names a contract: it may be that of
 * the contract's next deduction, whose number would become the payment's, and whose charge would be in no book.
 * @throws CheckoutError where they do not tell: the word is taken up again later, and a person may name it meanwhile
 */
export async function learnNumber(
  deps: PaymentDeps,
  payment: PaymentRecord,
  { fields: { transaction_id: transactionId } }: Report,
): Promise<PaymentRecord> {
  const isNumberless = payment.status === 'paid' && payment.transaction_id === null;
  if (!isNumberless || !transactionId) return payment;
  if (payment.recurring_id === null && !(await asksForSubscription(deps, payment))) return payment;
  if (!(await mayAskOnHint(deps, payment, payment.recurring_id !== null)))
    throw new CheckoutError('rate_limited', 'The gateway was asked about this payment often enough for now.');
  const { payment: asked } = await checkPayment(deps, payment);
  if (asked.transaction_id !== null) return asked;
  deps.log.error({ payment_id: payment.id, reason: 'paid, and without a number' }, 'alarm: a payment needs a person');
  throw new CheckoutError('gateway_no_answer', 'The gateway’s books do not tell which transaction the payment is.');
}

/**
 * Whether a notification reports a renewal of the subscription that this payment began: another transaction of its order.
 * A `recurring_id` that nothing vouches for decides nothing: then an unknown charge beside the first is one of the
 * subscription that the payment is known to have begun.
 * @param owner the payment of the transaction that the notification names
 */
export async function isDeduction(
  deps: PaymentDeps,
  payment: PaymentRecord,
  report: Report,
  owner: PaymentRecord | undefined,
): Promise<boolean> {
  const { recurring_id: recurringId, transaction_id: transactionId, webhooks_type: type = 'PAYMENT' } = report.fields;
  // As long as our own transaction has no ID, another one cannot be told from it.
  const isAnother =
    Boolean(transactionId) && payment.transaction_id !== null && transactionId !== payment.transaction_id;
  if (!isAnother) return false;
  if (isVouched(report)) {
    if (type !== 'PAYMENT' || !recurringId) return false;
    return payment.recurring_id === null ? lacksContract(deps, payment) : recurringId === payment.recurring_id;
  }
  if (report.verified) return payment.recurring_id !== null && owner === undefined;
  return type === 'PAYMENT' && payment.recurring_id !== null && recurringId === payment.recurring_id;
}

/** Whether the result that named the subscription was lost: queries do not tell it. */
async function lacksContract(deps: PaymentDeps, payment: PaymentRecord): Promise<boolean> {
  return payment.status === 'paid' && (await asksForSubscription(deps, payment));
}

/**
 * A recurring deduction becomes a payment of its subscription, once for each transaction. Without our digest, and where
 * the contract is not known yet, the gateway's books have to say the same.
 * @throws CheckoutError where they cannot be asked or do not list it yet: it is taken up again later
 */
export async function takeDeduction(
  deps: PaymentDeps,
  first: PaymentRecord,
  report: Report,
  owner: PaymentRecord | undefined,
): Promise<void> {
  const { amount = '', currency, transaction_id: transactionId = '', order_no: orderNo } = report.fields;
  const acting = actingFields(deps.gateway.profile, report);
  const recurringId = first.recurring_id ?? acting['recurring_id'] ?? '';
  const isOurs = currency === first.currency && orderNo === first.order_no && isAmount(amount);
  if (!isOurs || !TransactionId.safeParse(transactionId).success) {
    deps.log.error(
      { payment_id: first.id, reason: 'a deduction that does not fit' },
      'alarm: notification does not fit',
    );
    return;
  }
  if (owner !== undefined && owner.recurring_id !== recurringId) {
    deps.log.error(
      { payment_id: first.id, reason: 'transaction_id is taken' },
      'alarm: notification speaks of another payment',
    );
    if (report.verified)
      await addAlert(deps, first.id, reported(`the transaction_id of the payment ${owner.id}`), 'notification');
    return;
  }
  const beginner = first.recurring_id === null ? await findSubscriptionOwner(deps, first, recurringId) : undefined;
  if (beginner !== undefined)
    return addAlert(deps, first.id, reported(`the recurring_id belongs to the payment ${beginner}`), 'notification');
  const meaning = report.verified ? statusOfResult(deps.gateway.profile, acting).status : undefined;
  // The end of a dispute or a refund has the same fields as a charge that was declined.
  const isItsEnd = meaning === 'paid' || isVouched(report) || reportTypeOf(report.fields) === 'payment';
  const isReported = report.verified && first.recurring_id !== null && isItsEnd;
  const status = isReported ? meaning : await askAbout(deps, first, transactionId, amount);
  // Only what is final becomes a payment.
  if (status !== 'paid' && status !== 'declined') return;
  if (first.recurring_id === null) await beginContract(deps, first, recurringId);
  const code = decodeResultInfo(acting['result_info'] ?? '')?.code;
  const added = await deps.store.addDeduction({
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
    events: (after) => eventsOf(deps.events, after),
  });
  if (added !== undefined) {
    deps.log.info({ payment_id: added.id, to: status, source: 'deduction' }, 'payment deducted');
    await compareWithContract(deps, first, added);
    return;
  }
  // It is known; another word about it goes the way of every payment.
  const known = await deps.store.findPaymentByTransaction(transactionId, first.account_id);
  if (known === undefined || known.recurring_id !== recurringId) return;
  const result = withoutToken(pickResultFields(acting) as PaymentResult);
  const settled = await settle(deps, known.id, { kind: status, source: 'notification', result });
  const isContradicted = settled.alarm !== null && settled.alarm !== known.alarm;
  if (isContradicted && (await mayAskOnHint(deps, settled))) await checkPayment(deps, settled);
}

/** The word that completes a payment tells its contract; here the first deduction does. */
async function beginContract(deps: PaymentDeps, first: PaymentRecord, recurringId: string): Promise<void> {
  const result = { recurring_id: recurringId } as PaymentResult;
  await settle(deps, first.id, { kind: 'paid', source: 'notification', result });
}

/** Money has moved, so it is booked as it moved; whether it should have is for a person. */
async function compareWithContract(deps: PaymentDeps, first: PaymentRecord, deduction: PaymentRecord): Promise<void> {
  const contract = await deps.store.findSubscription(deduction.recurring_id ?? '');
  const end = contract?.status === INACTIVED ? 'ended' : contract?.cancel_unknown ? 'its end is unknown' : undefined;
  if (deduction.status === 'paid' && end !== undefined)
    deps.log.error({ payment_id: deduction.id, reason: end }, 'alarm: a deduction of a contract that was ended');
  // The shopper has another contract for the same, or was told that it came to nothing.
  if (deduction.status === 'paid' && (first.duplicate || first.status === 'cancelled'))
    deps.log.error(
      { payment_id: deduction.id, reason: first.duplicate ? 'duplicate' : first.status },
      'alarm: a deduction of a contract whose first payment does not count',
    );
  // While a promotion lasts, a contract deducts what its first payment came to.
  const agreed = contract === undefined ? [first.amount] : [contract.amount, first.amount];
  if (agreed.some((sum) => isSameSum(deduction.amount, sum))) return;
  deps.log.error({ payment_id: deduction.id, reason: 'amount differs' }, 'alarm: a deduction of another amount');
}

const NOT_YET: readonly QueriedStatus[] = ['pending', 'not_found', 'unknown'];

/** What the gateway's books say of a deduction; undefined where they speak of something else. */
async function askAbout(
  deps: PaymentDeps,
  first: PaymentRecord,
  transactionId: string,
  amount: string,
): Promise<'paid' | 'declined' | undefined> {
  if (!(await mayAskOnHint(deps, first, first.recurring_id !== null)))
    throw new CheckoutError('rate_limited', 'The gateway was asked about this payment often enough for now.');
  const answer = await deps.gateway.queryTransactions({ trades: [transactionId] });
  if (answer.kind === 'failed') throw new CheckoutError('gateway_no_answer');
  const rows = answer.transactions.filter((entry) => entry.transaction.transaction_id === transactionId);
  const found = findAgreed(deps, { payment_id: first.id }, rows, sayingOf);
  if (found === undefined || found === 'contradicted' || NOT_YET.includes(found.status))
    throw new CheckoutError('gateway_no_answer', 'The gateway’s books do not know the end of this deduction yet.');
  const { order_no: orderNo, currency, amount: said = '' } = found.transaction;
  const fits = orderNo === first.order_no && currency === first.currency && isSameSum(said, amount);
  if (!fits) return undefined;
  // A refunded one was paid.
  if (found.status === 'paid' || found.status === 'refunded') return 'paid';
  return found.status === 'declined' ? 'declined' : undefined;
}
