import { CheckoutError } from '../../shared/errors.ts';
import { decodeResultInfo } from '../../shared/interface/result-info.ts';
import type { PaymentResult } from '../../shared/interface/payment-result.ts';
import { isSameAmount } from '../../shared/money.ts';
import { pickResultFields, type NotificationFields } from '../gateway/notification.ts';
import { declineCodeOf, statusOfResult } from '../gateway/profile/index.ts';
import { hasNote, reported } from '../store/alarm-notes.ts';
import type { PaymentRecord } from '../store/store.ts';
import { addAlert } from './add-note.ts';
import { checkPayment } from './check.ts';
import { checkRefundsOf } from './check-refunds.ts';
import type { PaymentDeps } from './deps.ts';
import { actingFields, isVouched, reportTypeOf, type Report } from './evidence.ts';
import { mayAskOnHint, mayQueryRefunds } from './may-ask-on-hint.ts';
import { ownFieldsOf } from './own-fields.ts';
import { secondChargeOf } from './payment-alarm.ts';
import { settle, type Verdict } from './settle.ts';
import { isDeduction, learnNumber, takeDeduction } from './take-deduction.ts';
import { awaitsDeduction, takeDispute } from './take-dispute.ts';
import { findUnvouched, holdForPerson, releaseWaiting } from './unvouched.ts';

/**
 * Applies a notification that came to a payment's address. A field acts only where something vouches for it (promise 24):
 * money and state follow the fields that the digest covers; without a digest of ours the gateway is queried instead. What
 * no digest covers acts where a digest and the secret address, or a person, vouch for it, and is told by an alert otherwise.
 * @throws CheckoutError where it is to be tried again
 */
export async function applyReport(deps: PaymentDeps, named: PaymentRecord, report: Report): Promise<void> {
  await apply(deps, named, report);
  if (isVouched(report)) await releaseWaiting(deps, named);
}

async function apply(deps: PaymentDeps, named: PaymentRecord, report: Report): Promise<void> {
  const { fields, verified } = report;
  const payment = await learnNumber(deps, named, report);
  const owner = await ownerOf(deps, fields);
  if (await isDeduction(deps, payment, report, owner)) {
    await takeDeduction(deps, payment, report, owner);
    return alertUnvouched(deps, payment, report);
  }
  const subject = subjectOf(payment, owner);
  const wrong = findForeign(deps, subject, fields) ?? (isOf(owner, subject) ? undefined : 'transaction_id is taken');
  if (wrong === undefined) return applyOwn(deps, subject, report);
  const isUnowned = verified && wrong === OTHER_TRANSACTION && owner === undefined;
  if (isUnowned && isVouched(report) && awaitsDeduction(subject, fields))
    throw new CheckoutError('gateway_no_answer', 'The deduction that is disputed is not known yet.');
  const isCharge = !isVouched(report) || reportTypeOf(fields) === 'payment';
  const verdict = isUnowned && isCharge ? toVerdict(deps, report) : undefined;
  if (verdict?.kind === 'paid') {
    await flagSecondCharge(deps, subject, verdict);
    return alertUnvouched(deps, subject, report);
  }
  deps.log.error({ payment_id: payment.id, reason: wrong }, 'alarm: notification speaks of another payment');
  if (verified && owner !== undefined && !isOf(owner, subject))
    await addAlert(deps, subject.id, reported(`the transaction_id of the payment ${owner.id}`), 'notification');
  if (owner === undefined && wrong === OTHER_TRANSACTION) await alertUnvouched(deps, subject, report);
}

/** Whose the transaction is that a notification names. */
function ownerOf(
  { store, gateway }: PaymentDeps,
  { transaction_id: id }: NotificationFields,
): Promise<PaymentRecord | undefined> {
  return id ? store.findPaymentByTransaction(id, gateway.accountId) : Promise.resolve(undefined);
}

/** One transaction pays one payment: a verified notification about another's, sent here again, pays nothing. */
function isOf(owner: PaymentRecord | undefined, payment: PaymentRecord): boolean {
  return owner === undefined || owner.id === payment.id;
}

const OTHER_TRANSACTION = 'transaction_id differs';

/** A page of the gateway that was opened twice can be paid twice: the second charge is in no other record. */
async function flagSecondCharge(
  deps: PaymentDeps,
  payment: PaymentRecord,
  { source, kind: says, result }: Verdict,
): Promise<void> {
  const note = secondChargeOf(result?.transaction_id ?? '');
  if (hasNote(payment.alarm, note)) return;
  await addAlert(deps, payment.id, note, source, says);
  deps.log.error({ payment_id: payment.id, reason: note }, 'alarm: a payment took money twice');
}

/** A subscription's renewals are reported to the address of the payment that began it. */
function subjectOf(payment: PaymentRecord, owner: PaymentRecord | undefined): PaymentRecord {
  return owner !== undefined && payment.recurring_id !== null && owner.recurring_id === payment.recurring_id
    ? owner
    : payment;
}

/** What a notification about this very payment does. */
async function applyOwn(deps: PaymentDeps, payment: PaymentRecord, report: Report): Promise<void> {
  const type = reportTypeOf(report.fields);
  if (!isVouched(report)) return applyCovered(deps, payment, report);
  switch (type) {
    case 'refund':
      return queryRefunds(deps, payment);
    case 'dispute':
      return takeDispute(deps, payment, report);
    case 'payment':
      return applyPayment(deps, payment, report);
    case 'other':
      return askOnHint(deps, payment);
  }
}

/**
 * What the covered fields of a notification do whose type nothing vouches for: money that was taken is taken, whatever
 * type stands beside it. That none was taken is believed of a type that speaks of the payment itself; the end of a dispute
 * or a refund has the same fields, so that the gateway is queried instead.
 */
async function applyCovered(deps: PaymentDeps, payment: PaymentRecord, report: Report): Promise<void> {
  const type = reportTypeOf(report.fields);
  const verdict = report.verified ? toVerdict(deps, report) : undefined;
  if (verdict !== undefined && (type === 'payment' || verdict.kind === 'paid'))
    await applyPayment(deps, payment, report);
  else await askOnHint(deps, payment);
  // The digest does not cover what the refund came to, so the gateway is queried, whoever reports it.
  if (type === 'refund') await queryRefunds(deps, payment);
  await alertUnvouched(deps, payment, report);
}

/** What a notification reports that acts only once a person accepts it: the merchant is told, once for each notification. */
async function alertUnvouched(deps: PaymentDeps, payment: PaymentRecord, report: Report): Promise<void> {
  const unvouched = isVouched(report) ? [] : await findUnvouched(deps, payment, report);
  if (unvouched.length === 0) return;
  // Strangers may send any number without a digest of ours.
  if (!report.verified && report.address === 'public') {
    if (deps.isLogDue(`unvouched of ${payment.id}`))
      deps.log.error(
        { payment_id: payment.id, reason: unvouched.join(', ') },
        'alarm: a notification reports what nothing vouches for',
      );
    return;
  }
  await holdForPerson(deps, report);
}

async function queryRefunds(deps: PaymentDeps, payment: PaymentRecord): Promise<void> {
  if (await mayQueryRefunds(deps, payment)) await checkRefundsOf(deps, payment);
}

async function applyPayment(deps: PaymentDeps, payment: PaymentRecord, report: Report): Promise<void> {
  const verdict = report.verified ? toVerdict(deps, report) : undefined;
  const { fields, alerts } = await ownFieldsOf(deps, payment, actingFields(deps.gateway.profile, report));
  const result = pickResultFields(fields) as PaymentResult;
  if (verdict !== undefined) await takeVerdict(deps, payment, { ...verdict, result });
  else if (report.isAccepted === true && payment.status === 'paid')
    await settle(deps, payment.id, { kind: 'paid', source: 'person', result });
  else await askOnHint(deps, payment);
  for (const alert of alerts) await addAlert(deps, payment.id, alert, 'notification');
}

async function takeVerdict(deps: PaymentDeps, payment: PaymentRecord, verdict: Verdict): Promise<void> {
  const settled = await settle(deps, payment.id, verdict);
  const isOther = verdict.kind === 'paid' && settled.transaction_id !== verdict.result?.transaction_id;
  // Another result came first.
  if (isOther && settled.status === 'paid') return flagSecondCharge(deps, settled, verdict);
  const contradicted = settled.alarm?.startsWith('notification says') === true && settled.alarm !== payment.alarm;
  if (contradicted && (await mayAskOnHint(deps, settled))) await checkPayment(deps, settled);
}

/** Queries the gateway about a payment that is not paid, as often as notifications may cause it. */
export async function askOnHint(deps: PaymentDeps, payment: PaymentRecord): Promise<void> {
  if (payment.status === 'paid') return;
  if (await mayAskOnHint(deps, payment)) await checkPayment(deps, payment);
}

/** The first thing in which a notification does not fit its payment. */
function findForeign(deps: PaymentDeps, payment: PaymentRecord, fields: NotificationFields): string | undefined {
  const differs = (name: string, expected: string): boolean => (fields[name] ?? expected) !== expected;
  if (differs('merchant_id', deps.gateway.merchantId)) return 'merchant_id differs';
  if (differs('account_id', deps.gateway.accountId)) return 'account_id differs';
  if (differs('order_no', payment.order_no)) return 'order_no differs';
  if (differs('currency', payment.currency)) return 'currency differs';
  if (payment.transaction_id !== null && differs('transaction_id', payment.transaction_id)) return OTHER_TRANSACTION;
  const { amount } = fields;
  return amount === undefined || isSameAmount(amount, payment.amount) ? undefined : 'amount differs';
}

/** What the covered fields of a verified notification say; undefined for what the profile does not know. */
function toVerdict(deps: PaymentDeps, report: Report): Verdict | undefined {
  const { profile } = deps.gateway;
  const fields = actingFields(profile, report);
  const { order_status: status, order_no: orderNo, amount, currency } = fields;
  if (status === undefined || !orderNo || !amount || !currency) return undefined;
  const meaning = statusOfResult(profile, fields).status;
  if (meaning === undefined) return undefined;
  const verdict: Verdict = { kind: meaning, source: 'notification', result: pickResultFields(fields) };
  if (meaning !== 'declined') return verdict;
  const code = decodeResultInfo(fields['result_info'] ?? '')?.code;
  return { ...verdict, decline: declineCodeOf(profile, code) };
}
