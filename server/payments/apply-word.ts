import { CheckoutError } from '../../shared/errors.ts';
import { decodeResultInfo } from '../../shared/interface/result-info.ts';
import { isSameAmount } from '../../shared/money.ts';
import { meaningOfReport, pickResult, type NotificationFields } from '../gateway/notification.ts';
import { toDeclineCode } from '../gateway/operations/authorise.ts';
import { hasNote } from '../store/alarm-notes.ts';
import type { PaymentRecord } from '../store/store.ts';
import { addNote } from './add-note.ts';
import { checkPayment } from './check.ts';
import { checkRefundsOf } from './check-refunds.ts';
import type { PaymentDeps } from './deps.ts';
import { mayAskOnHint } from './may-ask-on-hint.ts';
import { secondChargeOf } from './payment-alarm.ts';
import { settle, type Verdict } from './settle.ts';
import { isDeduction, learnNumber, takeDeduction } from './take-deduction.ts';
import { awaitsDeduction, isOfDispute, takeDispute } from './take-dispute.ts';

/**
 * What a notification does that came to a payment's address: it moves money only with a digest of ours, and is a hint
 * otherwise.
 * @throws CheckoutError where it is to be tried again
 */
export async function applyWord(
  deps: PaymentDeps,
  told: PaymentRecord,
  fields: NotificationFields,
  verified: boolean,
): Promise<void> {
  const payment = await learnNumber(deps, told, fields, verified);
  const owner = await ownerOf(deps, fields);
  if (await isDeduction(deps, payment, fields)) return takeDeduction(deps, payment, fields, { verified, owner });
  const subject = subjectOf(payment, owner);
  const wrong = findForeign(deps, subject, fields) ?? (isOf(owner, subject) ? undefined : 'transaction_id is taken');
  if (wrong === undefined) return applyOwn(deps, subject, fields, verified);
  const isUnowned = verified && wrong === OTHER_TRANSACTION && owner === undefined;
  if (isUnowned && awaitsDeduction(subject, fields))
    throw new CheckoutError('gateway_no_answer', 'The deduction that is disputed is not known yet.');
  const verdict = isUnowned ? toVerdict(deps, fields) : undefined;
  if (verdict?.kind === 'paid') return flagSecondCharge(deps, subject, verdict);
  deps.log.error({ payment_id: payment.id, reason: wrong }, 'alarm: notification speaks of another payment');
}

/** Whose the transaction is that a notification names. */
function ownerOf(deps: PaymentDeps, { transaction_id: id }: NotificationFields): Promise<PaymentRecord | undefined> {
  return id ? deps.store.findPaymentByTransaction(id) : Promise.resolve(undefined);
}

/** One transaction pays one payment: the gateway's own word about another's, sent here again, pays nothing. */
function isOf(owner: PaymentRecord | undefined, payment: PaymentRecord): boolean {
  return owner === undefined || owner.id === payment.id;
}

const OTHER_TRANSACTION = 'transaction_id differs';

/** A page of the gateway that was opened twice can be paid twice: the second charge is in nobody's books but its own. */
async function flagSecondCharge(
  deps: PaymentDeps,
  payment: PaymentRecord,
  { source, kind: says, result }: Verdict,
): Promise<void> {
  const note = secondChargeOf(result?.transaction_id ?? '');
  if (hasNote(payment.alarm, note)) return;
  const flagged = await addNote(deps, payment, note, { kind: 'conflict', detail: { source, says, reason: note } });
  // It has moved meanwhile: the notification's job looks again.
  if (flagged === undefined) throw new CheckoutError('store_unavailable');
  deps.log.error({ payment_id: payment.id, reason: note }, 'alarm: a payment took money twice');
}

/** A contract's deductions are reported to the address of the payment that began it. */
function subjectOf(payment: PaymentRecord, owner: PaymentRecord | undefined): PaymentRecord {
  return owner !== undefined && payment.recurringId !== null && owner.recurringId === payment.recurringId
    ? owner
    : payment;
}

/** What a notification about this very payment does, by its kind. */
async function applyOwn(
  deps: PaymentDeps,
  payment: PaymentRecord,
  fields: NotificationFields,
  verified: boolean,
): Promise<void> {
  const kind = fields['webhooks_type'] ?? 'PAYMENT';
  if (kind.startsWith('REFUND')) {
    // The digest does not cover what the refund came to, so the gateway is asked, whoever says it.
    if (verified || (await mayAskOnHint(deps, payment))) {
      await checkRefundsOf(deps, payment);
    }
    return;
  }
  if (isOfDispute(fields)) {
    if (verified) await takeDispute(deps, payment, fields);
    // Nobody vouches for it, and the gateway cannot be asked: a person looks, and the notification is kept.
    else deps.log.error({ payment_id: payment.id, reason: kind }, 'alarm: a dispute without a digest of ours');
    return;
  }
  const verdict = verified ? toVerdict(deps, fields) : undefined;
  if (verdict === undefined) await askOnHint(deps, payment);
  else await takeVerdict(deps, payment, verdict);
}

async function takeVerdict(deps: PaymentDeps, payment: PaymentRecord, verdict: Verdict): Promise<void> {
  const settled = await settle(deps, payment.id, verdict);
  const isOther = verdict.kind === 'paid' && settled.transactionId !== verdict.result?.transaction_id;
  // Another word came first.
  if (isOther && settled.status === 'paid') return flagSecondCharge(deps, settled, verdict);
  const contradicted = settled.alarm?.startsWith('notification says') === true && settled.alarm !== payment.alarm;
  if (contradicted) await checkPayment(deps, settled);
}

/** Asks the gateway about a payment that is not paid, as often as hints may. */
export async function askOnHint(deps: PaymentDeps, payment: PaymentRecord): Promise<void> {
  if (payment.status === 'paid') return;
  if (await mayAskOnHint(deps, payment)) await checkPayment(deps, payment);
}

/** The first thing in which a notification does not fit its payment. */
function findForeign(deps: PaymentDeps, payment: PaymentRecord, fields: NotificationFields): string | undefined {
  const differs = (name: string, expected: string): boolean => (fields[name] ?? expected) !== expected;
  if (differs('merchant_id', deps.gateway.merchantId)) return 'merchant_id differs';
  if (differs('account_id', deps.gateway.accountId)) return 'account_id differs';
  if (differs('order_no', payment.orderNo)) return 'order_no differs';
  if (differs('currency', payment.currency)) return 'currency differs';
  if (payment.transactionId !== null && differs('transaction_id', payment.transactionId)) return OTHER_TRANSACTION;
  const { amount } = fields;
  return amount === undefined || isSameAmount(amount, payment.amount) ? undefined : 'amount differs';
}

/** What a verified notification of a payment says; undefined for other kinds and for what the profile does not know. */
function toVerdict(deps: PaymentDeps, fields: NotificationFields): Verdict | undefined {
  const { profile } = deps.gateway;
  const kind = fields['webhooks_type'] ?? 'PAYMENT';
  const { order_status: status, order_no: orderNo, amount, currency } = fields;
  if ((kind !== 'PAYMENT' && kind !== 'REVIEW RESULT') || status === undefined || !orderNo || !amount || !currency)
    return undefined;
  const meaning = meaningOfReport(profile, fields);
  if (meaning === undefined) return undefined;
  const verdict: Verdict = { kind: meaning, source: 'notification', result: pickResult(fields) };
  if (meaning !== 'declined') return verdict;
  return { ...verdict, decline: toDeclineCode(profile, decodeResultInfo(fields['result_info'] ?? '')?.code) };
}
