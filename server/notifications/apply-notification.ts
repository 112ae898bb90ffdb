import {
  type NotificationWithProvenance,
  trustedFieldsOf,
  areUnsignedFieldsTrusted,
  type NotificationFields,
  notificationTopicOf,
  pickResultFields,
} from '../gateway/notification.ts';
import { CheckoutError } from '../../shared/errors.ts';
import { decodeResultInfo } from '../../shared/interface/result-info.ts';
import type { PaymentResult } from '../../shared/interface/payment-result.ts';
import { isSameAmount } from '../../shared/money.ts';
import { declineCodeOf, statusOfPaymentResult } from '../gateway/profile/index.ts';
import { hasAlert, type PaymentRecord } from '../store/index.ts';
import {
  applyPaymentResult,
  queryMissingTransactionId,
  queryIfNewlyContradicted,
  queryPayment,
  spendNotificationQueryBudget,
  omitFieldsOfOtherPayments,
  raisePaymentAlert,
  type ReportedResult,
} from '../payments/index.ts';
import { queryRefundsOfPayment, spendRefundQueryBudget } from '../refunds/index.ts';
import type { PaymentDeps } from '../context/index.ts';
import { isRenewalOfPaymentSubscription, recordRenewal } from '../renewals/index.ts';
import { mayConcernUnreportedRenewal, recordDispute } from '../disputes/index.ts';
import { holdNotificationForAcceptance, endObsoleteNotificationHolds } from './held-notifications.ts';
import { findFieldsNeedingAcceptance, chooseNotifiedPayment } from './notification-subject.ts';

/**
 * Applies a notification that came to a payment's address. A field acts only with evidence for it (promise 24). Money and
 * state follow the fields that the digest covers; without a valid digest the gateway is queried instead. Other fields act
 * with a digest at the secret address, or once a person accepts them; until then an alert reports them.
 * @throws CheckoutError where it is to be tried again
 */
export async function applyNotification(
  deps: PaymentDeps,
  named: PaymentRecord,
  report: NotificationWithProvenance,
): Promise<void> {
  await apply(deps, named, report);
  if (areUnsignedFieldsTrusted(report)) await endObsoleteNotificationHolds(deps, named);
}

async function apply(deps: PaymentDeps, named: PaymentRecord, report: NotificationWithProvenance): Promise<void> {
  const { fields, verified } = report;
  const payment = await queryMissingTransactionId(deps, named, report);
  const owner = await ownerOf(deps, fields);
  if (await isRenewalOfPaymentSubscription(deps, payment, report, owner)) {
    await recordRenewal(deps, payment, report, owner);
    return alertUnverified(deps, payment, report);
  }
  const subject = chooseNotifiedPayment(payment, owner);
  const wrong = findMismatch(deps, subject, fields) ?? (isOf(owner, subject) ? undefined : 'transaction_id is taken');
  if (wrong === undefined) return applyOwn(deps, subject, report);
  const isUnowned = verified && wrong === OTHER_TRANSACTION && owner === undefined;
  if (isUnowned && areUnsignedFieldsTrusted(report) && mayConcernUnreportedRenewal(deps, subject, fields))
    throw new CheckoutError('gateway_no_answer', 'The disputed renewal is not recorded yet.');
  const isCharge = !areUnsignedFieldsTrusted(report) || notificationTopicOf(deps.gateway.profile, fields) === 'payment';
  const result = isUnowned && isCharge ? toResult(deps, report) : undefined;
  if (result?.status === 'paid') {
    await flagSecondCharge(deps, subject, result);
    return alertUnverified(deps, subject, report);
  }
  deps.log.alert('notification_mismatch', { payment_id: payment.id, reason: wrong });
  if (verified && owner !== undefined && !isOf(owner, subject))
    await raisePaymentAlert(
      deps,
      subject.id,
      { code: 'transaction_id_taken', detail: { payment_id: owner.id } },
      'notification',
    );
  if (owner === undefined && wrong === OTHER_TRANSACTION) await alertUnverified(deps, subject, report);
}

/** The payment that owns the transaction of a notification. */
function ownerOf(
  { store, gateway }: PaymentDeps,
  { transaction_id: id }: NotificationFields,
): Promise<PaymentRecord | undefined> {
  return id ? store.findPaymentByTransaction(id, { accountId: gateway.accountId }) : Promise.resolve(undefined);
}

/** Whether the transaction is the payment's, or no payment has it: one transaction pays one payment. */
function isOf(owner: PaymentRecord | undefined, payment: PaymentRecord): boolean {
  return owner === undefined || owner.id === payment.id;
}

const OTHER_TRANSACTION = 'transaction_id differs';

/** Raises an alert: a page of the gateway that was opened twice can be paid twice. No other record has the second charge. */
async function flagSecondCharge(
  deps: PaymentDeps,
  payment: PaymentRecord,
  { source, status, fields }: ReportedResult,
): Promise<void> {
  const alert = { code: 'second_charge' as const, detail: { transaction_id: fields?.transaction_id ?? '' } };
  if (hasAlert(payment.alerts, alert)) return;
  await raisePaymentAlert(deps, payment.id, alert, source, status);
}

/** Applies a notification about the payment itself. */
async function applyOwn(deps: PaymentDeps, payment: PaymentRecord, report: NotificationWithProvenance): Promise<void> {
  const type = notificationTopicOf(deps.gateway.profile, report.fields);
  if (!areUnsignedFieldsTrusted(report)) return applyFieldsUnderDigest(deps, payment, report);
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
 * Applies the covered fields of a notification whose type has no evidence. A paid result counts with any type. Any other
 * result counts only with a type about the payment itself: the end of a dispute or a refund has the same fields, so the
 * gateway is queried instead.
 */
async function applyFieldsUnderDigest(
  deps: PaymentDeps,
  payment: PaymentRecord,
  report: NotificationWithProvenance,
): Promise<void> {
  const type = notificationTopicOf(deps.gateway.profile, report.fields);
  const result = report.verified ? toResult(deps, report) : undefined;
  if (result !== undefined && (type === 'payment' || result.status === 'paid'))
    await applyPayment(deps, payment, report);
  else await queryAfterUnverifiedNotification(deps, payment);
  // No digest covers the result of a refund, so the gateway is queried.
  if (type === 'refund') await queryRefunds(deps, payment);
  await alertUnverified(deps, payment, report);
}

/** Raises an alert, once for each notification, where a person has to accept it before it acts. */
async function alertUnverified(
  deps: PaymentDeps,
  payment: PaymentRecord,
  report: NotificationWithProvenance,
): Promise<void> {
  const unverified = areUnsignedFieldsTrusted(report) ? [] : await findFieldsNeedingAcceptance(deps, payment, report);
  if (unverified.length === 0) return;
  // Anybody may send many of these to a public address, so the log is throttled.
  if (!report.verified && report.address === 'public') {
    if (deps.isLogDue(`unverified of ${payment.id}`))
      deps.log.alert('notification_unverified', { payment_id: payment.id, reason: unverified.join(', ') });
    return;
  }
  await holdNotificationForAcceptance(deps, report);
}

async function queryRefunds(deps: PaymentDeps, payment: PaymentRecord): Promise<void> {
  if (await spendRefundQueryBudget(deps, payment)) await queryRefundsOfPayment(deps, payment);
}

async function applyPayment(
  deps: PaymentDeps,
  payment: PaymentRecord,
  report: NotificationWithProvenance,
): Promise<void> {
  const result = report.verified ? toResult(deps, report) : undefined;
  const { fields, alerts } = await omitFieldsOfOtherPayments(
    deps,
    payment,
    trustedFieldsOf(deps.gateway.profile, report),
  );
  const own = pickResultFields(fields) as PaymentResult;
  if (result !== undefined) await applyVerified(deps, payment, { ...result, fields: own });
  else if (report.isAccepted === true && payment.status === 'paid')
    await applyPaymentResult(deps, payment.id, { status: 'paid', source: 'person', fields: own });
  else await queryAfterUnverifiedNotification(deps, payment);
  for (const alert of alerts) await raisePaymentAlert(deps, payment.id, alert, 'notification');
}

async function applyVerified(deps: PaymentDeps, payment: PaymentRecord, result: ReportedResult): Promise<void> {
  const applied = await applyPaymentResult(deps, payment.id, result);
  const isOther = result.status === 'paid' && applied.transaction_id !== result.fields?.transaction_id;
  // Another result came first.
  if (isOther && applied.status === 'paid') return flagSecondCharge(deps, applied, result);
  await queryIfNewlyContradicted(deps, payment, applied);
}

/** Queries a payment that is not paid, within the budget of notifications. */
export async function queryAfterUnverifiedNotification(deps: PaymentDeps, payment: PaymentRecord): Promise<void> {
  if (payment.status === 'paid') return;
  if (await spendNotificationQueryBudget(deps, payment)) await queryPayment(deps, payment);
}

/** The first mismatch between a notification and its payment. */
function findMismatch(deps: PaymentDeps, payment: PaymentRecord, fields: NotificationFields): string | undefined {
  const differs = (name: string, expected: string): boolean => (fields[name] ?? expected) !== expected;
  if (differs('merchant_id', deps.gateway.merchantId)) return 'merchant_id differs';
  if (differs('account_id', deps.gateway.accountId)) return 'account_id differs';
  if (differs('order_no', payment.order_no)) return 'order_no differs';
  if (differs('currency', payment.currency)) return 'currency differs';
  if (payment.transaction_id !== null && differs('transaction_id', payment.transaction_id)) return OTHER_TRANSACTION;
  const { amount } = fields;
  return amount === undefined || isSameAmount(amount, payment.amount) ? undefined : 'amount differs';
}

/** The result of the covered fields of a verified notification; undefined for one that the profile does not list. */
function toResult(deps: PaymentDeps, report: NotificationWithProvenance): ReportedResult | undefined {
  const { profile } = deps.gateway;
  const fields = trustedFieldsOf(profile, report);
  const { order_status: status, order_no: orderNo, amount, currency } = fields;
  if (status === undefined || !orderNo || !amount || !currency) return undefined;
  const meaning = statusOfPaymentResult(profile, fields).status;
  if (meaning === undefined) return undefined;
  const result: ReportedResult = { status: meaning, source: 'notification', fields: pickResultFields(fields) };
  if (meaning !== 'declined') return result;
  const code = decodeResultInfo(fields['result_info'] ?? '')?.code;
  return { ...result, decline: declineCodeOf(profile, code) };
}
