import { createHash } from 'node:crypto';
import { isSameAmount } from '../../shared/money.ts';
import { decodeResultInfo } from '../../shared/interface/result-info.ts';
import type { PaymentResult } from '../../shared/interface/payment-result.ts';
import { describeError } from '../log.ts';
import { pickResult, type NotificationFields } from '../gateway/notification.ts';
import { toDeclineCode } from '../gateway/operations/authorise.ts';
import { redactResult } from '../gateway/redact.ts';
import { UnreadableAnswer } from '../gateway/decode-body.ts';
import type { PaymentRecord } from '../store/store.ts';
import { checkPayment } from './check.ts';
import { checkRefundsOf } from './check-refunds.ts';
import { keepRunning, type PaymentDeps } from './deps.ts';
import { createId } from './ids.ts';
import { settle, type Verdict } from './settle.ts';
import { isDeduction, takeDeduction } from './take-deduction.ts';
import { takeDispute } from './take-dispute.ts';

/** Unverified notifications kept for one payment, and queries they may cause. */
const MAX_UNVERIFIED = 20;
const MAX_HINT_QUERIES = 3;

/**
 * Takes a notification: stored before it is answered; moves money only when its digest is ours, otherwise it is a
 * hint that makes us ask the gateway, a few times at the most. The caller answers every notification alike, also one
 * for a payment that does not exist.
 * @throws CheckoutError `store_unavailable`; the gateway will then send it again.
 */
export async function takeNotification(
  deps: PaymentDeps,
  paymentId: string,
  body: Buffer,
  contentType: string | undefined,
): Promise<void> {
  const payment = await deps.store.findPayment(paymentId);
  if (payment === undefined) {
    deps.log.warn({ reason: 'no such payment' }, 'notification without a payment');
    return;
  }
  const fields = read(deps, payment, body, contentType);
  if (fields === undefined) return;
  const verified = deps.gateway.verifyNotification(fields);
  const kept = redactResult(fields);
  const stored = await deps.store.recordNotification(
    {
      id: createId('ntf'),
      paymentId,
      bodyHash: createHash('sha256').update(body).digest('hex'),
      fields: kept,
      verified,
      at: deps.now(),
    },
    MAX_UNVERIFIED,
  );
  // One that came before has done its work, unless that work was cut short: then the schedule finishes it.
  if (stored === 'full') return;
  void keepRunning(deps, apply(deps, payment, kept, verified));
}

function read(
  deps: PaymentDeps,
  payment: PaymentRecord,
  body: Buffer,
  contentType: string | undefined,
): NotificationFields | undefined {
  try {
    return deps.gateway.readNotification(body, contentType);
  } catch (error) {
    if (!(error instanceof UnreadableAnswer)) throw error;
    deps.log.warn({ payment_id: payment.id, reason: error.message }, 'notification cannot be read');
    return undefined;
  }
}

async function apply(
  deps: PaymentDeps,
  payment: PaymentRecord,
  fields: NotificationFields,
  verified: boolean,
): Promise<void> {
  try {
    if (isDeduction(payment, fields)) {
      await takeDeduction(deps, payment, fields, verified);
      return;
    }
    const wrong = findForeign(deps, payment, fields);
    if (wrong !== undefined) {
      deps.log.error({ payment_id: payment.id, reason: wrong }, 'alarm: notification speaks of another payment');
      return;
    }
    await applyOwn(deps, payment, fields, verified);
  } catch (error) {
    // It is stored, and the schedule asks about every unsettled payment.
    deps.log.error({ payment_id: payment.id, error: describeError(error) }, 'notification could not be applied');
  }
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
    if (verified || (await deps.store.takeHintQuery(payment.id, MAX_HINT_QUERIES))) {
      await checkRefundsOf(deps, payment);
    }
    return;
  }
  if (kind.startsWith('DISPUTE')) {
    if (verified) await takeDispute(deps, payment, fields);
    else deps.log.warn({ payment_id: payment.id, reason: kind }, 'alarm: a dispute without a digest of ours');
    return;
  }
  const verdict = verified ? toVerdict(deps, fields) : undefined;
  if (verdict === undefined) await askOnHint(deps, payment);
  else await takeVerdict(deps, payment, verdict);
}

async function takeVerdict(deps: PaymentDeps, payment: PaymentRecord, verdict: Verdict): Promise<void> {
  const settled = await settle(deps, payment.id, verdict);
  const contradicted = settled.alarm?.startsWith('notification says') === true && settled.alarm !== payment.alarm;
  if (contradicted) await checkPayment(deps, settled);
}

async function askOnHint(deps: PaymentDeps, payment: PaymentRecord): Promise<void> {
  if (payment.status === 'paid') return;
  if (await deps.store.takeHintQuery(payment.id, MAX_HINT_QUERIES)) await checkPayment(deps, payment);
}

/** The first thing in which a notification does not fit its payment. */
function findForeign(deps: PaymentDeps, payment: PaymentRecord, fields: NotificationFields): string | undefined {
  const differs = (name: string, expected: string): boolean => (fields[name] ?? expected) !== expected;
  if (differs('merchant_id', deps.gateway.merchantId)) return 'merchant_id differs';
  if (differs('account_id', deps.gateway.accountId)) return 'account_id differs';
  if (differs('order_no', payment.orderNo)) return 'order_no differs';
  if (differs('currency', payment.currency)) return 'currency differs';
  if (payment.transactionId !== null && differs('transaction_id', payment.transactionId))
    return 'transaction_id differs';
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
  const meaning = Object.hasOwn(profile.order_status, status) ? profile.order_status[status] : undefined;
  const code = decodeResultInfo(fields['result_info'] ?? '')?.code;
  const success = code !== undefined && profile.success_codes.includes(code);
  const result = pickResult(fields) as PaymentResult;
  const base = { source: 'notification' as const, result };
  if (meaning === 'paid') return success ? { kind: 'paid', ...base } : undefined;
  if (meaning === 'declined') {
    return success ? undefined : { kind: 'declined', ...base, decline: toDeclineCode(profile, code) };
  }
  return meaning === 'pending' || meaning === 'held' ? { kind: meaning, ...base } : undefined;
}
