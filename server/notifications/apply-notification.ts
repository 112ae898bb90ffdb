import { CheckoutError } from '../../shared/errors.ts';
import { decodeResultInfo } from '../../shared/interface/result-info.ts';
import type { PaymentResult } from '../../shared/interface/payment-result.ts';
import { isSameAmount } from '../../shared/money.ts';
import { pickResultFields, type NotificationFields } from '../gateway/notification.ts';
import { declineCodeOf, statusOfResult } from '../gateway/profile/index.ts';
import { hasAlert, type PaymentRecord } from '../store/index.ts';
import {
  applyResult,
  queryContradicted,
  queryPayment,
  fieldsWithEvidence,
  hasEvidenceForAll,
  notificationTypeOf,
  type EvidencedNotification,
  takeNotificationQuery,
  ownedFieldsOf,
  raisePaymentAlert,
  type Result,
} from '../payments/index.ts';
import { queryRefundsOf, takeRefundQuery } from '../refunds/index.ts';
import type { Deps } from '../context/index.ts';
import { isRenewal, learnTransactionId, recordRenewal } from '../renewals/index.ts';
import { awaitsRenewal, recordDispute } from '../disputes/index.ts';
import { findUnverifiedFields, holdForAcceptance, releaseHeldNotifications, subjectOf } from './hold-notification.ts';

/**
 * Applies a notification that came to a payment's address. A field acts only where something vouches for it (promise 24):
 * money and state follow the fields that the digest covers; without a digest of ours the gateway is queried instead. What
 * no digest covers acts where a digest and the secret address, or a person, vouch for it, and is told by an alert otherwise.
 * @throws CheckoutError where it is to be tried again
 */
export async function applyNotification(
  deps: Deps,
  named: PaymentRecord,
  report: EvidencedNotification,
): Promise<void> {
  await apply(deps, named, report);
  if (hasEvidenceForAll(report)) await releaseHeldNotifications(deps, named);
}

async function apply(deps: Deps, named: PaymentRecord, report: EvidencedNotification): Promise<void> {
  const { fields, verified } = report;
  const payment = await learnTransactionId(deps, named, report);
  const owner = await ownerOf(deps, fields);
  if (await isRenewal(deps, payment, report, owner)) {
    await recordRenewal(deps, payment, report, owner);
    return alertUnvouched(deps, payment, report);
  }
  const subject = subjectOf(payment, owner);
  const wrong = findMismatch(deps, subject, fields) ?? (isOf(owner, subject) ? undefined : 'transaction_id is taken');
  if (wrong === undefined) return applyOwn(deps, subject, report);
  const isUnowned = verified && wrong === OTHER_TRANSACTION && owner === undefined;
  if (isUnowned && hasEvidenceForAll(report) && awaitsRenewal(deps, subject, fields))
    throw new CheckoutError('gateway_no_answer', 'The renewal that is disputed is not known yet.');
  const isCharge = !hasEvidenceForAll(report) || notificationTypeOf(deps.gateway.profile, fields) === 'payment';
  const result = isUnowned && isCharge ? toResult(deps, report) : undefined;
  if (result?.status === 'paid') {
    await flagSecondCharge(deps, subject, result);
    return alertUnvouched(deps, subject, report);
  }
  deps.log.alert('notification_mismatch', { payment_id: payment.id, reason: wrong });
  if (verified && owner !== undefined && !isOf(owner, subject))
    await raisePaymentAlert(
      deps,
      subject.id,
      { code: 'transaction_id_taken', detail: { payment_id: owner.id } },
      'notification',
    );
  if (owner === undefined && wrong === OTHER_TRANSACTION) await alertUnvouched(deps, subject, report);
}

/** Whose the transaction is that a notification names. */
function ownerOf(
  { store, gateway }: Deps,
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
async function flagSecondCharge(deps: Deps, payment: PaymentRecord, { source, status, fields }: Result): Promise<void> {
  const alert = { code: 'second_charge' as const, detail: { transaction_id: fields?.transaction_id ?? '' } };
  if (hasAlert(payment.alerts, alert)) return;
  await raisePaymentAlert(deps, payment.id, alert, source, status);
}

/** What a notification about this very payment does. */
async function applyOwn(deps: Deps, payment: PaymentRecord, report: EvidencedNotification): Promise<void> {
  const type = notificationTypeOf(deps.gateway.profile, report.fields);
  if (!hasEvidenceForAll(report)) return applyCovered(deps, payment, report);
  switch (type) {
    case 'refund':
      return queryRefunds(deps, payment);
    case 'dispute':
      return recordDispute(deps, payment, report);
    case 'payment':
      return applyPayment(deps, payment, report);
    case 'other':
      return queryAfterUnverifiedNotification(deps, payment);
  }
}

/**
 * What the covered fields of a notification do whose type nothing vouches for: money that was taken is taken, whatever
 * type stands beside it. That none was taken is believed of a type that is about the payment itself; the end of a dispute
 * or a refund has the same fields, so that the gateway is queried instead.
 */
async function applyCovered(deps: Deps, payment: PaymentRecord, report: EvidencedNotification): Promise<void> {
  const type = notificationTypeOf(deps.gateway.profile, report.fields);
  const result = report.verified ? toResult(deps, report) : undefined;
  if (result !== undefined && (type === 'payment' || result.status === 'paid'))
    await applyPayment(deps, payment, report);
  else await queryAfterUnverifiedNotification(deps, payment);
  // The digest does not cover what the refund came to, so the gateway is queried, whoever reports it.
  if (type === 'refund') await queryRefunds(deps, payment);
  await alertUnvouched(deps, payment, report);
}

/** What a notification reports that acts only once a person accepts it: the merchant is told, once for each notification. */
async function alertUnvouched(deps: Deps, payment: PaymentRecord, report: EvidencedNotification): Promise<void> {
  const unvouched = hasEvidenceForAll(report) ? [] : await findUnverifiedFields(deps, payment, report);
  if (unvouched.length === 0) return;
  // Strangers may send any number without a digest of ours.
  if (!report.verified && report.address === 'public') {
    if (deps.isLogDue(`unvouched of ${payment.id}`))
      deps.log.alert('notification_unverified', { payment_id: payment.id, reason: unvouched.join(', ') });
    return;
  }
  await holdForAcceptance(deps, report);
}

async function queryRefunds(deps: Deps, payment: PaymentRecord): Promise<void> {
  if (await takeRefundQuery(deps, payment)) await queryRefundsOf(deps, payment);
}

async function applyPayment(deps: Deps, payment: PaymentRecord, report: EvidencedNotification): Promise<void> {
  const result = report.verified ? toResult(deps, report) : undefined;
  const { fields, alerts } = await ownedFieldsOf(deps, payment, fieldsWithEvidence(deps.gateway.profile, report));
  const own = pickResultFields(fields) as PaymentResult;
  if (result !== undefined) await applyVerified(deps, payment, { ...result, fields: own });
  else if (report.isAccepted === true && payment.status === 'paid')
    await applyResult(deps, payment.id, { status: 'paid', source: 'person', fields: own });
  else await queryAfterUnverifiedNotification(deps, payment);
  for (const alert of alerts) await raisePaymentAlert(deps, payment.id, alert, 'notification');
}

async function applyVerified(deps: Deps, payment: PaymentRecord, result: Result): Promise<void> {
  const applied = await applyResult(deps, payment.id, result);
  const isOther = result.status === 'paid' && applied.transaction_id !== result.fields?.transaction_id;
  // Another result came first.
  if (isOther && applied.status === 'paid') return flagSecondCharge(deps, applied, result);
  await queryContradicted(deps, payment, applied);
}

/** Queries the gateway about a payment that is not paid, as often as notifications may cause it. */
export async function queryAfterUnverifiedNotification(deps: Deps, payment: PaymentRecord): Promise<void> {
  if (payment.status === 'paid') return;
  if (await takeNotificationQuery(deps, payment)) await queryPayment(deps, payment);
}

/** The first thing in which a notification does not fit its payment. */
function findMismatch(deps: Deps, payment: PaymentRecord, fields: NotificationFields): string | undefined {
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
function toResult(deps: Deps, report: EvidencedNotification): Result | undefined {
  const { profile } = deps.gateway;
  const fields = fieldsWithEvidence(profile, report);
  const { order_status: status, order_no: orderNo, amount, currency } = fields;
  if (status === undefined || !orderNo || !amount || !currency) return undefined;
  const meaning = statusOfResult(profile, fields).status;
  if (meaning === undefined) return undefined;
  const result: Result = { status: meaning, source: 'notification', fields: pickResultFields(fields) };
  if (meaning !== 'declined') return result;
  const code = decodeResultInfo(fields['result_info'] ?? '')?.code;
  return { ...result, decline: declineCodeOf(profile, code) };
}
